import type { Level } from '../../../kernel/level.ts';
import { counted } from '../../../kernel/markdown.ts';
import { percent } from './launch.ts';
import type { TemplateReport } from './report.ts';

interface Step {
  readonly action: string;
  readonly why: string;
  readonly evidence: string[];
  readonly effort: Level;
  readonly owner_hint: string;
}

export interface TemplateGuidance {
  readonly summary: string;
  readonly recommended_action: string;
  readonly priority: Level;
  readonly confidence: number;
  readonly confidence_reasons: string[];
  readonly steps: (Step & { readonly order: number })[];
  readonly guardrails: string[];
}

const STEPS_MAX = 6;

export const DECISION_WORDS: Readonly<Record<TemplateReport['launch_decision'], string>> = {
  launch_pilot: 'launch a pilot',
  fix_first: 'fix first',
  do_not_launch: 'do not launch',
};

/** What to do about the template, made from its report alone. */
export function templateGuidance(report: TemplateReport): TemplateGuidance {
  const steps = stepsOf(report);
  const { confidence, reasons } = confidenceIn(report);
  return {
    summary: `Readiness ${report.readiness_score} of 100, scale risk ${report.scale_risk}: ${DECISION_WORDS[report.launch_decision]}, since ${report.launch_decision_reasons.join('; ')}.`,
    recommended_action: steps[0]?.action ?? 'Publish the pilot pages.',
    priority: report.launch_decision === 'launch_pilot' ? 'medium' : 'high',
    confidence,
    confidence_reasons: reasons,
    steps: steps.map((step, at) => ({ order: at + 1, ...step })),
    guardrails: [
      'Never publish all pages at once: what is wrong with one is wrong with each.',
      'Measures hold for the sample; records that were not sent may be worse.',
      'Do not fill empty fields with generated sentences: that is the likeness measured here.',
    ],
  };
}

function stepsOf(report: TemplateReport): Step[] {
  const problems = report.pattern_problems.slice(0, STEPS_MAX).map((found): Step => ({
    action: found.fix,
    why: found.message,
    evidence: [`${found.type} (${found.severity})`, ...(found.count > 0 ? [counted(found.count, 'record')] : [])],
    effort: found.severity === 'low' ? 'low' : 'medium',
    owner_hint: found.where === 'sample_records' || found.where === 'unique_fields' ? 'data' : 'developer',
  }));
  const likeness = likenessStep(report);
  const next = report.launch_plan[0];
  const launch: Step[] =
    next === undefined
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
  return [...problems.slice(0, STEPS_MAX - likeness.length), ...likeness, ...launch];
}

function likenessStep({ measures, rendered_samples }: TemplateReport): Step[] {
  if (measures.records === 0) {
    return [
      {
        action: 'Send ten real records in sample_records.',
        why: 'Without them neither collisions nor likeness can be measured.',
        evidence: ['sample_records: 0'],
        effort: 'low',
        owner_hint: 'data',
      },
    ];
  }
  const thin = rendered_samples.find((sample) => sample.thin);
  const copy = rendered_samples.find(({ near_duplicate }) => near_duplicate);
  if (copy === undefined) return thin === undefined ? [] : [thinStep(measures, thin)];
  return [
    {
      action: 'Add fields that differ from record to record, or build fewer pages.',
      why: `${percent(measures.near_duplicate_share)} of the records say what another says, but for the variables.`,
      evidence: [
        `record ${copy.record} is ${copy.nearest?.similarity ?? 0} like record ${copy.nearest?.record ?? 0}`,
        `median of own words: ${measures.own_words_median ?? 0}`,
      ],
      effort: 'high',
      owner_hint: 'content',
    },
  ];
}

function thinStep(measures: TemplateReport['measures'], thin: TemplateReport['rendered_samples'][number]): Step {
  return {
    action: 'Give every page more facts or words of its own.',
    why: `${percent(measures.thin_share)} of the records have too little beyond their variables to fill a page.`,
    evidence: [
      `record ${thin.record}: ${counted(thin.own_words, 'word')} in ${counted(thin.own_fields, 'field')}`,
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
  const confidence = records >= 50 ? 0.9 : records >= 10 ? 0.8 : 0.55;
  return { confidence, reasons: [`${counted(records, 'sample record')} rendered and compared with each other`] };
}
