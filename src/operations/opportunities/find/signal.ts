import type { Level } from '../../../kernel/level.ts';
import { inline } from '../../../kernel/markdown.ts';
import type { ExpectedGain } from '../../../rankings/gain.ts';
import type { Intent } from '../../../text/signals.ts';
import type { KeywordView } from './facts.ts';

/** The seven types of the interface. */
export const TYPES = [
  'quick_win',
  'content_refresh',
  'ai_overview_opportunity',
  'featured_snippet_opportunity',
  'commercial_intent_opportunity',
  'lost_keyword_recovery',
  'competitor_gap',
] as const;
type OpportunityType = (typeof TYPES)[number];

/** What speaks for a task. Several lead to tasks of one type. */
export const SIGNALS = [
  'page_fault',
  'decay',
  'cannibalisation',
  'lost_rankings',
  'low_click_rate',
  'striking_distance',
  'winnable_feature',
  'related_questions',
  'ai_overview',
  'buying_intent',
  'competitor_gap',
] as const;
type SignalName = (typeof SIGNALS)[number];

export interface Gain {
  readonly clicks_per_month: number;
  readonly low: number;
  readonly high: number;
  /** Null where the task is about no position. */
  readonly to_rank: number | null;
  readonly ctr_curve: string;
}

export interface PlannedWork {
  readonly operation: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly reason: string;
}

/** A task that a rule proposes for one page. */
export interface Signal {
  readonly signal: SignalName;
  readonly type: OpportunityType;
  /** The page to work on; null where there is none yet. */
  readonly url: string | null;
  /** Head keyword of its topic, where a page ranks and the source does not tell which; else null. */
  readonly topic: string | null;
  /** Most to gain first. */
  readonly keywords: readonly ClusterKeyword[];
  readonly gain: Gain | null;
  readonly effort: Level;
  readonly intent: Intent | null;
  readonly evidence: readonly string[];
  readonly why_now: string;
  readonly risk: { readonly level: Level; readonly why: string };
  readonly action: string;
  readonly next_call: PlannedWork;
}

export interface ClusterKeyword {
  readonly keyword: string;
  readonly position: number | null;
  readonly clicks: number | null;
  readonly impressions: number | null;
  readonly clicks_per_month: number | null;
}

export function describeMember({ row }: KeywordView, gain: number | null): ClusterKeyword {
  const { keyword, position, measured } = row;
  return {
    keyword,
    position: position === null ? null : round(position),
    clicks: measured?.clicks ?? null,
    impressions: measured?.impressions ?? null,
    clicks_per_month: gain,
  };
}

/** A keyword with what it has to gain. */
export interface Gaining {
  readonly view: KeywordView;
  readonly gain: ExpectedGain;
}

/** Most to gain first; ties by keyword. */
export function sortGaining(all: readonly Gaining[]): Gaining[] {
  return all.toSorted(
    (one, other) =>
      other.gain.clicks_per_month - one.gain.clicks_per_month || compare(one.view.row.keyword, other.view.row.keyword),
  );
}

/** Gains of several keywords of a page, with the goal and curve of the first. */
export function sumGains(gaining: readonly Gaining[]): Gain | null {
  const [first] = gaining;
  if (first === undefined) return null;
  const sum = (part: 'clicks_per_month' | 'low' | 'high'): number =>
    round(gaining.reduce((total, { gain }) => total + gain[part], 0));
  return {
    clicks_per_month: sum('clicks_per_month'),
    low: sum('low'),
    high: sum('high'),
    to_rank: first.gain.to_rank,
    ctr_curve: first.gain.ctr_curve,
  };
}

export function quote(keyword: string): string {
  return `“${inline(keyword, 80)}”`;
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

export function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** `3.4`, or `unknown`. */
export function formatRank(position: number | null): string {
  return position === null ? 'unknown' : String(round(position));
}

export function serpCallOf(keyword: string, reason: string): PlannedWork {
  return { operation: 'analyze.serp', path: '/analyze/serp', body: { keyword }, reason };
}
