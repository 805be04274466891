import type { Serp } from '../../../ports/serp.ts';
import { listResults, readSite, type Result } from '../../../serp/results.ts';
import { buildAddressKey } from '../../../text/address.ts';
import { cleanText } from '../../../text/normalize.ts';
import { isOwnPage, type OwnSite } from './target.ts';

/** A page that an answer to the search could quote. */
export interface CandidatePage {
  readonly url: string;
  readonly domain: string;
  readonly title: string | null;
  readonly position: number | null;
  /** Null where no overview was seen. */
  readonly cited: boolean | null;
}

/** Organic results, then pages that are cited and do not rank. */
const CITED_MAX = 3;

/** The candidates of a result page in its order. Each page appears once. */
export function listCandidates(serp: Serp): CandidatePage[] {
  const isSeen = serp.ai_overview.status === 'present';
  const cited = new Set(serp.ai_overview.references.map(({ url }) => buildAddressKey(url)));
  const results = listResults(serp);
  const ranking = new Set(results.map(({ url }) => buildAddressKey(url)));
  const others = uniqueReferences(serp).filter(({ url }) => !ranking.has(buildAddressKey(url)));
  return [
    ...uniquePages(results).map(({ url, domain, site, title, rank_group }) => ({
      url,
      domain: domain ?? site,
      title,
      position: rank_group,
      cited: isSeen ? cited.has(buildAddressKey(url)) : null,
    })),
    ...others.slice(0, CITED_MAX).map(({ url, domain, title }) => ({
      url,
      domain: domain === '' ? readSite(url, null) : domain,
      title: title === null ? null : cleanText(title, 300),
      position: null,
      cited: isSeen,
    })),
  ];
}

/** The references of a seen overview, each page once, at its first place. */
export function uniqueReferences({ ai_overview }: Serp): Serp['ai_overview']['references'] {
  if (ai_overview.status !== 'present') return [];
  const seen = new Set<string>();
  return ai_overview.references.filter(({ url }) => {
    const key = buildAddressKey(url);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function uniquePages(results: readonly Result[]): Result[] {
  const seen = new Map<string, Result>();
  for (const result of results) {
    const key = buildAddressKey(result.url);
    if (!seen.has(key)) seen.set(key, result);
  }
  return [...seen.values()];
}

/** Pages to read: the first results, those of the target, and those cited without ranking. */
const READ_MAX = 7;
const TOP_READ = 5;

export function choosePages(candidates: readonly CandidatePage[], site: OwnSite | undefined): CandidatePage[] {
  const own = candidates.filter(({ url }) => isOwnPage(url, site) === true).slice(0, 1);
  const top = candidates.filter(({ position }) => position !== null).slice(0, TOP_READ);
  const cited = candidates.filter((candidate) => candidate.cited === true);
  const chosen = new Set([...own, ...top, ...cited]);
  return [...chosen].slice(0, READ_MAX);
}
