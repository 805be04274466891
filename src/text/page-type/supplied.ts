import { tokenize } from '../../web/words.ts';
import { classifyIntent, type IntentContext } from '../intent.ts';
import type { KeywordReading } from '../keyword.ts';
import { cleanText, foldPhrase } from '../normalize.ts';
import { findPlannedType, isPageType, type JudgedType, type PageType } from '../page-types.ts';
import { findSignals } from '../phrases.ts';
import { SIGNALS } from '../signals.ts';
import type { Verdict } from '../verdict.ts';
import { readTypeNames, voteByAddress } from './address.ts';
import { judgeVotes, type Vote } from './tally.ts';

/** Which type of page a search should be answered with. */
export function recommendPageType(keyword: string | KeywordReading, context: IntentContext = {}): Verdict<PageType> {
  return classifyIntent(keyword, context).page;
}

/** What a request says about a page that was not read. */
export interface SuppliedPage {
  readonly url?: string | undefined;
  readonly title?: string | undefined;
  readonly keyword?: string | undefined;
  readonly language?: string | undefined;
  /** Whether other pages that are known lie below its URL: `/products/tents` is then a shelf. */
  readonly holds_pages?: boolean | undefined;
  /** In the caller's own words. */
  readonly page_type?: string | null | undefined;
}

/**
 * Which type a page is that is known by its address and title: as the caller says, else by the address (3 points), then
 * the title (2 and less), then the keyword. Where nothing tells, it is a landing page with little confidence.
 */
export function judgeSuppliedPage(page: SuppliedPage): Verdict<PageType> {
  const named = findNamedType(page.page_type ?? '');
  if (named !== undefined) return { value: named, confidence: 1, evidence: ['page_type in the request'] };
  const language = page.language ?? '';
  const votes = [...voteByAddress(page.url ?? ''), ...voteByTitle(page.title ?? '', language)];
  const keyword = cleanText(page.keyword ?? '', 300);
  if (keyword !== '') {
    const { value, confidence, evidence } = recommendPageType(keyword, { language });
    votes.push([value, confidence, `keyword: ${evidence.join(', ')}`]);
  }
  const planned = votes.map(([type, points, why]): Vote<PageType> => {
    const isShelf = type === 'product' && page.holds_pages === true;
    return isShelf ? ['category_page', points, `${why}, with pages below it`] : [findPlannedType(type), points, why];
  });
  return judgeVotes(planned) ?? { value: 'landing_page', confidence: 0.15, evidence: [] };
}

const NAMED_TYPES = readTypeNames('name');

/** The type that a caller's own word names; undefined when it names none. */
function findNamedType(written: string): PageType | undefined {
  const name = foldPhrase(written, 60).replaceAll(/[\s/-]+/g, '_');
  if (isPageType(name)) return name;
  const named = NAMED_TYPES.get(name);
  return named === undefined ? undefined : findPlannedType(named);
}

/** What the words of a title promise. */
export function voteByTitle(title: string, language: string): Vote<JudgedType>[] {
  return findSignals(tokenize(foldPhrase(title, 300)), language)
    .filter(({ kind, phrase }) => kind !== 'docs' || !INSTALLATION.test(phrase))
    .map(({ kind, phrase }): Vote<JudgedType> => {
      const { page, points } = SIGNALS[kind];
      return [page, Math.min(2, points * 0.6), `“${phrase}” in the title`];
    });
}

/** `EV Charger Installation` heads what a firm sells as often as what a manual explains, so it tells nothing. */
const INSTALLATION = /^(?:installation|instalaci[oó]n|installazione|instalação|installatie)$/u;
