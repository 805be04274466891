import { counted } from '../../../kernel/grammar.ts';
import { inline, markdownTable, summary } from '../../../kernel/markdown.ts';
import { inOrder, type Plan, type StepDraft } from '../../../guidance/plan.ts';
import type { TimeseriesReport } from './report.ts';

const TABLE_ROWS = 12;
/** From this share of all movement on, losses are what to work on first. */
const LOSS_RATE_HIGH = 0.5;

const GUARDRAILS = [
  'A link counts as new when the index first saw it; it may have been set long before.',
  'A link counts as lost on the day on which its page was read without it; it may have gone days earlier.',
  'Movement rises and falls with how much was crawled: compare periods that were crawled alike.',
];

/** What to do about the movement, made from the report alone. */
export function timeseriesPlan(report: TimeseriesReport): Plan {
  if (report.observed_points === 0) return unobservedPlan(report);
  const steps = stepsOf(report);
  const rate = report.loss_rate ?? 0;
  const isPressing = report.momentum === 'shrinking' || rate >= LOSS_RATE_HIGH;
  return {
    summary: summaryLine(report),
    recommended_action: steps[0]?.action ?? '',
    priority: isPressing ? 'high' : (report.totals.lost_backlinks ?? 0) > 0 ? 'medium' : 'low',
    ...confidenceOf(report),
    steps: inOrder(steps),
    guardrails: GUARDRAILS,
  };
}

function summaryLine(report: TimeseriesReport): string {
  const { target, totals, date_from, date_to, momentum } = report;
  const begun = newAtBeginning(report);
  const gained = (totals.new_backlinks ?? 0) - begun;
  const lost = totals.lost_backlinks ?? 0;
  const range = `from ${date_from} to ${date_to}`;
  const apart = begun === 0 ? '' : `, apart from the ${begun.toLocaleString('en-US')} with which the index began`;
  const direction = momentum === null ? '' : `: ${momentum}`;
  if (gained === 0 && lost === 0) return `No link to ${target.value} came or went ${range}${apart}.`;
  return `${target.value} won ${counted(gained, 'backlink')} and lost ${lost.toLocaleString('en-US')} ${range}${apart}${direction}.`;
}

/** Links that were first seen in the period in which the index began. */
function newAtBeginning({ points }: TimeseriesReport): number {
  return points.find((point) => point.is_baseline)?.new_backlinks ?? 0;
}

/** Why no period has figures. */
function whyUnobserved(report: TimeseriesReport): string {
  const { target, observed_from: from, observed_to: to, date_from, date_to } = report;
  if (from === null || to === null) return 'The index has fetched no page yet.';
  if (date_to < from.slice(0, 10) || date_from > to.slice(0, 10))
    return `The index fetched pages from ${from.slice(0, 10)} to ${to.slice(0, 10)}, and none from ${date_from} to ${date_to}.`;
  return `The index has read no page of another domain that could link to ${target.value}.`;
}

/** The observed days, when they lie outside the range that was asked. */
export function observedElsewhere(report: TimeseriesReport): { from: string; to: string } | undefined {
  const { observed_from: from, observed_to: to } = report;
  if (report.observed_points > 0 || from === null || to === null) return undefined;
  const [first, last] = [from.slice(0, 10), to.slice(0, 10)];
  return report.date_to < first || report.date_from > last ? { from: first, to: last } : undefined;
}

function unobservedPlan(report: TimeseriesReport): Plan {
  const why = whyUnobserved(report);
  const elsewhere = observedElsewhere(report);
  const action =
    elsewhere === undefined
      ? 'Crawl sites that may link to the target, or import link data.'
      : `Ask for the days from ${elsewhere.from} to ${elsewhere.to}, or crawl again.`;
  return {
    summary: why,
    recommended_action: action,
    priority: 'high',
    confidence: 0,
    confidence_reasons: ['No period of the range was observed.'],
    steps: inOrder([
      {
        action,
        why: 'Movement is known from pages that are read again and again.',
        evidence: [
          `observed_points: 0`,
          `observed_from: ${report.observed_from ?? 'null'}`,
          `observed_to: ${report.observed_to ?? 'null'}`,
        ],
        effort: 'low',
        owner_hint: 'operator of the service',
      },
    ]),
    guardrails: ['Unknown is not zero: do not report that no link was won or lost.'],
  };
}

function stepsOf(report: TimeseriesReport): StepDraft[] {
  const { totals, strongest_gain: gain, strongest_loss: loss, group_range: group } = report;
  const lost = totals.lost_backlinks ?? 0;
  const steps: StepDraft[] = [];
  if (lost > 0)
    steps.push({
      action: 'Go through the lost links and ask for the good ones back.',
      why: `${counted(lost, 'backlink')} and ${counted(totals.lost_referring_domains ?? 0, 'referring domain')} ${lost === 1 ? 'was' : 'were'} lost.`,
      evidence: [`totals.lost_backlinks: ${lost}`, `loss_rate: ${report.loss_rate ?? 'null'}`],
      effort: 'medium',
      owner_hint: 'outreach',
    });
  if (loss !== null)
    steps.push({
      action: `Find out what happened in the ${group} of ${loss.period}: a page moved, a site relaunched, a partner left.`,
      why: `It has the largest net loss: ${counted(-loss.net_backlinks, 'backlink')}.`,
      evidence: [`strongest_loss.period: ${loss.period}`, `strongest_loss.net_backlinks: ${loss.net_backlinks}`],
      effort: 'medium',
      owner_hint: 'SEO',
    });
  if (gain !== null)
    steps.push({
      action: `Repeat what earned links in the ${group} of ${gain.period}.`,
      why: `It has the largest net gain: ${counted(gain.net_backlinks, 'backlink')}.`,
      evidence: [`strongest_gain.period: ${gain.period}`, `strongest_gain.net_backlinks: ${gain.net_backlinks}`],
      effort: 'low',
      owner_hint: 'content',
    });
  if (gain === null)
    steps.push({
      action: 'Crawl the sites of the field again from time to time, so that what is won shows.',
      why: `No ${group} after the baseline has more new links than lost ones; without a new crawl nothing new can be seen.`,
      evidence: [`strongest_gain: null`, `observed_to: ${report.observed_to ?? 'null'}`],
      effort: 'low',
      owner_hint: 'operator of the service',
    });
  return steps;
}

function confidenceOf(report: TimeseriesReport): Pick<Plan, 'confidence' | 'confidence_reasons'> {
  const periods = report.momentum_basis?.periods ?? 0;
  const { group_range: group } = report;
  const reasons = [
    `${counted(report.observed_points, group)} of ${report.points.length.toLocaleString('en-US')} ${report.observed_points === 1 ? 'was' : 'were'} observed.`,
  ];
  if (periods < 4)
    reasons.push(`${counted(periods, group)} to compare ${periods === 1 ? 'is' : 'are'} few to tell a direction.`);
  const share = report.observed_points / report.points.length;
  const confidence = (0.3 + 0.5 * share) * Math.min(1, 0.4 + periods / 10);
  return { confidence: Math.round(confidence * 100) / 100, confidence_reasons: reasons };
}

export function timeseriesSummary(report: TimeseriesReport): string {
  const { target, date_from, date_to } = report;
  const heading = `## New and lost backlinks of ${inline(target.value)}`;
  const range = `${date_from} to ${date_to}, by ${report.group_range}`;
  if (report.observed_points === 0)
    return summary([
      heading,
      range,
      `Not known: ${whyUnobserved(report)}`,
      `Next: ${unobservedPlan(report).recommended_action}`,
    ]);
  const rows = report.points
    .filter((point) => point.new_backlinks !== null)
    .slice(-TABLE_ROWS)
    .map((point) => [
      `${point.period}${point.is_baseline ? ' (index began)' : point.is_partial ? ' (in part)' : ''}`,
      point.new_backlinks,
      point.lost_backlinks,
      signed(point.net_backlinks),
      point.referring_domains,
    ]);
  return summary([
    heading,
    range,
    factsOf(report)
      .map((fact) => `- ${fact}`)
      .join('\n'),
    markdownTable(['Period', 'New', 'Lost', 'Net', 'Referring domains'], rows),
    report.notes.join(' '),
    `Next: ${stepsOf(report)[0]?.action ?? ''}`,
  ]);
}

function factsOf(report: TimeseriesReport): string[] {
  const { totals, net_change: net, group_range: group, strongest_gain: gain, strongest_loss: loss } = report;
  const domains = `${signed(net.referring_domains)} referring ${net.referring_domains === 1 ? 'domain' : 'domains'}`;
  const begun = newAtBeginning(report);
  const facts = [
    `New: **${counted(totals.new_backlinks ?? 0, 'backlink')}** from ${counted(totals.new_referring_domains ?? 0, 'new referring domain')}${begun === 0 ? '' : `; ${begun.toLocaleString('en-US')} of those the index began with`}`,
    `Lost: **${counted(totals.lost_backlinks ?? 0, 'backlink')}** and ${counted(totals.lost_referring_domains ?? 0, 'referring domain')}`,
    `Net: **${signed(net.backlinks)}** ${net.backlinks === 1 ? 'backlink' : 'backlinks'}, ${domains}`,
    momentumFact(report),
  ];
  if (report.loss_rate !== null)
    facts.push(`Loss rate: ${Math.round(report.loss_rate * 100)} % of what moved${begun === 0 ? '' : ' after that'}`);
  if (gain !== null) facts.push(`Best ${group}: ${gain.period} (${signed(gain.net_backlinks)})`);
  if (loss !== null) facts.push(`Worst ${group}: ${loss.period} (${signed(loss.net_backlinks)})`);
  return facts;
}

function momentumFact({ momentum }: TimeseriesReport): string {
  return momentum === null ? 'Momentum: not known, too little moved or was observed' : `Momentum: **${momentum}**`;
}

function signed(count: number | null): string {
  if (count === null) return 'not known';
  return count > 0 ? `+${count.toLocaleString('en-US')}` : count.toLocaleString('en-US');
}
