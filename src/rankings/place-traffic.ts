import { z } from 'zod';

import type { SharedPlace } from '../ports/rankings.ts';
import type { SerpItemType } from '../ports/serp.ts';
import type { PageConditions } from '../serp/click-rate.ts';
import { estimateClicks, estimateGain, scaleToMonth, type SearchDemand } from './gain.ts';
import type { OwnCurve } from './own-curve.ts';

/** What the clicks on a place are read from. */
export interface TrafficFacts {
  /** Null where nobody knows how often people search. */
  readonly demand: SearchDemand | null;
  readonly curve: OwnCurve | null;
  readonly page: PageConditions;
  /** Of the window that clicks were counted in; 0 where nobody counted. */
  readonly days: number;
}

/** Clicks a month on a place. */
export interface PlaceTraffic {
  readonly traffic: number;
  readonly low: number;
  readonly high: number;
  /** `measured`, `provider`, or the click curve that it is read from. */
  readonly source: string;
}

/** A result of another type is clicked by another curve. */
const ON_CURVE: ReadonlySet<SerpItemType> = new Set(['organic', 'featured_snippet']);

/** Null where nobody knows; whoever does not rank gets no clicks from there, which is no figure either. */
export function measurePlace(place: SharedPlace | null, facts: TrafficFacts): PlaceTraffic | null {
  if (place === null) return null;
  const { clicks, estimated_traffic, position, type } = place;
  if (clicks !== null) {
    const traffic = facts.days === 0 ? null : round(scaleToMonth(clicks, facts.days));
    return traffic === null ? null : { traffic, low: traffic, high: traffic, source: 'measured' };
  }
  if (estimated_traffic !== null) {
    const traffic = round(estimated_traffic);
    return { traffic, low: traffic, high: traffic, source: 'provider' };
  }
  const estimate = ON_CURVE.has(type) ? estimateClicks({ ...facts, position }) : null;
  if (estimate === null) return null;
  const { clicks_per_month, low, high, ctr_curve } = estimate;
  return { traffic: clicks_per_month, low, high, source: ctr_curve };
}

export const TrafficGap = z.object({
  clicks_per_month: z.number(),
  low: z.number().nullable().describe('null where the figures are counted or a provider’s, which come without bounds.'),
  high: z.number().nullable(),
  source: z.string().describe('measured, provider, or the name of the click curve that the gap is read from.'),
});
export type TrafficGap = z.infer<typeof TrafficGap>;

/**
 * Clicks a month that `other` gets beyond `one`: formulas 4.2, with none where one does not rank. Negative where `one`
 * has more. Null where one of them is not known, or they are of different measures.
 */
export function compareTraffic(
  one: SharedPlace | null,
  other: SharedPlace | null,
  facts: TrafficFacts,
): TrafficGap | null {
  const places = [one, other].filter((place) => place !== null);
  const known = places.map((place) => measurePlace(place, facts)).filter((traffic) => traffic !== null);
  const [source, ...others] = new Set(known.map(nameMeasure));
  if (source === undefined || others.length > 0 || known.length < places.length) return null;
  if (source === 'curve') return readFromCurve(one, other, facts);
  const clicksOn = (place: SharedPlace | null): number => measurePlace(place, facts)?.traffic ?? 0;
  return { clicks_per_month: round(clicksOn(other) - clicksOn(one)), low: null, high: null, source };
}

/** Two places may be read from differently named curves, which are of one measure all the same. */
function nameMeasure({ source }: PlaceTraffic): string {
  return source === 'measured' || source === 'provider' ? source : 'curve';
}

/** The worse place is compared with the better one, and the sign says whose that is. */
function readFromCurve(one: SharedPlace | null, other: SharedPlace | null, facts: TrafficFacts): TrafficGap | null {
  const isBehind = other !== null && (one === null || other.position <= one.position);
  const [worse, better] = isBehind ? [one, other] : [other, one];
  if (better === null) return null;
  const position = worse?.position ?? 'unranked';
  const gain = estimateGain({ ...facts, position, to_rank: better.position });
  if (gain === null) return null;
  const { clicks_per_month, low, high, ctr_curve } = gain;
  return isBehind
    ? { clicks_per_month, low, high, source: ctr_curve }
    : { clicks_per_month: negate(clicks_per_month), low: negate(high), high: negate(low), source: ctr_curve };
}

/** −0 is 0. */
function negate(clicks: number): number {
  return clicks === 0 ? 0 : -clicks;
}

function round(clicks: number): number {
  return Math.round(clicks * 10) / 10;
}
