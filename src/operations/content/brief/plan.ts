import { listed, makePlan, type StepDraft, type WorkflowDraft } from '../../../guidance/plan.ts';
import { formatRows, formatSummary } from '../../../guidance/summary.ts';
import { counted, joinWords, quoteWords } from '../../../kernel/grammar.ts';
import { inline } from '../../../kernel/markdown.ts';
import { askSameSearch } from '../../../study/report-parts.ts';
import { findOwnPage, planOwnPage, planShortage } from '../../../study/steps.ts';
import type { Study } from '../../../study/study.ts';
import {
  describeComparison,
  describeShortage,
  quoteKeyword,
  rateStudy,
  STUDY_GUARDRAILS,
} from '../../../study/wording.ts';
import type { BriefReport } from './report.ts';

const NAMED_MAX = 3;

/** From the brief to a page: what to decide, write, prove and check. */
export function planBrief(report: BriefReport, study: Study): WorkflowDraft {
  return makePlan({
    summary: describeState(report, study),
    steps: listSteps(report, study),
    otherwise: {
      action: 'Write the page, and check the draft against the criteria of this brief.',
      why: 'The ranking pages have little in common, so your own knowledge counts most.',
      evidence: [describeComparison(study)],
      owner_hint: 'writer',
    },
    priority: study.is_sufficient ? 'medium' : 'low',
    confidence: rateStudy(study),
    guardrails: [...STUDY_GUARDRAILS, 'State no figure, price, date or study that you have not checked yourself.'],
    next_calls: planCalls(report, findOwnPage(study)),
  });
}

function describeState({ serp_expectations: { topics, questions }, page_type }: BriefReport, study: Study): string {
  const shortage = describeShortage(study);
  if (shortage !== undefined) return shortage;
  const kind = page_type === null ? 'page' : page_type.replaceAll('_', ' ');
  return `${describeComparison(study)} A ${kind} on this search should ${topics.length === 0 ? '' : `cover ${counted(topics.length, 'topic')} and `}answer ${counted(questions.length, 'question')}.`;
}

function listSteps(report: BriefReport, study: Study): StepDraft[] {
  return listed([
    planOwnPage(findOwnPage(study)),
    planShortage(study),
    planType(report),
    planWriting(report),
    planEdge(report),
    planProof(report),
  ]);
}

function planType({ page_type_fits: fits, page_type, notes }: BriefReport): StepDraft | undefined {
  if (fits !== false) return undefined;
  return {
    action: `Decide whether a ${page_type?.replaceAll('_', ' ') ?? 'page'} is what you want to write.`,
    why: 'Most pages that rank are of another kind.',
    evidence: notes.slice(0, 1),
    owner_hint: 'SEO',
  };
}

function planWriting({
  outline = [],
  serp_expectations: { topics },
  acceptance_criteria: criteria,
}: BriefReport): StepDraft | undefined {
  if (topics.length === 0) return undefined;
  const named = topics.slice(0, NAMED_MAX).map(({ topic }) => inline(topic, 60));
  return {
    action:
      outline.length === 0
        ? `Write the page around ${quoteWords(named)}.`
        : `Write the ${counted(outline.length, 'section')} of the outline, and give most room to ${quoteWords(named)}.`,
    why: 'These matter most by how many ranking pages cover them and where they rank.',
    evidence: [
      ...topics
        .slice(0, NAMED_MAX)
        .map(({ topic, coverage, of }) => `${inline(topic, 60)}: ${coverage} of ${of} pages`),
      counted(criteria.length, 'acceptance criterion', 'acceptance criteria'),
    ],
    effort: 'high',
    owner_hint: 'writer',
  };
}

function planEdge({ differentiators }: BriefReport): StepDraft | undefined {
  const [first] = differentiators;
  if (first === undefined) return undefined;
  return {
    action: first.advice,
    why: 'It sets the page apart from those that rank.',
    evidence: first.evidence,
    effort: 'medium',
    owner_hint: 'writer',
  };
}

function planProof({ proof_requirements: proof, trust_requirements: trust }: BriefReport): StepDraft | undefined {
  if (proof.length === 0 && trust.topic_class === null) return undefined;
  return {
    action:
      trust.topic_class === null
        ? `Find your own sources for figures on ${joinWords(proof.slice(0, NAMED_MAX).map(({ claim }) => inline(claim.replace('Figures on ', ''), 70)))}.`
        : `Have the page written or reviewed by someone qualified in ${trust.topic_class}.`,
    why:
      trust.topic_class === null
        ? 'Ranking pages state figures there, and copied figures are often wrong.'
        : 'On this subject wrong advice does harm, and readers and search engines look for who says it.',
    evidence: proof.slice(0, 2).map(({ seen }) => `“${inline(seen, 140)}”`),
    effort: 'medium',
    owner_hint: 'editor',
  };
}

function planCalls({ search }: BriefReport, own: ReturnType<typeof findOwnPage>) {
  const asked = askSameSearch(search);
  const { device: _, ...anywhere } = asked;
  return [
    ...(own === undefined
      ? []
      : [
          {
            operation: 'content.refresh-brief',
            body: { ...anywhere, url: own.url, current_rank: own.position },
            reason: 'Plans how to improve your own page, which already ranks for this search.',
          },
        ]),
    {
      operation: 'content.serp-outline',
      body: { ...asked, outline_depth: 'detailed' },
      reason: 'Gives a longer outline of the same search.',
    },
    { operation: 'analyze.serp', body: asked, reason: 'Shows how strong the ranking sites are before you invest.' },
  ];
}

const ROWS_MAX = 8;

export function summarizeBrief(report: BriefReport, study: Study): string {
  const { page_meta, serp_expectations: expected, audience, differentiators, notes, page_type } = report;
  const range = expected.word_count_range;
  return formatSummary({
    heading: `Brief for ${quoteKeyword(study)}`,
    intro: describeShortage(study) ?? describeComparison(study),
    facts: [
      page_type === null ? undefined : `Page type: ${page_type.replaceAll('_', ' ')}`,
      audience.stated === null ? `Readers: ${audience.wants}` : `Readers: ${inline(audience.stated, 120)}`,
      page_meta.title_options[0] === undefined ? undefined : `Title: ${inline(page_meta.title_options[0].text, 80)}`,
      range === null ? undefined : `Length: ${range.p25} to ${range.p75} words (middle half of the compared pages)`,
      differentiators[0] === undefined ? undefined : `Set it apart: ${inline(differentiators[0].advice, 140)}`,
    ],
    table: formatRows(expected.topics, ROWS_MAX, [
      ['Readers expect', ({ topic }) => inline(topic, 60)],
      ['On pages', ({ coverage, of }) => `${coverage} of ${of}`],
      ['Importance', ({ importance }) => importance],
    ]),
    notes,
    next: listSteps(report, study).map(({ action }) => action),
  });
}
