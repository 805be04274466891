import { agree, counted } from '../kernel/grammar.ts';
import type { Level } from '../kernel/level.ts';
import { onScale, type RankScale } from '../kernel/rank.ts';

/** How links are measured: the bands that every backlink operation uses, and how their figures are written. */

/** Bands of the published spam score: low to 30, medium to 60, high above. */
export const SPAM_HIGH = 61;
const SPAM_MEDIUM = 31;
/** From this authority on, on 0-100, a domain or page is one of the established or stronger. */
export const RANK_STRONG = 45;
/** Below it a domain has hardly any authority to pass. */
export const RANK_WEAK = 20;
/** A page with more outgoing links than this is a directory or a link farm, whatever its rank. */
export const EXTERNAL_LINKS_MAX = 1000;

export function rateSpam(score: number | null): Level | null {
  if (score === null) return null;
  return score >= SPAM_HIGH ? 'high' : score >= SPAM_MEDIUM ? 'medium' : 'low';
}

/** Points of 0-1 for a rank of 0-1000; an unknown rank earns none. */
export function scoreRank(rank: number | null): number {
  return (onScale(rank, 'one_hundred') ?? 0) / 100;
}

/** A share of 0-1 to four digits; null where there is nothing to have a share of. */
export function shareOf(part: number, whole: number | null): number | null {
  return whole === null || whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000;
}

export function roundTenths(points: number): number {
  return Math.round(points * 10) / 10;
}

/** The first item with the most points. */
export function findHighest<Item>(items: readonly Item[], points: (item: Item) => number): Item | undefined {
  return items.reduce<Item | undefined>(
    (best, item) => (best === undefined || points(item) > points(best) ? item : best),
    undefined,
  );
}

/** A share in words; what rounds to nothing or to everything without being it says so. */
export function formatPercent(share: number): string {
  if (share > 0 && share < 0.005) return 'under 1%';
  if (share < 1 && share >= 0.995) return 'over 99%';
  return `${Math.round(share * 100)}%`;
}

/** `45 out of 100`, `450 out of 1,000`. */
export function formatRank(rank: number | null, scale: RankScale): string {
  const shown = onScale(rank, scale)?.toLocaleString('en-US') ?? 'unknown';
  return `${shown} out of ${scale === 'one_thousand' ? '1,000' : '100'}`;
}

export function formatDate(moment: string | null): string {
  return moment?.slice(0, 10) ?? 'an unknown date';
}

/** `The only link`, `Both links`, `All 20 links`, `None of the 3 links`, `1 of the 20 links`. */
export function formatPart(part: number, whole: number, noun: string): string {
  if (part === 0) return `None of the ${counted(whole, noun)}`;
  if (part < whole) return `${part.toLocaleString('en-US')} of the ${counted(whole, noun)}`;
  if (whole === 1) return `The only ${noun}`;
  return whole === 2 ? counted(2, noun).replace('2', 'Both') : `All ${counted(whole, noun)}`;
}

export function describeSpam(score: number): string {
  return `The linking pages have an average spam score of ${Math.round(score)} out of 100.`;
}

/** `3 sites link`, `1 site links`. */
export function describeLinking(count: number, noun: string): string {
  return `${counted(count, noun)} ${agree(count, 'links')}`;
}
