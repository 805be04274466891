import {
  formatDemand,
  hasDemand,
  isListed,
  isWorking,
  type Listed,
  type SitemapAuditInput,
  uniqueUrls,
} from './evidence.ts';
import type { SitemapDigest } from './file.ts';
import type { Example, Hits } from './findings.ts';
import { KeySet, listedUrl, pageKey } from './keys.ts';
import type { CrawlUrl, SitemapAuditReport } from './report.ts';

type Orphan = SitemapAuditReport['orphan_candidates'][number];
type LinkGap = SitemapAuditReport['internal_link_gaps'][number];

const ORPHANS_SHOWN = 100;
/** A list of links or pages that reaches less of the sitemaps is a sample, and absence from it proves nothing. */
const LINKS_SHARE_MIN = 0.5;
const CRAWL_SHARE_MIN = 0.8;

/**
 * Listed pages that no page links to: counted by the crawl itself, or absent from lists that reach most of the others.
 *
 * Absence from a shorter list is the finding `unlinked`, or nothing.
 */
export function findOrphans(
  input: SitemapAuditInput,
  digests: readonly SitemapDigest[],
  listed: Listed,
  hits: Hits,
): { orphans: Orphan[]; count: number | null } {
  const measured = findMeasuredOrphans(input, listed);
  const find = (id: Absence['id'], share_min: number, missing: Absence['missing']): Absent =>
    findAbsent({ id, share_min, missing }, digests, hits);
  const links = find('unlinked', LINKS_SHARE_MIN, ({ unlinked }) => unlinked);
  const crawl = find('orphan_candidate', CRAWL_SHARE_MIN, ({ not_crawled }) => not_crawled);
  const orphans = dropRepeated([...measured, ...links.orphans, ...crawl.orphans]);
  const count = Math.max(orphans.length, links.count, crawl.count);
  hits.drop('orphan_candidate');
  if (links.count > 0) hits.drop('unlinked');
  for (const [at, orphan] of orphans.entries()) {
    hits.add('orphan_candidate', { ...orphan, detail: orphan.reason }, at === 0 ? 1 + count - orphans.length : 1);
  }
  const counted = input.crawl_urls.some((row) => row.inbound_internal_links != null);
  const isKnown = counted || input.internal_links.length > 0 || crawl.usable;
  return { orphans: orphans.slice(0, ORPHANS_SHOWN), count: isKnown ? count : null };
}

function dropRepeated(orphans: readonly Orphan[]): Orphan[] {
  const seen = new KeySet();
  return orphans.filter((orphan) => {
    const url = listedUrl(orphan.url);
    return url !== undefined && seen.add(pageKey(url));
  });
}

function findMeasuredOrphans({ crawl_urls }: SitemapAuditInput, listed: Listed): Orphan[] {
  return crawl_urls
    .flatMap((row): Orphan[] => {
      const url = row.inbound_internal_links === 0 ? listedUrl(row.url.trim()) : undefined;
      if (url === undefined || isHome(url) || !isWorking(row) || !isListed(url, listed)) return [];
      return [
        {
          url: url.href.slice(0, 2048),
          sitemap: null,
          line: null,
          inbound_internal_links: 0,
          reason: 'The crawl found no internal link to it.',
          clicks: row.clicks ?? null,
          impressions: row.impressions ?? null,
        },
      ];
    })
    .toSorted(compareDemand);
}

function isHome(url: URL): boolean {
  return url.pathname === '/' && url.search === '';
}

/** More clicks first, then more impressions, then by address. */
function compareDemand(one: Orphan | LinkGap, other: Orphan | LinkGap): number {
  return (
    (other.clicks ?? 0) - (one.clicks ?? 0) ||
    (other.impressions ?? 0) - (one.impressions ?? 0) ||
    (one.url < other.url ? -1 : 1)
  );
}

interface Absence {
  readonly id: 'unlinked' | 'orphan_candidate';
  readonly share_min: number;
  readonly missing: (digest: SitemapDigest) => number | null;
}

interface Absent {
  /** The list reaches enough of the sitemaps for its silence to mean something. */
  readonly usable: boolean;
  readonly orphans: readonly Orphan[];
  readonly count: number;
}

function findAbsent({ id, share_min, missing }: Absence, digests: readonly SitemapDigest[], hits: Hits): Absent {
  const urls = digests.reduce((sum, digest) => sum + digest.page_keys.length, 0);
  const counts = digests.flatMap((digest) => missing(digest) ?? []);
  const gone = counts.reduce((sum, count) => sum + count, 0);
  const usable = urls > 0 && counts.length > 0 && (urls - gone) / urls >= share_min;
  if (!usable) return { usable, orphans: [], count: 0 };
  const examples = hits.read().find((hit) => hit.id === id)?.examples ?? [];
  return { usable, orphans: examples.map((example) => describeAbsent(example, id)), count: hits.count(id) };
}

const NOT_LINKED = 'None of the supplied internal links points to it.';

function describeAbsent({ url, sitemap, line }: Example, id: Absence['id']): Orphan {
  return {
    url: url ?? '',
    sitemap,
    line,
    inbound_internal_links: null,
    reason: id === 'unlinked' ? NOT_LINKED : 'It is not among the crawled pages.',
    clicks: null,
    impressions: null,
  };
}

const GAPS_SHOWN = 50;
const GAP_LINKS_MAX = 1;
const SOURCES_SHOWN = 5;

/** Pages that matter, because the caller says so or people search for them, and that hardly anything links to. */
export function findLinkGaps(input: SitemapAuditInput, hits: Hits): LinkGap[] {
  const sources = groupSources(input);
  const rows = new Map<number, CrawlUrl>();
  for (const row of input.crawl_urls) {
    const url = listedUrl(row.url.trim());
    if (url !== undefined && !rows.has(pageKey(url))) rows.set(pageKey(url), row);
  }
  const searched = input.crawl_urls.filter((row) => hasDemand(row) && (row.status_code ?? 200) < 300);
  const gaps = new Map<number, LinkGap>();
  const add = (url: URL, important: boolean): void => {
    const key = pageKey(url);
    const gap = gaps.has(key)
      ? undefined
      : describeGap(url, important, rows.get(key) ?? {}, sources && (sources.get(key) ?? []));
    if (gap !== undefined) gaps.set(key, gap);
  };
  for (const url of uniqueUrls(input.important_urls)) add(url, true);
  for (const url of uniqueUrls(searched.map((row) => row.url))) add(url, false);
  const found = [...gaps.values()].toSorted(
    (one, other) => Number(other.important) - Number(one.important) || compareDemand(one, other),
  );
  for (const { url, reason } of found) hits.add('weakly_linked', { url, detail: reason });
  return found.slice(0, GAPS_SHOWN);
}

/** A count of the crawl outranks the supplied links, which may be only some of all. */
function describeGap(
  url: URL,
  important: boolean,
  row: Partial<CrawlUrl>,
  sources: readonly string[] | undefined,
): LinkGap | undefined {
  const { inbound_internal_links, status_code, clicks, impressions } = row;
  const links = inbound_internal_links ?? null;
  if (isHome(url) || (status_code ?? 0) >= 300) return undefined;
  // A list that may be a sample says something only by its silence about a page that matters.
  const isGap = links === null ? important && sources?.length === 0 : links <= GAP_LINKS_MAX;
  if (!isGap) return undefined;
  return {
    url: url.href.slice(0, 2048),
    inbound_internal_links: links,
    important,
    clicks: clicks ?? null,
    impressions: impressions ?? null,
    linked_from: [...(sources ?? [])],
    reason: explainGap(links, important, row),
  };
}

function explainGap(links: number | null, important: boolean, row: Partial<CrawlUrl>): string {
  const demand = formatDemand(row);
  const facts = [
    ...(important ? ['you named it as important'] : []),
    ...(demand === undefined ? [] : [`it has ${demand}`]),
  ];
  const crawled = links === 0 ? 'The crawl found no internal link to it.' : 'The crawl found 1 internal link to it.';
  const text = links === null ? NOT_LINKED : crawled;
  return facts.length === 0 ? text : `${text.slice(0, -1)}, and ${facts.join(' and ')}.`;
}

function groupSources({ internal_links }: SitemapAuditInput): Map<number, string[]> | undefined {
  if (internal_links.length === 0) return undefined;
  const sources = new Map<number, string[]>();
  for (const { source_url, target_url } of internal_links) {
    const target = URL.parse(target_url, source_url);
    if (target === null) continue;
    const known = sources.get(pageKey(target)) ?? [];
    if (known.length < SOURCES_SHOWN && !known.includes(source_url)) {
      sources.set(pageKey(target), [...known, source_url.slice(0, 2048)]);
    }
  }
  return sources;
}
