/** Longer ones are data, not addresses. */
const ADDRESS_CHARACTERS_MAX = 4096;

/** Absolute http(s) address without credentials; undefined for everything else, such as javascript: and data:. */
export function normalisedAddress(written: string | undefined, base: string): string | undefined {
  if (written === undefined || written === '' || written.length > ADDRESS_CHARACTERS_MAX) return undefined;
  const url = URL.parse(written.trim(), base === '' ? undefined : base);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  url.username = '';
  url.password = '';
  return url.href;
}
