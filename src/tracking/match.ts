import type { SerpEntry } from '../ports/serp.ts';
import { readDataRows } from '../kernel/data.ts';
import { parseTarget } from '../web/target.ts';
import { isWithin, ownerDomain, type PageAddress, pageAddress } from '../web/url.ts';

/**
 * `exact`: the tracked page, or any page of a tracked domain. `same_path`: the page on another host of the site (www, m, amp), or
 * with a query string that does not change what it shows. `same_domain`: another page of the site, which is no success of the
 * tracked one.
 */
export const MATCH_TYPES = ['exact', 'same_path', 'same_domain'] as const;
export type MatchType = (typeof MATCH_TYPES)[number];

/** What a rank is tracked for: one page, or all of a domain or subdomain. */
export interface TrackedTarget {
  /** As it was given, normalised. */
  readonly value: string;
  readonly host: string;
  /** What one owner holds: every page of it is an own page. */
  readonly site: string;
  /** Undefined where any page of the host counts. */
  readonly page: PageAddress | undefined;
}

/** @throws AppError invalid_input naming `field` */
export function readTrackedTarget(text: string, field = 'url'): TrackedTarget {
  const { value, type, host } = parseTarget(text, field);
  const page = type === 'page' ? pageAddress(value) : undefined;
  return { value, host, site: ownerDomain(host) ?? host, page };
}

/** Checks of a year name the same few addresses every day. */
const matched = new WeakMap<TrackedTarget, Map<string, MatchType | undefined>>();

/** How an address answers to a target (rank-tracking 4); undefined for addresses of other sites. */
export function matchAddress(target: TrackedTarget, url: string): MatchType | undefined {
  const known = matched.get(target) ?? new Map<string, MatchType | undefined>();
  if (known.has(url)) return known.get(url);
  const match = compareAddress(target, url);
  matched.set(target, known.set(url, match));
  return match;
}

function compareAddress(target: TrackedTarget, url: string): MatchType | undefined {
  const address = pageAddress(url);
  if (address === undefined || (ownerDomain(address.host) ?? address.host) !== target.site) return undefined;
  const { page } = target;
  if (page === undefined) return isWithin(address.host, target.host) ? 'exact' : 'same_domain';
  if (addressKey(address) === addressKey(page)) return 'exact';
  const isSamePath = plainHost(address.host) === plainHost(page.host) && plainPath(address) === plainPath(page);
  return isSamePath ? 'same_path' : 'same_domain';
}

/** Parameters that engines and campaigns add, and those that change how a page is shown and not what. */
const PARAMETERS = {
  added: namesOf('added'),
  idle: namesOf('idle'),
};

function namesOf(kind: string): ReadonlySet<string> {
  const rows = readDataRows(import.meta.url, 'data/parameters.tsv');
  return new Set(rows.filter(([written]) => written === kind).map(([, name = '']) => name));
}

/** Scheme, trailing slash and fragment do not count; escapes are compared in one case. */
function addressKey({ host_key, path_key }: PageAddress): string {
  return host_key + upperEscapes(withoutParameters(path_key, PARAMETERS.added));
}

function plainPath({ path_key }: PageAddress): string {
  const path = withoutParameters(withoutParameters(path_key, PARAMETERS.added), PARAMETERS.idle);
  const [name = '', query] = path.split('?');
  const page = name.replace(/\/amp\/?$/, '').replace(/\.amp(?=\.html?$)/, '');
  return upperEscapes(query === undefined ? page : `${page}?${query}`);
}

function upperEscapes(text: string): string {
  return text.replaceAll(/%[\da-f]{2}/gi, (escape) => escape.toUpperCase());
}

/** The others in a fixed order: servers take them in any. */
function withoutParameters(path: string, dropped: ReadonlySet<string>): string {
  const at = path.indexOf('?');
  if (at === -1) return path;
  const kept = path
    .slice(at + 1)
    .split('&')
    .filter((part) => part !== '' && !dropped.has((part.split('=', 1)[0] ?? '').toLowerCase()));
  const name = path.slice(0, at).replace(/\/$/, '');
  return kept.length === 0 ? name : `${name}?${kept.sort().join('&')}`;
}

/** Hosts that serve the same pages to other visitors. */
function plainHost(host: string): string {
  return host.replace(/^(?:(?:www|m|mobile|amp)\.)+(?=[^.]+\.)/, '');
}

/** One result of the target's own site. */
export interface OwnResult {
  readonly url: string;
  readonly position: number;
  readonly rank_absolute: number;
  readonly page: number;
  readonly match_type: MatchType;
  readonly top_px: number | null;
}

/** The organic results of the target's site: the best match first, then by place. The first of them is the target's rank. */
export function listOwnResults(target: TrackedTarget, entries: readonly SerpEntry[]): OwnResult[] {
  const own = entries.flatMap((entry): OwnResult[] => {
    const { type, role, url, rank_group: position, rank_absolute, page, top_px } = entry;
    if (type !== 'organic' || role !== 'item' || url === null) return [];
    const match_type = matchAddress(target, url);
    return match_type === undefined ? [] : [{ url, position, rank_absolute, page, match_type, top_px }];
  });
  return own.sort(
    (one, other) =>
      MATCH_TYPES.indexOf(one.match_type) - MATCH_TYPES.indexOf(other.match_type) || one.position - other.position,
  );
}

/** Whether an entry leads to the target's site, whatever kind of entry it is. */
export function isOwnEntry(target: TrackedTarget, { url }: SerpEntry): boolean {
  return url !== null && matchAddress(target, url) !== undefined;
}
