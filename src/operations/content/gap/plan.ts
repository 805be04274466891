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
import type { GapReport } from '../../../study/gap-report.ts';
import type { CoveredElsewhere } from './elsewhere.ts';

const NAMED_MAX = 3;

/** What to write so that the page covers what the ranking pages cover. */
export function planGap(report: GapReport, study: Study, elsewhere: readonly CoveredElsewhere[]): WorkflowDraft {
  return makePlan({
    summary: `${introduceBlock(report.page.search_block)}${describeState(report, study)}`,
    steps: listSteps(report, study, elsewhere),
    otherwise: {
      action: 'Leave the content of the page as it is, and look at its links and its title instead.',
      why: 'It covers what the ranking pages have in common.',
      evidence: [`coverage_score: ${report.coverage_score ?? 'unknown'}`],
      owner_hint: 'SEO',
    },
    priority: ratePriority(report),
    confidence: rateStudy(study),
    guardrails: STUDY_GUARDRAILS,
    next_calls: planCalls(report, study),
  });
}

function describeState(report: GapReport, study: Study): string {
  const { coverage_score: score, missing_topics: missing, thin_topics: thin } = report;
  const shortage = describeShortage(study);
  if (shortage !== undefined) return shortage;
  if (score === null)
    return `The pages that rank for ${quoteKeyword(study)} share no topic, so nothing can be said to be missing from yours.`;
  const lacks =
    missing.length === 0
      ? 'It mentions every topic that they share'
      : `It lacks ${counted(missing.length, 'topic')} that they share`;
  const short = thin.length === 0 ? '' : ` and is thin on ${counted(thin.length, 'other')}`;
  return `Your page covers ${score}% of what the ranking pages for ${quoteKeyword(study)} share, weighted by importance. ${lacks}${short}.`;
}

function listSteps(report: GapReport, study: Study, elsewhere: readonly CoveredElsewhere[]): StepDraft[] {
  return listed([
    planBlock(report.page.search_block),
    planShortage(study),
    planPageType(study),
    planMissing(report),
    planElsewhere(elsewhere),
    planThin(report),
    planMentions(report),
    planQuestions(report),
    planKeep(report),
  ]);
}

function planPageType({ is_mixed, purpose }: Study): StepDraft | undefined {
  if (purpose !== 'sell' && purpose !== 'price') return undefined;
  return {
    action: 'Check whether this page is the right kind for the search before you add text.',
    why: is_mixed
      ? 'The ranking pages serve different purposes.'
      : 'Most ranking pages sell: a longer article will hardly replace them.',
    evidence: [`purpose of the ranking pages: ${purpose}`],
    owner_hint: 'SEO',
  };
}

function planMissing({
  missing_topics: missing,
  content_brief: { sections_to_add: sections },
}: GapReport): StepDraft | undefined {
  if (sections.length === 0) return undefined;
  const named = sections.slice(0, NAMED_MAX).map(({ heading }) => inline(heading, 60));
  const headed = missing.filter(({ in_headings }) => in_headings > 0);
  return {
    action: `Add ${agree(named.length, 'a section', 'sections')} on ${quoteWords(named)}.`,
    why: `${counted(headed.length, 'topic')} with a heading on other pages ${agree(headed.length, 'is', 'are')} missing from yours.`,
    evidence: headed.slice(0, NAMED_MAX).map(proveTopic),
    effort: sections.length > 3 ? 'high' : 'medium',
    owner_hint: 'editor',
  };
}

function planElsewhere(elsewhere: readonly CoveredElsewhere[]): StepDraft | undefined {
  if (elsewhere.length === 0) return undefined;
  const named = elsewhere.slice(0, NAMED_MAX);
  return {
    action: `Link to your own ${agree(named.length, 'page', 'pages')} on ${quoteWords(named.map(({ topic }) => inline(topic, 60)))}, and keep what you write about ${agree(named.length, 'it', 'them')} here short.`,
    why: 'Two pages of one site on the same topic compete with each other.',
    evidence: named.map(({ topic, url }) => `${inline(topic, 60)}: ${url}`),
    effort: 'low',
    owner_hint: 'editor',
  };
}

function planMentions({ missing_topics: missing }: GapReport): StepDraft | undefined {
  const unheaded = missing.filter(({ in_headings }) => in_headings === 0);
  if (unheaded.length === 0) return undefined;
  return {
    action: `Mention ${quoteWords(unheaded.slice(0, 5).map(({ topic }) => inline(topic, 40)))} where ${agree(Math.min(unheaded.length, 5), 'it fits', 'they fit')}.`,
    why: `Other pages say something about ${agree(unheaded.length, 'it', 'them')} without a heading, so a sentence is enough.`,
    evidence: unheaded.slice(0, NAMED_MAX).map(proveTopic),
    effort: 'low',
    owner_hint: 'editor',
  };
}

function proveTopic({ topic, coverage, of, seen_on }: GapReport['missing_topics'][number]): string {
  return `${inline(topic, 60)}: on ${coverage} of ${of} pages, such as ${seen_on[0]?.url ?? ''}`;
}

function planThin({ thin_topics: thin }: GapReport): StepDraft | undefined {
  if (thin.length === 0) return undefined;
  const named = thin.slice(0, NAMED_MAX);
  return {
    action: `Say more about ${quoteWords(named.map(({ topic }) => inline(topic, 60)))}.`,
    why: 'Your page mentions these in passing where others give them a section.',
    evidence: named.map(
      ({ topic, own_words, usual_words }) =>
        `${inline(topic, 60)}: ${counted(own_words, 'word')}, usually about ${usual_words ?? own_words}`,
    ),
    effort: 'medium',
    owner_hint: 'editor',
  };
}

function planQuestions({ questions_unanswered: open }: GapReport): StepDraft | undefined {
  if (open.length === 0) return undefined;
  return {
    action: `Answer ${quoteWords(open.slice(0, NAMED_MAX).map(({ question }) => inline(question, 90)))} in a sentence or two${open.length === 1 ? '' : ' each'}.`,
    why: `${counted(open.length, 'question')} from the result page and the ranking pages ${agree(open.length, 'has', 'have')} no answer on your page.`,
    evidence: open
      .slice(0, NAMED_MAX)
      .map(({ question, seen_in, seen_on }) =>
        seen_in === 'headings'
          ? `“${inline(question, 90)}” is a heading on ${counted(seen_on.length, 'page')}`
          : `“${inline(question, 90)}” is shown under “People also ask”`,
      ),
    effort: 'low',
    owner_hint: 'editor',
  };
}

function planKeep({ unique_topics: unique }: GapReport): StepDraft | undefined {
  if (unique.length === 0) return undefined;
  return {
    action: `Keep ${quoteWords(unique.slice(0, NAMED_MAX).map(({ heading }) => inline(heading, 60)))}.`,
    why:
      unique.length === 1
        ? 'No compared page has this: it is what your page adds.'
        : 'No compared page has these: they are what your page adds.',
    evidence: [`${counted(unique.length, 'section')} of your own`],
    owner_hint: 'editor',
  };
}

const LOW_SCORE = 60;
const FAIR_SCORE = 85;

function ratePriority({ coverage_score: score, page }: GapReport): Level {
  if (page.search_block !== null) return 'high';
  if (score === null) return 'low';
  if (score < LOW_SCORE) return 'high';
  return score < FAIR_SCORE ? 'medium' : 'low';
}

function planCalls({ page, search }: GapReport, study: Study): PlannedCall[] {
  const place = search.location_code === null ? {} : { location_code: search.location_code };
  const asked = { keyword: search.keyword, ...place, language: search.language };
  return listed<PlannedCall>([
    ...callsForBlock(page.search_block),
    study.is_sufficient && {
      operation: 'content.refresh-brief',
      body: { url: page.url, ...asked },
      reason: 'Turns the gaps into a plan: what to keep, add, update and merge.',
    },
    page.search_block === null &&
      study.is_sufficient && {
        operation: 'content.technical-qa',
        body: { url: page.url },
        reason: 'Checks that nothing technical holds the page back before you rewrite it.',
      },
    {
      operation: 'analyze.serp',
      body: asked,
      reason: 'Shows how strong the ranking sites are, and which features the result page has.',
    },
  ]);
}

const ROWS_MAX = 8;

/** What a person would paste into a brief. */
export function summarizeGap(report: GapReport, study: Study, elsewhere: readonly CoveredElsewhere[]): string {
  const {
    missing_topics: missing,
    thin_topics: thin,
    questions_unanswered: open,
    unique_topics: unique,
    word_count_range: range,
  } = report;
  const shortage = describeShortage(study);
  return formatSummary({
    heading: `Content gap for ${quoteKeyword(study)}`,
    intro: `${introduceBlock(report.page.search_block)}${shortage ?? describeComparison(study)}`,
    facts: [
      report.coverage_score === null ? undefined : `Coverage: ${report.coverage_score} of 100`,
      study.is_sufficient ? `Missing: ${counted(missing.length, 'topic')}; thin: ${thin.length}` : undefined,
      open.length === 0 ? undefined : `Unanswered: ${counted(open.length, 'question')}`,
      unique.length === 0
        ? undefined
        : `Only on your page: ${joinWords(unique.slice(0, NAMED_MAX).map(({ heading }) => inline(heading, 50)))}`,
      range === null
        ? undefined
        : `Your page has ${counted(report.page.word_count, 'word')}; the middle half of the compared pages has ${range.p25} to ${range.p75}`,
    ],
    table: formatRows(missing, ROWS_MAX, [
      ['Missing topic', ({ topic }) => inline(topic, 60)],
      ['On pages', ({ coverage, of }) => `${coverage} of ${of}`],
      ['Importance', ({ importance }) => importance],
      ['Example', ({ seen_on }) => inline(seen_on[0]?.url ?? '', 60)],
    ]),
    notes: report.notes,
    next: listSteps(report, study, elsewhere).map(({ action }) => action),
  });
}
