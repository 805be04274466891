import { listed, makePlan, type PlannedCall, type StepDraft, type WorkflowDraft } from '../../../guidance/plan.ts';
import { formatRows, formatSummary } from '../../../guidance/summary.ts';
import { counted } from '../../../kernel/grammar.ts';
import type { Level } from '../../../kernel/level.ts';
import { inline } from '../../../kernel/markdown.ts';
import { askSameSearch } from '../../../study/report-parts.ts';
import { planShortage } from '../../../study/steps.ts';
import type { Study } from '../../../study/study.ts';
import { describeShortage, quoteKeyword, rateStudy, STUDY_GUARDRAILS } from '../../../study/wording.ts';
import type { DraftReport } from './report.ts';

const STEPS_MAX = 6;
const STATES: Readonly<Record<NonNullable<DraftReport['readiness']>, string>> = {
  ready: 'It is ready to publish',
  minor_edits: 'It needs minor edits',
  major_edits: 'It needs major edits',
  not_ready: 'It is not ready',
};

/** What to edit, in the order that wins most. */
export function planEditing(report: DraftReport, study: Study): WorkflowDraft {
  return makePlan({
    summary: describeState(report, study),
    steps: listed([planShortage(study), ...report.editor_tasks.slice(0, STEPS_MAX).map(planTask)]),
    otherwise: {
      action: 'Publish the draft.',
      why: 'It covers what readers expect, and nothing is left to mend.',
      evidence: [`publish_readiness_score: ${report.publish_readiness_score ?? 'unknown'}`],
      owner_hint: 'editor',
    },
    priority: ratePriority(report),
    confidence: rateStudy(study),
    guardrails: [
      ...STUDY_GUARDRAILS,
      'The score compares with pages that rank; it neither checks facts nor looks for copied text.',
    ],
    next_calls: planCalls(report),
  });
}

function describeState(
  { publish_readiness_score: score, readiness, coverage_score, missing_topics, proof_gaps }: DraftReport,
  study: Study,
): string {
  const shortage = describeShortage(study);
  if (shortage !== undefined || score === null || readiness === null) return shortage ?? 'Nothing could be scored.';
  const claims = `makes ${counted(proof_gaps.length, 'claim')} without a source`;
  const faults =
    coverage_score === null
      ? `it ${claims}, and the topics that ranking pages share are not known`
      : `it lacks ${counted(missing_topics.length, 'topic')} of the ranking pages and ${claims}`;
  return `The draft on ${quoteKeyword(study)} scores ${score} of 100. ${STATES[readiness]}: ${faults}.`;
}

function planTask({ task, where, effort, points }: DraftReport['editor_tasks'][number]): StepDraft {
  return {
    action: task,
    why:
      points === null
        ? 'The draft cannot be published without this.'
        : points === 0
          ? 'The score does not change, but readers notice.'
          : `Fixing it adds up to ${counted(points, 'point')} to the score.`,
    evidence: [`where: ${where}`],
    effort,
    owner_hint: 'editor',
  };
}

function ratePriority({ readiness }: DraftReport): Level {
  if (readiness === 'not_ready' || readiness === 'major_edits') return 'high';
  return readiness === 'minor_edits' ? 'medium' : 'low';
}

function planCalls({ search, draft }: DraftReport): PlannedCall[] {
  return listed<PlannedCall>([
    {
      operation: 'content.brief',
      body: { ...askSameSearch(search), brief_depth: 'detailed' },
      reason: 'States the criteria in full, with an outline.',
    },
    draft.url !== null && {
      operation: 'content.technical-qa',
      body: { url: draft.url, primary_keyword: search.keyword },
      reason: 'Checks the page for technical issues.',
    },
  ]);
}

const ROWS_MAX = 8;

export function summarizeDraft(report: DraftReport, study: Study): string {
  const { publish_readiness_score: score, readiness, criteria, editor_tasks, notes } = report;
  const met = criteria.filter((criterion) => criterion.met).length;
  return formatSummary({
    heading: `Draft check for ${quoteKeyword(study)}`,
    intro: describeState(report, study),
    facts: [
      score === null || readiness === null
        ? undefined
        : `Readiness: ${score} of 100 (${readiness.replaceAll('_', ' ')})`,
      report.coverage_score === null ? undefined : `Coverage of shared topics: ${report.coverage_score} of 100`,
      criteria.length === 0 ? undefined : `Criteria met: ${met} of ${criteria.length}`,
      `Claims: ${report.claims.found}, with a source: ${report.claims.with_source}`,
      report.weak_sections.length === 0 ? undefined : `Weak: ${counted(report.weak_sections.length, 'section')}`,
    ],
    table: formatRows(editor_tasks, ROWS_MAX, [
      ['Task', ({ task }) => inline(task, 110)],
      ['Where', ({ where }) => inline(where, 40)],
      ['Points', ({ points }) => points],
    ]),
    notes,
    next: editor_tasks[0]?.task ?? 'Publish the draft.',
  });
}
