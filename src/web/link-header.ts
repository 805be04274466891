/** One target of a `Link` header (RFC 8288). */
export interface LinkHeaderEntry {
  /** The entry as written. */
  readonly text: string;
  readonly target: string;
  readonly rel: readonly string[];
  readonly hreflang: string | undefined;
}

const HEADER_CHARACTERS_MAX = 32_000;
const ENTRIES_MAX = 500;
const PARAMETER = /\s*;\s*([^\s=;,"<>]*)\s*(?:=\s*(?:"([^"]*)(?:"|$)|([^\s;,"<]*)))?/y;

/**
 * Reads a `Link` header value, several joined by commas; commas inside `<…>` and quotation marks do not split. What
 * stands between the entries and is none of them is passed over.
 */
export function readLinkHeader(value: string): LinkHeaderEntry[] {
  const entries: LinkHeaderEntry[] = [];
  const text = value.slice(0, HEADER_CHARACTERS_MAX);
  let open = text.indexOf('<');
  while (open !== -1 && entries.length < ENTRIES_MAX) {
    const close = text.indexOf('>', open);
    if (close === -1) break;
    const { parameters, end } = readParameters(text, close + 1);
    entries.push({
      text: text.slice(open, end).trim(),
      target: text.slice(open + 1, close).trim(),
      rel: (parameters.get('rel') ?? '').toLowerCase().split(/\s+/).filter(Boolean),
      hreflang: parameters.get('hreflang'),
    });
    open = text.indexOf('<', end);
  }
  return entries;
}

/** The address that a `Link` header declares canonical, as it is written there. */
export function findCanonical(header: string): string | undefined {
  return readLinkHeader(header).find((entry) => entry.rel.includes('canonical') && entry.target !== '')?.target;
}

/** The first of repeated parameters counts. */
function readParameters(text: string, start: number): { parameters: ReadonlyMap<string, string>; end: number } {
  const parameters = new Map<string, string>();
  let end = start;
  PARAMETER.lastIndex = start;
  for (let found = PARAMETER.exec(text); found !== null; found = PARAMETER.exec(text)) {
    const name = (found[1] ?? '').toLowerCase();
    if (!parameters.has(name)) parameters.set(name, found[2] ?? found[3] ?? '');
    end = PARAMETER.lastIndex;
  }
  return { parameters, end };
}
