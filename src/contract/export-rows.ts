import { z } from 'zod';

import type { InputIssue } from '../kernel/errors.ts';
import { OFFSET_MAX } from './fields.ts';
import { blocks } from './price.ts';

/** All rows of a list as one job: what a page of a list is asked for, and an export page by page. */

/** What any source answers at a time. */
const ROWS_AT_ONCE = 1000;
const CREDITS_PER_BLOCK = 5;
const BLOCK_ROWS = 100;

export const exportRows = (max = OFFSET_MAX) =>
  z
    .int()
    .min(1)
    .max(max)
    .optional()
    .describe('Exports up to this many rows as one job instead of limit. You pay for the rows it returns.');

export interface AskedRows {
  readonly limit: number;
  readonly offset: number;
  readonly export_rows?: number | undefined;
}

export const ROWS_PRICE = {
  rule: `${CREDITS_PER_BLOCK} credits per ${BLOCK_ROWS} requested items, minimum ${CREDITS_PER_BLOCK}`,
  credits: ({ limit, export_rows }: Pick<AskedRows, 'limit' | 'export_rows'>) => priceOf(export_rows ?? limit),
};

function priceOf(rows: number): number {
  return CREDITS_PER_BLOCK * blocks(rows, BLOCK_ROWS);
}

export function isExport({ export_rows }: Pick<AskedRows, 'export_rows'>): boolean {
  return export_rows !== undefined;
}

export function checkExport({ export_rows, offset }: AskedRows): InputIssue[] {
  if ((export_rows ?? 0) + offset <= OFFSET_MAX) return [];
  const rest = (OFFSET_MAX - offset).toLocaleString('en-US');
  const message =
    offset === OFFSET_MAX ? 'must be left out: lists end there' : `must be at most ${rest} from this offset on`;
  return [{ path: 'export_rows', message }];
}

/** The request with the number of rows that it is for as its limit. */
export function withRowsAsked<Asked extends AskedRows>(asked: Asked): Asked {
  return { ...asked, limit: asked.export_rows ?? asked.limit };
}

/** What an export is charged: for fewer rows where there are fewer. Nothing else differs from its price. */
export function chargeRows(asked: AskedRows, returned: number): { readonly credits?: number } {
  return isExport(asked) ? { credits: priceOf(returned) } : {};
}

export interface RowPage {
  readonly limit: number;
  readonly offset: number;
}

interface PageReader<Page, Row> {
  readonly ask: (page: RowPage) => Promise<Page>;
  readonly rowsOf: (page: Page) => readonly Row[];
  readonly join: (first: Page, rows: readonly Row[]) => Page;
  readonly report: (percent: number, stage: string, message?: string) => void;
}

/** The parts in which so many rows are read. */
export function pagesOfRows(asked: AskedRows): readonly RowPage[] {
  const { limit: wanted, offset } = withRowsAsked(asked);
  return Array.from({ length: Math.ceil(wanted / ROWS_AT_ONCE) }, (_, at) => ({
    limit: Math.min(ROWS_AT_ONCE, wanted - at * ROWS_AT_ONCE),
    offset: offset + at * ROWS_AT_ONCE,
  }));
}

/** The rows asked for, as one page: a long export is read part after part, until its list ends. */
export async function readRows<Page extends { readonly total_count: number | null }, Row>(
  asked: AskedRows,
  { ask, rowsOf, join, report }: PageReader<Page, Row>,
): Promise<Page> {
  const [start, ...parts] = pagesOfRows(asked);
  const first = await ask(start ?? asked);
  const rows = [...rowsOf(first)];
  let last = first;
  for (const [at, part] of parts.entries()) {
    // A part has fewer rows than were asked for also where its source folds some into others.
    const isEnd = last.total_count === null ? rowsOf(last).length === 0 : last.total_count <= part.offset;
    if (isEnd) break;
    const read = `${rows.length.toLocaleString('en-US')} rows read.`;
    report(Math.floor((100 * (at + 1)) / (parts.length + 1)), 'export', read);
    last = await ask(part);
    rows.push(...rowsOf(last));
  }
  return join(first, rows);
}
