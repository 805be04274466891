import { z } from 'zod';

import type { Serp } from '../ports/serp.ts';
import { type ClickRate, estimateClickRate, type PageConditions } from '../serp/click-rate.ts';
import { isWithin, readHost } from '../web/url.ts';
import { judgeIntent, type KnownSearches } from './known-searches.ts';
import type { ResultPages } from './result-pages.ts';

/** Where the caller's own site ranks on a stored result page. */
export const OwnRanking = z.object({
  position: z.int().nullable().describe('Among organic results; null if not among those that were read.'),
  url: z.string().nullable(),
  results_read: z.int(),
  engine: z.string(),
  device: z.enum(['desktop', 'mobile']).nullable(),
  checked_at: z.string(),
});
export type OwnRanking = z.infer<typeof OwnRanking>;

/**
 * The best place of a host and its subdomains on each known page, by folded keyword; keywords whose page is not known are
 * left out.
 */
export function findOwnRankings(
  known: ResultPages | undefined,
  host: string | undefined,
): ReadonlyMap<string, OwnRanking> {
  if (known === undefined || host === undefined) return new Map();
  return new Map([...known.pages].map(([key, page]) => [key, findRanking(page, host)]));
}

function findRanking({ items, engine, device, checked_at }: Serp, site: string): OwnRanking {
  const results = items.filter(({ type }) => type === 'organic');
  const own = results
    .filter(({ url }) => url !== null && isWithin(readHost(url) ?? '', site))
    .reduce<(typeof results)[number] | undefined>(
      (best, item) => (best === undefined || item.rank_group < best.rank_group ? item : best),
      undefined,
    );
  const position = own?.rank_group ?? null;
  return { position, url: own?.url ?? null, results_read: results.length, engine, device, checked_at };
}

const GOAL = 3;

/** How often the result at a position of such a page is clicked: by the published curve, or that of the own site. */
export type ReadRate = (position: number, page: PageConditions) => Pick<ClickRate, 'value'> | undefined;

interface GainFacts {
  readonly rankings: ReadonlyMap<string, OwnRanking>;
  readonly searches: KnownSearches;
  /** Undefined: the published curve. */
  readonly readRate?: ReadRate | undefined;
}

/**
 * How much position 3 would add to the site's current position, as a share of its clicks, 0–1 (formulas 4.6, 4.1), by
 * folded keyword.
 *
 * A site that is not among the results gets none of their clicks.
 */
export function measureGains(
  known: ResultPages | undefined,
  { rankings, searches, readRate = estimateClickRate }: GainFacts,
): ReadonlyMap<string, number> {
  return new Map(
    [...(known?.pages ?? [])].flatMap(([key, page]) => {
      const ranking = rankings.get(key);
      const found = searches.get(key);
      if (ranking === undefined || found === undefined) return [];
      const conditions = { ...found.conditions, intent: judgeIntent(page.keyword, page.language, found) };
      const goal = readRate(GOAL, conditions)?.value ?? 0;
      if (goal === 0) return [];
      const now = ranking.position === null ? 0 : (readRate(ranking.position, conditions)?.value ?? 0);
      return [[key, Math.min(1, Math.max(0, (goal - now) / goal))] as const];
    }),
  );
}
