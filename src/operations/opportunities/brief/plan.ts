import { listed, makePlan, type PlannedCall, type StepDraft, type WorkflowDraft } from '../../../guidance/plan.ts';
import { callsForBlock, introduceBlock, planBlock } from '../../../guidance/search-block.ts';
import { formatRows, formatSummary } from '../../../guidance/summary.ts';
import { agree, counted, joinWords, quoteWords } from '../../../kernel/grammar.ts';
import type { Level } from '../../../kernel/level.ts';
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
import { chooseEmphasis, type OpportunityType } from './types.ts';

const NAMED_MAX = 3;

/** The tasks of an opportunity, in the order that its kind asks for. */
export function planOpportunity(report: OpportunityBrief, study: Study): WorkflowDraft {
  return makePlan({
    summary: `${introduceBlock(blockOf(report))}${describeState(report, study)}`,
    steps: listSteps(report, study),
    otherwise: {
      action: 'Track the keyword for two weeks before you change anything.',
      why: 'Nothing in this study calls for a change.',
      evidence: [describeComparison(study)],
      owner_hint: 'SEO',
    },
    priority: ratePriority(report),
    confidence: rateStudy(study),
    guardrails: [...STUDY_GUARDRAILS, ...report.what_not_to_do.slice(0, 2)],
    next_calls: [...callsForBlock(blockOf(report)), ...planCalls(report)],
  });
}

function ratePriority(report: OpportunityBrief): Level {
  if (blockOf(report) !== null) return 'high';
  if (report.confidence === 'low') return 'low';
  return report.opportunity_type === 'quick_win' ? 'high' : 'medium';
}

function blockOf({ brief: { current_page: page } }: OpportunityBrief) {
  return page?.search_block ?? null;
}

function describeState(report: OpportunityBrief, study: Study): string {
  const { brief, opportunity_type: type } = report;
  const kind = type === null ? '' : `, as ${KIND_WORDS[type]}`;
  const page = brief.current_page;
  const rank = report.current_rank;
  const place = rank === null ? (page === null ? 'A new page' : 'Your page') : `Your page (position ${rank})`;
  const questions = counted(brief.questions.filter(({ answered }) => answered !== true).length, 'question');
  const start = `${place} on ${quoteKeyword(study)}${kind}`;
  if (study.compared.length === 0 && report.competitor_outlines.length === 0)
    return `${start}: ${questions} to answer. The pages that rank were not read, so this rests on the result page${page === null ? '' : ' and your page'} alone.`;
  const shortage = describeShortage(study);
  if (shortage !== undefined) return `${start}: ${shortage.charAt(0).toLowerCase()}${shortage.slice(1)}`;
  const links = brief.internal_link_tasks;
  return `${start}: ${joinWords([
    `${counted(brief.sections_to_add.length, 'section')} to add`,
    `${questions} to answer`,
    ...(links === null || links.length === 0 ? [] : [`${counted(links.length, 'internal link')} to add`]),
  ])}.`;
}

const KIND_WORDS: Readonly<Record<OpportunityType, string>> = {
  quick_win: 'a quick win',
  content_refresh: 'a content refresh',
  ai_overview_opportunity: 'an AI Overview opportunity',
  featured_snippet_opportunity: 'a featured snippet opportunity',
  commercial_intent_opportunity: 'a commercial opportunity',
  lost_keyword_recovery: 'a lost keyword to win back',
  competitor_gap: 'a gap to competitors',
};

function listSteps(report: OpportunityBrief, study: Study): StepDraft[] {
  const type = report.opportunity_type ?? undefined;
  const { first } = chooseEmphasis(type, report.current_rank);
  const tasks: Readonly<Record<typeof first, StepDraft | undefined>> = {
    overview: type === 'ai_overview_opportunity' ? planOverview(report) : undefined,
    freshness: type === 'content_refresh' || type === 'lost_keyword_recovery' ? planFreshness(report) : undefined,
    conversion: type === 'commercial_intent_opportunity' ? planConversion(report) : undefined,
    sections: planSections(report),
    questions: planQuestions(report),
    links: planLinks(report),
  };
  const others = Object.values(tasks).filter((task) => task !== tasks[first]);
  return listed([
    planBlock(blockOf(report)),
    report.competitor_outlines.length > 0 ? planShortage(study) : undefined,
    planMerge(report),
    tasks[first],
    ...others,
    planRivalCheck(report),
    planMeasure(report),
  ]);
}

/** A page that stands beside this one today, or that a new one would compete with, has to be decided about first. */
function planMerge({ cannibalising_pages: pages, brief }: OpportunityBrief): StepDraft | undefined {
  const own = brief.current_page?.url;
  const rivals = (pages ?? []).filter(({ position }) => own === undefined || position !== null);
  const [other] = rivals;
  if (other === undefined) return undefined;
  const step = { evidence: listSightings(rivals), effort: 'medium', owner_hint: 'SEO' } as const;
  if (own === undefined)
    return {
      ...step,
      action: `Improve ${other.url} instead of writing a new page, or say what the new page does that it does not.`,
      why: `A page of your site ${other.position === null ? 'has ranked' : 'ranks'} for this search already.`,
    };
  return {
    ...step,
    action: `Decide which page should rank, ${own} or ${other.url}, before you write.`,
    why: 'Another page of your site ranks for this search, and the two compete.',
  };
}

/** A page that only earlier checks saw may have stopped competing. */
function planRivalCheck({ cannibalising_pages: pages, brief }: OpportunityBrief): StepDraft | undefined {
  const own = brief.current_page?.url;
  const [other, ...more] = (pages ?? []).filter(({ position }) => position === null);
  if (own === undefined || other === undefined) return undefined;
  return {
    action: `Check whether ${other.url} still competes with ${own}.`,
    why: 'It has ranked for this search and is not on this result page. Search engines may switch between the two.',
    evidence: listSightings([other, ...more]),
    effort: 'low',
    owner_hint: 'SEO',
  };
}

function listSightings(pages: NonNullable<OpportunityBrief['cannibalising_pages']>): string[] {
  return pages
    .slice(0, NAMED_MAX)
    .map(
      ({ url, last_position, last_seen_at, checks, of }) =>
        `${url}: position ${last_position} on ${last_seen_at.slice(0, 10)}, on ${checks} of ${counted(of, 'result page')}`,
    );
}

function planOverview({ ai_overview_targets: overview }: OpportunityBrief): StepDraft {
  const step = { effort: 'medium', owner_hint: 'writer' } as const;
  if (overview === null)
    return {
      ...step,
      action: 'Look the keyword up with a source that shows AI Overviews before you write for one.',
      why: 'The source of this result page cannot see them, so it is unknown whether there is one.',
      effort: 'low',
      owner_hint: 'SEO',
    };
  if (overview.status !== 'present' || overview.cited === null)
    return {
      ...step,
      action: 'Check for a week whether an AI Overview appears at all.',
      why:
        overview.status === 'absent'
          ? 'This result page has none.'
          : 'This result page has one whose text was not loaded.',
      evidence: [`AI Overview: ${overview.status.replaceAll('_', ' ')}`],
      effort: 'low',
      owner_hint: 'SEO',
    };
  const sites = [...new Set(overview.cited.map(({ domain }) => domain))];
  return {
    ...step,
    action: 'State on the page, each in a passage that stands on its own, what the AI Overview says and you can prove.',
    why: 'An AI Overview cites passages that make one point without the text around them.',
    evidence: [
      `cited: ${joinWords(sites, NAMED_MAX)}`,
      ...(overview.passages ?? []).slice(0, NAMED_MAX).map((passage) => `“${inline(passage, 160)}”`),
    ],
  };
}

function planSections({ brief }: OpportunityBrief): StepDraft | undefined {
  const { sections_to_add: sections, current_page: page } = brief;
  const gaps = page?.gaps ?? [];
  if (sections.length === 0) return planMentions(gaps);
  return {
    action: `Write ${agree(sections.length, 'a section', `${sections.length} sections`)}: ${quoteWords(
      sections.map(({ heading }) => inline(heading, 60)),
      NAMED_MAX,
    )}.`,
    why: `The ranking pages cover ${agree(sections.length, 'it', 'them')}, and readers look for ${agree(sections.length, 'it', 'them')}.`,
    evidence: listed([
      ...sections.slice(0, NAMED_MAX).map(({ heading, why }) => `${inline(heading, 60)}: ${why}`),
      gaps.length > sections.length
        ? `all ${gaps.length} missing topics are in current_page.gaps; these matter most`
        : undefined,
    ]),
    effort: sections.length > 3 ? 'high' : 'medium',
    owner_hint: 'writer',
  };
}

/** Topics that no ranking page gives a heading need none here either. */
function planMentions(gaps: readonly string[]): StepDraft | undefined {
  if (gaps.length === 0) return undefined;
  return {
    action: `Mention ${quoteWords(
      gaps.map((gap) => inline(gap, 60)),
      NAMED_MAX,
    )} where the text is already close to the topic.`,
    why: `The ranking pages mention ${agree(gaps.length, 'it', 'them')} without a heading, and your page does not mention ${agree(gaps.length, 'it', 'them')} at all.`,
    evidence: [`${counted(gaps.length, 'topic')} in current_page.gaps`],
    effort: 'low',
    owner_hint: 'writer',
  };
}

function planQuestions({ brief }: OpportunityBrief): StepDraft | undefined {
  const { questions, current_page: page, sections_to_add: sections } = brief;
  const open = questions.filter(
    ({ question, answered }) => answered !== true && !sections.some(({ heading }) => heading === question),
  );
  if (open.length === 0) return undefined;
  return {
    action: `Answer ${quoteWords(
      open.map(({ question }) => inline(question, 90)),
      NAMED_MAX,
    )} in 40 to 60 words${open.length === 1 ? '' : ' each'}, right below a heading that asks it.`,
    why: 'Snippets and AI Overviews quote short answers.',
    evidence: [
      `${counted(open.length, 'question')} from the result page or the headings of ranking pages${page === null ? '' : ` ${agree(open.length, 'is')} not answered on your page`}`,
    ],
    effort: 'low',
    owner_hint: 'writer',
  };
}

function planLinks({ brief: { internal_link_tasks: tasks } }: OpportunityBrief): StepDraft | undefined {
  const [first] = tasks ?? [];
  if (tasks === null || first === undefined) return undefined;
  return {
    action:
      tasks.length === 1 ? first.task : `Work through the ${counted(tasks.length, 'internal link')}. ${first.task}`,
    why: `${counted(tasks.length, 'page')} of your site ${agree(tasks.length, 'is')} about this search and ${agree(tasks.length, 'does')} not link here in the text, as far as is known.`,
    evidence: tasks.slice(0, NAMED_MAX).map(({ from }) => from),
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

function planFreshness({ brief, freshness: { own, newest, dated, of } }: OpportunityBrief): StepDraft | undefined {
  if (brief.current_page === null) return undefined;
  const isOlder = own !== null && newest !== null && own.slice(0, 10) < newest.slice(0, 10);
  return {
    action: 'Check every figure, price and date on the page, and update what has changed.',
    why: isOlder
      ? 'Your page is older than the newest page that ranks.'
      : 'What is out of date costs trust, whatever the position.',
    evidence: listed([
      own === null ? 'your page shows no date' : `your page: ${own.slice(0, 10)}`,
      newest === null ? undefined : `newest compared page: ${newest.slice(0, 10)}`,
      of === 0 ? undefined : `${dated} of ${counted(of, 'compared page')} ${agree(dated, 'shows', 'show')} a date`,
    ]),
    effort: 'medium',
    owner_hint: 'editor',
  };
}

function planMeasure({ brief: { success_metric: metric } }: OpportunityBrief): StepDraft {
  return {
    action: `Measure ${metric.metric} ${metric.where}. Aim: ${metric.to}.`,
    why: `Expect a first sign after ${counted(metric.weeks.first_sign, 'week')}, and judge after ${metric.weeks.judge_after}.`,
    evidence: [`today: ${metric.from ?? 'unknown'}`],
    owner_hint: 'SEO',
  };
}

function planCalls(report: OpportunityBrief): PlannedCall[] {
  const { search, brief, opportunity_type: type } = report;
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
    page !== null &&
      type === 'lost_keyword_recovery' && {
        operation: 'content-decay.detect',
        body: { url: page.url, keyword, ...place, language },
        reason: 'Tells when the page began to lose traffic, and why.',
      },
    page !== null &&
      type === 'content_refresh' && {
        operation: 'content.refresh-brief',
        body: { url: page.url, keyword, ...place, language },
        reason: 'Names the statements that may be out of date, the dead links, and what to keep.',
      },
    page !== null &&
      type === 'commercial_intent_opportunity' && {
        operation: 'page.cro-qa',
        body: { url: page.url },
        reason: 'Finds what stops visitors from converting.',
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
  const best = brief.current_page?.best_position;
  return formatSummary({
    heading: `Opportunity: ${quoteKeyword(study)}`,
    intro: `${introduceBlock(blockOf(report))}${describeState(report, study)}`,
    facts: [
      brief.current_page === null ? undefined : `Page: ${inline(brief.current_page.url, 100)}`,
      brief.current_page === null || brief.current_page.coverage_score === null
        ? undefined
        : `Coverage of shared topics: ${brief.current_page.coverage_score} of 100`,
      range === null
        ? undefined
        : `Length: ${brief.current_page === null ? '' : `${counted(brief.current_page.word_count, 'word')}; `}the middle half of the compared pages has ${range.p25} to ${range.p75} words`,
      best === null || best === undefined || (report.current_rank !== null && report.current_rank <= best.position)
        ? undefined
        : `Best earlier position: ${best.position} on ${best.checked_at.slice(0, 10)}`,
      `Success is measured by ${metric.metric}. Today: ${metric.from ?? 'unknown'}. Aim: ${metric.to}. Judge after ${counted(metric.weeks.judge_after, 'week')}`,
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
