import { z } from 'zod';

import type { InputIssue } from '../kernel/errors.ts';
import { OFFSET_MAX } from '../contract/fields.ts';
import { blocks } from '../contract/price.ts';

/** All rows of a list as one job: what a page of a list is asked for, and an export page by page. */

/** What any source of links answers at a time. */
const ROWS_AT_ONCE = 1000;
const CREDITS_PER_BLOCK = 5;
const BLOCK_ROWS = 100;

export const exportRows = () =>
  z
    .int()
    .min(1)
    .max(OFFSET_MAX)
    .optional()
    .describe('Exports up to this many rows as one job, in place of limit. Charged for the rows that it returns.');

interface AskedRows {
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

interface PageReader<Page, Row> {
  readonly ask: (page: { readonly limit: number; readonly offset: number }) => Promise<Page>;
  readonly rowsOf: (page: Page) => readonly Row[];
  readonly join: (first: Page, rows: readonly Row[]) => Page;
  readonly report: (percent: number, stage: string, message?: string) => void;
}

/** The rows asked for, as one page: a long export is read part after part, until its list ends. */
export async function readRows<Page, Row>(asked: AskedRows, reader: PageReader<Page, Row>): Promise<Page> {
  const { ask, rowsOf, join, report } = reader;
  const { limit: wanted, offset } = withRowsAsked(asked);
  const first = await ask({ limit: Math.min(wanted, ROWS_AT_ONCE), offset });
  const rows = [...rowsOf(first)];
  for (let read = rows.length; rows.length < wanted && read === ROWS_AT_ONCE;) {
    report(Math.floor((100 * rows.length) / wanted), 'export', `${rows.length.toLocaleString('en-US')} rows read.`);
    const page = await ask({ limit: Math.min(wanted - rows.length, ROWS_AT_ONCE), offset: offset + rows.length });
    read = rowsOf(page).length;
    rows.push(...rowsOf(page));
  }
  return join(first, rows);
}
