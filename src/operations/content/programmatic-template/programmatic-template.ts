import { defineTask, type Task } from '../../../kernel/task.ts';
import type { TemplateInput } from './input.ts';
import { type TemplateReport, templateReportOf } from './report.ts';

/** Rows are compared with each other, so that an input is heavy long before a page of that size is. */
const HEAVY_CHARACTERS = 10_000;

/**
 * Judges a template for many pages before any of them is built: renders the sample records through its patterns, and
 * measures what the pages would have of their own.
 */
export const programmaticTemplate: Task<TemplateInput, TemplateReport> = defineTask(
  import.meta.url,
  'programmaticTemplate',
  templateReportOf,
  HEAVY_CHARACTERS,
);

export { CADENCES, PLAYBOOKS } from './input.ts';
export { templateGuidance } from './plan.ts';
export { TemplateReport } from './report.ts';
export { templateSummary } from './summary.ts';
