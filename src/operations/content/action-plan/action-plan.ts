import { defineTask, type Task } from '../../../kernel/task.ts';
import { type ActionPlanInput, actionPlanOf, type ActionPlanReport } from './report.ts';

/** Rows are compared with each other, so that an input is heavy long before a page of that size is. */
const HEAVY_CHARACTERS = 10_000;

/**
 * Turns a list of work into a calendar that can be kept: weeks within capacity, nothing before what it depends on,
 * nobody with two things on a day, and the most valuable work first.
 */
export const actionPlan: Task<ActionPlanInput, ActionPlanReport> = defineTask(
  import.meta.url,
  'actionPlan',
  actionPlanOf,
  HEAVY_CHARACTERS,
);

export { readDependencies } from './dependencies.ts';
export { GOALS } from './kinds.ts';
export { actionPlanGuidance } from './plan.ts';
export { type ActionPlanInput, ActionPlanReport } from './report.ts';
export { actionPlanSummary } from './summary.ts';
