import type { Device, FailedCheck, StoredSeries } from '../ports/serp.ts';

/** Which series is meant; undefined parts stand for any. */
export interface SeriesFilter {
  readonly engine: string | undefined;
  readonly location_code: number | null | undefined;
  readonly language: string | undefined;
  readonly device: Device | null | undefined;
}

type SeriesKey = Pick<StoredSeries, 'engine' | 'location_code' | 'language' | 'device'>;

/**
 * The series that was tracked first: of those that were checked at least twice the one whose first check is oldest, else the
 * one with the oldest check. A keyword that somebody looked up once before is not tracked by that.
 */
export function chooseSeries(series: readonly StoredSeries[], filter: SeriesFilter): StoredSeries | undefined {
  const meant = series.filter((each) => isMeant(each, filter));
  return oldest(meant.filter(({ checks }) => checks > 1)) ?? oldest(meant);
}

function oldest(series: readonly StoredSeries[]): StoredSeries | undefined {
  const [first, ...rest] = series;
  return rest.reduce((old, each) => (old && each.first_checked_at < old.first_checked_at ? each : old), first);
}

function isMeant(series: SeriesKey, { engine, location_code, language, device }: SeriesFilter): boolean {
  return (
    (engine === undefined || series.engine === engine) &&
    (location_code === undefined || series.location_code === location_code) &&
    (language === undefined || isSameLanguage(series.language, language)) &&
    (device === undefined || series.device === device)
  );
}

function isSameLanguage(one: string, other: string): boolean {
  return one.replaceAll('_', '-').toLowerCase() === other.replaceAll('_', '-').toLowerCase();
}

export function isSameSeries(one: SeriesKey, other: SeriesKey): boolean {
  return isMeant(one, other);
}

/** Whether a failed check would have been one of the series: what it left open, the source would have filled in. */
export function wouldBelong(failure: FailedCheck, series: SeriesKey): boolean {
  const { engine, location_code, device, language } = failure;
  return isMeant(series, {
    engine: engine ?? undefined,
    location_code: location_code ?? undefined,
    language,
    device: device ?? undefined,
  });
}
