import { counted } from '../../../kernel/grammar.ts';
import { inline, markdownTable, summary } from '../../../kernel/markdown.ts';
import type { ActionPlanReport } from './report.ts';

const ROWS_MAX = 10;

/** What a person would paste into a report about the plan. */
export function actionPlanSummary(report: ActionPlanReport): string {
  const { scheduled, totals, risk_register } = report;
  const rows = scheduled
    .slice(0, ROWS_MAX)
    .map((row) => [
      inline(row.item, 60),
      row.start_date,
      row.due_date,
      String(row.effort_points),
      row.owner === null ? null : inline(row.owner, 24),
      row.score,
    ]);
  const more =
    scheduled.length > ROWS_MAX ? `${counted(scheduled.length - ROWS_MAX, 'further item')} in the full list.` : '';
  const facts = [
    `${counted(totals.scheduled, 'item')} of ${totals.items} planned: ${figure(totals.scheduled_points)} of ${counted(totals.capacity_points, 'effort point')}`,
    `Not in the plan: ${totals.unscheduled}${reasonsIn(report)}`,
    ...(report.critical_path.length > 1
      ? [
          `Critical path: ${report.critical_path
            .map(({ item }) => inline(item, 40))
            .slice(0, 5)
            .join(' → ')}`,
        ]
      : []),
    ...risk_register.slice(0, 2).map(({ risk }) => `Risk: ${inline(risk, 160)}`),
  ];
  const [first] = scheduled;
  const next =
    first === undefined
      ? 'Next: send open items, or more weekly_capacity or horizon_days, and plan again.'
      : `Next: begin on ${first.start_date} with ${inline(first.item, 80)}.`;
  return summary([
    `## Action plan, ${report.horizon.start_date} to ${report.horizon.end_date}`,
    facts.map((fact) => `- ${fact}`).join('\n'),
    markdownTable(['Item', 'Start', 'Due', 'Points', 'Owner', 'Score'], rows),
    more,
    next,
  ]);
}

const REASON_WORDS = [
  ['did not fit', ['capacity', 'horizon']],
  ['behind another that is not', ['dependency']],
  ['blocked', ['blocked']],
  ['cancelled', ['cancelled']],
  ['finished', ['finished']],
] as const;

function reasonsIn({ unscheduled }: ActionPlanReport): string {
  const parts = REASON_WORDS.flatMap(([words, reasons]) => {
    const count = unscheduled.filter(({ reason }) => reasons.some((each) => each === reason)).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

function figure(points: number): string {
  return points.toLocaleString('en-US');
}
