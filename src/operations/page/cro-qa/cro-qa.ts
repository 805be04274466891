import { definePageTask, type Task } from '../../../kernel/task.ts';
import type { CroInput } from './facts.ts';
import { judgeConversion } from './judge.ts';
import type { CroReport } from './report.ts';

/** Judges how ready a page is to convert, by its words, buttons and forms. */
export const croQa: Task<CroInput, CroReport> = definePageTask(import.meta.url, 'croQa', judgeConversion);

export { croPlan, croSummary } from './plan.ts';
export { CRO_PAGE_TYPES, CroReport, GOALS } from './report.ts';
