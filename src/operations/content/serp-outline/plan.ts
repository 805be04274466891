import { listed, makePlan, type PlannedCall, type StepDraft, type WorkflowDraft } from '../../../guidance/plan.ts';
import { formatRows, formatSummary } from '../../../guidance/summary.ts';
import { agree, counted, joinWords, quoteWords } from '../../../kernel/grammar.ts';
import { inline } from '../../../kernel/markdown.ts';
import type { Study } from '../../../study/study.ts';
import { askSameSearch } from '../../../study/report-parts.ts';
import { findOwnPage, planOwnPage, planShortage } from '../../../study/steps.ts';
import {
  describeComparison,
  describeShortage,
  quoteKeyword,
  rateStudy,
  STUDY_GUARDRAILS,
} from '../../../study/wording.ts';
import type { OutlineReport } from './report.ts';

const NAMED_MAX = 3;

/** What to write, in which order, and what to decide first. */
export function planWriting(report: OutlineReport, study: Study): WorkflowDraft {
  return makePlan({
    summary: describeState(report, study),
    steps: listSteps(report, study),
    otherwise: {
      action: 'Write from what you know of your readers: the ranking pages have no section in common.',
      why: 'Each of them covers the search in its own way.',
      evidence: [describeComparison(study)],
      owner_hint: 'editor',
    },
    priority: report.outline.length === 0 ? 'low' : 'medium',
    confidence: rateStudy(study),
    guardrails: [...STUDY_GUARDRAILS, 'Use a title only if the page keeps what it promises.'],
    next_calls: planCalls(report),
  });
}

function describeState(report: OutlineReport, study: Study): string {
  const shortage = describeShortage(study);
  if (shortage !== undefined) return shortage;
  const { shared, asked } = splitSections(report);
  const seen = report.questions.length;
  const sections = shared.length === 0 ? 'no section' : counted(shared.length, 'section');
  const rest =
    asked.length === 0
      ? `${counted(seen, 'question')} ${agree(seen, 'is', 'are')} worth answering`
      : `the outline ${shared.length === 0 ? 'consists of' : 'adds'} ${counted(asked.length, 'question')} that searchers or ranking pages ask`;
  return `${describeComparison(study)} They share ${sections}; ${rest}.`;
}

type Sections = OutlineReport['outline'];

/** Sections that the pages share, and questions that stand in for those they lack. */
function splitSections({ outline, questions }: OutlineReport): Record<'shared' | 'asked', Sections> {
  const asked = new Set(questions.map(({ question }) => question));
  return {
    shared: outline.filter(({ h2 }) => !asked.has(h2)),
    asked: outline.filter(({ h2 }) => asked.has(h2)),
  };
}

function listSteps(report: OutlineReport, study: Study): StepDraft[] {
  return listed([
    planOwnPage(findOwnPage(study)),
    planShortage(study),
    planFormat(report, study),
    planSections(report),
    planQuestions(report),
    planTitle(report),
  ]);
}

const NOT_WRITTEN: ReadonlySet<string> = new Set(['product', 'tool', 'local']);
const FORMAT_NAMES: Readonly<Record<string, string>> = {
  product: 'product and category pages',
  tool: 'tools',
  local: 'pages of local businesses',
};

function planFormat(
  { format, format_evidence: evidence, serp_intent: intent }: OutlineReport,
  study: Study,
): StepDraft | undefined {
  if (!study.is_sufficient) return undefined;
  if (format !== null && NOT_WRITTEN.has(format)) {
    return {
      action: 'Decide whether you want to write an article at all.',
      why: `Most pages that rank are ${FORMAT_NAMES[format] ?? format}: an article is the wrong kind of page for this search.`,
      evidence,
      owner_hint: 'SEO',
    };
  }
  if (!intent.is_mixed) return undefined;
  const shares = intent.shares.slice(0, 2).map(({ intent: name, share }) => `${name}: ${Math.round(share * 100)}%`);
  return {
    action: 'Choose one intent for the page, and leave the other to a page of its own.',
    why: 'The result page mixes intents, and one page rarely serves both.',
    evidence: shares,
    owner_hint: 'SEO',
  };
}

function planSections(report: OutlineReport): StepDraft | undefined {
  const { outline, word_count_range: range } = report;
  if (outline.length === 0) return undefined;
  const { shared, asked } = splitSections(report);
  return {
    action: `Write the ${counted(outline.length, 'section')} of the outline, beginning with “${inline(outline[0]?.h2 ?? '', 60)}”.`,
    why:
      shared.length === 0
        ? 'The ranking pages have no section in common; these are the questions that searchers and pages ask.'
        : `They are what the ranking pages have in common, in the order in which most of them go${asked.length === 0 ? '' : ', and the questions that searchers ask'}.`,
    evidence: [
      ...outline.slice(0, NAMED_MAX).map(({ h2, purpose }) => `${inline(h2, 60)}: ${purpose}`),
      ...(range === null ? [] : [`middle half of the compared pages: ${range.p25} to ${range.p75} words`]),
    ],
    effort: 'high',
    owner_hint: 'writer',
  };
}

function planQuestions({ questions: seen, outline }: OutlineReport): StepDraft | undefined {
  const questions = seen.filter(({ question }) => !outline.some(({ h2 }) => h2 === question));
  if (questions.length === 0) return undefined;
  const named = questions.slice(0, NAMED_MAX).map(({ question }) => inline(question, 90));
  return {
    action: `Answer ${quoteWords(named)} where the text covers them.`,
    why: 'Searchers see these questions, or other pages answer them.',
    evidence: [`${counted(questions.length, 'question')} seen`],
    effort: 'low',
    owner_hint: 'writer',
  };
}

function planTitle({ title_options: titles, outline }: OutlineReport): StepDraft | undefined {
  const [first] = titles ?? [];
  if (first === undefined || outline.length === 0) return undefined;
  return {
    action: `Choose a title, such as “${inline(first.text, 80)}”.`,
    why: first.why,
    evidence: [`${first.pixel_width} pixels wide`],
    owner_hint: 'editor',
  };
}

function planCalls({ search }: OutlineReport): PlannedCall[] {
  const { keyword, location_code, language } = search;
  const asked = askSameSearch(search);
  return [
    {
      operation: 'content.brief',
      body: asked,
      reason: 'Adds readers, proof, voice and measurable criteria to the outline.',
    },
    { operation: 'analyze.serp', body: asked, reason: 'Shows how strong the ranking sites are before you write.' },
    {
      operation: 'keyword-ideas.suggest',
      body: { keyword, ...(location_code === null ? {} : { location_code }), language },
      reason: 'Finds further searches that the page could answer.',
    },
  ];
}

const ROWS_MAX = 10;

export function summarizeOutline(report: OutlineReport, study: Study): string {
  const { outline, questions, title_options: titles, word_count_range: range, notes } = report;
  return formatSummary({
    heading: `Outline for ${quoteKeyword(study)}`,
    intro: describeShortage(study) ?? describeComparison(study),
    facts: [
      titles === null || titles.length === 0 ? undefined : `Title: ${inline(titles[0]?.text ?? '', 80)}`,
      range === null ? undefined : `Length: ${range.p25} to ${range.p75} words (middle half of the compared pages)`,
      questions.length === 0
        ? undefined
        : `Questions: ${joinWords(questions.slice(0, NAMED_MAX).map(({ question }) => inline(question, 80)))}`,
    ],
    table: formatRows(outline, ROWS_MAX, [
      ['Section', ({ h2 }) => inline(h2, 60)],
      ['Subheadings', ({ h3 }) => inline(h3.join('; '), 80)],
      ['On pages', ({ pages, of }) => `${pages} of ${of}`],
    ]),
    notes,
    next: listSteps(report, study).map(({ action }) => action),
  });
}
