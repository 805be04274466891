import { median } from '../../../keywords/months.ts';
import type { Serp } from '../../../ports/serp.ts';
import { findPlatformKind } from '../../../rankings/platform-kind.ts';
import { estimateClickRate } from '../../../serp/click-rate.ts';
import { listResults } from '../../../serp/results.ts';
import { isWithin, readHost } from '../../../web/url.ts';
import { compare, round } from './signal.ts';

/** A domain that stands on the result pages of the seed keywords. */
export interface RivalDomain {
  readonly domain: string;
  readonly keywords: number;
  readonly average_position: number;
  readonly median_position: number;
  /** Keywords for which it stands above the target, or the target does not stand at all. */
  readonly ahead: number;
  /** Share of the clicks of the first result of every page that its places have, 0–100. */
  readonly visibility: number;
  readonly examples: readonly {
    readonly keyword: string;
    readonly position: number;
    readonly own_position: number | null;
  }[];
}

const EXAMPLES_MAX = 5;
const DOMAINS_MAX = 25;

/** Who ranks for some keywords, most visible first; the target itself and platforms are left out. */
export function listRivals(serps: readonly Serp[], host: string): RivalDomain[] {
  const first = estimateClickRate(1)?.value ?? 1;
  const places = serps.flatMap((serp) => {
    const results = listResults(serp);
    const own = results.find(({ url }) => isWithin(readHost(url) ?? '', host))?.rank_group ?? null;
    const best = new Map<string, number>();
    for (const { site, rank_group, url } of results)
      if (!best.has(site) && findPlatformKind(site) === undefined && !isWithin(readHost(url) ?? '', host))
        best.set(site, rank_group);
    return [...best].map(([domain, position]) => ({ domain, position, own_position: own, keyword: serp.keyword }));
  });
  return [...Map.groupBy(places, ({ domain }) => domain)]
    .map(([domain, all]): RivalDomain => ({
      domain,
      keywords: all.length,
      average_position: round(all.reduce((sum, { position }) => sum + position, 0) / all.length),
      median_position: median(all.map(({ position }) => position)),
      ahead: all.filter(({ position, own_position }) => own_position === null || position < own_position).length,
      visibility: round(
        (100 * all.reduce((sum, { position }) => sum + (estimateClickRate(position)?.value ?? 0), 0)) /
          (first * serps.length),
      ),
      examples: all
        .toSorted((one, other) => one.position - other.position || compare(one.keyword, other.keyword))
        .slice(0, EXAMPLES_MAX)
        .map(({ keyword, position, own_position }) => ({ keyword, position, own_position })),
    }))
    .toSorted((one, other) => other.visibility - one.visibility || compare(one.domain, other.domain))
    .slice(0, DOMAINS_MAX);
}
