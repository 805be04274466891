import { defineTask, type Task } from '../../../kernel/task.ts';
import type { GapMatrixInput } from './input.ts';
import { buildGapMatrix } from './report.ts';
import type { GapMatrixReport } from './schema.ts';

/** Rows are compared with each other, so that an input is heavy long before a page of that size is. */
const HEAVY_CHARACTERS = 10_000;

/** Holds own pages against those of competitors. A task, because a request may bring thousands of pages. */
export const gapMatrix: Task<GapMatrixInput, GapMatrixReport> = defineTask(
  import.meta.url,
  'gapMatrix',
  buildGapMatrix,
  HEAVY_CHARACTERS,
);

export { Competitor, GapPage } from './input.ts';
export { gapMatrixPlan, gapMatrixSummary } from './plan.ts';
export { GapMatrixReport } from './schema.ts';
