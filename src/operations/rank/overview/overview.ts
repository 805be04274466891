import { intervalOfShare } from '../../../kernel/interval.ts';
import { median } from '../../../keywords/months.ts';
import { estimateClickRate } from '../../../serp/click-rate.ts';
import { listSignificantChanges } from '../../../tracking/change.ts';
import { levelPoints } from '../../../tracking/level.ts';
import type { RankPoint } from '../../../tracking/point.ts';
import type { TrackedRank } from '../../../tracking/tracked.ts';
import type { KeywordWeights } from '../../../tracking/weights.ts';
import type { OverviewRow, RankOverview } from './report.ts';
import {
  clickShare,
  describeVisibility,
  type LeveledRank,
  measureShareOfVoice,
  measureVisibility,
} from './visibility.ts';

const MOVERS_MAX = 10;
const DAY_MS = 86_400_000;
/** A check a day that is a night late is not stale. */
const STALE_MS_MIN = 2 * DAY_MS;

export interface OverviewQuestion {
  readonly tag: string | undefined;
  readonly days: number;
  readonly limit: number;
  readonly offset: number;
  readonly now: Date;
  readonly weights: KeywordWeights;
}

/** What tracked keywords come to: where they rank, and what changed within the period. */
export function buildOverview(tracked: readonly TrackedRank[], asked: OverviewQuestion): RankOverview {
  const { tag, days, limit, offset, weights } = asked;
  const ranks = tracked.map((rank) => ({ ...rank, leveled: levelPoints(rank.points) }));
  const rows = ranks.map((rank) => describeRank(rank, asked));
  const checked = rows.filter(({ checked_at }) => checked_at !== null);
  const found = checked.flatMap(({ position }) => position ?? []);
  return {
    tag: tag ?? null,
    days,
    keywords: rows.length,
    checked: checked.length,
    visibility: describeVisibility(ranks, weights, asked),
    share_of_voice: measureShareOfVoice(ranks, weights),
    counts: countPlaces(checked),
    average_position:
      found.length === 0 ? null : round(found.reduce((sum, place) => sum + place, 0) / found.length, 10),
    found_share:
      checked.length === 0
        ? null
        : {
            value: round(found.length / checked.length, 1000),
            n: checked.length,
            ...intervalOfShare(found.length, checked.length),
          },
    movers: listMovers(rows),
    stale: rows.filter(({ is_stale }) => is_stale).length,
    by_tag: listTags(rows, weights),
    items: rows.slice(offset, offset + limit),
    total_count: rows.length,
    limit,
    offset,
    curve: estimateClickRate(1)?.curve ?? '',
  };
}

function describeRank({ target, points, leveled }: LeveledRank, { days, now }: OverviewQuestion): OverviewRow {
  const { id, keyword, url, tags, series } = target;
  const begin = now.getTime() - days * DAY_MS;
  const latest = points.at(-1) ?? UNCHECKED;
  const before = points.findLast(({ checked_at }) => Date.parse(checked_at) <= begin) ?? UNCHECKED;
  const changes = listSignificantChanges(leveled);
  const places = points.flatMap(({ position }) => position ?? []);
  return {
    id,
    keyword,
    url,
    tags: [...tags],
    ...series,
    engine: series.engine ?? latest.engine,
    position: latest.position,
    checked_at: latest.checked_at,
    position_before: before.position,
    checked_before_at: before.checked_at,
    best_position: places.length === 0 ? null : Math.min(...places),
    depth_checked: latest.depth_checked,
    matched_url: latest.matched_url,
    match_type: latest.match_type,
    significant_change: changes.findLast(({ at }) => Date.parse(at) > begin) ?? null,
    is_stale: isStale(points, now),
  };
}

const UNCHECKED = {
  engine: null,
  position: null,
  checked_at: null,
  depth_checked: null,
  matched_url: null,
  match_type: null,
};

/** Twice the usual time between its checks has passed. */
function isStale(points: readonly RankPoint[], now: Date): boolean {
  const times = points.map(({ checked_at }) => Date.parse(checked_at));
  const last = times.at(-1);
  if (last === undefined || times.length < 2) return false;
  const gaps = times.slice(1).map((time, at) => time - (times[at] ?? time));
  return now.getTime() - last > Math.max(STALE_MS_MIN, 2 * median(gaps));
}

function countPlaces(checked: readonly OverviewRow[]): RankOverview['counts'] {
  const within = (most: number): number =>
    checked.filter(({ position }) => position !== null && position <= most).length;
  const not_found = checked.filter(({ position }) => position === null).length;
  return { top3: within(3), top10: within(10), top20: within(20), not_found };
}

function listMovers(rows: readonly OverviewRow[]): RankOverview['movers'] {
  const moved = (direction: 'up' | 'down'): OverviewRow[] =>
    rows
      .filter(({ significant_change: change }) => change?.direction === direction)
      .toSorted((one, other) => clicksMoved(other) - clicksMoved(one));
  const [down, up] = [moved('down'), moved('up')];
  return {
    down: down.slice(0, MOVERS_MAX),
    up: up.slice(0, MOVERS_MAX),
    down_count: down.length,
    up_count: up.length,
  };
}

function clicksMoved({ significant_change: change }: OverviewRow): number {
  if (change === null) return 0;
  const share = (position: number | null): number => clickShare(position === null ? null : Math.round(position));
  return Math.abs(share(change.to) - share(change.from));
}

function listTags(rows: readonly OverviewRow[], { byId }: KeywordWeights): RankOverview['by_tag'] {
  const tags = [...new Set(rows.flatMap((row) => row.tags))].toSorted();
  return tags.map((tag) => {
    const tagged = rows.filter((row) => row.tags.includes(tag));
    const checked = tagged.filter(({ checked_at }) => checked_at !== null);
    const visibility = measureVisibility(checked.map(({ id, position }) => ({ position, weight: byId.get(id) ?? 1 })));
    return { tag, keywords: tagged.length, checked: checked.length, visibility, ...countPlaces(checked) };
  });
}

function round(value: number, by: number): number {
  return Math.round(value * by) / by;
}
