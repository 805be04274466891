import { csvTable } from '../../../kernel/csv-table.ts';
import type { UsageGroup, UsageGroupTotal } from '../../../ports/usage.ts';

/** One line for each group. */
export function usageCsv(groupBy: UsageGroup, groups: readonly UsageGroupTotal[]): string {
  return csvTable(
    [groupBy, 'calls', 'failed_calls', 'credits', 'usd'],
    groups.map(({ group, calls, failed_calls, credits, usd }) => [group, calls, failed_calls, credits, usd]),
  );
}
