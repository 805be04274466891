import { OFFSET_MAX } from '../contract/fields.ts';
import type { PlannedCall, WorkflowDraft } from '../contract/workflow.ts';
import { agree, counted } from '../kernel/grammar.ts';
import { confidenceOf, makePlan } from './plan.ts';
import { formatSummary } from './summary.ts';

/** Pages of a list: what there is past its end, and the calls that turn to the next page and back to the first. */

export interface Page {
  readonly total_count: number | null;
  readonly limit: number;
  readonly offset: number;
}

/** Past the last row there is nothing either, and that says nothing about what the rows are of. */
export function isPastEnd({ offset, total_count }: Page): boolean {
  return offset > 0 && (total_count ?? 0) > 0;
}

export function describePastEnd({ offset, total_count }: Page, row: string): string {
  const total = total_count ?? 0;
  return `Offset ${offset} is past the end of the list: only ${counted(total, row)} ${agree(total, 'matches')}.`;
}

export const GO_BACK = 'Go back to an earlier page of the list.';

export function firstPageCall(operation: string, asked: Readonly<Record<string, unknown>>): PlannedCall {
  return { operation, body: { ...asked, offset: 0 }, reason: 'Gets the list from the start.' };
}

export function nextPageCalls(operation: string, asked: Readonly<Record<string, unknown>>, page: Page): PlannedCall[] {
  const offset = page.offset + page.limit;
  if ((page.total_count ?? 0) <= offset || offset > OFFSET_MAX) return [];
  const { export_rows: _whole, ...request } = asked;
  return [{ operation, body: { ...request, offset }, reason: 'Gets the next page of results.' }];
}

interface AskedPage {
  readonly operation: string;
  readonly asked: Readonly<Record<string, unknown>>;
  /** What a row is, such as `keyword`. */
  readonly row: string;
  readonly heading: string;
}

/** What to say of a page past the end of its list, in place of a plan for its rows; nothing of a page that has rows. */
export function planPastEnd(
  page: Page,
  rows: readonly unknown[],
  { operation, asked, row, heading }: AskedPage,
): { readonly guidance?: WorkflowDraft; readonly markdown_summary?: string } {
  if (rows.length > 0 || !isPastEnd(page)) return {};
  const why = describePastEnd(page, row);
  return {
    guidance: makePlan({
      summary: why,
      steps: [{ action: GO_BACK, why, evidence: [`total_count: ${page.total_count}`], owner_hint: 'SEO' }],
      priority: 'low',
      confidence: confidenceOf(1, [why]),
      guardrails: ['An empty page past the end says nothing about the rows before it.'],
      next_calls: [firstPageCall(operation, asked)],
    }),
    markdown_summary: formatSummary({ heading, intro: why, facts: [], next: GO_BACK }),
  };
}
