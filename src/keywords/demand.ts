import type { IdeaEvidence, KeywordFact } from '../ports/keywords.ts';
import type { CombinedVolume } from './volume.ts';

/** How much demand a keyword has, where no source has a number. */
export const DEMAND_BANDS = ['none_seen', 'low', 'medium', 'high', 'very_high'] as const;
type DemandBand = (typeof DEMAND_BANDS)[number];

export interface Demand {
  readonly demand_band: DemandBand;
  readonly demand_reason: string;
}

/**
 * Searches a month from which a band begins. Those of Bing begin at a tenth: the ratio differs by topic, which is why a band is
 * all that can be said.
 */
const GOOGLE_FROM: readonly (readonly [from: number, band: DemandBand])[] = [
  [10_000, 'very_high'],
  [1000, 'high'],
  [100, 'medium'],
  [1, 'low'],
];
const BING_FROM: typeof GOOGLE_FROM = [
  [1000, 'very_high'],
  [100, 'high'],
  [10, 'medium'],
  [1, 'low'],
];

/** How many prefixes must bring up a suggestion before it counts as evidence of demand. */
const PREFIXES_FOR_MEDIUM = 3;

/**
 * The band of a keyword without a number, and why (keyword-metrics 2.5); undefined when nothing hints at demand.
 *
 * A band is never turned into a number: it says which keywords to look at first, not how many visits they bring.
 */
export function bandDemand(
  volume: CombinedVolume | undefined,
  facts: readonly KeywordFact[],
  evidence: readonly { readonly kind: IdeaEvidence; readonly source: string; readonly seen: number }[] = [],
): Demand | undefined {
  if (volume !== undefined && volume.value === null) return bandBounds(volume);
  const bing = facts.find(({ bing_impressions }) => bing_impressions !== null)?.bing_impressions ?? null;
  if (bing !== null) {
    return { demand_band: bandOf(bing, BING_FROM), demand_reason: `${format(bing)} searches a month on Bing.` };
  }
  const suggested = evidence.filter(({ kind }) => kind === 'suggestion');
  const [best] = suggested.toSorted((one, other) => other.seen - one.seen);
  if (best === undefined) return undefined;
  const demand_band = best.seen >= PREFIXES_FOR_MEDIUM ? 'medium' : 'low';
  const times = best.seen === 1 ? 'once' : `for ${best.seen} prefixes`;
  return { demand_band, demand_reason: `Search suggestions show it ${times} (${best.source}).` };
}

function bandBounds({ low, high, basis, source }: CombinedVolume): Demand | undefined {
  if (low === null) return undefined;
  if (basis === 'lower_bound' || high === null) {
    return {
      demand_band: bandOf(low, GOOGLE_FROM),
      demand_reason: `At least ${format(low)} searches a month (${source}).`,
    };
  }
  const middle = Math.sqrt(Math.max(1, low) * Math.max(1, high));
  return {
    demand_band: high === 0 ? 'none_seen' : bandOf(middle, GOOGLE_FROM),
    demand_reason: `Between ${format(low)} and ${format(high)} searches a month (${source}).`,
  };
}

function bandOf(searches: number, bands: typeof GOOGLE_FROM): DemandBand {
  return bands.find(([from]) => searches >= from)?.[1] ?? 'none_seen';
}

function format(count: number): string {
  return count.toLocaleString('en-US');
}
