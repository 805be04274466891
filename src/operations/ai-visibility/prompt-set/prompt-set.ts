import { defineTask, type Task } from '../../../kernel/task.ts';
import { type PromptSetInput, promptSetOf, type PromptSetReport } from './report.ts';

/**
 * Makes the questions by which a brand's place in the answers of assistants is measured week by week.
 *
 * They are written as people type them, each can be judged by a stated measure, and the same request always makes the
 * same set, since only then do figures of two weeks compare.
 */
export const promptSet: Task<PromptSetInput, PromptSetReport> = defineTask(import.meta.url, 'promptSet', promptSetOf);

export { PLATFORMS } from './buckets.ts';
export { promptSetGuidance } from './plan.ts';
export { PromptSetReport } from './report.ts';
export { promptSetSummary } from './summary.ts';
