import {
  type Confidence,
  confidenceOf,
  listed,
  makePlan,
  noConfidence,
  type PlannedCall,
  type StepDraft,
  type WorkflowDraft,
} from '../../../guidance/plan.ts';
import { formatRows, formatSummary } from '../../../guidance/summary.ts';
import { agree, counted } from '../../../kernel/grammar.ts';
import { inline, strong } from '../../../kernel/markdown.ts';
import { namePeriod } from '../../../links/calendar.ts';
import { crawlCall, lostLinksCall } from '../../../links/next-calls.ts';
import { formatPercent } from '../../../links/quality.ts';
import type { TimeseriesReport } from './new-lost-timeseries.ts';
import { EARLIEST_DAY } from './range.ts';

const ID = 'backlinks.new-lost-timeseries';
const TABLE_ROWS = 12;
/** From this share of all movement on, losses are what to work on first. */
const LOSS_RATE_HIGH = 0.5;

export function planTimeseries(report: TimeseriesReport): WorkflowDraft {
  if (report.observed_points === 0) return planUnobserved(report);
  const isPressing =
    report.momentum === 'shrinking' || isMostlySpam(report) || (report.loss_rate ?? 0) >= LOSS_RATE_HIGH;
  return makePlan({
    summary: describeMovement(report),
    steps: draftSteps(report),
    priority: isPressing ? 'high' : (report.totals.lost_backlinks ?? 0) > 0 ? 'medium' : 'low',
    confidence: weighEvidence(report),
    guardrails: [
      'A link counts as new when the index first sees it; it may be much older.',
      'A link counts as lost on the day its page was crawled without it; it may have been removed days earlier.',
      'New and lost links depend on how much was crawled: compare periods with similar crawls.',
    ],
    next_calls: planCalls(report),
  });
}

function describeMovement(report: TimeseriesReport): string {
  const { target, totals, net_change, date_from, date_to, momentum } = report;
  const baseline = countBaselineLinks(report);
  const gained = net_change.new_backlinks ?? 0;
  const lost = totals.lost_backlinks ?? 0;
  const range = `from ${date_from} to ${date_to}`;
  const began = `first seen in the ${report.group_range} in which the index started`;
  if (gained === 0 && baseline > 0) {
    const losses = lost === 0 ? 'None was lost' : `${counted(lost, 'backlink')} ${agree(lost, 'was')} lost`;
    return `How many backlinks ${target.value} gained ${range} is unknown: ${counted(baseline, 'backlink')} ${agree(baseline, 'was')} ${began} and can be of any age. ${losses}.`;
  }
  const apart = baseline === 0 ? '' : `, not counting ${counted(baseline, 'backlink')} ${began}`;
  const direction = momentum === null ? '' : ` (momentum: ${momentum})`;
  if (gained === 0 && lost === 0) return `${target.value} gained and lost no backlinks ${range}${apart}.`;
  return `${target.value} gained ${counted(gained, 'backlink')} and lost ${lost.toLocaleString('en-US')} ${range}${apart}${direction}.`;
}

/** Links that were first seen in the period in which the index began. */
function countBaselineLinks({ points }: TimeseriesReport): number {
  return points.find((point) => point.is_baseline)?.new_backlinks ?? 0;
}

/** The observed days, when they lie outside the range that was asked. */
function findObservedElsewhere(report: TimeseriesReport): { from: string; to: string } | undefined {
  const { observed_from: from, observed_to: to } = report;
  if (report.observed_points > 0 || from === null || to === null) return undefined;
  const [first, last] = [from.slice(0, 10), to.slice(0, 10)];
  return report.date_to < first || report.date_from > last ? { from: first, to: last } : undefined;
}

/** Why no period has figures. */
function explainUnobserved(report: TimeseriesReport): string {
  const { target, date_from, date_to } = report;
  const elsewhere = findObservedElsewhere(report);
  if (report.observed_from === null || report.observed_to === null) return 'The index has not crawled any page yet.';
  if (elsewhere !== undefined)
    return `The index crawled pages from ${elsewhere.from} to ${elsewhere.to}, but none from ${date_from} to ${date_to}.`;
  return `The index has not crawled enough of the web around ${target.value} to know its links.`;
}

function suggestObservation(report: TimeseriesReport): string {
  const elsewhere = findObservedElsewhere(report);
  return elsewhere === undefined
    ? 'Crawl sites that may link to the target, or import link data.'
    : `Request the days from ${elsewhere.from} to ${elsewhere.to}, or crawl again.`;
}

function planUnobserved(report: TimeseriesReport): WorkflowDraft {
  return makePlan({
    summary: explainUnobserved(report),
    steps: [
      {
        action: suggestObservation(report),
        why: 'New and lost links only show on pages that are crawled repeatedly.',
        evidence: [
          'observed_points: 0',
          `observed_from: ${report.observed_from ?? 'null'}`,
          `observed_to: ${report.observed_to ?? 'null'}`,
        ],
        owner_hint: 'service operator',
      },
    ],
    priority: 'high',
    confidence: noConfidence('There is no crawl data for any period of the range.'),
    guardrails: ['Unknown is not zero: do not report that no links were gained or lost.'],
    next_calls: planElsewhereCalls(report),
  });
}

function planElsewhereCalls(report: TimeseriesReport): PlannedCall[] {
  const observed = findObservedElsewhere(report);
  if (observed === undefined || observed.to < EARLIEST_DAY) return [crawlCall(report.target.value)];
  const body = {
    target: report.target.value,
    include_subdomains: report.include_subdomains,
    date_from: observed.from < EARLIEST_DAY ? EARLIEST_DAY : observed.from,
    date_to: observed.to,
    group_range: 'month',
  };
  return [{ operation: ID, body, reason: 'Covers the days on which the index crawled pages.' }];
}

function draftSteps(report: TimeseriesReport): StepDraft[] {
  const { totals, strongest_gain: gain, strongest_loss: loss, group_range: group } = report;
  const lost = totals.lost_backlinks ?? 0;
  const domains = totals.lost_referring_domains ?? 0;
  const spam = report.spam?.new_referring_domains ?? 0;
  return listed<StepDraft>([
    isSpamStory(report) && {
      action: 'Review the new referring domains with a high spam score before you count them as a gain.',
      why: `${spam.toLocaleString('en-US')} of ${counted(countNewDomains(report), 'new referring domain')} ${agree(spam, 'looks', 'look')} like a link farm.`,
      evidence: [`spam.new_referring_domains: ${spam}`],
      effort: 'low',
      owner_hint: 'SEO',
    },
    lost > 0 && {
      action: 'Go through the lost links and reclaim the good ones.',
      why: `${counted(lost, 'backlink')} and ${counted(domains, 'referring domain')} were lost.`,
      evidence: [`totals.lost_backlinks: ${lost}`, `loss_rate: ${report.loss_rate ?? 'null'}`],
      effort: 'medium',
      owner_hint: 'outreach',
    },
    loss !== null && {
      action: `Find out what happened during ${namePeriod(loss.period, group)}: a moved page, a site redesign, a partner that left.`,
      why: `It had the biggest net loss: ${counted(-loss.net_backlinks, 'backlink')}.`,
      evidence: [`strongest_loss.period: ${loss.period}`, `strongest_loss.net_backlinks: ${loss.net_backlinks}`],
      effort: 'medium',
      owner_hint: 'SEO',
    },
    gain === null
      ? {
          action: 'Recrawl the sites in the niche regularly, so that new links show up.',
          why: `No ${group} after the baseline gained more links than it lost; without a new crawl, no new links can show up.`,
          evidence: ['strongest_gain: null', `observed_to: ${report.observed_to ?? 'null'}`],
          owner_hint: 'service operator',
        }
      : !isSpamPeriod(report, gain.period) && {
          action: `Repeat what earned links during ${namePeriod(gain.period, group)}.`,
          why: `It had the biggest net gain: ${counted(gain.net_backlinks, 'backlink')}.`,
          evidence: [`strongest_gain.period: ${gain.period}`, `strongest_gain.net_backlinks: ${gain.net_backlinks}`],
          owner_hint: 'content',
        },
  ]);
}

/** Half of what came: the burst is then the first thing to look at. */
const SPAM_SHARE_MAX = 0.5;

function isMostlySpam(report: TimeseriesReport): boolean {
  const spam = report.spam?.new_referring_domains ?? 0;
  return spam > 0 && spam >= SPAM_SHARE_MAX * countNewDomains(report);
}

/** Whether what is to say of the gains is that a link farm made them. */
function isSpamStory(report: TimeseriesReport): boolean {
  return isMostlySpam(report) || (report.strongest_gain !== null && isSpamPeriod(report, report.strongest_gain.period));
}

function countNewDomains({ net_change }: TimeseriesReport): number {
  return net_change.new_referring_domains ?? 0;
}

/** Whether a link farm, and nothing worth repeating, made the gain of a period. */
function isSpamPeriod({ points, spam }: TimeseriesReport, period: string): boolean {
  const came = spam?.points.find((point) => point.period === period)?.new_referring_domains ?? 0;
  const all = points.find((point) => point.period === period)?.new_referring_domains ?? 0;
  return came > 0 && came >= SPAM_SHARE_MAX * all;
}

function weighEvidence({ momentum_basis, group_range: group, points, observed_points }: TimeseriesReport): Confidence {
  const periods = momentum_basis?.periods ?? 0;
  return confidenceOf((0.3 + 0.5 * (observed_points / points.length)) * Math.min(1, 0.4 + periods / 10), [
    `${observed_points.toLocaleString('en-US')} of ${counted(points.length, group)} ${agree(observed_points, 'has', 'have')} crawl data.`,
    periods < 4 ? `${counted(periods, group)} ${agree(periods, 'is')} too few to show a clear trend.` : undefined,
  ]);
}

function planCalls(report: TimeseriesReport): PlannedCall[] {
  const { target, totals, include_subdomains } = report;
  const { value } = target;
  const calls = listed<PlannedCall>([
    isSpamStory(report) && {
      operation: 'backlinks.referring-domains',
      body: { target: value, sort_by: 'spam_score' },
      reason: 'Lists the domains with the highest spam score, and why they have it.',
    },
    (totals.lost_backlinks ?? 0) > 0 && lostLinksCall({ target: value, mode: 'as_is' }),
    (totals.lost_referring_domains ?? 0) > 0 && {
      operation: 'backlinks.referring-domains',
      body: { target: value, backlinks_status_type: 'lost', sort_by: 'lost_date' },
      reason: 'Lists the domains with lost links, most recent loss first.',
    },
    (totals.new_backlinks ?? 0) > 0 && {
      operation: 'backlinks.list',
      body: { target: value, sort_by: 'first_seen', mode: 'as_is' },
      reason: 'Lists the live links, newest first.',
    },
    planCloserCall(report),
  ]);
  if (calls.length > 0) return calls;
  const body = { target: value, include_subdomains, backlinks_status_type: 'all' };
  return [{ operation: 'backlinks.summary', body, reason: 'Shows all links to the target, whatever their age.' }];
}

/** The strongest loss, or else the strongest gain, by days. */
function planCloserCall(report: TimeseriesReport): PlannedCall | undefined {
  const { include_subdomains, group_range: group, points, target } = report;
  const strongest = report.strongest_loss ?? report.strongest_gain;
  if (strongest === null || group === 'day') return undefined;
  const next = points[points.findIndex(({ period }) => period === strongest.period) + 1]?.period;
  const date_from = strongest.period < report.date_from ? report.date_from : strongest.period;
  // The first day of the next period is one day too many and needs no calendar.
  const date_to = next ?? report.date_to;
  return {
    operation: ID,
    body: { target: target.value, include_subdomains, date_from, date_to, group_range: 'day' },
    reason: `Shows on which days of that ${group} it happened.`,
  };
}

export function summarizeTimeseries(report: TimeseriesReport): string {
  const heading = `New and lost backlinks of ${inline(report.target.value)}`;
  const range = `${report.date_from} to ${report.date_to}, by ${report.group_range}`;
  if (report.observed_points === 0)
    return formatSummary({
      heading,
      intro: `${range}\n\nNot known: ${explainUnobserved(report)}`,
      facts: [],
      next: suggestObservation(report),
    });
  const observed = report.points.filter((point) => point.new_backlinks !== null);
  return formatSummary({
    heading,
    intro: range,
    facts: listFacts(report),
    table: formatRows(observed.slice(-TABLE_ROWS), TABLE_ROWS, [
      [
        'Period',
        ({ period, is_baseline, is_partial }) =>
          `${period}${is_baseline ? ' (index started)' : is_partial ? ' (partial)' : ''}`,
      ],
      ['New', ({ new_backlinks }) => new_backlinks],
      ['Lost', ({ lost_backlinks }) => lost_backlinks],
      ['Net', ({ net_backlinks }) => formatSigned(net_backlinks)],
      ['Referring domains', ({ referring_domains }) => referring_domains],
    ]),
    notes: report.notes,
    next: draftSteps(report)[0]?.action ?? '',
  });
}

function listFacts(report: TimeseriesReport): (string | undefined)[] {
  const { net_change: net, group_range: group, strongest_gain: gain, strongest_loss: loss, momentum } = report;
  const baseline = countBaselineLinks(report);
  return [
    `New: ${strong(counted(net.new_backlinks ?? 0, 'backlink'))} and ${counted(net.new_referring_domains ?? 0, 'referring domain')}${baseline === 0 ? '' : `, not counting ${counted(baseline, 'backlink')} first seen in the ${group} in which the index started, which can be of any age`}`,
    `Lost: ${strong(counted(net.lost_backlinks ?? 0, 'backlink'))} and ${counted(net.lost_referring_domains ?? 0, 'referring domain')}`,
    `Net: ${strong(formatSigned(net.backlinks))} ${agree(net.backlinks ?? 0, 'backlink', 'backlinks')}, ${formatSigned(net.referring_domains)} referring ${agree(net.referring_domains ?? 0, 'domain', 'domains')}`,
    momentum === null ? 'Momentum: unknown, too little data or too few changes' : `Momentum: ${strong(momentum)}`,
    report.loss_rate === null
      ? undefined
      : `Loss rate: ${formatPercent(report.loss_rate)} of all changes${baseline === 0 ? '' : ' after the start of the index'}`,
    describeExtreme(`Best ${group}`, gain),
    describeExtreme(`Worst ${group}`, loss),
  ];
}

function describeExtreme(label: string, extreme: TimeseriesReport['strongest_gain']): string | undefined {
  return extreme === null ? undefined : `${label}: ${extreme.period} (${formatSigned(extreme.net_backlinks)})`;
}

function formatSigned(count: number | null): string {
  if (count === null) return 'unknown';
  return count > 0 ? `+${count.toLocaleString('en-US')}` : count.toLocaleString('en-US');
}
