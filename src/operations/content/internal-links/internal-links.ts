import { definePageTask, type Task } from '../../../kernel/task.ts';
import { suggestLinks } from './build.ts';
import type { InternalLinksInput } from './input.ts';
import type { InternalLinksReport } from './report.ts';

/** Suggests internal links whose words stand in the text already, each with its place in the source. */
export const internalLinks: Task<InternalLinksInput, InternalLinksReport> = definePageTask(
  import.meta.url,
  'internalLinks',
  suggestLinks,
);

export { internalLinksPlan, internalLinksSummary } from './plan.ts';
export { InternalLinksReport, TargetPage } from './report.ts';
