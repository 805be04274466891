import { plainText } from '../model/values.ts';
import type { Fields } from '../model/report.ts';
import { announce } from './announcer.tsx';
import { csv, download, save } from './download.ts';

type Rows = readonly Fields[];

export function allColumns(rows: Rows): readonly string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

/** Every field of every row, beginning with the mark by which spreadsheets know UTF-8. */
export function saveCsv(title: string, rows: Rows): void {
  const columns = allColumns(rows);
  const cells = rows.map((row) =>
    columns.map((column) => {
      const value = row[column];
      return typeof value === 'number' ? value : plainText(value);
    }),
  );
  download(`${fileName(title)}.csv`, 'text/csv', `\uFEFF${csv([columns, ...cells])}`);
}

const CELL_CHARACTERS_MAX = 32_767;

/** The writer is loaded when somebody wants a workbook. */
export async function saveWorkbook(title: string, rows: Rows): Promise<void> {
  const { default: write } = await import('write-excel-file/browser');
  const columns = allColumns(rows);
  const cells = rows.map((row) =>
    columns.map((column) => {
      const value = row[column];
      if (value === null || value === undefined) return null;
      if (typeof value === 'number' || typeof value === 'boolean') return value;
      return plainText(value).slice(0, CELL_CHARACTERS_MAX).toWellFormed();
    }),
  );
  const head = columns.map((value) => ({ value, fontWeight: 'bold' as const }));
  save(`${fileName(title)}.xlsx`, await write([head, ...cells], { stickyRowsCount: 1 }).toBlob());
}

export function copyRows(rows: Rows, columns: readonly string[]): void {
  const lines = rows.map((row) => columns.map((column) => plainText(row[column])).join('\t'));
  navigator.clipboard.writeText(lines.join('\n')).then(
    () => announce(`${rows.length} ${rows.length === 1 ? 'row' : 'rows'} copied.`),
    () => announce('Your browser does not let this page copy.'),
  );
}

function fileName(title: string): string {
  return title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');
}
