import { isListed, type Listed, type SitemapAuditInput } from './input.ts';
import type { SitemapDigest } from './file.ts';
import type { Example, Hits } from './hits.ts';
import { KeySet, listedUrl, pageKey } from './keys.ts';
import type { SitemapAuditReport } from './report.ts';

type Orphan = SitemapAuditReport['orphan_candidates'][number];

const SHOWN_MAX = 100;
/** A list of links or pages that reaches less of the sitemaps is a sample, and absence from it tells nothing. */
const LINKS_SHARE_MIN = 0.5;
const CRAWL_SHARE_MIN = 0.8;

/**
 * Listed pages that no page links to: counted by the crawl itself, or absent from lists that reach most of the others.
 *
 * Absence from a shorter list is the finding `unlinked`, or nothing.
 */
export function orphansOf(
  input: SitemapAuditInput,
  digests: readonly SitemapDigest[],
  listed: Listed,
  hits: Hits,
): { orphans: Orphan[]; count: number | null } {
  const measured = measuredOrphans(input, listed);
  const urls = digests.reduce((sum, digest) => sum + digest.page_keys.length, 0);
  const byLinks = absent(hits, 'unlinked', digests, (digest) => digest.unlinked, urls, LINKS_SHARE_MIN);
  const byCrawl = absent(hits, 'orphan_candidate', digests, (digest) => digest.not_crawled, urls, CRAWL_SHARE_MIN);
  if (byCrawl === 'sample') hits.drop('orphan_candidate');
  const told = new KeySet();
  const orphans: Orphan[] = [];
  for (const orphan of [...measured, ...(isList(byLinks) ? byLinks : []), ...(isList(byCrawl) ? byCrawl : [])]) {
    const url = listedUrl(orphan.url);
    if (url !== undefined && told.add(pageKey(url))) orphans.push(orphan);
  }
  const known =
    input.internal_links.length > 0 ||
    isList(byCrawl) ||
    input.crawl_urls.some((row) => row.inbound_internal_links != null);
  const count = countOf({ measured, byLinks, byCrawl, orphans, hits });
  hits.drop('orphan_candidate');
  if (isList(byLinks)) hits.drop('unlinked');
  for (const [at, orphan] of orphans.entries()) {
    const rest = at === 0 ? count - orphans.length : 0;
    hits.add('orphan_candidate', { ...orphan, detail: orphan.reason }, 1 + Math.max(0, rest));
  }
  return { orphans: orphans.slice(0, SHOWN_MAX), count: known ? count : null };
}

type Absent = readonly Orphan[] | 'sample' | 'unknown';

function isList(absent: Absent): absent is readonly Orphan[] {
  return typeof absent !== 'string';
}

function countOf(found: {
  measured: readonly Orphan[];
  byLinks: Absent;
  byCrawl: Absent;
  orphans: readonly Orphan[];
  hits: Hits;
}): number {
  const links = isList(found.byLinks) ? found.hits.countOf('unlinked') : 0;
  const crawl = isList(found.byCrawl) ? found.hits.countOf('orphan_candidate') : 0;
  return Math.max(found.orphans.length, links, crawl, found.measured.length);
}

function measuredOrphans({ crawl_urls }: SitemapAuditInput, listed: Listed): Orphan[] {
  const rows = crawl_urls.filter((row) => row.inbound_internal_links === 0);
  return rows
    .flatMap((row): Orphan[] => {
      const url = listedUrl(row.url.trim());
      const isHome = url?.pathname === '/' && url.search === '';
      const works = row.status_code == null || (row.status_code >= 200 && row.status_code < 300);
      if (url === undefined || isHome || !works || !isListed(url, listed)) return [];
      return [
        {
          url: url.href.slice(0, 2048),
          sitemap: null,
          line: null,
          inbound_internal_links: 0,
          reason: 'The crawl counted no internal link to it.',
          clicks: row.clicks ?? null,
          impressions: row.impressions ?? null,
        },
      ];
    })
    .toSorted(
      (one, other) =>
        (other.clicks ?? 0) - (one.clicks ?? 0) ||
        (other.impressions ?? 0) - (one.impressions ?? 0) ||
        (one.url < other.url ? -1 : 1),
    );
}

function absent(
  hits: Hits,
  id: 'unlinked' | 'orphan_candidate',
  digests: readonly SitemapDigest[],
  missing: (digest: SitemapDigest) => number | null,
  urls: number,
  shareMin: number,
): Absent {
  const counts = digests.map(missing);
  if (urls === 0 || counts.every((count) => count === null)) return 'unknown';
  const gone = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  if ((urls - gone) / urls < shareMin) return 'sample';
  const examples = hits.read().find((hit) => hit.id === id)?.examples ?? [];
  return examples.map((example) => orphanOf(example, id));
}

function orphanOf({ url, sitemap, line }: Example, id: 'unlinked' | 'orphan_candidate'): Orphan {
  return {
    url: url ?? '',
    sitemap,
    line,
    inbound_internal_links: null,
    reason:
      id === 'unlinked' ? 'None of the supplied internal links leads to it.' : 'It is not among the crawled pages.',
    clicks: null,
    impressions: null,
  };
}
