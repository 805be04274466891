import { csvCell } from '../../../kernel/csv-cell.ts';
import type { UsageGroup, UsageGroupTotal } from '../../../ports/usage.ts';

/** Usage as comma-separated values (RFC 4180): a header, then one line for each group. */
export function usageCsv(groupBy: UsageGroup, groups: readonly UsageGroupTotal[]): string {
  const rows = groups.map(({ group, calls, failed_calls, credits, usd }) => [
    csvCell(group),
    calls,
    failed_calls,
    credits,
    usd,
  ]);
  return [[groupBy, 'calls', 'failed_calls', 'credits', 'usd'], ...rows].map((row) => row.join(',') + '\r\n').join('');
}
