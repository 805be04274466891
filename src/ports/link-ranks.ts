import type { Target } from '../web/target.ts';

/** Targets whose authority is asked for; at most 100. */
export interface LinkRanksQuery {
  readonly targets: readonly Target[];
}

export interface LinkRankRecord {
  /** `value` of the target as it was asked. */
  readonly target: string;
  /** 0-1000; null as in the summary. */
  readonly rank: number | null;
  /** Domains that it was ranked among, where it counts only what one index has seen. */
  readonly among?: number;
}
