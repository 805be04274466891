import { definePageTask, type Task } from '../../../kernel/task.ts';
import type { SchemaPlanInput } from './input.ts';
import { planSchema, type SchemaPlanReport } from './report.ts';

/**
 * Plans the structured data of a page from the page's own evidence, and checks what it has.
 *
 * A task, because a page from outside may be large.
 */
export const schemaPlan: Task<SchemaPlanInput, SchemaPlanReport> = definePageTask(
  import.meta.url,
  'schemaPlan',
  planSchema,
);

export { SCHEMA_PAGE_TYPES, type SchemaPlanInput } from './input.ts';
export { schemaPlanSteps, schemaPlanSummary } from './plan.ts';
export { SchemaPlanReport } from './report.ts';
export { makeSuppliedPage as suppliedPage } from '../../../web/page/asked-page.ts';
