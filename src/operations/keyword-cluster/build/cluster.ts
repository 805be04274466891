import { defineTask, type Task } from '../../../kernel/task.ts';
import { buildPlan, type ClusterInput } from './cluster-report.ts';
import type { ClusterPlan } from './cluster-schema.ts';

/** Rows are compared with each other, so that an input is heavy long before a page of that size is. */
const HEAVY_CHARACTERS = 10_000;

/**
 * Groups searches into pages: each group is what one page can answer.
 *
 * A task, since comparing every pair of a long list takes a while. Search results of the keywords decide where they are
 * given (formulas 4.11); where they are not, words do, and `method` says which it was.
 */
export const clusterKeywords: Task<ClusterInput, ClusterPlan> = defineTask(
  import.meta.url,
  'clusterKeywords',
  buildPlan,
  HEAVY_CHARACTERS,
);

export { clusterWorkflow } from './cluster-plan.ts';
export type { ClusterInput } from './cluster-report.ts';
export { ClusterPlan } from './cluster-schema.ts';
export { clusterSummary } from './cluster-summary.ts';
