import type { UsageGroup, UsageGroupTotal } from '../../../ports/usage.ts';

/** Usage as comma-separated values (RFC 4180): a header, then one line for each group. */
export function usageCsv(groupBy: UsageGroup, groups: readonly UsageGroupTotal[]): string {
  const rows = groups.map(({ group, calls, failed_calls, credits, usd }) => [
    cell(group),
    calls,
    failed_calls,
    credits,
    usd,
  ]);
  return [[groupBy, 'calls', 'failed_calls', 'credits', 'usd'], ...rows].map((row) => row.join(',') + '\r\n').join('');
}

/** Ids come from callers: what a spreadsheet would take for a formula is marked as text. */
function cell(text: string | null): string {
  if (text === null) return '';
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
