import type { UsageSeriesView } from '../../views.ts';
import type { ChartPart } from '../parts/chart.tsx';

export type Measure = 'credits' | 'calls';

/** What the chart stacks. A part without a group is the sum of all that is not named. */
export function partsOf(
  series: UsageSeriesView,
  measure: Measure,
  nameOf: (group: string | null) => string,
): readonly ChartPart[] {
  return series.parts.map((part) => ({
    name: part.group === undefined ? 'all others' : nameOf(part.group),
    values: part[measure],
  }));
}
