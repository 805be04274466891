/** Text comes from callers and sites: what a spreadsheet would take for a formula is marked as text. */
export function csvCell(text: string | null): string {
  if (text === null) return '';
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
