import { definePageTask, type Task } from '../../../kernel/task.ts';
import type { TitleMetaInput } from './input.ts';
import { planTitleMeta, type TitleMetaReport } from './report.ts';

/**
 * Writes titles and meta descriptions for a page out of its own words, and judges those that it has.
 *
 * A task, because a page from outside may be large.
 */
export const titleMeta: Task<TitleMetaInput, TitleMetaReport> = definePageTask(
  import.meta.url,
  'titleMeta',
  planTitleMeta,
);

export { makeSuppliedPage as suppliedPage } from '../../../web/page/asked-page.ts';
export { TITLE_PAGE_TYPES, type TitleMetaInput } from './input.ts';
export { titleMetaPlan, titleMetaSummary } from './plan.ts';
export { TitleMetaReport } from './report.ts';
