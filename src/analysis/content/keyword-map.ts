import { defineTask, type Task } from '../../kernel/task.ts';
import type { KeywordMapInput } from './keyword-map/input.ts';
import { mapKeywords } from './keyword-map/map.ts';
import type { KeywordMapReport } from './keyword-map/report.ts';

/** Rows are compared with each other, so that an input is heavy long before a page of that size is. */
const HEAVY_CHARACTERS = 10_000;

/** Maps keywords to pages. A task, because 250 keywords and hundreds of pages are a lot of pairs. */
export const keywordMap: Task<KeywordMapInput, KeywordMapReport> = defineTask(
  import.meta.url,
  'keywordMap',
  mapKeywords,
  HEAVY_CHARACTERS,
);

export { KeywordMapPage } from './keyword-map/input.ts';
export { keywordMapPlan, keywordMapSummary } from './keyword-map/plan.ts';
export { KeywordMapReport } from './keyword-map/report.ts';
