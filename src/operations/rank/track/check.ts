import { nameEngine } from '../../../serp/engine-name.ts';
import { listResults } from '../../../serp/results.ts';
import { OWN_ENGINE, type Serp, type SerpOutline } from '../../../ports/serp.ts';
import { compareLatest, judgeLatest } from '../../../tracking/change.ts';
import { levelPoints } from '../../../tracking/level.ts';
import { matchAddress, type TrackedTarget } from '../../../tracking/match.ts';
import { outlineSerp, type RankPoint, readPoint } from '../../../tracking/point.ts';
import { summarizeSeries } from '../../../tracking/summary.ts';
import type { RankReport } from './report.ts';

const COMPETITORS_MAX = 10;

export interface CheckedRank {
  readonly serp: Serp;
  readonly target: TrackedTarget;
  /** Stored checks of the same series, with or without this one. */
  readonly history: readonly SerpOutline[];
}

/** The rank on one result page beside those of its series. Undefined where the page says nothing of the target. */
export function reportRank({ serp, target, history }: CheckedRank): RankReport | undefined {
  const point = readPoint(outlineSerp(serp), target);
  if (point === undefined) return undefined;
  const earlier = history
    .flatMap((outline) => readPoint(outline, target) ?? [])
    .filter((each) => isBefore(each, point));
  const points = [...earlier, point];
  const summary = summarizeSeries(points);
  const previous = earlier.at(-1);
  const rivals = listResults(serp, serp.items.length).filter(
    ({ url, rank_group }) => matchAddress(target, url) === undefined && rank_group < (point.position ?? Infinity),
  );
  const { also_ranking, features, ...rest } = point;
  return {
    ...rest,
    keyword: serp.keyword,
    url: target.value,
    location: serp.location?.name ?? null,
    also_ranking: also_ranking.map(({ url, position, match_type }) => ({ url, position, match_type })),
    previous_position: previous?.position ?? null,
    previous_checked_at: previous?.checked_at ?? null,
    best_position: summary.best,
    best_checked_at: summary.best_checked_at,
    change: compareLatest(points),
    significant_change: judgeLatest(levelPoints(points)),
    noise: summary.noise,
    checks: points.length,
    serp_features: features.filter(({ present }) => present === true).map(({ type }) => type),
    features: features.filter(({ type, present }) => present !== null || type === 'ai_overview'),
    competitors_above: rivals
      .slice(0, COMPETITORS_MAX)
      .map(({ site, url, rank_group }) => ({ domain: site, url, position: rank_group })),
    competitors_above_count: rivals.length,
    notes: listNotes(serp, point, previous),
  };
}

function isBefore(one: RankPoint, other: RankPoint): boolean {
  return Date.parse(one.checked_at) < Date.parse(other.checked_at);
}

function listNotes(serp: Serp, point: RankPoint, previous: RankPoint | undefined): string[] {
  const { engine, source, ended, depth_asked, depth_checked } = point;
  const notes: (string | false)[] = [
    engine === OWN_ENGINE &&
      'This is the rank among the pages in your own index, not on Google or another search engine. Seamark keeps no history of it.',
    engine !== OWN_ENGINE &&
      ended === 'no_more_results' &&
      depth_checked < depth_asked &&
      `${nameEngine(engine)} returned ${depth_checked} organic results and no more; ${depth_asked} were asked for.`,
    ended === 'stopped_on_match' &&
      'Reading stopped at your first result, so results below it, including your own, were not seen.',
    serp.spell !== null && `${nameEngine(engine)} searched for “${serp.spell}” instead of “${serp.keyword}”.`,
    previous !== undefined &&
      previous.source !== source &&
      `The previous check came from ${previous.source}, this one from ${source}: the two can differ without any change on the page.`,
  ];
  return notes.filter((note) => note !== false);
}
