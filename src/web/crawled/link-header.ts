/** The target of `rel="canonical"` in a Link header (RFC 8288), as it is written there. */
export function canonicalOfHeader(header: string): string | undefined {
  const text = header.slice(0, 8192);
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('<', at);
    const close = open === -1 ? -1 : text.indexOf('>', open);
    if (close === -1) return undefined;
    const next = text.indexOf('<', close);
    const parameters = text.slice(close + 1, next === -1 ? text.length : next);
    if (/(?:^|;)\s*rel\s*=\s*"?[^";]*\bcanonical\b/i.test(parameters)) return text.slice(open + 1, close).trim();
    at = close + 1;
  }
  return undefined;
}
