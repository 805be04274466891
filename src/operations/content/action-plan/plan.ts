import type { Level } from '../../../kernel/level.ts';
import { inOrder, type Plan, type StepDraft } from '../../../guidance/plan.ts';
import { counted } from '../../../kernel/grammar.ts';
import { quoted } from './planned.ts';
import type { ActionPlanReport } from './report.ts';
import type { ScheduledItem } from './scheduled.ts';

const STEPS_MAX = 6;

const OWNERS: Readonly<Record<ScheduledItem['kind']['value'], string>> = {
  refresh: 'editor',
  technical: 'developer',
  links: 'outreach',
  internal_links: 'editor',
  conversion: 'designer',
  launch: 'marketing',
  new_content: 'writer',
  other: 'team',
};

/** What to do about the plan, made from it alone. */
export function actionPlanGuidance(report: ActionPlanReport): Plan {
  const { scheduled, totals } = report;
  const [first] = scheduled;
  const { confidence, reasons } = confidenceIn(report);
  return {
    summary:
      first === undefined
        ? `None of ${counted(totals.items, 'item')} could be planned.`
        : `${counted(totals.scheduled, 'item')} of ${totals.items} planned from ${report.horizon.start_date} to ${report.horizon.end_date}, with ${totals.scheduled_points} of ${counted(totals.capacity_points, 'point')} used.`,
    recommended_action:
      first === undefined ? emptyStep(report).action : `Begin on ${first.start_date} with: ${first.item}.`,
    priority: first === undefined ? 'medium' : urgencyOf(first.precedence),
    confidence,
    confidence_reasons: reasons,
    steps: inOrder(stepsOf(report)),
    guardrails: [
      'Scores order the work; they do not forecast traffic.',
      'Plan again when an item slips: dates of what depends on it are not moved by hand.',
      'Ask the owners before you commit them: the plan knows their names, not their calendars.',
    ],
  };
}

function urgencyOf(precedence: ScheduledItem['precedence']): Level {
  return precedence === 'critical' ? 'high' : precedence;
}

function stepsOf(report: ActionPlanReport): StepDraft[] {
  const { scheduled, risk_register } = report;
  if (scheduled.length === 0) return [emptyStep(report)];
  const steps = scheduled.slice(0, STEPS_MAX).map((row) => ({
    action: `${row.item}: ${row.start_date === row.due_date ? row.start_date : `${row.start_date} to ${row.due_date}`}.`,
    why: row.why_now,
    evidence: [`score ${row.score}`, `${counted(row.effort_points, 'point')} in week ${row.week}`],
    effort: effortLevel(row.effort_points),
    owner_hint: row.owner ?? OWNERS[row.kind.value],
  }));
  const [risk] = risk_register;
  if (risk === undefined) return steps;
  return [
    ...steps,
    { action: risk.mitigation, why: risk.risk, evidence: risk.items.slice(0, 3), effort: 'low', owner_hint: 'lead' },
  ];
}

function effortLevel(points: number): Level {
  if (points <= 1) return 'low';
  return points <= 3 ? 'medium' : 'high';
}

function emptyStep({ unscheduled }: ActionPlanReport): StepDraft {
  const open = unscheduled.filter(({ reason }) => reason !== 'finished' && reason !== 'cancelled');
  const [first] = open;
  return {
    action:
      first === undefined
        ? 'Send new items: everything here is finished or cancelled.'
        : 'Unblock the first item, or raise weekly_capacity or horizon_days, and plan again.',
    why: first === undefined ? 'There is no open item.' : `${quoted(first.item)}: ${first.why}`,
    evidence: [`unscheduled: ${unscheduled.length}`],
    effort: 'low',
    owner_hint: 'lead',
  };
}

function confidenceIn({ scheduled, warnings }: ActionPlanReport): { confidence: number; reasons: string[] } {
  if (scheduled.length === 0) return { confidence: 0.3, reasons: ['Nothing could be planned.'] };
  const assumed = scheduled.filter(({ effort_source }) => effort_source === 'assumed').length;
  const noImpact = scheduled.filter(({ impact_source }) => impact_source === 'assumed').length;
  const share = (assumed + noImpact) / (2 * scheduled.length);
  const reasons = [
    `effort given for ${scheduled.length - assumed} of ${counted(scheduled.length, 'item')}`,
    `impact given or taken from the priority for ${scheduled.length - noImpact} of ${scheduled.length}`,
  ];
  if (warnings.length > 0) reasons.push(`${counted(warnings.length, 'value')} could not be read as sent`);
  return { confidence: Math.round((0.9 - 0.5 * share - (warnings.length > 0 ? 0.1 : 0)) * 100) / 100, reasons };
}
