import type { KnownPage } from '../../../ports/links.ts';
import type { DailyFigures } from '../../../ports/rankings.ts';
import type { Serp } from '../../../ports/serp.ts';
import type { OwnCurve } from '../../../rankings/own-curve.ts';

export interface DecayInput {
  /** The page to judge, and addresses that it moved from, oldest first. */
  readonly url: string;
  readonly followed: readonly string[];
  readonly keyword: string;
  readonly lookback_days: number;
  readonly threshold: number;
  /** Of the page and of each address that it moved from; empty where the workspace has no console data of it. */
  readonly daily: readonly DailyFigures[];
  readonly page: KnownPage | undefined;
  readonly curve: OwnCurve | null;
  /** Stored checks of the keyword within the time that is looked at. */
  readonly serps: readonly Serp[];
}
