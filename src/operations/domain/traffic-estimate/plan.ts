import {
  type Confidence,
  listed,
  makePlan,
  noConfidence,
  type PlannedCall,
  type StepDraft,
  weighConfidence,
  type WorkflowDraft,
} from '../../../guidance/plan.ts';
import { type Column, formatRows, formatSummary } from '../../../guidance/summary.ts';
import { agree, counted, joinWords } from '../../../kernel/grammar.ts';
import { inline, strong } from '../../../kernel/markdown.ts';
import { COUNTED_DAYS } from '../../../ports/rankings.ts';
import { callForBrand, LEARN_RANKINGS, LEARN_RANKINGS_NEXT } from '../../../rankings/unknown-target.ts';
import { parseTarget } from '../../../web/target.ts';
import type { TargetTraffic, TrafficEstimate } from './report.ts';

/** What to learn from the comparison, and what to look at next. */
export function planTraffic(estimate: TrafficEstimate): WorkflowDraft {
  if (estimate.coverage === 'none') return planUnknown(estimate);
  return makePlan({
    summary: summarize(estimate),
    steps: listSteps(estimate),
    otherwise: {
      action: 'List the keywords behind the traffic, and look for those within reach of a better position.',
      why: 'The figures alone show no gap to close.',
      evidence: estimate.items.slice(0, 3).map(describeRow),
      owner_hint: 'SEO',
    },
    priority: estimate.items.find(({ priority }) => priority !== null)?.priority ?? 'low',
    confidence: rateConfidence(estimate),
    guardrails: listGuardrails(estimate),
    next_calls: listNextCalls(estimate),
  });
}

function planUnknown(estimate: TrafficEstimate): WorkflowDraft {
  const { items, language, location } = estimate;
  const [first] = items;
  const seen = items.find(({ keywords_considered: { organic } }) => (organic ?? 0) > 0);
  const place = location === null ? {} : { location_code: location.code };
  return makePlan({
    summary: `${explainUnknown(estimate)}${describeBands(items)}`,
    steps: LEARN_RANKINGS.map((step) => ({ ...step, evidence: [`found: 0 of ${items.length}`] })),
    priority: 'low',
    confidence: noConfidence('No source knows the targets.'),
    guardrails: ['Unknown is not zero.', BAND_GUARDRAIL],
    next_calls: listed<PlannedCall>([
      seen !== undefined && {
        operation: 'domain.ranked-keywords',
        body: { target: seen.target, language, ...place },
        reason: 'Lists the keywords that stored result pages show it for; their volumes would tell its traffic.',
      },
      seen === undefined &&
        first !== undefined &&
        callForBrand(parseTarget(first.target), null, { location, language }),
    ]),
  });
}

const BAND_GUARDRAIL = 'A traffic band is read from links, not from visits: never turn it into a number.';

/** A keyword may show a target in several channels at once. */
function countSeen({ keywords_considered: counts }: TargetTraffic): number {
  return Math.max(...Object.values(counts).map((count) => count ?? 0));
}

/** Where a site stands on stored result pages is known; how many people come from there is not. */
function explainUnknown({ items }: TrafficEstimate): string {
  const seen = listSeen(items);
  if (seen.length > 0) {
    const whole = agree(items.length, inline(items[0]?.target ?? '', 80), `these ${items.length} targets`);
    return `Search traffic of ${whole} is unknown: stored result pages show ${nameSeen(seen, items)}, but no source counts or estimates clicks.`;
  }
  return `Search traffic of ${agree(items.length, inline(items[0]?.target ?? '', 80), `these ${items.length} targets`)} is unknown: no imported or connected source knows ${agree(items.length, 'it', 'any of them')}.`;
}

function listSeen(items: readonly TargetTraffic[]): readonly TargetTraffic[] {
  return items.filter(({ state }) => state === 'not_covered');
}

function nameSeen(seen: readonly TargetTraffic[], items: readonly TargetTraffic[]): string {
  const names = seen.map((row) => {
    const name = items.length === 1 ? 'it' : inline(row.target, 80);
    return `${name} for ${counted(countSeen(row), 'keyword')}`;
  });
  return joinWords(names, 3);
}

/** Of targets that are known without their traffic, beside others with a figure. */
function describeSeen(items: readonly TargetTraffic[]): string | undefined {
  const seen = listSeen(items);
  if (seen.length === 0) return undefined;
  return `Stored result pages show ${nameSeen(seen, items)}, but no source counts or estimates clicks there`;
}

function describeBands(items: readonly TargetTraffic[]): string {
  const banded = items.filter(({ traffic_band }) => traffic_band !== null);
  if (banded.length === 0) return '';
  const bands = banded
    .slice(0, 3)
    .map(({ target, traffic_band }) => `${inline(target, 60)} ${NAMES_OF_BANDS[traffic_band ?? 'minimal']}`);
  return ` By links, the band is: ${bands.join(', ')}.`;
}

const NAMES_OF_BANDS = {
  very_high: 'very high',
  high: 'high',
  medium: 'medium',
  low: 'low',
  minimal: 'minimal',
} as const;

function summarize(estimate: TrafficEstimate): string {
  const { items, found, leader } = estimate;
  const known =
    items.length === 1
      ? 'Search traffic is known for the target.'
      : `Search traffic is known for ${found} of ${counted(items.length, 'target')}.`;
  const seen = describeSeen(items);
  const rest = seen === undefined ? '' : ` ${seen}.`;
  if (leader === null) return `${known} ${items.slice(0, 1).map(describeRow).join('')}.${rest}`;
  return `${known} ${inline(leader.target, 80)} leads with ${formatLead(leader)}.${rest}`;
}

function formatLead({ organic_traffic, measure }: NonNullable<TrafficEstimate['leader']>): string {
  const clicks = `${format(organic_traffic)} organic clicks`;
  return measure === 'measured' ? `${clicks} in ${COUNTED_DAYS} days, counted` : `${clicks} a month, estimated`;
}

function describeRow(row: TargetTraffic): string {
  const { target, organic_traffic, measure } = row;
  const name = inline(target, 80);
  if (organic_traffic === null) return `${name}: organic traffic unknown`;
  if (measure === 'measured') return `${name}: ${format(organic_traffic)} clicks in ${COUNTED_DAYS} days, counted`;
  return `${name}: about ${format(organic_traffic)} clicks a month (${format(row.organic_low ?? 0)}–${format(row.organic_high ?? 0)}, estimated)`;
}

function listSteps(estimate: TrafficEstimate): StepDraft[] {
  const { items } = estimate;
  return listed([
    draftGapStep(estimate),
    draftDeclineStep(items),
    draftPaidStep(items),
    draftRatioStep(items),
    draftUnknownStep(estimate),
  ]);
}

function draftGapStep({ items, leader }: TrafficEstimate): StepDraft | undefined {
  if (leader === null) return undefined;
  const behind = items.filter(
    ({ target, score_components }) => target !== leader.target && (score_components.gap_to_leader ?? 0) > 0,
  );
  const [first] = behind;
  if (first === undefined) return undefined;
  return {
    action: `Compare the keywords of ${inline(leader.target, 80)} with those of ${behind.length === 1 ? inline(first.target, 80) : 'the others'}: keywords that only the leader ranks for are the gap.`,
    why: 'The leader shows how much organic traffic the market has.',
    evidence: [leader.target, ...behind.slice(0, 2).map(({ target }) => target)].flatMap((name) =>
      items.filter(({ target }) => target === name).map(describeRow),
    ),
    effort: 'medium',
    owner_hint: 'SEO',
  };
}

const DECLINE_PERCENT = -20;

function hasFallen({ organic_change: change }: TargetTraffic): boolean {
  return change !== null && !change.within_noise && change.percent !== null && change.percent <= DECLINE_PERCENT;
}

function draftDeclineStep(items: readonly TargetTraffic[]): StepDraft | undefined {
  const falling = items.filter(hasFallen);
  const [first] = falling;
  if (first === undefined) return undefined;
  return {
    action: `Find out which pages of ${inline(first.target, 80)} lost clicks.`,
    why: 'Its counted clicks fell beyond the noise; season is not taken out of this figure.',
    evidence: falling
      .slice(0, 3)
      .map(
        ({ target, organic_change: change }) =>
          `${inline(target, 80)}: ${format(change?.from ?? 0)} to ${format(change?.to ?? 0)} (${change?.percent ?? 0}%)`,
      ),
    effort: 'medium',
    owner_hint: 'SEO',
  };
}

function draftPaidStep(items: readonly TargetTraffic[]): StepDraft | undefined {
  const paid = items.filter(({ footprint_type }) => footprint_type === 'paid_led');
  const [first] = paid;
  if (first === undefined) return undefined;
  return {
    action: `Check which paid keywords of ${inline(first.target, 80)} a page could earn organically.`,
    why: 'Most of its search traffic is bought, and ends with the budget.',
    evidence: paid
      .slice(0, 3)
      .map(
        ({ target, channel_mix }) => `${inline(target, 80)}: ${Math.round((channel_mix?.paid ?? 0) * 100)}% from ads`,
      ),
    effort: 'medium',
    owner_hint: 'SEO',
  };
}

/** An estimate that is off by more is worth a warning. */
const RATIO_FAR = 2;

function draftRatioStep(items: readonly TargetTraffic[]): StepDraft | undefined {
  const far = items.filter(
    ({ estimate_ratio: ratio }) => ratio !== null && (ratio >= RATIO_FAR || ratio <= 1 / RATIO_FAR),
  );
  const [first] = far;
  if (first === undefined) return undefined;
  return {
    action: 'Use the estimates to rank sites against each other, not as numbers of visits.',
    why: `For ${inline(first.target, 80)}, whose clicks are counted, the estimate is ${first.estimate_ratio ?? 1} times the count.`,
    evidence: far
      .slice(0, 3)
      .map(
        ({ target, measured_clicks, estimate_ratio }) =>
          `${inline(target, 80)}: ${format(measured_clicks ?? 0)} clicks in ${COUNTED_DAYS} days counted, estimate ÷ count ${estimate_ratio ?? 1}, both a month`,
      ),
    owner_hint: 'SEO',
  };
}

function draftUnknownStep({ items }: TrafficEstimate): StepDraft | undefined {
  const unknown = items.filter(({ found }) => !found);
  if (unknown.length === 0) return undefined;
  const seen = describeSeen(items);
  return {
    ...LEARN_RANKINGS[1],
    why: `No source knows the traffic of ${joinWords(
      unknown.map(({ target }) => inline(target, 60)),
      3,
    )}.`,
    evidence: listed([`found: ${items.length - unknown.length} of ${items.length}`, seen]),
  };
}

function rateConfidence({ items, found, compared_by }: TrafficEstimate): Confidence {
  const start = compared_by === 'measured' ? 0.9 : 0.6;
  const missing = items.length - found;
  const mixed = items.filter(({ measure }) => measure !== null && measure !== compared_by).length;
  return weighConfidence(
    start,
    [`${found} of ${counted(items.length, 'target')} ${agree(found, 'has', 'have')} a figure.`],
    [
      missing > 0 && [20, `${counted(missing, 'target')} ${agree(missing, 'has')} no figure.`],
      mixed > 0 && [10, `${counted(mixed, 'target')} ${agree(mixed, 'is')} of another measure and not compared.`],
      compared_by === 'estimated' && [5, 'Vendors’ estimates differ from counted clicks by factors of two to five.'],
    ],
  );
}

function listGuardrails({ items, compared_by }: TrafficEstimate): string[] {
  const measures = new Set(items.flatMap(({ measure }) => measure ?? []));
  return listed([
    measures.size > 1 && 'Never add or compare counted clicks and estimates.',
    measures.has('estimated') && 'Quote estimates with their bounds.',
    compared_by === 'measured' && 'Counted clicks are of organic results; ads are not among them.',
    items.some(({ traffic_band }) => traffic_band !== null) && BAND_GUARDRAIL,
    items.some(({ contained_in }) => contained_in !== null) &&
      'Do not add up targets of which one lies inside another: its traffic would count twice.',
    'Unknown is not zero.',
  ]);
}

/** Counted clicks are of the place that the caller named, and of all countries where none was. */
function placeOf({ measure }: TargetTraffic, { location, measured_location }: TrafficEstimate) {
  const place = measure === 'measured' ? measured_location : location;
  return place === null ? {} : { location_code: place.code };
}

function listNextCalls(estimate: TrafficEstimate): PlannedCall[] {
  const { items, leader, language } = estimate;
  const falling = items.find(hasFallen);
  const top = items.find(({ target }) => target === leader?.target) ?? items.find(({ found }) => found);
  const behind = items.find(({ target, found }) => found && target !== top?.target);
  return listed<PlannedCall>([
    top !== undefined && {
      operation: 'domain.ranked-keywords',
      body: { target: top.target, language, ...placeOf(top, estimate), sort_by: 'estimated_traffic' },
      reason: 'Lists the keywords that bring most of its traffic.',
    },
    behind !== undefined && {
      operation: 'domain.ranked-keywords',
      body: { target: behind.target, language, ...placeOf(behind, estimate) },
      reason: `Lists tasks that would win ${inline(behind.target, 60)} more traffic.`,
    },
    falling !== undefined && {
      operation: 'domain.relevant-pages',
      body: { target: falling.target, language, sort_by: 'opportunity' },
      reason: 'Shows which pages lost clicks.',
    },
  ]);
}

const ROWS_MAX = 10;

/** What a person would paste into a report about the targets. */
export function summarizeTraffic(estimate: TrafficEstimate): string {
  const { items, found, leader, duplicates, compared_by } = estimate;
  const heading = 'Search traffic compared';
  if (estimate.coverage === 'none') {
    const intro = `${explainUnknown(estimate)}${describeBands(items)}`;
    return formatSummary({ heading, intro, facts: [], next: LEARN_RANKINGS_NEXT });
  }
  const ratio = items.find(({ estimate_ratio }) => estimate_ratio !== null);
  const steps = listSteps(estimate);
  return formatSummary({
    heading,
    facts: [
      `Traffic known for ${strong(`${found} of ${counted(items.length, 'target')}`)}${compared_by === null ? '' : `; compared by ${compared_by === 'measured' ? 'counted clicks' : 'a vendor’s estimates'}`}`,
      leader === null ? undefined : `Leader: ${strong(inline(leader.target, 60))} with ${formatLead(leader)}`,
      ratio === undefined
        ? undefined
        : `For ${inline(ratio.target, 60)} the estimate is ${ratio.estimate_ratio ?? 1} times the counted clicks`,
      describeSeen(items),
      duplicates.length === 0 ? undefined : `Repeats left out: ${duplicates.length}`,
    ],
    table: formatRows(items, ROWS_MAX, columnsOf(items)),
    next: steps.length > 0 ? steps.slice(0, 3).map(({ action }) => action) : 'List the keywords behind the traffic.',
  });
}

function columnsOf(items: readonly TargetTraffic[]): Column<TargetTraffic>[] {
  return listed<Column<TargetTraffic>>([
    ['Target', ({ target }) => inline(target, 50)],
    ['Organic', formatOrganic],
    ['Basis', ({ measure }) => measure],
    ['Paid', ({ paid_traffic }) => (paid_traffic === null ? null : format(paid_traffic))],
    ['Total', ({ total_traffic }) => (total_traffic === null ? null : format(total_traffic))],
    ['Share', ({ relative_share }) => (relative_share === null ? null : `${Math.round(relative_share * 1000) / 10}%`)],
    items.some(({ traffic_band }) => traffic_band !== null) && [
      'Band by links',
      ({ traffic_band }) => (traffic_band === null ? null : NAMES_OF_BANDS[traffic_band]),
    ],
  ]);
}

function formatOrganic({ organic_traffic, organic_low, organic_high, measure }: TargetTraffic): string | null {
  if (organic_traffic === null) return null;
  const range = measure === 'estimated' ? ` (${format(organic_low ?? 0)}–${format(organic_high ?? 0)})` : '';
  return `${format(organic_traffic)}${range}`;
}

function format(clicks: number): string {
  return Math.round(clicks).toLocaleString('en-US');
}
