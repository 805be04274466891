import {
  listed,
  makePlan,
  type PlannedCall,
  type StepDraft,
  weighConfidence,
  noConfidence,
  type WorkflowDraft,
} from '../../../guidance/plan.ts';
import { formatRows, formatSummary } from '../../../guidance/summary.ts';
import { agree, counted } from '../../../kernel/grammar.ts';
import { inline } from '../../../kernel/markdown.ts';
import { explainEmpty, nameBasis, weighEvidence } from '../../../rankings/evidence.ts';
import { CONNECT_CONSOLE, type OwnSite } from '../../../rankings/own-site.ts';
import type { SiteQuestion } from '../../../rankings/site-question.ts';
import { callForBrand, LEARN_RANKINGS, LEARN_RANKINGS_NEXT } from '../../../rankings/unknown-target.ts';
import type { Opportunity, OpportunityReport } from './report.ts';
import { sumTaskGains } from './tasks.ts';

const STEPS_MAX = 10;
const CALLS_MAX = 5;

const GUARDRAILS = [
  'A gain is an estimate of clicks at a better position, not a promise: quote it with its bounds.',
  'Do not add up the gains of tasks that compete for the same searches.',
  'Change one thing on a page at a time, and compare full weeks after a month.',
] as const;

/** What to do first, and how. */
export function planOpportunities(report: OpportunityReport, context: SiteQuestion): WorkflowDraft {
  const { opportunities, coverage } = report;
  const empty = coverage === 'none';
  return makePlan({
    summary: summarize(report, context.own),
    steps: empty ? listLearning(context.own) : listSteps(opportunities),
    otherwise: {
      action: 'Look for new topics instead: nothing that ranks has enough left to gain.',
      why: explainNothing(report),
      evidence: [`keywords inspected: ${report.inspected?.keywords ?? 0}`],
      owner_hint: 'SEO',
    },
    priority: opportunities[0]?.priority ?? 'low',
    confidence: rateConfidence(report),
    guardrails: [...GUARDRAILS],
    next_calls: empty ? [callForMore(report, context)] : listCalls(opportunities),
  });
}

function listLearning(own: OwnSite | null): StepDraft[] {
  return own === null ? LEARN_RANKINGS.map((step) => ({ ...step, evidence: ['coverage: none'] })) : [CONNECT_CONSOLE];
}

function callForMore({ location }: OpportunityReport, { target, brand, language, own }: SiteQuestion): PlannedCall {
  if (own === null) return callForBrand(target, brand, { location, language });
  return {
    operation: 'opportunities.find',
    body: { target: own.host, ...own.market },
    reason: `Finds tasks for all pages of ${own.host}.`,
  };
}

function explainEmptyReport(report: OpportunityReport, own: OwnSite | null): string {
  if (own === null) return explainEmpty(report.target, report, 'keyword');
  return `${own.console} shows what ${own.host} ranks for, but the import does not say which of it is for ${inline(report.target, 100)}.`;
}

function explainNothing(report: OpportunityReport): string {
  const reason = explainEmpty(report.target, report, 'keyword');
  return reason === '' ? 'No keyword is in reach, falling or under-clicked.' : reason;
}

function summarize(report: OpportunityReport, own: OwnSite | null): string {
  const { opportunities, target, coverage } = report;
  const first = opportunities[0];
  if (coverage === 'none') return explainEmptyReport(report, own);
  if (first === undefined) return `No task stands out for ${target}. ${explainNothing(report)}`;
  const { clicks_per_month: clicks, low, high } = sumTaskGains(opportunities);
  const gain =
    clicks === null || low === null || high === null
      ? ''
      : `, worth about ${format(clicks)} clicks a month (${format(low)} to ${format(high)})`;
  return `${countShown(report)} for ${target}${gain}; start with “${inline(first.keyword, 80)}”.`;
}

function countShown({ opportunities, total_count, offset }: OpportunityReport): string {
  const shown = opportunities.length;
  if (total_count === null || shown === total_count) return counted(shown, 'task');
  if (offset === 0) return `The first ${shown === 1 ? '' : `${shown} `}of ${counted(total_count, 'task')}`;
  const last = offset + shown;
  return `${shown === 1 ? `Task ${last}` : `Tasks ${offset + 1} to ${last}`} of ${total_count}`;
}

const OWNERS: Readonly<Record<Opportunity['signal'], string>> = {
  page_fault: 'developer',
  decay: 'editor',
  cannibalisation: 'SEO',
  lost_rankings: 'SEO',
  low_click_rate: 'SEO',
  striking_distance: 'content',
  winnable_feature: 'editor',
  related_questions: 'editor',
  ai_overview: 'editor',
  buying_intent: 'content',
  competitor_gap: 'content',
};

function listSteps(opportunities: readonly Opportunity[]): StepDraft[] {
  return opportunities.slice(0, STEPS_MAX).map((task) => ({
    action: inline(task.recommended_action, 400),
    why: inline(task.why_now, 300),
    evidence: listed([...task.evidence.slice(0, 2), task.expected_gain !== null && describeGain(task.expected_gain)]),
    effort: task.effort,
    owner_hint: OWNERS[task.signal],
  }));
}

function describeGain({ clicks_per_month, low, high }: NonNullable<Opportunity['expected_gain']>): string {
  return `expected_gain: ${clicks_per_month} clicks a month (${low} to ${high})`;
}

function listCalls(opportunities: readonly Opportunity[]): PlannedCall[] {
  const seen = new Set<string>();
  return opportunities
    .map(({ next_call: { operation, body, reason } }) => ({ operation, body, reason }))
    .filter((call) => {
      const key = JSON.stringify([call.operation, call.body]);
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .slice(0, CALLS_MAX);
}

function rateConfidence(report: OpportunityReport): ReturnType<typeof noConfidence> {
  if (report.coverage === 'none') return noConfidence('No source knows the target.');
  const { start, doubts } = weighEvidence(report, null);
  return weighConfidence(
    start,
    [nameBasis(report)],
    [
      ...doubts,
      report.inspected?.pages === null && [10, 'The source does not say which page ranks for which keyword.'],
      report.inspected?.pages_known === 0 &&
        report.inspected.pages !== null && [5, 'The pages themselves have not been crawled.'],
      report.inspected?.result_pages === 0 && [
        5,
        'No result pages are stored, so features and AI Overviews are unknown.',
      ],
      report.notes.some((note) => note.includes('miscounted')) && [20, 'Impressions in this window are unreliable.'],
    ],
  );
}

/** What a person would paste into a report. */
export function summarizeOpportunities(report: OpportunityReport, own: OwnSite | null): string {
  const { target, opportunities, total_count, summary_by_type: types, inspected, notes, coverage } = report;
  const heading = `Opportunities for ${inline(target, 80)}`;
  if (coverage === 'none')
    return formatSummary({
      heading,
      intro: explainEmptyReport(report, own),
      facts: [],
      next: own === null ? LEARN_RANKINGS_NEXT : CONNECT_CONSOLE.action,
    });
  const beyond = (total_count ?? 0) - opportunities.length;
  const high = opportunities.filter(({ priority }) => priority === 'high').length;
  return formatSummary({
    heading,
    intro: summarize(report, own),
    facts: [
      nameBasis(report),
      inspected === null
        ? undefined
        : `Inspected: ${counted(inspected.keywords, 'keyword')}${inspected.pages === null ? '' : ` on ${counted(inspected.pages, 'page')}`}${inspected.branded_left_out > 0 ? `, ${inspected.branded_left_out} branded left out` : ''}`,
      opportunities.length === 0 ? undefined : `High priority: ${high} of ${counted(opportunities.length, 'task')}`,
      types.length === 0
        ? undefined
        : `By type: ${types.map(({ type, tasks }) => `${type.replaceAll('_', ' ')} ${tasks}`).join(', ')}`,
    ],
    table: formatRows(opportunities, 10, [
      ['Task', ({ signal }) => signal.replaceAll('_', ' ')],
      ['Page', (task) => namePage(task)],
      [
        'Keyword',
        ({ keyword, cluster_size }) => `${inline(keyword, 40)}${cluster_size > 1 ? ` +${cluster_size - 1}` : ''}`,
      ],
      ['Rank', ({ rank }) => rank],
      [
        'Clicks/month',
        ({ expected_gain: gain }) =>
          gain === null ? null : `${format(gain.clicks_per_month)} (${format(gain.low)}–${format(gain.high)})`,
      ],
      ['Score', ({ score, priority }) => (priority === null ? null : score)],
    ]),
    notes: listed([
      beyond > 0 && `${counted(beyond, 'more task')} ${agree(beyond, 'is', 'are')} beyond the limit.`,
      ...notes.slice(0, 2),
    ]),
    next:
      opportunities[0]?.recommended_action ?? 'Look for new topics: no page that ranks is worth more work right now.',
  });
}

function namePage({ url, signal }: Opportunity): string {
  if (url !== null) return inline(shorten(url), 50);
  return signal === 'competitor_gap' ? 'new page' : 'unknown';
}

function shorten(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?[^/]+/, '') || '/';
}

function format(count: number): string {
  return Math.round(count).toLocaleString('en-US');
}
