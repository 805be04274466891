import type { RankTarget } from '../../../../ports/rank-targets.ts';
import { searchKeyOf, type TrackedRank } from '../../../../tracking/tracked.ts';

/** One result page to look up, with the tracked keywords that it serves. */
export interface Search {
  readonly keyword: string;
  readonly series: RankTarget['series'];
  /** Of its targets the deepest. */
  readonly depth: number;
  /** The engine that its checks came from so far, where the target names none. */
  readonly engine: string | undefined;
  readonly ranks: readonly TrackedRank[];
}

/** Each search once, in the order of the targets. */
export function listSearches(ranks: readonly TrackedRank[]): readonly Search[] {
  return [...Map.groupBy(ranks, ({ target }) => searchKeyOf(target)).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { keyword, series } = first.target;
    return {
      keyword,
      series,
      depth: Math.max(...group.map(({ target }) => target.depth)),
      engine: series.engine ?? group.flatMap(({ points }) => points).at(-1)?.engine,
      ranks: group,
    };
  });
}
