import type { RankHistoryView, RankPointView } from '../../views.ts';

/** Where things stand on the chart of a rank, apart from how they are drawn. */

export interface RankLine {
  /** Places that are known to follow one another: the line is drawn within each and never between two. */
  readonly runs: readonly (readonly LinePoint[])[];
  readonly points: readonly LinePoint[];
  readonly failures: readonly { readonly at_ms: number; readonly reason: string }[];
  readonly sources: readonly { readonly at_ms: number; readonly to: string }[];
  readonly from_ms: number;
  readonly to_ms: number;
  /** The lowest position on the axis. */
  readonly deepest: number;
}

export interface LinePoint {
  readonly at_ms: number;
  readonly point: RankPointView;
  /** Another page of the site was found than the last time. */
  readonly is_page_changed: boolean;
}

const HOUR_MS = 3_600_000;
/** Checks a day apart are joined also where one came late. */
const JOINED_MS_MIN = 36 * HOUR_MS;
/** So many times the usual distance of two checks is a time of which nothing is known. */
const JOINED_DISTANCES = 2.5;
const DEPTHS = [5, 10, 20, 30, 50, 100];
/** Room around a single check. */
const SPAN_MS_MIN = 24 * HOUR_MS;

export function readLine({
  history,
  gaps,
  source_changes,
}: Pick<RankHistoryView, 'history' | 'gaps' | 'source_changes'>): RankLine {
  const points = listPoints(history);
  const failures = (gaps ?? [])
    .map(({ failed_at, reason }) => ({ at_ms: Date.parse(failed_at), reason }))
    .toSorted((one, other) => one.at_ms - other.at_ms);
  const times = [...points, ...failures].map(({ at_ms }) => at_ms);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const room = Math.max(0, SPAN_MS_MIN - (last - first)) / 2;
  const worst = Math.max(1, ...points.map(({ point }) => point.position ?? 1));
  return {
    points,
    runs: listRuns(
      points,
      failures.map(({ at_ms }) => at_ms),
    ),
    failures,
    sources: source_changes.map(({ checked_at, to }) => ({ at_ms: Date.parse(checked_at), to })),
    from_ms: first - room,
    to_ms: last + room,
    deepest: DEPTHS.find((depth) => depth >= worst) ?? worst,
  };
}

function listPoints(history: readonly RankPointView[]): LinePoint[] {
  let page: string | null = null;
  return history.map((point) => {
    const is_page_changed = page !== null && point.matched_url !== null && point.matched_url !== page;
    page = point.matched_url ?? page;
    return { at_ms: Date.parse(point.checked_at), point, is_page_changed };
  });
}

/** A run ends at a check that did not find the page, at one that failed, and at a time without checks. */
function listRuns(points: readonly LinePoint[], failures: readonly number[]): LinePoint[][] {
  const most = Math.max(JOINED_MS_MIN, JOINED_DISTANCES * usualDistance(points));
  const runs: LinePoint[][] = [];
  let before: LinePoint | undefined;
  for (const each of points) {
    const run = runs.at(-1);
    if (each.point.position !== null) {
      const isJoined = before !== undefined && each.at_ms - before.at_ms <= most && !hasBetween(failures, before, each);
      if (isJoined && run !== undefined) run.push(each);
      else runs.push([each]);
    }
    before = each.point.position === null ? undefined : each;
  }
  return runs;
}

function hasBetween(times: readonly number[], before: LinePoint, after: LinePoint): boolean {
  return times.some((time) => time > before.at_ms && time < after.at_ms);
}

function usualDistance(points: readonly LinePoint[]): number {
  const distances = points.slice(1).map(({ at_ms }, at) => at_ms - (points[at]?.at_ms ?? at_ms));
  return distances.toSorted((one, other) => one - other)[Math.floor(distances.length / 2)] ?? 0;
}

/** Positions on the axis, 1 at the top. */
export function listPlaces(deepest: number): readonly number[] {
  const steps: Record<number, readonly number[]> = {
    5: [1, 2, 3, 4, 5],
    10: [1, 3, 5, 10],
    20: [1, 5, 10, 20],
    30: [1, 10, 20, 30],
    50: [1, 10, 20, 30, 50],
  };
  return steps[deepest] ?? [1, 25, 50, 75, deepest];
}

/** Times on the axis, at most so many; never two of one day. */
export function listTimes({ from_ms, to_ms }: Pick<RankLine, 'from_ms' | 'to_ms'>, most: number): readonly number[] {
  const days = Math.floor((to_ms - from_ms) / (24 * HOUR_MS));
  const steps = Math.max(1, Math.min(most - 1, days));
  return Array.from({ length: steps + 1 }, (_, at) => from_ms + ((to_ms - from_ms) * at) / steps);
}
