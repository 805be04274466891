import { defineTask, type Task } from '../../../kernel/task.ts';
import type { CannibalizationInput } from './input.ts';
import { type CannibalizationReport, findCannibalization } from './report.ts';

/** Rows are compared with each other, so that an input is heavy long before a page of that size is. */
const HEAVY_CHARACTERS = 10_000;

/** Finds pages of a site that are after the same searches. A task, because every page is held against the others. */
export const cannibalization: Task<CannibalizationInput, CannibalizationReport> = defineTask(
  import.meta.url,
  'cannibalization',
  findCannibalization,
  HEAVY_CHARACTERS,
);

export { CannibalizationPage, SENSITIVITIES } from './input.ts';
export { cannibalizationPlan, cannibalizationSummary } from './plan.ts';
export { CannibalizationReport } from './report.ts';
