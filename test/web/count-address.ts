import { getDomain } from 'tldts';

/**
 * A page address read a second time, for the independent count: same rule as the index, no line of its code.
 *
 * The rule in words: the fragment, user and password go; http and https are one; one slash at the end of the
 * path goes; parameters that only track the visitor or name a session go, an emptied query with its question
 * mark; session ids in the path go; a dot behind the host goes; a port other than the scheme's stays. An
 * address longer than 2,048 characters is none.
 */
export interface Address {
  /** `host/path?query`: equal keys are one page. */
  readonly key: string;
  readonly host: string;
  /** What a browser would ask the server for. */
  readonly path: string;
  readonly domain: string;
}

const DROPPED = new Set(
  (
    'gclid dclid fbclid msclkid yclid mc_cid mc_eid igshid gbraid wbraid _hsenc _hsmi ' +
    'phpsessid jsessionid sid sessionid session_id cfid cftoken'
  ).split(' '),
);

const known = new Map<string, string>();

export function addressOf(text: string, base: URL): Address | undefined {
  const url = URL.parse(text.trim(), base.href);
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.hostname === '') return undefined;
  if (url.href.length > 2048) return undefined;
  const host = url.hostname.replace(/(?<=.)\.$/, '') + (url.port === '' ? '' : ':' + url.port);
  const path = url.pathname.replaceAll(/;(?:jsessionid|phpsessid|sid)=[^/?#;]*/gi, '');
  const query = url.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !isDropped(part.split('=')[0] ?? ''));
  // A query of which nothing goes stays as it is written, empty parts included.
  const search = query.length === url.search.slice(1).split('&').length ? url.search : '?' + query.join('&');
  const kept = search === '?' ? '' : search;
  return { key: host + path.replace(/\/$/, '') + kept, host, path: path + kept, domain: domainOf(url.hostname) };
}

function isDropped(name: string): boolean {
  const lower = name.toLowerCase();
  return DROPPED.has(lower) || /^utm_[a-z_]+$/.test(lower) || /^aspsessionid[a-z]*$/.test(lower);
}

/** The registrable domain, or the host itself when it has none. */
export function domainOf(host: string): string {
  const before = known.get(host);
  if (before !== undefined) return before;
  const domain = getDomain(host) ?? host;
  known.set(host, domain);
  return domain;
}
