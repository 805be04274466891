import type { FailedCheck, StoredSeries } from '../../../ports/serp.ts';
import { listSeries } from './follow.ts';
import type { RankHistory } from './report.ts';

export interface UnknownRank {
  readonly keyword: string;
  readonly url: string;
  readonly series: readonly StoredSeries[];
  readonly failures: readonly FailedCheck[];
  readonly places: ReadonlyMap<number, string>;
}

/** The answer about a search, or a series of it, that nobody has looked up: nothing is known, so nothing is 0. */
export function blankHistory({ keyword, url, series, failures, places }: UnknownRank): RankHistory {
  return {
    keyword,
    url,
    coverage: 'none',
    engine: null,
    location: null,
    location_code: null,
    language: null,
    device: null,
    checks: null,
    shallow_checks: null,
    current: null,
    current_checked_at: null,
    best: null,
    best_checked_at: null,
    worst: null,
    worst_checked_at: null,
    average: null,
    found_share: null,
    mrr: null,
    usual_depth: null,
    noise: null,
    change: null,
    trend: 'insufficient_data',
    trend_detail: null,
    significant_changes: [],
    days_tracked: null,
    days_checked: null,
    gaps: failures.map(({ failed_at, reason, source }) => ({ failed_at, reason, source })),
    source_changes: [],
    history: [],
    series: listSeries(series, undefined, places),
    notes: [],
  };
}
