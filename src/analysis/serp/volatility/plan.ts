import type { Level } from '../../../kernel/level.ts';
import { counted } from '../../../kernel/markdown.ts';
import type { VolatilityReport } from './report.ts';
import { nextOf } from './summary.ts';

interface Step {
  readonly action: string;
  readonly why: string;
  readonly evidence: string[];
  readonly effort: Level;
  readonly owner_hint: string;
}

export interface VolatilityGuidance {
  readonly summary: string;
  readonly recommended_action: string;
  readonly priority: Level;
  readonly confidence: number;
  readonly confidence_reasons: string[];
  readonly steps: (Step & { readonly order: number })[];
  readonly guardrails: string[];
}

/** What to do about the movement, made from the report alone. */
export function volatilityGuidance(report: VolatilityReport): VolatilityGuidance {
  const next = nextOf(report);
  const { confidence, reasons } = confidenceIn(report);
  return {
    summary:
      report.volatility_score === null
        ? `Volatility of "${report.keyword}" is not known: ${counted(report.snapshots_compared, 'snapshot')} with results.`
        : `"${report.keyword}" is ${report.interpretation ?? ''}: ${report.volatility_score} of 100 over ${counted(report.intervals.length, 'interval')}.`,
    recommended_action: next.charAt(0).toUpperCase() + next.slice(1),
    priority: priorityOf(report),
    confidence,
    confidence_reasons: reasons,
    steps: stepsOf(report).map((step, at) => ({ order: at + 1, ...step })),
    guardrails: [
      'Movement shows what changed, not why: read the pages before naming a cause.',
      'A page that is not seen may stand below the depth of the snapshot; null is not "gone".',
      'Compare snapshots of one place, language and device only.',
    ],
  };
}

function priorityOf({ target_visibility, interpretation }: VolatilityReport): Level {
  if (target_visibility.some(({ status }) => status === 'lost' || status === 'declined')) return 'high';
  return interpretation === 'turbulent' || interpretation === 'elevated' ? 'medium' : 'low';
}

const TARGET_STEPS_MAX = 3;

function stepsOf(report: VolatilityReport): Step[] {
  const steps = [...targetSteps(report), ...entryStep(report), ...featureStep(report)];
  return steps.length > 0 ? steps : [quietStep(report)];
}

function targetSteps({ target_visibility }: VolatilityReport): Step[] {
  return target_visibility
    .filter(({ status }) => status === 'lost' || status === 'declined')
    .slice(0, TARGET_STEPS_MAX)
    .map(({ domain, status, positions, first_position, last_position }) => ({
      action: `Find out what happened to ${positions.findLast(({ url }) => url !== null)?.url ?? domain}.`,
      why: status === 'lost' ? 'It is no longer in the depth that was checked.' : 'It stands lower than before.',
      evidence: [`first position: ${first_position ?? 'not seen'}`, `last position: ${last_position ?? 'not seen'}`],
      effort: 'medium',
      owner_hint: 'SEO',
    }));
}

function entryStep({ new_entries, counts }: VolatilityReport): Step[] {
  return new_entries.slice(0, 1).map(({ url, position }) => ({
    action: `Read ${url} for what it answers that others do not.`,
    why: 'It is the highest page that was not there before.',
    evidence: [`position ${position}`, `${counted(counts.new_entries, 'new entry', 'new entries')} in all`],
    effort: 'low',
    owner_hint: 'content',
  }));
}

function featureStep({ feature_changes }: VolatilityReport): Step[] {
  return feature_changes.slice(0, 1).map(({ feature, change, checked_at }) => ({
    action: `Look at the results page for ${feature.replaceAll('_', ' ')}.`,
    why: 'A feature that comes or goes moves clicks even where no position changes.',
    evidence: [`${feature} ${change} by ${checked_at}`],
    effort: 'low',
    owner_hint: 'SEO',
  }));
}

function quietStep(report: VolatilityReport): Step {
  const unknown = report.volatility_score === null;
  return {
    action: unknown ? 'Send at least two snapshots with results.' : 'Change nothing on account of this search.',
    why: unknown ? 'A single list cannot move.' : 'Nothing came, went or moved a target.',
    evidence: [
      unknown
        ? `snapshots with results: ${report.snapshots_compared}`
        : `volatility ${report.volatility_score ?? ''} of 100`,
    ],
    effort: 'low',
    owner_hint: 'SEO',
  };
}

function confidenceIn(report: VolatilityReport): { confidence: number; reasons: string[] } {
  if (report.volatility_score === null) return { confidence: 0.1, reasons: ['there is nothing to compare'] };
  const reasons = [`${counted(report.snapshots_compared, 'snapshot')} compared`];
  let percent = report.snapshots_compared >= 4 ? 90 : 75;
  if (report.components.feature_churn === null) {
    percent -= 5;
    reasons.push('SERP features were not sent, so their change is not known');
  }
  const shallow = report.intervals.some(({ depth_compared }) => depth_compared < 10);
  if (shallow) {
    percent -= 15;
    reasons.push('some snapshots reach less than ten results deep');
  }
  if (report.warnings.length > 0) {
    percent -= 5;
    reasons.push(`${counted(report.warnings.length, 'warning')} about the snapshots`);
  }
  return { confidence: percent / 100, reasons };
}
