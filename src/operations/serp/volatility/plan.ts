import {
  type Confidence,
  confidenceOf,
  listed,
  makePlan,
  type PlannedCall,
  type StepDraft,
  weighConfidence,
  type WorkflowDraft,
} from '../../../guidance/plan.ts';
import { formatRows, formatSummary } from '../../../guidance/summary.ts';
import { AppError } from '../../../kernel/errors.ts';
import { agree, counted } from '../../../kernel/grammar.ts';
import type { Level } from '../../../kernel/level.ts';
import { inline, strong } from '../../../kernel/markdown.ts';
import { parseTarget } from '../../../web/target.ts';
import { isWithin } from '../../../web/url.ts';
import { pageAddress } from '../../../web/url.ts';
import { countMissed } from './domains.ts';
import type { VolatilityReport } from './volatility.ts';

type Target = VolatilityReport['target_visibility'][number];

const MOVEMENTS: Readonly<Record<NonNullable<VolatilityReport['interpretation']>, string>> = {
  calm: 'hardly move',
  normal: 'move as usual',
  elevated: 'move more than usual',
  turbulent: 'are highly volatile',
};

function describeMovement(interpretation: VolatilityReport['interpretation']): string {
  return interpretation === null ? 'were compared' : MOVEMENTS[interpretation];
}

/** What to do about the movement. */
export function planVolatility(report: VolatilityReport): WorkflowDraft {
  const { keyword, volatility_score, interpretation, intervals, snapshots_compared } = report;
  return makePlan({
    summary:
      volatility_score === null
        ? `The volatility of “${keyword}” is unknown: ${counted(snapshots_compared, 'snapshot')} with results.`
        : `The results for “${keyword}” ${describeMovement(interpretation)}: volatility ${volatility_score} out of 100 over ${counted(intervals.length, 'interval')}.`,
    steps: [
      ...listTargetSteps(report),
      ...listGainSteps(report),
      ...listRiserSteps(report),
      ...listEntrySteps(report),
      ...listFeatureSteps(report),
    ],
    otherwise: describeQuiet(report),
    recommended_action: recommendAction(report),
    priority: rankPriority(report),
    confidence: rateConfidence(report),
    guardrails: [
      'Movement shows what changed, not why: read the pages before you decide on a cause.',
      'A page that was not found may rank below the depth of the snapshot; null does not mean “gone”.',
      'Only compare snapshots with the same location, language and device.',
    ],
    next_calls: listNextCalls(report),
  });
}

/** What follows from the report in one sentence. */
function recommendAction({ target_visibility, volatility_score, interpretation, counts }: VolatilityReport): string {
  if (volatility_score === null) return 'Check the search again and send at least two snapshots with results.';
  const isMoving = interpretation === 'turbulent' || interpretation === 'elevated';
  const hurt = target_visibility.find(isHurt);
  if (hurt !== undefined) {
    const others = counts.winners > 0 ? 'the pages that moved up' : 'the results that rank now';
    return isMoving
      ? `Compare ${hurt.domain} with ${others} before you change it: the whole results page shifted.`
      : `Look for the cause at ${hurt.domain} itself: the rest of the results hardly moved.`;
  }
  const unsteady = target_visibility.find((target) => target.status === 'improved' && countMissed(target) > 0);
  if (unsteady !== undefined) {
    return `Check again before you count on the gain of ${unsteady.domain}, which is in only ${unsteady.seen_in} of ${unsteady.snapshots} snapshots.`;
  }
  return isMoving
    ? 'Wait for the results to settle before you judge a ranking by this search.'
    : 'Keep the current pages and check again at the usual interval.';
}

function isHurt({ status }: Target): boolean {
  return status === 'lost' || status === 'declined';
}

function rankPriority({ target_visibility, interpretation }: VolatilityReport): Level {
  if (target_visibility.some(isHurt)) return 'high';
  return interpretation === 'turbulent' || interpretation === 'elevated' ? 'medium' : 'low';
}

const TARGET_STEPS_MAX = 3;

function listTargetSteps({ target_visibility }: VolatilityReport): StepDraft[] {
  return target_visibility
    .filter(isHurt)
    .slice(0, TARGET_STEPS_MAX)
    .map((target) => ({
      action: `Find out what happened to ${findPage(target)}.`,
      why:
        target.status === 'lost'
          ? 'It no longer ranks within the depth that was checked.'
          : 'It ranks lower than before.',
      evidence: [
        `first position: ${target.first_position ?? 'not seen'}`,
        `last position: ${target.last_position ?? 'not seen'}`,
      ],
      effort: 'medium',
      owner_hint: 'SEO',
    }));
}

/** The page of a target that was seen last, or its domain. */
function findPage({ positions, domain }: Target): string {
  return positions.findLast(({ url }) => url !== null)?.url ?? domain;
}

/** A gain, and whether it is steady: a page that one snapshot does not have may be gone again tomorrow. */
function listGainSteps({ target_visibility }: VolatilityReport): StepDraft[] {
  return target_visibility
    .filter((target) =>
      target.status === 'stable' ? countMissed(target) > 0 : ['improved', 'entered'].includes(target.status),
    )
    .slice(0, TARGET_STEPS_MAX)
    .map((target) => {
      const missed = countMissed(target);
      return {
        action:
          missed > 0
            ? `Check ${target.domain} again before you count on its position.`
            : `Leave ${findPage(target)} as it is, and watch whether the gain lasts.`,
        why: describeGain(target, missed),
        evidence: [`seen in ${target.seen_in} of ${counted(target.snapshots, 'snapshot')}`],
        owner_hint: 'SEO',
      };
    });
}

function describeGain({ first_position, last_position }: Target, missed: number): string {
  const [first, last] = [first_position ?? '', last_position ?? ''];
  if (missed > 0)
    return `It went from ${first} to ${last}, and ${counted(missed, 'snapshot')} in between did not have it.`;
  return first_position === null ? `It is new at position ${last}.` : `It rose from ${first} to ${last}.`;
}

function listRiserSteps(report: VolatilityReport): StepDraft[] {
  return findRisers(report).map(({ url, move, evidence }) => ({
    action: `Read ${url} for what it answers that others do not.`,
    why: `It ${move}.`,
    evidence: [evidence],
    owner_hint: 'content',
  }));
}

interface Riser {
  readonly url: string;
  readonly domain: string;
  /** What it did, as `rose the most`. */
  readonly move: string;
  readonly evidence: string;
}

/** Pages of others that gained: who is first now, then who rose the most. Targets have steps of their own. */
function findRisers({ first_place, winners, target_visibility }: VolatilityReport): Riser[] {
  const top = first_place?.changed === true ? first_place.after : null;
  const winner = winners.find((row) => row.url !== top?.url && !isOfTarget(row, target_visibility));
  return listed<Riser>([
    top !== null &&
      !isOfTarget(top, target_visibility) && {
        url: top.url,
        domain: top.domain,
        move: 'took position 1',
        evidence: `position 1, previously held by ${first_place?.before?.url ?? ''}`,
      },
    winner && {
      url: winner.url,
      domain: winner.domain,
      move: 'rose the most',
      evidence: `from ${winner.from} to ${winner.to}`,
    },
  ]);
}

function isOfTarget(
  { url, domain }: { readonly url: string; readonly domain: string },
  targets: readonly Target[],
): boolean {
  const host = /^https?:\/\/([^/?#:]+)/i.exec(url)?.[1] ?? domain;
  return targets.some((target) => isWithin(host, target.domain));
}

function listEntrySteps({ new_entries, counts, first_place, target_visibility }: VolatilityReport): StepDraft[] {
  const entry = new_entries.find((row) => row.url !== first_place?.after?.url && !isOfTarget(row, target_visibility));
  if (entry === undefined) return [];
  return [
    {
      action: `Review ${entry.url}, which is new in the results.`,
      why: 'A new page shows what the results lacked.',
      evidence: [`position ${entry.position}`, `${counted(counts.new_entries, 'new entry')} in total`],
      owner_hint: 'content',
    },
  ];
}

function listFeatureSteps({ feature_changes }: VolatilityReport): StepDraft[] {
  return feature_changes.slice(0, 1).map(({ feature, change, checked_at }) => ({
    action: `Check the results page for the SERP feature “${feature.replaceAll('_', ' ')}”.`,
    why: 'A feature that appears or disappears shifts clicks even if no position changes.',
    evidence: [`${feature} ${change} by ${checked_at.slice(0, 10)}`],
    owner_hint: 'SEO',
  }));
}

function describeQuiet(report: VolatilityReport): StepDraft {
  const { volatility_score, snapshots_compared } = report;
  if (volatility_score === null) {
    return {
      action: 'Send at least two snapshots with results.',
      why: 'A single snapshot shows no movement.',
      evidence: [`snapshots with results: ${snapshots_compared}`],
      owner_hint: 'SEO',
    };
  }
  return {
    action: 'Do not change anything because of this search.',
    why: describeStillness(report),
    evidence: [`volatility ${volatility_score} out of 100`],
    owner_hint: 'SEO',
  };
}

function describeStillness({ intervals, positions_min, target_visibility }: VolatilityReport): string {
  const between = intervals.some(({ new_entries, dropouts }) => new_entries + dropouts > 0);
  const absent = target_visibility.filter(({ status }) => status === 'absent').length;
  const targets = absent > 0 ? ` ${counted(absent, 'target')} ${agree(absent, 'is')} in no snapshot.` : '';
  return between
    ? `Pages came and went in between, but the last snapshot is much like the first.${targets}`
    : `No page came or went, and none moved by ${counted(positions_min, 'position')} or more.${targets}`;
}

function rateConfidence({ volatility_score, snapshots_compared, ...report }: VolatilityReport): Confidence {
  if (volatility_score === null) return confidenceOf(0, ['There is nothing to compare.']);
  const warnings = report.warnings.length;
  return weighConfidence(
    snapshots_compared >= 4 ? 0.9 : 0.75,
    [`${counted(snapshots_compared, 'snapshot')} ${agree(snapshots_compared, 'was')} compared.`],
    [
      report.components.feature_churn === null && [5, 'You sent no SERP features, so their changes are unknown.'],
      report.intervals.some(({ depth_compared }) => depth_compared < 10) && [
        15,
        'Some snapshots have fewer than ten results.',
      ],
      warnings > 0 && [5, `The snapshots have ${counted(warnings, 'warning')}.`],
    ],
  );
}

function listNextCalls(report: VolatilityReport): PlannedCall[] {
  const hurt = report.target_visibility.find(isHurt);
  const own = hurt?.positions.findLast(({ url }) => url !== null)?.url ?? '';
  const [entry] = report.new_entries;
  const read = findRisers(report)[0] ?? (entry && { ...entry, move: 'is new in the results' });
  const isPage = read !== undefined && pageAddress(read.url) !== undefined;
  return listed<PlannedCall>([
    pageAddress(own) !== undefined && {
      operation: 'content.technical-qa',
      body: { url: own, keyword: report.keyword },
      reason: 'Shows whether the page that dropped has technical issues of its own.',
    },
    isPage && { operation: 'extract', body: { url: read.url }, reason: `Reads the page that ${read.move}.` },
    isPage &&
      isTarget(read.domain) && {
        operation: 'backlinks.summary',
        body: { target: read.domain },
        reason: `Shows the authority of the domain whose page ${read.move}.`,
      },
  ]);
}

function isTarget(domain: string): boolean {
  try {
    parseTarget(domain);
    return true;
  } catch (thrown) {
    if (thrown instanceof AppError) return false;
    throw thrown;
  }
}

const ROWS_MAX = 8;

/** What a person would paste into a report about the movement of a search. */
export function summarizeVolatility(report: VolatilityReport): string {
  const { counts, first_place, volatility_score, interpretation } = report;
  const moved = [
    ...report.winners.slice(0, 3).map((row) => ({ ...row, move: 'up' })),
    ...report.losers.slice(0, 3).map((row) => ({ ...row, move: 'down' })),
    ...report.new_entries.slice(0, 2).map(({ url, position }) => ({ url, move: 'new', from: null, to: position })),
    ...report.dropouts.slice(0, 2).map(({ url, position }) => ({ url, move: 'not found', from: position, to: null })),
  ];
  return formatSummary({
    heading: `SERP volatility: ${inline(report.keyword)}`,
    facts: [
      volatility_score === null
        ? 'Volatility is not known: fewer than two snapshots have results'
        : `Volatility ${strong(`${volatility_score} out of 100 (${interpretation ?? ''})`)} over ${counted(report.intervals.length, 'interval')}, ${formatPeriod(report)}`,
      `${counted(counts.winners, 'winner')}, ${counted(counts.losers, 'loser')} (moved by ${counted(report.positions_min, 'position')} or more), ${counted(counts.new_entries, 'new entry')}, ${counted(counts.dropouts, 'dropout')}`,
      counts.feature_changes === null
        ? 'Changes in SERP features are unknown: you sent none'
        : `${counted(counts.feature_changes, 'change')} in SERP features${formatFeatures(report)}`,
      first_place?.changed === true
        ? `Position 1: ${inline(first_place.before?.domain ?? '', 60)} before, ${inline(first_place.after?.domain ?? '', 60)} now`
        : undefined,
      ...report.target_visibility.slice(0, 3).map(formatTarget),
    ],
    table: formatRows(moved, ROWS_MAX, [
      ['Page', ({ url }) => inline(url, 70)],
      ['Move', ({ move }) => move],
      ['From', ({ from }) => from],
      ['To', ({ to }) => to],
    ]),
    next: recommendAction(report),
  });
}

function formatFeatures({ feature_changes }: VolatilityReport): string {
  const names = [...new Set(feature_changes.map(({ feature }) => feature))].slice(0, 4);
  return names.length === 0 ? '' : `: ${inline(names.join(', '), 100)}`;
}

/** Days alone, whatever form the times were sent in; the times as well if it is all one day. */
function formatPeriod({ first_checked_at, last_checked_at }: VolatilityReport): string {
  const [first, last] = [first_checked_at ?? '', last_checked_at ?? ''];
  const [from, to] = [first.slice(0, 10), last.slice(0, 10)];
  if (from !== to) return `${from} to ${to}`;
  return first.length > 10 && last.length > 10 ? `${first} to ${last}` : from;
}

function formatTarget(target: Target): string {
  const { domain, status, first_position, last_position, seen_in, snapshots } = target;
  const [first, last] = [String(first_position ?? ''), String(last_position ?? '')];
  const words: Readonly<Record<typeof status, string>> = {
    absent: 'in no snapshot, within the depth that was checked',
    lost:
      first_position === null
        ? 'not found in the last snapshot'
        : `${first} in the first snapshot, not found in the last`,
    unknown: 'unknown: the snapshots do not reach deep enough',
    entered: `new at ${last}, not in the first snapshot`,
    improved: `improved from ${first} to ${last}`,
    declined: `declined from ${first} to ${last}`,
    stable: first === last ? `stable at ${first}` : `stable, from ${first} to ${last}`,
  };
  const gaps = status === 'absent' || seen_in === snapshots ? '' : ` (seen in ${seen_in} of ${snapshots})`;
  return `${inline(domain, 60)}: ${words[status]}${gaps}`;
}
