/** The report that a page is printed from, as data; undefined on every page that somebody looks at. */
export function printedReport(): string | undefined {
  if (!('document' in globalThis)) return undefined;
  return document.getElementById('printed-report')?.textContent ?? undefined;
}
