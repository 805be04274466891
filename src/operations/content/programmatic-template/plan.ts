import { counted } from '../../../kernel/grammar.ts';
import { inOrder, type Plan, type StepDraft } from '../../../guidance/plan.ts';
import { percent } from './launch.ts';
import type { TemplateReport } from './report.ts';

const STEPS_MAX = 6;

export const DECISION_WORDS: Readonly<Record<TemplateReport['launch_decision'], string>> = {
  launch_pilot: 'launch a pilot',
  fix_first: 'fix first',
  do_not_launch: 'do not launch',
};

/** What to do about the template, made from its report alone. */
export function templateGuidance(report: TemplateReport): Plan {
  const steps = stepsOf(report);
  const { confidence, reasons } = confidenceIn(report);
  return {
    summary: `Readiness ${report.readiness_score} of 100, scale risk ${report.scale_risk}: ${DECISION_WORDS[report.launch_decision]}, since ${report.launch_decision_reasons.join('; ')}.`,
    recommended_action: steps[0]?.action ?? 'Publish the pilot pages.',
    priority: report.launch_decision === 'launch_pilot' ? 'medium' : 'high',
    confidence,
    confidence_reasons: reasons,
    steps: inOrder(steps),
    guardrails: [
      'Never publish all pages at once: what is wrong with one is wrong with each.',
      'Measures hold for the sample; records that were not sent may be worse.',
      'Do not fill empty fields with generated sentences: that is the likeness measured here.',
    ],
  };
}

/** Problems that have a step of their own, with the figures of one record. */
const WITH_STEPS: readonly TemplateReport['pattern_problems'][number]['type'][] = [
  'near_duplicate_pages',
  'thin_pages',
];

function stepsOf(report: TemplateReport): StepDraft[] {
  const problems = report.pattern_problems.filter(({ type }) => !WITH_STEPS.includes(type));
  const isGrave = ({ severity }: Found): boolean => severity === 'critical' || severity === 'high';
  const grave = problems.filter(isGrave).map(problemStep);
  const slight = problems.filter((found) => !isGrave(found)).map(problemStep);
  const likeness = likenessStep(report);
  const steps = [...grave.slice(0, STEPS_MAX - likeness.length), ...likeness, ...slight].slice(0, STEPS_MAX);
  return [...steps, ...launchStep(report)];
}

type Found = TemplateReport['pattern_problems'][number];

function problemStep(found: Found): StepDraft {
  return {
    action: found.fix,
    why: found.message,
    evidence: [`${found.type} (${found.severity})`, ...(found.count > 0 ? [counted(found.count, 'record')] : [])],
    effort: found.severity === 'low' ? 'low' : 'medium',
    owner_hint: found.where === 'sample_records' || found.where === 'unique_fields' ? 'data' : 'developer',
  };
}

function launchStep(report: TemplateReport): StepDraft[] {
  const [next] = report.launch_plan;
  return next === undefined
    ? []
    : [
        {
          action:
            next.phase === 'Pilot'
              ? `Publish ${counted(next.pages ?? 0, 'pilot page')}.`
              : `${next.phase} before the pilot.`,
          why: next.gate,
          evidence: report.launch_decision_reasons.slice(0, 3),
          effort: 'medium',
          owner_hint: 'lead',
        },
      ];
}

function likenessStep({ measures, rendered_samples }: TemplateReport): StepDraft[] {
  const thin = rendered_samples.find((sample) => sample.thin);
  const copy = rendered_samples.find(({ near_duplicate }) => near_duplicate);
  return [
    ...(copy === undefined ? [] : [copyStep(measures, copy)]),
    ...(thin === undefined ? [] : [thinStep(measures, thin)]),
    ...(measures.records < RECORDS_GOOD ? [recordsStep(measures.records)] : []),
  ];
}

const RECORDS_GOOD = 10;

function recordsStep(records: number): StepDraft {
  return {
    action: `Send ${RECORDS_GOOD} real records or more in sample_records.`,
    why:
      records === 0
        ? 'Without them neither collisions nor likeness can be measured.'
        : `${counted(records, 'record')} ${records === 1 ? 'says' : 'say'} little about all the pages.`,
    evidence: [`sample_records: ${records}`],
    effort: 'low',
    owner_hint: 'data',
  };
}

type Sample = TemplateReport['rendered_samples'][number];

function copyStep(measures: TemplateReport['measures'], copy: Sample): StepDraft {
  return {
    action: 'Add fields that differ from record to record, or build fewer pages.',
    why: `${percent(measures.near_duplicate_share)} of the records say what another says, but for the variables.`,
    evidence: [
      `record ${copy.record} is ${copy.nearest?.similarity ?? 0} like record ${copy.nearest?.record ?? 0}`,
      `median of own words: ${measures.own_words_median ?? 0}`,
    ],
    effort: 'high',
    owner_hint: 'content',
  };
}

function thinStep(measures: TemplateReport['measures'], thin: Sample): StepDraft {
  return {
    action: 'Give every page more facts or words of its own.',
    why: `${percent(measures.thin_share)} of the records have too little beyond their variables to fill a page.`,
    evidence: [
      `record ${thin.record}: ${counted(thin.own_words, 'own word')}, ${counted(thin.own_fields, 'fact')}`,
      `median of own words: ${measures.own_words_median ?? 0}`,
    ],
    effort: 'high',
    owner_hint: 'content',
  };
}

function confidenceIn({ measures }: TemplateReport): { confidence: number; reasons: string[] } {
  const { records } = measures;
  if (records === 0)
    return { confidence: 0.3, reasons: ['only the patterns could be judged: there are no sample records'] };
  const confidence = records >= 50 ? 0.9 : records >= RECORDS_GOOD ? 0.8 : records >= 5 ? 0.55 : 0.4;
  return { confidence, reasons: [`${counted(records, 'sample record')} rendered and compared with each other`] };
}
