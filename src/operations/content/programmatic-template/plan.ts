import {
  confidenceOf,
  listed,
  makePlan,
  type PlannedCall,
  type StepDraft,
  type WorkflowDraft,
  searchCall,
} from '../../../guidance/plan.ts';
import { formatRows, formatSummary } from '../../../guidance/summary.ts';
import { agree, counted } from '../../../kernel/grammar.ts';
import { inline, strong } from '../../../kernel/markdown.ts';
import { isSevere, type PatternProblem } from './problems.ts';
import type { TemplateReport } from './report.ts';
import { formatPercent } from './uniqueness.ts';

const STEPS_MAX = 6;

const DECISION_PHRASES: Readonly<Record<TemplateReport['launch_decision'], string>> = {
  launch_pilot: 'launch a pilot',
  fix_first: 'fix first',
  do_not_launch: 'do not launch',
};

/** What to do about the template, based on its report alone. */
export function planTemplate(report: TemplateReport): WorkflowDraft {
  const { launch_decision: decision, launch_decision_reasons: reasons } = report;
  return makePlan({
    summary: `Readiness ${report.readiness_score} out of 100, scale risk ${report.scale_risk}: ${DECISION_PHRASES[decision]} (${reasons.join('; ')}).`,
    steps: listSteps(report),
    priority: decision === 'launch_pilot' ? 'medium' : 'high',
    confidence: weighSample(report),
    guardrails: [
      'Never publish all pages at once: a problem on one is a problem on all.',
      'The figures apply to the sample; records you did not send may be worse.',
      'Do not fill empty fields with generated sentences: that creates the very similarity measured here.',
    ],
    next_calls: planNextCalls(report),
  });
}

/** Problems that have a step of their own, with the figures of one record. */
const WITH_STEPS: readonly PatternProblem['type'][] = ['near_duplicate_pages', 'thin_pages'];

function listSteps(report: TemplateReport): StepDraft[] {
  const problems = report.pattern_problems.filter(({ type }) => !WITH_STEPS.includes(type));
  const severe = problems.filter(isSevere).map(planProblem);
  const slight = problems.filter((found) => !isSevere(found)).map(planProblem);
  const content = planContent(report);
  const steps = [...severe.slice(0, STEPS_MAX - content.length), ...content, ...slight].slice(0, STEPS_MAX);
  return [...steps, ...report.launch_plan.slice(0, 1).map((next) => planLaunch(report, next))];
}

function planProblem(found: PatternProblem): StepDraft {
  return {
    action: found.fix,
    why: found.message,
    evidence: [`${found.type} (${found.severity})`, ...(found.count > 0 ? [counted(found.count, 'record')] : [])],
    effort: found.severity === 'low' ? 'low' : 'medium',
    owner_hint: found.where === 'sample_records' || found.where === 'unique_fields' ? 'data' : 'developer',
  };
}

function planLaunch(report: TemplateReport, { phase, pages, gate }: TemplateReport['launch_plan'][number]): StepDraft {
  return {
    action: phase === 'Pilot' ? `Publish ${counted(pages ?? 0, 'pilot page')}.` : `${phase} before the pilot.`,
    why: `Gate for the next phase: ${gate}`,
    evidence: report.launch_decision_reasons.slice(0, 3),
    effort: 'medium',
    owner_hint: 'lead',
  };
}

const RECORDS_GOOD = 10;

function planContent({ measures, rendered_samples: samples }: TemplateReport): StepDraft[] {
  const copy = samples.find(({ near_duplicate }) => near_duplicate);
  const thin = samples.find((sample) => sample.thin);
  const median = `median of own words: ${measures.own_words_median ?? 0}`;
  return listed([
    copy !== undefined && {
      action: 'Add fields that differ from record to record, or build fewer pages.',
      why: `${formatPercent(measures.near_duplicate_share)} of the records repeat another record, apart from the variables.`,
      evidence: [
        `record ${copy.record} is ${formatPercent(copy.nearest?.similarity ?? 0)} similar to record ${copy.nearest?.record ?? 0}`,
        median,
      ],
      effort: 'high',
      owner_hint: 'content',
    },
    thin !== undefined && {
      action: 'Give every page more facts or words of its own.',
      why: `${formatPercent(measures.thin_share)} of the records have too little beyond their variables to fill a page.`,
      evidence: [
        `record ${thin.record}: ${counted(thin.own_words, 'own word')}, ${counted(thin.own_fields, 'fact')}`,
        median,
      ],
      effort: 'high',
      owner_hint: 'content',
    },
    measures.records < RECORDS_GOOD && {
      action: `Send at least ${RECORDS_GOOD} real records in sample_records.`,
      why:
        measures.records === 0
          ? 'Without them, neither collisions nor similarity can be measured.'
          : `${counted(measures.records, 'record')} ${agree(measures.records, 'says')} little about all the pages.`,
      evidence: [`sample_records: ${measures.records}`],
      owner_hint: 'data',
    },
  ]);
}

function weighSample({ measures: { records } }: TemplateReport): ReturnType<typeof confidenceOf> {
  if (records === 0) return confidenceOf(0.3, ['Only the patterns could be judged: there are no sample records.']);
  const share = records >= 50 ? 0.9 : records >= RECORDS_GOOD ? 0.8 : records >= 5 ? 0.55 : 0.4;
  return confidenceOf(share, [
    `${counted(records, 'sample record')} ${agree(records, 'was', 'were')} rendered and compared with each other.`,
  ]);
}

const TASKS_MAX = 10;
/** Fewer keywords make no clusters worth asking for. */
const CLUSTER_KEYWORDS_MIN = 3;
const CLUSTER_CHARACTERS_MAX = 200;

function planNextCalls({ pattern_problems: problems, rendered_samples: samples }: TemplateReport): PlannedCall[] {
  const tasks = new Map(
    problems
      .filter(({ severity }) => severity !== 'low')
      .map(({ message, fix, severity }) => [`${fix} (${message})`, severity]),
  );
  const worded = samples.filter(({ keyword }) => keyword.trim() !== '');
  const keywords = [...new Map(worded.map(({ keyword }) => [keyword.toLowerCase(), keyword])).values()];
  const sound = worded.find((sample) => sample.problems.length === 0);
  return listed([
    tasks.size > 0 && {
      operation: 'content.action-plan',
      body: {
        items: [...tasks].slice(0, TASKS_MAX).map(([title, priority]) => ({ title: title.slice(0, 1000), priority })),
        goal: 'launch_support',
      },
      reason: 'Schedules the fixes before launch.',
    },
    keywords.length >= CLUSTER_KEYWORDS_MIN && {
      operation: 'keyword-cluster.build',
      body: { keywords: keywords.map((text) => text.slice(0, CLUSTER_CHARACTERS_MAX).toWellFormed()) },
      reason: 'Shows which of the rendered keywords one page could answer together.',
    },
    sound !== undefined &&
      searchCall(
        sound.keyword,
        {},
        'Shows which pages the connected search source has for one of the rendered keywords.',
      ),
  ]);
}

const ROWS_MAX = 6;

/** What a person would paste into a report about the template. */
export function summarizeTemplate(report: TemplateReport, keywordPattern: string): string {
  const { measures, problem_counts: counts, pattern_problems: problems } = report;
  const [next] = report.launch_plan;
  return formatSummary({
    heading: `Programmatic template: ${inline(keywordPattern)}`,
    facts: [
      `${strong(DECISION_PHRASES[report.launch_decision])}: readiness ${report.readiness_score} out of 100, scale risk ${report.scale_risk}`,
      measures.near_duplicate_share === null
        ? 'Similarity of the pages is unknown: fewer than two sample records'
        : `${formatPercent(measures.near_duplicate_share)} near-duplicates, ${formatPercent(measures.thin_share)} thin pages in ${counted(measures.records, 'record')}`,
      `${counted(problems.length, 'problem')}: ${counts.critical} critical, ${counts.high} high, ${counts.medium} medium, ${counts.low} low`,
      ...report.launch_decision_reasons.slice(0, 2).map((reason) => `Why: ${inline(reason, 140)}`),
      ...problems.slice(0, 3).map(({ severity, message }) => `Problem (${severity}): ${inline(message, 180)}`),
    ],
    table: formatRows(report.rendered_samples, ROWS_MAX, [
      ['Keyword', ({ keyword }) => inline(keyword, 60)],
      ['URL', ({ url }) => inline(url, 80)],
      ['Own words', (row) => row.own_words],
      ['Near-duplicate', (row) => (row.near_duplicate ? 'yes' : 'no')],
    ]),
    next: next === undefined ? '' : `${planLaunch(report, next).action} Gate: ${next.gate}`,
  });
}
