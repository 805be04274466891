import { RANKING_ANSWERS, type RankingObservation } from './ranking-records.ts';
import { factRows, type Kept } from './rows.ts';
import type { TableRows } from '../write/table-rows.ts';

/** The row of an answer about rankings. */
export function rankingRows(series: string, { method, depth, answer }: RankingObservation, kept: Kept): TableRows[] {
  const checked: unknown = RANKING_ANSWERS[method].parse(answer);
  return [factRows('ranking_answers', [{ series, method, depth, answer: JSON.stringify(checked) }], kept)];
}
