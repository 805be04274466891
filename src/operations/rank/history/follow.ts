import type { FailedCheck, SerpOutline, StoredSeries } from '../../../ports/serp.ts';
import { compareLatest, listSignificantChanges } from '../../../tracking/change.ts';
import { findUsualDepth, isConclusive, levelPoints } from '../../../tracking/level.ts';
import type { TrackedTarget } from '../../../tracking/match.ts';
import { type RankPoint, readPoint } from '../../../tracking/point.ts';
import { isSameSeries, wouldBelong } from '../../../tracking/series.ts';
import { summarizeSeries } from '../../../tracking/summary.ts';
import { fitTrend } from '../../../tracking/trend.ts';
import type { RankHistory } from './report.ts';

const DAY_MS = 86_400_000;

export interface FollowedRank {
  readonly keyword: string;
  readonly target: TrackedTarget;
  /** All series of the keyword, and the one that is shown. */
  readonly series: readonly StoredSeries[];
  readonly shown: StoredSeries;
  readonly outlines: readonly SerpOutline[];
  readonly failures: readonly FailedCheck[];
  /** Names of places by their codes. */
  readonly places: ReadonlyMap<number, string>;
}

/** The rank of a target over the checks of one series. */
export function followRank(followed: FollowedRank): RankHistory {
  const { keyword, target, series, shown, outlines, failures, places } = followed;
  const points = outlines.flatMap((outline) => readPoint(outline, target) ?? []);
  const depth = findUsualDepth(points);
  const leveled = levelPoints(points, depth);
  const { trend, ...detail } = fitTrend(leveled);
  const days = points.map(({ checked_at }) => dayOf(checked_at));
  const location = nameOf(shown.location_code, places);
  const source_changes = listSourceChanges(points);
  return {
    keyword,
    url: target.value,
    coverage: points.length === 0 ? 'none' : 'full',
    ...partsOf(shown),
    location,
    ...summarizeSeries(points, leveled),
    change: compareLatest(points, leveled),
    trend,
    trend_detail: detail,
    significant_changes: listSignificantChanges(leveled),
    days_tracked: points.length === 0 ? null : (days.at(-1) ?? 0) - (days[0] ?? 0) + 1,
    days_checked: new Set(days).size,
    gaps: failures
      .filter((failure) => wouldBelong(failure, shown))
      .map(({ failed_at, reason, source }) => ({ failed_at, reason, source })),
    source_changes,
    history: points.map((point, at) => rowOf(point, points[at - 1], location, depth)),
    series: listSeries(series, shown, places),
    notes: listNotes(points, source_changes.length, outlines.length),
  };
}

function dayOf(time: string): number {
  return Math.floor(Date.parse(time) / DAY_MS);
}

function nameOf(code: number | null, places: ReadonlyMap<number, string>): string | null {
  return code === null ? null : (places.get(code) ?? null);
}

function partsOf({ engine, location_code, language, device }: StoredSeries) {
  return { engine, location_code, language, device };
}

type Row = RankHistory['history'][number];

function rowOf(point: RankPoint, before: RankPoint | undefined, location: string | null, depth: number): Row {
  const { also_ranking: _others, pages_fetched: _pages, features, ...rest } = point;
  return {
    ...rest,
    location,
    features: features.filter(({ present }) => present === true).map(({ type, owned }) => ({ type, owned })),
    is_source_changed: before !== undefined && before.source !== point.source,
    is_conclusive: isConclusive(point, depth),
  };
}

function listSourceChanges(points: readonly RankPoint[]): RankHistory['source_changes'] {
  return points.slice(1).flatMap(({ checked_at, source }, at) => {
    const from = points[at]?.source ?? source;
    return from === source ? [] : [{ checked_at, from, to: source }];
  });
}

export function listSeries(
  series: readonly StoredSeries[],
  shown: StoredSeries | undefined,
  places: ReadonlyMap<number, string>,
): RankHistory['series'] {
  return series.map((each) => ({
    ...each,
    location: nameOf(each.location_code, places),
    is_shown: shown !== undefined && isSameSeries(each, shown),
  }));
}

function listNotes(points: readonly RankPoint[], sourceChanges: number, pages: number): string[] {
  const stopped = points.filter(({ ended }) => ended === 'stopped_on_match').length;
  const left = pages - points.length;
  const notes: (string | false)[] = [
    sourceChanges > 0 &&
      'The source of the checks changed: two sources can differ without any change on the result page.',
    stopped > 0 && 'Some checks stopped at your first result, so they show no other results of your site.',
    left > 0 &&
      'Checks that stopped short of the depth, or at another site, say nothing of your rank and are left out.',
  ];
  return notes.filter((note) => note !== false);
}
