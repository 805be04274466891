import { parse } from 'tldts';

/**
 * Origins that a key is restricted to: a host, a host with a port, or every host below one (`*.example.com`).
 * A scheme and a trailing slash may be written; they mean nothing.
 */
export type OriginRule =
  | { readonly rule: string; readonly problem: undefined }
  | { readonly rule: undefined; readonly problem: string };

/** The rule as it is compared: lower case, punycode, without the ports that browsers leave out. */
export function originRule(text: string): OriginRule {
  const written = text
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '');
  const isWildcard = written.startsWith('*.');
  const bare = isWildcard ? written.slice(2) : written;
  if (bare.length > 253) return wrong('is too long for a host');
  const address = addressOf(bare);
  if (address === undefined) {
    return wrong('must be a host such as app.example.com, app.example.com:8080 or *.example.com');
  }
  const { host, port } = address;
  if (isWildcard && isForOthersToo(host))
    return wrong("would allow other people's hosts; put your own domain after *.");
  return { rule: (isWildcard ? '*.' : '') + host + port, problem: undefined };
}

function addressOf(text: string): { host: string; port: string } | undefined {
  const url = /[/?#@*\\\s]/.test(text) ? null : URL.parse(`https://${text}/`);
  const host = url?.hostname.replace(/\.$/, '') ?? '';
  if (url === null || host === '') return undefined;
  return { host, port: url.port === '' || url.port === '80' ? '' : `:${url.port}` };
}

function isForOthersToo(host: string): boolean {
  return /^[\d.]+$|^\[/.test(host) || isPublicSuffix(host);
}

/** Exact host (with port when the rule names one), or any subdomain for `*.host`. Never a mere suffix. */
export function originMatches(origin: string, allowed: string): boolean {
  const url = URL.parse(origin);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false;
  const rule = allowed
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '');
  const actual = rule.includes(':') ? url.host : url.hostname;
  return rule.startsWith('*.') ? actual.endsWith(rule.slice(1)) && actual.length > rule.length - 1 : actual === rule;
}

/** `com` and `co.uk`, but not a name that only exists in a network of one's own, such as `localhost` or `intranet`. */
function isPublicSuffix(host: string): boolean {
  const { publicSuffix, isIcann } = parse(host);
  return isIcann === true && publicSuffix === host;
}

function wrong(problem: string): OriginRule {
  return { rule: undefined, problem };
}
