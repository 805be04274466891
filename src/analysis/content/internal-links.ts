import { definePageTask, type Task } from '../../kernel/task.ts';
import { suggestLinks } from './internal-links/build.ts';
import type { InternalLinksInput } from './internal-links/input.ts';
import type { InternalLinksReport } from './internal-links/report.ts';

/** Suggests internal links whose words stand in the text already, each with its place in the source. */
export const internalLinks: Task<InternalLinksInput, InternalLinksReport> = definePageTask(
  import.meta.url,
  'internalLinks',
  suggestLinks,
);

export { internalLinksPlan, internalLinksSummary } from './internal-links/plan.ts';
export { InternalLinksReport, TargetPage } from './internal-links/report.ts';
