import { foldPhrase } from '../../../text/normalize.ts';

/** Results of one search, best first, as far as they are known. */
export interface KnownSerp {
  readonly keyword: string;
  readonly urls: readonly string[];
}

/** How far two searches share their results, for one pair of keywords. */
export interface SerpOverlap {
  /** URLs in the top 10 of both. */
  readonly shared: number;
  /** Jaccard similarity of the hosts in the top 10, without large sites that rank everywhere. */
  readonly hosts: number;
}

const DEPTH = 10;
/** With fewer results than this in one list, a small overlap says nothing. */
const RESULTS_MIN = 5;
/** A host in more than this share of at least so many lists is a general platform. */
const EVERYWHERE_SHARE = 0.6;
const EVERYWHERE_LISTS_MIN = 5;

/** Whether a list is long enough to be compared with others. */
export function isEnough({ urls }: KnownSerp): boolean {
  return foldTop(urls).length >= RESULTS_MIN;
}

/** Looks up overlaps by keyword; undefined if the results of either are unknown. */
export function measureOverlaps(serps: readonly KnownSerp[]): (one: string, other: string) => SerpOverlap | undefined {
  const lists = new Map<string, { readonly urls: ReadonlySet<string>; readonly hosts: ReadonlySet<string> }>();
  for (const { keyword, urls } of serps) {
    const first = foldTop(urls);
    if (first.length < RESULTS_MIN) continue;
    lists.set(foldPhrase(keyword), {
      urls: new Set(first),
      hosts: new Set(first.map((url) => url.split('/', 1)[0] ?? '')),
    });
  }
  const counts = new Map<string, number>();
  for (const { hosts } of lists.values()) for (const host of hosts) counts.set(host, (counts.get(host) ?? 0) + 1);
  const general = new Set(
    [...counts]
      .filter(([, count]) => lists.size >= EVERYWHERE_LISTS_MIN && count / lists.size > EVERYWHERE_SHARE)
      .map(([host]) => host),
  );
  return (one, other) => {
    const [here, there] = [lists.get(one), lists.get(other)];
    if (here === undefined || there === undefined) return undefined;
    const shared = [...here.urls].filter((url) => there.urls.has(url)).length;
    const own = [...here.hosts].filter((host) => !general.has(host));
    const theirs = new Set([...there.hosts].filter((host) => !general.has(host)));
    const both = own.filter((host) => theirs.has(host)).length;
    const either = own.length + theirs.size - both;
    return { shared, hosts: either === 0 ? 0 : both / either };
  };
}

/**
 * Overlap as a likeness, by formulas 4.11: 7 of ten shared URLs mean one page, 4 one cluster, 2 two pages that link to
 * each other, fewer nothing. With 3, hosts and intent decide. Null means that the two must not share a page.
 */
export function scoreOverlap({ shared, hosts }: SerpOverlap, sameIntent: boolean): number | null {
  if (shared >= 7) return 1;
  if (shared >= 4) return 0.7 + (shared - 4) * 0.08;
  if (shared === 3) return hosts >= 0.4 && sameIntent ? 0.62 : INTERLINK_LIKENESS;
  return shared === 2 ? INTERLINK_LIKENESS : null;
}

/** Close enough for a link, too far apart for one page. */
const INTERLINK_LIKENESS = 0.2;

function foldTop(urls: readonly string[]): string[] {
  return [...new Set(urls.map(foldUrl).filter((url) => url !== ''))].slice(0, DEPTH);
}

/** Scheme, `www.`, fragment and a trailing slash do not make a different page. */
function foldUrl(url: string): string {
  const parsed = URL.parse(url.slice(0, 2048));
  if (parsed === null) return '';
  return `${parsed.hostname.replace(/^www\./, '')}${parsed.pathname.replace(/\/$/, '')}${parsed.search}`;
}
