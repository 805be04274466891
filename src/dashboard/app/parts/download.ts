import { asProblem } from '../model/api.ts';
import { announce } from './announcer.tsx';

/** Gives the text to the browser to be saved as a file. */
export function download(name: string, type: string, text: string): void {
  save(name, new Blob([text], { type }));
}

export function save(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the address by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Saves a file when it is made, or tells why it is not. */
export function saveWhenMade(file: Promise<Blob>, name: string): Promise<void> {
  return file.then(
    (made) => save(name, made),
    (thrown: unknown) => announce(asProblem(thrown).message),
  );
}

/** A title as the name of a file. */
export function fileName(title: string, extension: string): string {
  return `${title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').toLowerCase()}.${extension}`;
}

/** Rows as CSV (RFC 4180). A cell that a spreadsheet would run as a formula is kept from that. */
export function csv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => row.map(cellOf).join(',')).join('\r\n') + '\r\n';
}

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
