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
  const links = absentFrom({ hits, id: 'unlinked', share_min: LINKS_SHARE_MIN }, digests, ({ unlinked }) => unlinked);
  const crawl = absentFrom(
    { hits, id: 'orphan_candidate', share_min: CRAWL_SHARE_MIN },
    digests,
    ({ not_crawled }) => not_crawled,
  );
  const orphans = distinct([...measured, ...links.orphans, ...crawl.orphans]);
  const count = Math.max(orphans.length, links.count, crawl.count);
  hits.drop('orphan_candidate');
  if (links.count > 0) hits.drop('unlinked');
  for (const [at, orphan] of orphans.entries()) {
    hits.add('orphan_candidate', { ...orphan, detail: orphan.reason }, at === 0 ? 1 + count - orphans.length : 1);
  }
  const counted = input.crawl_urls.some((row) => row.inbound_internal_links != null);
  const isKnown = counted || input.internal_links.length > 0 || crawl.usable;
  return { orphans: orphans.slice(0, SHOWN_MAX), count: isKnown ? count : null };
}

function distinct(orphans: readonly Orphan[]): Orphan[] {
  const told = new KeySet();
  return orphans.filter((orphan) => {
    const url = listedUrl(orphan.url);
    return url !== undefined && told.add(pageKey(url));
  });
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

interface Absence {
  /** The list reaches enough of the sitemaps for its silence to tell something. */
  readonly usable: boolean;
  readonly orphans: readonly Orphan[];
  readonly count: number;
}

function absentFrom(
  asked: { readonly hits: Hits; readonly id: 'unlinked' | 'orphan_candidate'; readonly share_min: number },
  digests: readonly SitemapDigest[],
  missing: (digest: SitemapDigest) => number | null,
): Absence {
  const { hits, id, share_min } = asked;
  const urls = digests.reduce((sum, digest) => sum + digest.page_keys.length, 0);
  const counts = digests.flatMap((digest) => missing(digest) ?? []);
  const gone = counts.reduce((sum, count) => sum + count, 0);
  const usable = urls > 0 && counts.length > 0 && (urls - gone) / urls >= share_min;
  if (!usable) return { usable, orphans: [], count: 0 };
  const examples = hits.read().find((hit) => hit.id === id)?.examples ?? [];
  return { usable, orphans: examples.map((example) => orphanOf(example, id)), count: hits.countOf(id) };
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
