import { defineTask, type Task } from '../../../kernel/task.ts';
import type { KeywordMapInput } from './input.ts';
import { mapKeywords } from './map.ts';
import type { KeywordMapReport } from './report.ts';

/** Rows are compared with each other, so that an input is heavy long before a page of that size is. */
const HEAVY_CHARACTERS = 10_000;

/** Maps keywords to pages. A task, because 250 keywords and hundreds of pages are a lot of pairs. */
export const keywordMap: Task<KeywordMapInput, KeywordMapReport> = defineTask(
  import.meta.url,
  'keywordMap',
  mapKeywords,
  HEAVY_CHARACTERS,
);

export { KeywordMapPage } from './input.ts';
export { keywordMapPlan, keywordMapSummary } from './plan.ts';
export { KeywordMapReport } from './report.ts';
