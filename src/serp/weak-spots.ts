import { quoteWords } from '../kernel/grammar.ts';
import { onScale } from '../kernel/rank.ts';
import type { Serp } from '../ports/serp.ts';
import { alignKeyword } from '../text/alignment.ts';
import { isForum, type ResultAuthority } from './difficulty.ts';
import { listResults, type Result } from './results.ts';

export const WEAKNESSES = ['user_content', 'old', 'low_authority', 'title_mismatch'] as const;
type Weakness = (typeof WEAKNESSES)[number];

/** A result that a better page could pass, and why. */
export interface WeakSpot {
  readonly position: number;
  readonly url: string;
  readonly domain: string;
  readonly reasons: readonly { readonly kind: Weakness; readonly evidence: string }[];
}

const OLD_DAYS = 2 * 365;
const DAY_MS = 86_400_000;
/** Of 1,000 (31 of 100); most sites with a few links from other sites have more. */
const LOW_RANK = 200;
/** Share of the query's words missing from the title; a title may well rephrase one of two or three. */
const MISSING_MIN = 0.7;

/** The results of the first page that show a weakness, in order. Unknown dates and ranks are not weaknesses. */
export function findWeakSpots(serp: Serp, authorities: ReadonlyMap<string, ResultAuthority>): WeakSpot[] {
  return listResults(serp).flatMap((result): WeakSpot[] => {
    const reasons = [
      isForum(result)
        ? { kind: 'user_content' as const, evidence: `${result.site}: anybody can post there` }
        : undefined,
      findAge(result, serp),
      findLowRank(authorities.get(result.url)),
      findMismatch(result, serp),
    ].filter((reason) => reason !== undefined);
    if (reasons.length === 0) return [];
    return [{ position: result.rank_group, url: result.url, domain: result.domain ?? result.site, reasons }];
  });
}

type Reason = WeakSpot['reasons'][number];

function findAge({ published_at }: Result, { checked_at }: Serp): Reason | undefined {
  if (published_at === null) return undefined;
  const days = (Date.parse(checked_at) - Date.parse(published_at)) / DAY_MS;
  return days >= OLD_DAYS ? { kind: 'old', evidence: `dated ${published_at.slice(0, 10)}` } : undefined;
}

function findLowRank(authority: ResultAuthority | undefined): Reason | undefined {
  const rank = authority?.domain_rank ?? null;
  return rank === null || rank >= LOW_RANK
    ? undefined
    : { kind: 'low_authority', evidence: `domain rank ${onScale(rank, 'one_hundred') ?? 0} of 100` };
}

function findMismatch({ title }: Result, { keyword, language }: Serp): Reason | undefined {
  if (title === null || title.trim() === '') return undefined;
  const { words, missing } = alignKeyword(keyword, title, language.split('-', 1)[0] ?? '');
  const share = words.length === 0 ? 0 : missing.length / new Set(words).size;
  return share >= MISSING_MIN
    ? { kind: 'title_mismatch', evidence: `the title lacks ${quoteWords(missing, 3)}` }
    : undefined;
}
