import { intervalOfShare } from '../../../kernel/interval.ts';
import type { z } from 'zod';
import type { Cell, Metrics, Share, VisibilityReport } from './report.ts';

/** Positions that people see without a click, which share of local voice counts. */
const TOP = 3;
/** One more than the 20 listings that are read of a map: what stands for «not found» in ATRP, for packs as well. */
const NOT_FOUND_RANK = 21;

/** A share with its Wilson interval; null of nothing. */
export function shareOf(hits: number, n: number): z.infer<typeof Share> | null {
  return n === 0 ? null : { value: round(hits / n, 3), ...intervalOfShare(hits, n), hits, n };
}

/**
 * Share of the searches that show the business, its average rank over those (ARP) and over all (ATRP), and its share of
 * local voice (SoLV), as tools that scan grids of points define them. A search without local results counts in none of
 * them, nor does one in which it is unknown whether a listing is the business.
 */
export function measure(cells: readonly Cell[]): Metrics {
  const measured = cells.filter(({ in_pack }) => in_pack !== null);
  const ranks = measured.flatMap(({ position }) => position ?? []);
  const found = shareOf(ranks.length, measured.length);
  const average = mean(ranks);
  const missed = measured.length - ranks.length;
  const total = ranks.reduce((sum, rank) => sum + rank, 0) + missed * NOT_FOUND_RANK;
  return {
    cells: measured.length,
    visibility_share: found,
    share_found: found?.value ?? null,
    average_rank: average,
    arp: average,
    atrp: measured.length === 0 ? null : { value: round(total / measured.length, 1), not_found_rank: NOT_FOUND_RANK },
    solv: shareOf(ranks.filter((rank) => rank <= TOP).length, measured.length),
  };
}

type Competitor = VisibilityReport['competitors'][number];

const COMPETITORS_MAX = 20;

/** Businesses that the searches show beside the tracked one, by their site or name: those in most of them first. */
export function listCompetitors(
  cells: readonly Cell[],
  keyOf: (name: string, domain: string | null) => string,
): Competitor[] {
  const shown = cells.filter(({ pack_present }) => pack_present === true);
  const rows = shown.flatMap((cell, at) =>
    cell.pack.flatMap(({ name, domain, rank, match }) =>
      match === 'other' && name !== null ? [{ at, name, domain, rank, key: keyOf(name, domain) }] : [],
    ),
  );
  return [...Map.groupBy(rows, ({ key }) => key).values()]
    .flatMap((group): Competitor[] => {
      const [first] = group;
      // A chain may be shown twice by one search.
      const best = [...Map.groupBy(group, ({ at }) => at).values()].map((each) =>
        Math.min(...each.map(({ rank }) => rank)),
      );
      const [share, solv] = [
        shareOf(best.length, shown.length),
        shareOf(best.filter((rank) => rank <= TOP).length, shown.length),
      ];
      const average_rank = mean(best);
      if (first === undefined || share === null || solv === null || average_rank === null) return [];
      return [{ name: first.name, domain: first.domain, cells: best.length, share, average_rank, solv }];
    })
    .toSorted(
      (one, other) =>
        other.cells - one.cells || one.average_rank - other.average_rank || (one.name < other.name ? -1 : 1),
    )
    .slice(0, COMPETITORS_MAX);
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : round(values.reduce((sum, value) => sum + value, 0) / values.length, 1);
}

function round(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}
