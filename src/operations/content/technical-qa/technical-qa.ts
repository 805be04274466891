import { definePageTask, type Task } from '../../../kernel/task.ts';
import type { TechnicalQaInput } from './input.ts';
import { judgePage, type TechnicalQaReport } from './report.ts';

/**
 * Judges a page before it is published: whether search engines can find, read, understand and show it.
 *
 * A task, because a page from outside may be large. What could not be checked is said to be so and never
 * counts as passed; every finding quotes the element that it is about.
 */
export const technicalQa: Task<TechnicalQaInput, TechnicalQaReport> = definePageTask(
  import.meta.url,
  'technicalQa',
  judgePage,
);

export { PAGE_TYPES, type TechnicalQaInput, type UrlContext } from './input.ts';
export { technicalQaPlan } from './plan.ts';
export { TechnicalQaReport } from './report.ts';
export { technicalQaSummary } from './summary.ts';
