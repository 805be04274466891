import type { FigureRow, RowFigures } from './figure-rows.ts';

/** Undefined where there are none. */
export function sumFigures(figures: readonly (RowFigures | null)[]): RowFigures | undefined {
  const known = figures.flatMap((each) => each ?? []);
  if (known.length === 0) return undefined;
  const sum = (values: readonly (number | null)[]): number | null =>
    values.every((value) => value === null) ? null : values.reduce<number>((total, value) => total + (value ?? 0), 0);
  return {
    clicks: sum(known.map(({ clicks }) => clicks)),
    impressions: known.reduce((total, { impressions }) => total + impressions, 0),
    position_sum: sum(known.map(({ position_sum }) => position_sum)),
  };
}

/** One row of all. */
export function sumRows(rows: readonly FigureRow[]): readonly FigureRow[] {
  return [
    {
      query: null,
      page: null,
      country: null,
      device: null,
      appearance: null,
      day: undefined,
      previous_day: undefined,
      current: sumFigures(rows.map(({ current }) => current)) ?? null,
      previous: sumFigures(rows.map(({ previous }) => previous)) ?? null,
    },
  ];
}

/** What stands in no row; undefined where the rows already add up to the total. */
export function withheldOf(total: RowFigures, visible: RowFigures | undefined): RowFigures | undefined {
  const impressions = total.impressions - (visible?.impressions ?? 0);
  const clicks = Math.max(0, (total.clicks ?? 0) - (visible?.clicks ?? 0));
  if (impressions <= 0) return undefined;
  const positions = (total.position_sum ?? 0) - (visible?.position_sum ?? 0);
  return {
    clicks: Math.min(clicks, impressions),
    impressions,
    // Positions are counted otherwise by query than by property; what cannot be one is left open.
    position_sum: positions >= impressions ? positions : null,
  };
}
