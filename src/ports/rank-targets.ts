import type { Caller } from './accounts.ts';
import type { LocationQuery } from './locations.ts';
import type { Device } from './serp.ts';

/** A search that somebody follows a page or a domain on. */
export interface RankTarget {
  readonly id: string;
  readonly project_id: string | undefined;
  readonly keyword: string;
  /** A domain, or an absolute URL. */
  readonly url: string;
  readonly series: RankTargetSeries;
  /** How many organic results a check reads. */
  readonly depth: number;
  readonly tags: readonly string[];
  readonly is_paused: boolean;
  readonly created_at: Date;
}

/** What names a series with the keyword; null is the source's own view. */
export interface RankTargetSeries {
  readonly engine: string | null;
  readonly location_code: number | null;
  /** Canonical name of the place. */
  readonly location: string | null;
  readonly language: string;
  readonly device: Device | null;
}

export type NewRankTarget = Pick<RankTarget, 'keyword' | 'url' | 'series' | 'depth' | 'tags'>;

/** Which targets are meant; undefined parts stand for any. */
export interface RankTargetFilter {
  readonly project_id: string | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly tag?: string | undefined;
  /** Part of the keyword or of the URL, in any case. */
  readonly text?: string | undefined;
  readonly is_paused?: boolean | undefined;
}

export interface RankTargetPage {
  readonly targets: readonly RankTarget[];
  readonly total_count: number;
}

export interface RankTargetChange {
  readonly add_tags: readonly string[];
  readonly remove_tags: readonly string[];
  readonly is_paused: boolean | undefined;
  readonly depth: number | undefined;
}

export interface RankTargetStore {
  /** Those that are there already get the new tags and are otherwise left as they are. @throws AppError conflict when there is no room */
  add(workspaceId: string, projectId: string | undefined, targets: readonly NewRankTarget[]): Promise<AddedTargets>;
  /** Oldest first. */
  list(workspaceId: string, filter: RankTargetFilter, page: { limit: number; offset: number }): Promise<RankTargetPage>;
  /** The number of targets that were changed. */
  change(workspaceId: string, filter: RankTargetFilter, change: RankTargetChange): Promise<number>;
  remove(workspaceId: string, filter: RankTargetFilter): Promise<number>;
}

export interface AddedTargets {
  /** In the order in which they were given, without repeats. */
  readonly targets: readonly RankTarget[];
  readonly created: number;
}

/** A target as a caller writes it: the place by name or code. */
export interface WrittenTarget extends LocationQuery {
  readonly keyword: string;
  readonly url: string;
  readonly engine: string | undefined;
  readonly language: string;
  readonly device: Device | undefined;
  readonly depth: number;
  readonly tags: readonly string[];
}

/** Targets as callers of the service see them. */
export interface RankTargetDesk extends Omit<RankTargetStore, 'add'> {
  /** @throws AppError invalid_input for a place that is unknown or ambiguous, conflict when there is no room */
  add(
    caller: Caller,
    projectId: string | undefined,
    targets: readonly WrittenTarget[],
    signal: AbortSignal,
  ): Promise<AddedTargets>;
}
