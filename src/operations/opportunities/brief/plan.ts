import { listed, makePlan, type PlannedCall, type StepDraft, type WorkflowDraft } from '../../../guidance/plan.ts';
import { formatRows, formatSummary } from '../../../guidance/summary.ts';
import { counted, quoteWords } from '../../../kernel/grammar.ts';
import { inline } from '../../../kernel/markdown.ts';
import { planShortage } from '../../../study/steps.ts';
import type { Study } from '../../../study/study.ts';
import {
  describeComparison,
  describeShortage,
  quoteKeyword,
  rateStudy,
  STUDY_GUARDRAILS,
} from '../../../study/wording.ts';
import type { OpportunityBrief } from './report.ts';
import { EMPHASES, PLAIN } from './types.ts';

const NAMED_MAX = 3;

/** The tasks of an opportunity, in the order that its kind asks for. */
export function planOpportunity(report: OpportunityBrief, study: Study): WorkflowDraft {
  return makePlan({
    summary: describeState(report, study),
    steps: listSteps(report, study),
    otherwise: {
      action: 'Track the keyword for two weeks before you change anything.',
      why: 'Nothing in this study calls for a change.',
      evidence: [describeComparison(study)],
      owner_hint: 'SEO',
    },
    priority: report.confidence === 'low' ? 'low' : report.opportunity_type === 'quick_win' ? 'high' : 'medium',
    confidence: rateStudy(study),
    guardrails: [...STUDY_GUARDRAILS, ...report.what_not_to_do.slice(0, 2)],
    next_calls: planCalls(report),
  });
}

function describeState({ brief, opportunity_type: type }: OpportunityBrief, study: Study): string {
  const kind = type === null ? 'opportunity' : type.replaceAll('_', ' ');
  const shortage = describeShortage(study);
  const page = brief.current_page;
  const place =
    page === null ? 'A new page' : page.position === null ? 'Your page' : `Your page (position ${page.position})`;
  if (shortage !== undefined)
    return `${place} on ${quoteKeyword(study)}: ${shortage.charAt(0).toLowerCase()}${shortage.slice(1)}`;
  return `${place} on ${quoteKeyword(study)}, as a ${kind}: ${counted(brief.sections_to_add.length, 'section')} to add, ${counted(brief.questions.length, 'question')} to answer and ${counted(brief.internal_link_tasks.length, 'internal link')} to check.`;
}

function listSteps(report: OpportunityBrief, study: Study): StepDraft[] {
  const { first } = report.opportunity_type === null ? PLAIN : EMPHASES[report.opportunity_type];
  const tasks: Readonly<Record<typeof first, StepDraft | undefined>> = {
    sections: planSections(report),
    questions: planQuestions(report),
    links: planLinks(report),
    conversion: first === 'conversion' ? planConversion(report) : undefined,
    freshness: planFreshness(report, first === 'freshness'),
  };
  const others = Object.values(tasks).filter((task) => task !== tasks[first]);
  return listed([
    report.search.compared > 0 ? planShortage(study) : undefined,
    planMerge(report),
    tasks[first],
    ...others,
    planMeasure(report),
  ]);
}

function planMerge({ cannibalising_pages: pages, brief }: OpportunityBrief): StepDraft | undefined {
  const [other] = pages;
  if (other === undefined) return undefined;
  return {
    action: `Decide which page should rank, ${brief.current_page?.url ?? 'the new one'} or ${other.url}, before you write.`,
    why: 'Two pages of your site compete on this result page.',
    evidence: pages.slice(0, NAMED_MAX).map(({ url, position }) => `${url}: position ${position}`),
    effort: 'medium',
    owner_hint: 'SEO',
  };
}

function planSections({ brief: { sections_to_add: sections } }: OpportunityBrief): StepDraft | undefined {
  if (sections.length === 0) return undefined;
  return {
    action: `Write ${counted(sections.length, 'section')}: ${quoteWords(
      sections.slice(0, NAMED_MAX).map(({ heading }) => inline(heading, 60)),
      NAMED_MAX,
    )}.`,
    why: 'The ranking pages treat them, and readers look for them.',
    evidence: sections.slice(0, NAMED_MAX).map(({ heading, why }) => `${inline(heading, 60)}: ${why}`),
    effort: sections.length > 3 ? 'high' : 'medium',
    owner_hint: 'writer',
  };
}

function planQuestions({ brief: { questions } }: OpportunityBrief): StepDraft | undefined {
  const open = questions.filter(({ answered }) => answered !== true);
  if (open.length === 0) return undefined;
  return {
    action: `Answer ${quoteWords(open.slice(0, NAMED_MAX).map(({ question }) => inline(question, 90)))} in 40 to 60 words each, right below a heading that asks it.`,
    why: 'Short answers are what snippets and AI Overviews quote.',
    evidence: [`${counted(open.length, 'question')} without an answer on your page`],
    effort: 'low',
    owner_hint: 'writer',
  };
}

function planLinks({ brief: { internal_link_tasks: tasks } }: OpportunityBrief): StepDraft | undefined {
  const [first] = tasks;
  if (first === undefined) return undefined;
  return {
    action: first.task,
    why: `${counted(tasks.length, 'page')} of your site are about the search and could pass on links.`,
    evidence: tasks.slice(0, NAMED_MAX).flatMap(({ from }) => from ?? []),
    effort: 'low',
    owner_hint: 'editor',
  };
}

function planConversion({ brief: { serp_intent: intent } }: OpportunityBrief): StepDraft {
  return {
    action: 'Put the offer, its price and one next step where readers who compare will look for them.',
    why: 'Visits on this search are worth what they convert.',
    evidence: [`main intent: ${intent.main ?? 'unknown'}`],
    effort: 'medium',
    owner_hint: 'marketing',
  };
}

function planFreshness({ freshness }: OpportunityBrief, isFirst: boolean): StepDraft | undefined {
  if (!isFirst || freshness.newest === null) return undefined;
  return {
    action: 'Check every figure, price and date on the page, and update what has changed.',
    why: 'A page that lost ground is often simply older than those above it.',
    evidence: [
      `newest compared page: ${freshness.newest.slice(0, 10)}`,
      `${freshness.dated} of ${freshness.of} compared pages show a date`,
    ],
    effort: 'medium',
    owner_hint: 'editor',
  };
}

function planMeasure({ brief: { success_metric: metric } }: OpportunityBrief): StepDraft {
  return {
    action: `Measure ${metric.metric}: ${metric.where}. The aim: ${metric.to}.`,
    why: `First signs come after some ${counted(metric.weeks.first_sign, 'week')}; judge after ${counted(metric.weeks.judge_after, 'week')}.`,
    evidence: [`today: ${metric.from ?? 'unknown'}`],
    owner_hint: 'SEO',
  };
}

function planCalls({ search, brief, opportunity_type: type }: OpportunityBrief): PlannedCall[] {
  const { keyword, location_code, language } = search;
  const place = location_code === null ? {} : { location_code };
  const page = brief.current_page;
  return listed<PlannedCall>([
    page === null
      ? {
          operation: 'content.brief',
          body: { keyword, ...place, language },
          reason: 'Gives the writer of the new page a whole brief.',
        }
      : {
          operation: 'content.gap',
          body: { url: page.url, keyword, ...place, language },
          reason: 'Shows every topic with its evidence.',
        },
    page !== null && {
      operation: 'rank.track',
      body: { keyword, url: page.url, ...place, language },
      reason: 'Notes today’s position, so that the change can be measured.',
    },
    type === 'ai_overview_opportunity' && {
      operation: 'ai-overview.extract',
      body: { keyword, ...place, language },
      reason: 'Shows which passages the AI Overview cites.',
    },
  ]);
}

const ROWS_MAX = 6;

export function summarizeOpportunity(report: OpportunityBrief, study: Study): string {
  const { brief, length_guidance: range, notes } = report;
  const metric = brief.success_metric;
  return formatSummary({
    heading: `Opportunity: ${quoteKeyword(study)}`,
    intro: describeState(report, study),
    facts: [
      brief.current_page === null ? undefined : `Page: ${inline(brief.current_page.url, 100)}`,
      brief.current_page === null || brief.current_page.coverage_score === null
        ? undefined
        : `Coverage of shared topics: ${brief.current_page.coverage_score} of 100`,
      range === null ? undefined : `Length: ${range.p25} to ${range.p75} words (middle half of the compared pages)`,
      `Success: ${metric.metric}, ${metric.to}, judged after ${counted(metric.weeks.judge_after, 'week')}`,
    ],
    table: formatRows(brief.sections_to_add, ROWS_MAX, [
      ['Section to add', ({ heading }) => inline(heading, 60)],
      ['Points', ({ points }) => inline(points.join('; '), 60)],
      ['Seen on', ({ seen_on }) => counted(seen_on.length, 'page')],
    ]),
    notes,
    next: listSteps(report, study).map(({ action }) => action),
  });
}
