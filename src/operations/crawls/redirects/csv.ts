import { csvTable } from '../../../kernel/csv-table.ts';
import type { RedirectStep } from '../../../ports/redirect-tests.ts';

interface Row {
  readonly from: string;
  readonly to: string | null;
  readonly result: string | null;
  readonly redirects: number | null;
  readonly final_url: string | null;
  readonly final_status: number | null;
  readonly steps: readonly RedirectStep[];
  readonly note: string | null;
}

const HEAD = ['from', 'to', 'result', 'redirects', 'final_url', 'final_status', 'steps', 'note'];

/** One line for each address; its steps are in one cell, as `301 https://… > 200 https://…`. */
export function csvOf(addresses: readonly Row[]): string {
  return csvTable(
    HEAD,
    addresses.map(({ steps, ...row }) => [
      row.from,
      row.to,
      row.result,
      row.redirects,
      row.final_url,
      row.final_status,
      steps.map(({ url, status }) => `${status ?? 'no answer'} ${url}`).join(' > '),
      row.note,
    ]),
  );
}
