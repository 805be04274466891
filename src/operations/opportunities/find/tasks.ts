import type { Level } from '../../../kernel/level.ts';
import { shareOfLog, weighShares } from '../../../rankings/score.ts';
import type { Intent } from '../../../text/signals.ts';
import { foldPhrase } from '../../../text/normalize.ts';
import { pageAddress } from '../../../web/url.ts';
import type { SiteFacts } from './facts.ts';
import type { Opportunity } from './report.ts';
import { compare, type PlannedWork, round, type Signal, TYPES } from './signal.ts';

const WEIGHTS = { gain: 0.45, ease: 0.25, certainty: 0.15, intent: 0.15 } as const;
/** A task with so many clicks a month has the most that a gain can give. */
const GAIN_FULL = 1000;
const EASE: Readonly<Record<Level, number>> = { low: 1, medium: 0.6, high: 0.25 };
/** As in formulas 4.6. */
const INTENT_VALUE: Readonly<Record<Intent, number>> = {
  transactional: 1,
  local: 1,
  commercial: 0.85,
  informational: 0.5,
  navigational: 0.2,
};
const CLUSTER_MAX = 10;

type TaskFacts = Pick<SiteFacts, 'window' | 'search'>;

/**
 * How far a task is worth its work, 0–100: 0.45 gain + 0.25 ease + 0.15 certainty + 0.15 intent; our own weights.
 *
 * The gain counts by its logarithm up to 1,000 clicks a month; ease is 1, .6 and .25 for low, medium and high effort;
 * certainty is the lower bound of the gain over the gain; intent as in formulas 4.6. Unknown parts are left out.
 */
function scoreSignal({ gain, effort, intent }: Signal): ReturnType<typeof weighShares<keyof typeof WEIGHTS>> {
  return weighShares(WEIGHTS, {
    gain: gain === null ? null : shareOfLog(gain.clicks_per_month, GAIN_FULL),
    ease: EASE[effort],
    certainty: gain === null || gain.clicks_per_month === 0 ? null : Math.min(1, gain.low / gain.clicks_per_month),
    intent: intent === null ? null : INTENT_VALUE[intent],
  });
}

/** What is known of a task counts, and nothing that is not: an easy task without a known gain is not worth more than one with. */
function weighTask({ opportunity_score, score_coverage }: ReturnType<typeof scoreSignal>): number {
  return (opportunity_score ?? 0) * score_coverage;
}

/** Faults come before all other work on a page, and questions that nobody counts the clicks of come last. */
const TURNS: Partial<Record<Signal['signal'], number>> = { page_fault: -1, related_questions: 1 };

/**
 * One task a page: of all that speaks for work on it, what weighs most leads and the rest stands beside it. A page that
 * cannot go on ranking is mended first. What weighs most comes first: the score times the share of it that is known; ties
 * by gain, then by page and keyword.
 */
export function foldTasks(signals: readonly Signal[], facts: TaskFacts): Opportunity[] {
  const groups = Map.groupBy(signals, (signal) => nameSubject(signal));
  return [...groups]
    .flatMap(([key, all]) => {
      const scored = all
        .map((signal) => ({ signal, score: scoreSignal(signal) }))
        .toSorted(
          (one, other) =>
            (TURNS[one.signal.signal] ?? 0) - (TURNS[other.signal.signal] ?? 0) ||
            weighTask(other.score) - weighTask(one.score) ||
            compare(one.signal.signal, other.signal.signal),
        );
      const [first, ...rest] = scored;
      if (first === undefined) return [];
      const task = describeTask(key, {
        first: first.signal,
        score: first.score,
        rest: rest.map(({ signal }) => signal),
        facts,
      });
      return [{ task, turn: Math.max(0, TURNS[task.signal] ?? 0), weight: weighTask(first.score) }];
    })
    .toSorted((one, other) => one.turn - other.turn || other.weight - one.weight || compareTasks(one.task, other.task))
    .map(({ task }) => task);
}

function compareTasks(one: Opportunity, other: Opportunity): number {
  return (
    (other.expected_gain?.clicks_per_month ?? 0) - (one.expected_gain?.clicks_per_month ?? 0) ||
    compare(one.dedupe_key, other.dedupe_key)
  );
}

/** The page that is worked on, however it is spelt, or the keyword that has none yet. */
function nameSubject({ url, topic, keywords }: Signal): string {
  if (url === null) return `keyword:${foldPhrase(topic ?? keywords[0]?.keyword ?? '')}`;
  const address = pageAddress(url);
  return `page:${address === undefined ? url : `${address.host_key}${address.path_key}`}`;
}

interface TaskParts {
  readonly first: Signal;
  readonly score: ReturnType<typeof scoreSignal>;
  readonly rest: readonly Signal[];
  readonly facts: TaskFacts;
}

function describeTask(key: string, { first, score, rest, facts }: TaskParts): Opportunity {
  const { keywords, gain, url } = first;
  const head = keywords[0];
  const { opportunity_score, ...parts } = score;
  return {
    dedupe_key: `${first.type}:${key}`,
    type: first.type,
    signal: first.signal,
    keyword: head?.keyword ?? '',
    url,
    rank: head?.position ?? null,
    cluster: keywords.slice(0, CLUSTER_MAX),
    cluster_size: keywords.length,
    expected_gain: gain === null ? null : { ...gain, period: 'month' },
    baseline: describeBaseline(first, facts),
    evidence: first.topic === null ? [...first.evidence] : [...first.evidence, PAGE_UNKNOWN],
    why_now: first.why_now,
    effort: first.effort,
    risk: first.risk,
    score: opportunity_score,
    ...parts,
    also: rest.map(({ type, signal, action, gain: other }) => ({
      type,
      signal,
      action,
      clicks_per_month: other?.clicks_per_month ?? null,
    })),
    recommended_action: first.action,
    next_call: { ...first.next_call, method: 'POST', body: completeBody(first.next_call, facts) },
  };
}

const PAGE_UNKNOWN = 'page unknown: the source does not say which page ranks';

/** Operations that look a search up, and so need its place and language. */
const LOOK_UPS: ReadonlySet<string> = new Set(['analyze.serp', 'ai-overview.extract', 'content-decay.detect']);

function completeBody({ operation, body }: PlannedWork, { search }: TaskFacts): Record<string, unknown> {
  return LOOK_UPS.has(operation) ? { ...body, ...search } : { ...body };
}

function describeBaseline({ keywords }: Signal, { window }: Pick<SiteFacts, 'window'>): Opportunity['baseline'] {
  const sum = (part: 'clicks' | 'impressions'): number | null =>
    keywords.every((each) => each[part] === null)
      ? null
      : keywords.reduce((total, each) => total + (each[part] ?? 0), 0);
  const placed = keywords.flatMap(({ position, impressions }) =>
    position === null ? [] : [{ position, weight: Math.max(impressions ?? 1, 0) }],
  );
  const weight = placed.reduce((total, each) => total + each.weight, 0);
  return {
    clicks: sum('clicks'),
    impressions: sum('impressions'),
    position:
      weight === 0
        ? null
        : round(placed.reduce((total, { position, weight: own }) => total + position * own, 0) / weight),
    window: window === null ? null : { from: window.from, to: window.to },
  };
}

/** Tasks by type, in the order of the interface; types without any left out. */
export function sumByType(tasks: readonly Opportunity[]): {
  readonly type: Opportunity['type'];
  readonly tasks: number;
  readonly clicks_per_month: number | null;
  readonly low: number | null;
  readonly high: number | null;
}[] {
  return TYPES.flatMap((type) => {
    const all = tasks.filter((task) => task.type === type);
    if (all.length === 0) return [];
    return [{ type, tasks: all.length, ...sumTaskGains(all) }];
  });
}

/** Null where no task has a gain that is known. */
export function sumTaskGains(tasks: readonly Pick<Opportunity, 'expected_gain'>[]): {
  readonly clicks_per_month: number | null;
  readonly low: number | null;
  readonly high: number | null;
} {
  const gains = tasks.flatMap(({ expected_gain }) => expected_gain ?? []);
  if (gains.length === 0) return { clicks_per_month: null, low: null, high: null };
  const sum = (part: 'clicks_per_month' | 'low' | 'high'): number =>
    round(gains.reduce((total, gain) => total + gain[part], 0));
  return { clicks_per_month: sum('clicks_per_month'), low: sum('low'), high: sum('high') };
}
