import { RANKING_ANSWERS, type RankingObservation } from './ranking-records.ts';
import { factRow, type Kept, KEPT_COLUMNS, keptCells, type TableRows } from './rows.ts';

/** The row of an answer about rankings. */
export function rankingRows(series: string, { method, depth, answer }: RankingObservation, kept: Kept): TableRows[] {
  const checked: unknown = RANKING_ANSWERS[method].parse(answer);
  return [
    {
      table: 'ranking_answers',
      columns: ['series', 'method', 'depth', 'answer', ...KEPT_COLUMNS],
      rows: [factRow([series, method, depth, JSON.stringify(checked), ...keptCells(kept)])],
    },
  ];
}
