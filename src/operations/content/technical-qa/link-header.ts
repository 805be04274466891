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

/** Reads a `Link` header value, several joined by commas; commas inside `<…>` and quotation marks do not split. */
export function readLinkHeader(value: string): LinkHeaderEntry[] {
  const entries: LinkHeaderEntry[] = [];
  const text = value.slice(0, HEADER_CHARACTERS_MAX);
  const entry = /\s*<([^<>]*)>((?:\s*;\s*[^\s=;,"<>]+\s*(?:=\s*(?:"[^"]*"|[^\s;,"]*))?)*)\s*(?:,|$)/y;
  while (entry.lastIndex < text.length && entries.length < ENTRIES_MAX) {
    const found = entry.exec(text);
    if (found === null) break;
    const parameters = parametersOf(found[2] ?? '');
    entries.push({
      text: found[0].trim().replace(/,$/, ''),
      target: (found[1] ?? '').trim(),
      rel: (parameters.get('rel') ?? '').toLowerCase().split(/\s+/).filter(Boolean),
      hreflang: parameters.get('hreflang'),
    });
  }
  return entries;
}

function parametersOf(text: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const found of text.matchAll(/;\s*([^\s=;,"<>]+)\s*(?:=\s*(?:"([^"]*)"|([^\s;,"]*)))?/g)) {
    const name = (found[1] ?? '').toLowerCase();
    if (!parameters.has(name)) parameters.set(name, found[2] ?? found[3] ?? '');
  }
  return parameters;
}
