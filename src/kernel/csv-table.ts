import type { Cell } from './record-table.ts';

/** Comma-separated values as RFC 4180 has them: a header, then a line for each row. */
export function csvTable(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [head, ...rows]
    .map(
      (row) =>
        `${row.map((cell) => (typeof cell === 'number' || typeof cell === 'boolean' ? cell : csvCell(cell))).join(',')}\r\n`,
    )
    .join('');
}

/** Text comes from callers and sites: what a spreadsheet would take for a formula is marked as text. */
function csvCell(text: string | null): string {
  if (text === null) return '';
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
