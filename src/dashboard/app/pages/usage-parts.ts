import type { UsageView } from '../../views.ts';
import type { ChartPart } from '../parts/chart.tsx';

export type Measure = 'credits' | 'calls';

/** What the chart stacks, day by day. */
export function chartOf(
  { series }: UsageView,
  measure: Measure,
  nameOf: (group: string | null) => string,
): { readonly days: readonly string[]; readonly parts: readonly ChartPart[] } {
  if (series === null) return { days: [], parts: [] };
  const parts = series.parts.map((part) => ({
    name: part.kind === 'rest' ? 'all others' : nameOf(part.group),
    values: part[measure],
  }));
  return { days: series.days, parts };
}
