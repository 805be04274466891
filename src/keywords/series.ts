import type { Device } from '../ports/serp.ts';
import { compareText, foldPhrase } from '../text/normalize.ts';

/**
 * What result pages must have in common to be compared: figures for two engines, places, languages or devices are never
 * mixed.
 */
export interface SerpSeries {
  readonly engine: string;
  /** Null: the source's own default. */
  readonly location_code: number | null;
  readonly language: string;
  readonly device: Device | null;
}

export interface SeriesChoice<Item> {
  readonly series: SerpSeries;
  readonly items: readonly Item[];
  readonly keywords: number;
}

/** The series of the items, those with the most keywords first; ties by name, so that the order is total. */
export function splitSeries<Item extends { readonly keyword: string }>(
  items: readonly Item[],
  seriesOf: (item: Item) => SerpSeries,
): SeriesChoice<Item>[] {
  const named = items.map((item) => ({ item, series: seriesOf(item) }));
  return [...Map.groupBy(named, ({ series }) => nameSeries(series))]
    .map(([name, group]) => ({ name, series: group[0]?.series, items: group.map(({ item }) => item) }))
    .map(({ series, ...rest }) => ({
      ...rest,
      series,
      keywords: new Set(rest.items.map(({ keyword }) => foldPhrase(keyword))).size,
    }))
    .sort((one, other) => other.keywords - one.keywords || compareText(one.name, other.name))
    .flatMap(({ series, items: own, keywords }) => (series === undefined ? [] : [{ series, items: own, keywords }]));
}

function nameSeries({ engine, location_code, language, device }: SerpSeries): string {
  return JSON.stringify([engine, location_code, language, device]);
}
