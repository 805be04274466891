import { getDomain, getPublicSuffix, parse } from 'tldts';

/**
 * A page address as the index keys it.
 *
 * Two addresses that differ only in http/https, in a trailing slash, in the fragment or in tracking
 * parameters are one page, so links to either count for both. `host_key` is the host with its labels
 * reversed and a trailing dot (`com.example.www.`): a domain with all its subdomains is then one range
 * of keys, which is what the index sorts by.
 */
export interface PageAddress {
  /** The normalised absolute URL, with the scheme and slash that it was written with. */
  readonly url: string;
  readonly host: string;
  readonly host_key: string;
  /** Path and query without a trailing slash; '' for the root. */
  readonly path_key: string;
  /** The registrable domain by the public suffix list, or the host itself for IPs and bare names. */
  readonly domain: string;
  readonly https: boolean;
  readonly trailing_slash: boolean;
}

/** Longest URL that is kept; longer ones are traps or data, not pages. */
export const URL_LENGTH_MAX = 2048;

const TRACKING = /^(?:utm_[a-z_]+|gclid|dclid|fbclid|msclkid|yclid|mc_cid|mc_eid|igshid|gbraid|wbraid|_hsenc|_hsmi)$/i;
const SESSION_PARAMETER = /^(?:phpsessid|jsessionid|aspsessionid[a-z]*|sid|sessionid|session_id|cfid|cftoken)$/i;
const SESSION_PATH = /;(?:jsessionid|phpsessid|sid)=[^/?#;]*/gi;

/** Reads and normalises an absolute http(s) URL, or one relative to `base`. Undefined when it is not a page address. */
export function pageAddress(text: string, base?: string): PageAddress | undefined {
  const parsed = URL.parse(text.trim(), base);
  if (parsed === null || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return undefined;
  if (parsed.hostname === '' || parsed.href.length > URL_LENGTH_MAX) return undefined;
  const host = hostIn(parsed);
  const names = hostNames(host);
  if (parsed.search !== '') dropTracking(parsed);
  if (parsed.pathname.includes(';')) parsed.pathname = parsed.pathname.replaceAll(SESSION_PATH, '');
  const path = parsed.pathname;
  const trailingSlash = path.endsWith('/');
  return {
    url: parsed.protocol + '//' + host + (parsed.port === '' ? '' : ':' + parsed.port) + path + parsed.search,
    host,
    host_key: parsed.port === '' ? names.key : names.key + ':' + parsed.port,
    path_key: (trailingSlash ? path.slice(0, -1) : path) + parsed.search,
    domain: names.domain,
    https: parsed.protocol === 'https:',
    trailing_slash: trailingSlash,
  };
}

function hostIn(parsed: URL): string {
  const host = parsed.hostname;
  return host.endsWith('.') && host.length > 1 ? host.slice(0, -1) : host;
}

interface HostNames {
  readonly key: string;
  readonly domain: string;
}

/** The links of a page name the same few hosts over and over. */
const HOSTS_KNOWN_MAX = 4096;
const knownHosts = new Map<string, HostNames>();

function hostNames(host: string): HostNames {
  const known = knownHosts.get(host);
  if (known !== undefined) return known;
  const names = { key: hostKey(host), domain: registrableDomain(host) };
  if (knownHosts.size >= HOSTS_KNOWN_MAX) knownHosts.clear();
  knownHosts.set(host, names);
  return names;
}

/** `www.example.com` → `com.example.www.`; an IP keeps its order. A port other than the default follows a colon. */
export function hostKey(host: string, port = ''): string {
  const labels = /^[\d.]+$|^\[/.test(host) ? host : host.split('.').reverse().join('.');
  return labels + '.' + (port === '' ? '' : ':' + port);
}

/** The inverse of `hostKey`, with the port when there is one. */
export function hostOfKey(key: string): string {
  const [labels = '', port] = key.split('.:');
  const bare = labels.endsWith('.') ? labels.slice(0, -1) : labels;
  const host = /^[\d.]+$|^\[/.test(bare) ? bare : bare.split('.').reverse().join('.');
  return port === undefined ? host : host + ':' + port;
}

/** The domain that can be registered (`bbc.co.uk` for `news.bbc.co.uk`); the host itself when there is none. */
export function registrableDomain(host: string): string {
  return getDomain(host, { validateHostname: false, extractHostname: false }) ?? host;
}

/**
 * The domain that one owner holds: as `registrableDomain`, but hosts below a shared name (`anna.github.io`,
 * `ben.blogspot.com`) are sites of different owners. Undefined for IP addresses and bare names.
 */
export function ownerDomain(host: string): string | undefined {
  const options = { validateHostname: false, extractHostname: false };
  return getDomain(host, { ...options, allowPrivateDomains: true }) ?? getDomain(host, options) ?? undefined;
}

/** The public suffix (`co.uk`), or '' for IP addresses. */
export function publicSuffix(host: string): string {
  return getPublicSuffix(host, { validateHostname: false, extractHostname: false }) ?? '';
}

/** Whether each name below the host is a site of its own, as below `co.uk`. */
export function isPublicSuffix(host: string): boolean {
  return publicSuffix(host) === host;
}

/** Whether a host ends in a suffix that the public suffix list has: `shop.de` does, `node.js` does not. */
export function hasKnownSuffix(host: string): boolean {
  const { isIcann, isPrivate } = parse(host, { validateHostname: false, extractHostname: false });
  return isIcann === true || isPrivate === true;
}

/** Whether an address carries who came from where, or a session: nothing that `PageAddress` keeps. */
export function hasTrackingParameter(text: string): boolean {
  const url = URL.parse(text);
  if (url === null) return false;
  return url.search.slice(1).split('&').some(isTracking) || url.pathname.search(SESSION_PATH) !== -1;
}

function isTracking(parameter: string): boolean {
  const name = parameter.split('=', 1)[0] ?? '';
  return TRACKING.test(name) || SESSION_PARAMETER.test(name);
}

function dropTracking(url: URL): void {
  const parts = url.search.slice(1).split('&');
  const kept = parts.filter((part) => part !== '' && !isTracking(part));
  if (kept.length !== parts.length) url.search = kept.length === 0 ? '' : '?' + kept.join('&');
}

/** Addresses that differ only in what `PageAddress` folds, such as scheme or trailing slash, are one page. */
export function isSamePage(one: PageAddress, other: PageAddress): boolean {
  return one.host_key === other.host_key && one.path_key === other.path_key;
}

/** Whether two addresses are of one page, also where only the case of their escapes differs. */
export function isSameAddress(one: string, other: string): boolean {
  const key = addressKey(one);
  return key !== undefined && key === addressKey(other);
}

function addressKey(url: string): string | undefined {
  const address = pageAddress(url);
  if (address === undefined) return undefined;
  return address.host_key + address.path_key.replaceAll(/%[\da-f]{2}/gi, (escape) => escape.toUpperCase());
}

export function readHost(url: string | undefined): string | undefined {
  return url === undefined ? undefined : pageAddress(url)?.host;
}

/** Hosts that differ only in a leading `www.` are one site to its visitors. */
export function isSameSite(one: string, other: string): boolean {
  return one.replace(/^www\./, '') === other.replace(/^www\./, '');
}

/** Whether a host is a domain or one of its subdomains; a leading `www.` of the domain stands for the domain. */
export function isWithin(host: string, domain: string): boolean {
  const outer = domain.replace(/^www\.(?=.+\.)/, '');
  return host === outer || host.endsWith('.' + outer);
}

/** Tells whether an address or host is of one of these domains; null for all where there are none to tell by. */
export function ownership(domains: readonly string[]): (place: string) => boolean | null {
  if (domains.length === 0) return () => null;
  return (place) => {
    const host = isHttp(place) ? readHost(place) : place;
    return host !== undefined && domains.some((domain) => isWithin(host, domain));
  };
}

export function isHttp(url: string): boolean {
  return /^https?:\/\//i.test(url);
}

const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|localdomain|lan|home|corp)$/;
const PRIVATE_V4 = /^(?:127|10|0)\.\d|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\.|^169\.254\./;
const PRIVATE_V6 = /^\[(?:::1?\]|f[cd][\da-f]{2}:|fe[89ab][\da-f]:|::ffff:(?:7f|0?a)[\da-f]{0,2}:)/i;

/** A host that only the author's own machine or network can reach. */
export function isLocalHost(host: string): boolean {
  return LOCAL_NAME.test(host) || PRIVATE_V4.test(host) || PRIVATE_V6.test(host);
}

/** Longer ones are data, not addresses. */
const ADDRESS_CHARACTERS_MAX = 4096;

/** Absolute http(s) address without credentials; undefined for everything else, such as javascript: and data:. */
export function normalizeAddress(written: string | undefined, base: string): string | undefined {
  if (written === undefined || written === '' || written.length > ADDRESS_CHARACTERS_MAX) return undefined;
  const url = httpUrl(written, base === '' ? undefined : base);
  if (url === undefined) return undefined;
  url.username = '';
  url.password = '';
  return url.href;
}

/**
 * What the relative addresses of a page are relative to: its `<base>` when that is an http address, else its own. A
 * base with a data: or javascript: address is not taken (HTML 4.2.3).
 */
export function resolveBase<Address extends string | undefined>(
  base: string | undefined,
  page: Address,
): string | Address {
  return base === undefined ? page : (httpUrl(base, page)?.href ?? page);
}

function httpUrl(written: string, base: string | undefined): URL | undefined {
  const url = URL.parse(written.trim(), base);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url : undefined;
}
