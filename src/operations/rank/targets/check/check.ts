import type { Serp } from '../../../../ports/serp.ts';
import { compareLatest, judgeLatest } from '../../../../tracking/change.ts';
import { levelPoints } from '../../../../tracking/level.ts';
import { readTrackedTarget } from '../../../../tracking/match.ts';
import { outlineSerp, type RankPoint, readPoint } from '../../../../tracking/point.ts';
import type { TrackedRank } from '../../../../tracking/tracked.ts';
import type { CheckedTarget, FailedSearch, RankCheckReport } from './report.ts';
import type { Search } from './searches.ts';

/** What a look-up of one search came to. */
export type SearchOutcome =
  | { readonly search: Search; readonly serp: Serp }
  | { readonly search: Search; readonly reason: string; readonly failed_checks: number };

export interface CheckedSet {
  readonly tag: string | undefined;
  readonly ranks: readonly TrackedRank[];
  readonly outcomes: readonly SearchOutcome[];
}

/** What the look-ups of a set say of its keywords. */
export function reportCheck({ tag, ranks, outcomes }: CheckedSet): RankCheckReport {
  const judged = new Map<string, CheckedTarget>();
  for (const outcome of outcomes) {
    if (!('serp' in outcome)) continue;
    for (const rank of outcome.search.ranks) {
      const item = judgeTarget(rank, outcome.serp);
      if (item !== undefined) judged.set(item.id, item);
    }
  }
  const items = ranks.flatMap(({ target }) => judged.get(target.id) ?? []);
  const failures = outcomes.flatMap((outcome) => ('serp' in outcome ? [] : describeFailure(outcome)));
  return {
    tag: tag ?? null,
    keywords: ranks.length,
    searches: outcomes.length,
    searches_checked: outcomes.length - failures.length,
    searches_failed: failures.length,
    items,
    failures,
    counts: countItems(items),
  };
}

function judgeTarget({ target, points: known }: TrackedRank, serp: Serp): CheckedTarget | undefined {
  const point = readPoint(outlineSerp(serp), readTrackedTarget(target.url));
  if (point === undefined) return undefined;
  const earlier = known.filter(
    (one) => isSameEngine(one, point) && Date.parse(one.checked_at) < Date.parse(point.checked_at),
  );
  const points = [...earlier, point];
  const significant_change = judgeLatest(levelPoints(points));
  const before = judgeLatest(levelPoints(earlier));
  const { location_code, language, device, engine, checked_at, position, matched_url, match_type, depth_checked } =
    point;
  return {
    id: target.id,
    keyword: target.keyword,
    url: target.url,
    tags: [...target.tags],
    engine,
    location: serp.location?.name ?? null,
    location_code,
    language,
    device,
    checked_at,
    position,
    previous_position: earlier.at(-1)?.position ?? null,
    matched_url,
    match_type,
    depth_checked,
    change: compareLatest(points),
    significant_change,
    is_news: significant_change !== null && before?.direction !== significant_change.direction,
  };
}

function isSameEngine(one: RankPoint, other: RankPoint): boolean {
  return one.engine === other.engine;
}

function describeFailure({ search, reason, failed_checks }: Extract<SearchOutcome, { reason: string }>): FailedSearch {
  const { keyword, series, engine } = search;
  const { location, location_code, language, device } = series;
  return { keyword, engine: engine ?? null, location, location_code, language, device, reason, failed_checks };
}

function countItems(items: readonly CheckedTarget[]): RankCheckReport['counts'] {
  const within = (most: number): number => items.filter(({ position }) => position !== null && position <= most).length;
  const news = items.filter(({ is_news }) => is_news);
  return {
    rose: news.filter(({ significant_change: change }) => change?.direction === 'up').length,
    fell: news.filter(({ significant_change: change }) => change?.direction === 'down').length,
    top3: within(3),
    top10: within(10),
    top20: within(20),
    not_found: items.filter(({ position }) => position === null).length,
  };
}
