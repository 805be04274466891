import { agree, counted } from '../../../kernel/grammar.ts';
import { defineTask, type Task } from '../../../kernel/task.ts';
import { cleanText } from '../../../text/normalize.ts';
import { parseRobots } from '../../../web/robots/robots.ts';
import { formatDemand, isListed, isWorking, type Listed, type SitemapAuditInput, uniqueUrls } from './evidence.ts';
import type { SitemapDigest } from './file.ts';
import { type FindingId, Hits } from './findings.ts';
import { exactKey, KeySet, listedUrl, pageKey } from './keys.ts';
import { findLinkGaps, findOrphans } from './links.ts';
import type { CrawlUrl, SitemapAuditReport } from './report.ts';

/** Puts the files together and compares them with what the request says about the site. */
export const sitemapAudit: Task<SitemapAuditInput, SitemapAuditReport> = defineTask(
  import.meta.url,
  'sitemapAudit',
  auditSitemaps,
);

function auditSitemaps(input: SitemapAuditInput): SitemapAuditReport {
  const digests = input.files.flatMap(({ digest }) => (digest === undefined ? [] : [digest]));
  const hits = new Hits();
  for (const digest of digests) hits.merge(digest.hits);
  const complete =
    input.not_read_count === 0 &&
    input.files.every(({ digest }) => digest !== undefined && digest.type !== 'unknown' && !digest.truncated) &&
    digests.every((digest) => digest.problem_count === 0);
  const listed: Listed = {
    exact: KeySet.of(...digests.map((digest) => digest.exact_keys)),
    pages: KeySet.of(...digests.map((digest) => digest.page_keys)),
    complete,
  };
  const host = digests.find((digest) => digest.host !== null)?.host ?? null;
  judgeFiles(input, hits);
  const important = judgeImportant(input, listed, hits);
  const crawl = judgeCrawl(input, listed, host, hits);
  const { orphans, count } = findOrphans(input, digests, listed, hits);
  const gaps = findLinkGaps(input, hits);
  const findings = hits.read().map(({ examples, ...finding }) => ({ ...finding, examples: [...examples] }));
  const urls = digests.filter((digest) => digest.type !== 'index');
  return {
    sitemap_url: input.sitemap_url,
    checked: input.sitemap_url === null ? 'xml' : 'url',
    host,
    sitemaps: describeSitemaps(input),
    findings,
    severity_counts: countSeverities(findings),
    coverage: {
      sitemaps_read: digests.length,
      sitemaps_not_read: input.not_read_count + input.files.filter(({ digest }) => digest === undefined).length,
      complete,
      urls_listed: sum(urls, (digest) => digest.entries),
      unique_urls: listed.exact.size,
      important_urls: important,
      crawl_urls:
        crawl === null ? null : { ...crawl, listed_not_crawled: sum(digests, (digest) => digest.not_crawled ?? 0) },
      internal_links: measureLinks(input, digests),
      robots_txt: input.robots_state,
    },
    orphan_candidates: orphans,
    orphan_candidate_count: count,
    internal_link_gaps: gaps,
    checklist: findings.map(({ id, fix, severity }, at) => ({ order: at + 1, task: fix, severity, finding_id: id })),
    notes: listNotes(input, complete),
  };
}

function judgeFiles({ files, not_read, not_read_count, robots_txt, sitemap_url }: SitemapAuditInput, hits: Hits): void {
  for (const { url, failure } of files) {
    if (failure !== null) hits.add('sitemap_unreachable', { url, sitemap: url, detail: failure });
  }
  if (not_read_count > 0) {
    hits.add(
      'children_not_read',
      { url: not_read[0] ?? null, detail: `${not_read_count} of the index` },
      not_read_count,
    );
  }
  if (robots_txt !== null && sitemap_url !== null) judgeRobots(robots_txt, sitemap_url, files, hits);
}

function judgeRobots(text: string, sitemapUrl: string, files: SitemapAuditInput['files'], hits: Hits): void {
  const rules = parseRobots(text);
  const host = listedUrl(sitemapUrl)?.host;
  for (const { url } of files) {
    const address = url === null ? undefined : listedUrl(url);
    if (address === undefined || address.host !== host) continue;
    const verdict = rules.match('Googlebot', address.href);
    if (!verdict.allowed) hits.add('sitemap_blocked', { url, sitemap: url, detail: verdict.line ?? null });
  }
  // If robots.txt names another sitemap, that may be the index of this one.
  const isRead = files[0]?.digest !== undefined && files[0].digest.type !== 'unknown';
  if (isRead && rules.sitemaps.length === 0) {
    hits.add('not_in_robots', { url: sitemapUrl, sitemap: sitemapUrl, detail: 'robots.txt names no sitemap' });
  }
}

/** Nothing is reported as missing while part of the sitemaps was not read. */
function judgeImportant(
  { important_urls, crawl_urls }: SitemapAuditInput,
  listed: Listed,
  hits: Hits,
): SitemapAuditReport['coverage']['important_urls'] {
  const urls = uniqueUrls(important_urls);
  if (urls.length === 0) return null;
  const absent = urls.filter((url) => !listed.pages.has(pageKey(url)));
  const crawled = new Map(readCrawledPages(crawl_urls).map((page) => [pageKey(page.url), page.row]));
  for (const url of absent) {
    if (!listed.complete) hits.add('important_url_not_seen', { url: url.href });
    else reportMissing(url, crawled.get(pageKey(url)), hits);
  }
  return {
    total: urls.length,
    listed: urls.length - absent.length,
    missing: listed.complete ? absent.length : 0,
    unknown: listed.complete ? 0 : absent.length,
  };
}

/** Only a page that is known to work belongs in a sitemap. */
function reportMissing(url: URL, row: CrawlUrl | undefined, hits: Hits): void {
  const status = row?.status_code ?? null;
  if (row !== undefined && !isWorking(row))
    hits.add('important_url_broken', { url: url.href, detail: `status ${status}` });
  else if (row?.indexable === false)
    hits.add('missing_important_url_unchecked', { url: url.href, detail: 'indexable: false' });
  else if (status === null) hits.add('missing_important_url_unchecked', { url: url.href, detail: 'status unknown' });
  else hits.add('missing_important_url', { url: url.href });
}

type CrawlCoverage = Omit<NonNullable<SitemapAuditReport['coverage']['crawl_urls']>, 'listed_not_crawled'>;

interface CrawledPage {
  readonly row: CrawlUrl;
  readonly url: URL;
  readonly canonical: URL | undefined;
}

/** Compares the crawled pages with the sitemaps, in both directions. */
function judgeCrawl(
  { crawl_urls }: SitemapAuditInput,
  listed: Listed,
  host: string | null,
  hits: Hits,
): CrawlCoverage | null {
  if (crawl_urls.length === 0) return null;
  const coverage = { total: crawl_urls.length, listed: 0, indexable: 0, indexable_listed: 0 };
  for (const page of readCrawledPages(crawl_urls)) {
    const { row, url } = page;
    if (isListed(url, listed)) {
      coverage.listed += 1;
      const fault = findFault(page, listed);
      if (fault !== undefined) hits.add(fault.id, { url: url.href, detail: fault.detail });
    }
    if (!isIndexable(page)) continue;
    coverage.indexable += 1;
    if (listed.pages.has(pageKey(url))) coverage.indexable_listed += 1;
    else if (listed.complete && url.host === host) {
      hits.add('indexable_not_listed', { url: url.href, detail: formatDemand(row) ?? null });
    }
  }
  const share = coverage.indexable === 0 ? null : coverage.indexable_listed / coverage.indexable;
  return { ...coverage, listed_share: share === null ? null : Math.round(share * 1000) / 1000 };
}

/** Usable rows, each address once. */
function readCrawledPages(rows: readonly CrawlUrl[]): CrawledPage[] {
  const seen = new KeySet(rows.length);
  return rows.flatMap((row) => {
    const url = listedUrl(row.url.trim());
    if (url === undefined || !seen.add(exactKey(url))) return [];
    const canonical =
      row.canonical_url == null ? undefined : (URL.parse(row.canonical_url.trim(), url.href) ?? undefined);
    return [{ row, url, canonical }];
  });
}

/** What is wrong with a listed page; only the first fault, since the others follow from it. */
function findFault(page: CrawledPage, listed: Listed): { id: FindingId; detail: string } | undefined {
  const { canonical, url, row } = page;
  const status = row.status_code ?? 200;
  if (!isWorking(row))
    return { id: status >= 300 && status < 400 ? 'redirect' : 'non_200', detail: `status ${status}` };
  if (canonical !== undefined && exactKey(canonical) !== exactKey(url))
    return findCanonicalFault(canonical, url, listed);
  return row.indexable === false ? { id: 'noindex', detail: 'indexable: false' } : undefined;
}

function findCanonicalFault(canonical: URL, url: URL, listed: Listed): { id: FindingId; detail: string } | undefined {
  const detail = `canonical ${canonical.href}`;
  if (pageKey(canonical) !== pageKey(url)) return { id: 'canonicalised_elsewhere', detail };
  return isListed(canonical, listed) ? undefined : { id: 'canonical_spelling', detail };
}

/** Only what the crawl itself calls indexable is expected in a sitemap: a status alone may be that of an image. */
function isIndexable({ row, url, canonical }: CrawledPage): boolean {
  if (row.indexable !== true || !isWorking(row)) return false;
  return canonical === undefined || pageKey(canonical) === pageKey(url);
}

function measureLinks(
  { internal_links }: SitemapAuditInput,
  digests: readonly SitemapDigest[],
): SitemapAuditReport['coverage']['internal_links'] {
  if (internal_links.length === 0) return null;
  const unlinked = sum(digests, (digest) => digest.unlinked ?? 0);
  const listed = sum(digests, (digest) => digest.page_keys.length);
  return {
    total: internal_links.length,
    listed_urls_linked: Math.max(0, listed - unlinked),
    listed_urls_not_linked: unlinked,
  };
}

function sum(digests: readonly SitemapDigest[], count: (digest: SitemapDigest) => number): number {
  return digests.reduce((total, digest) => total + count(digest), 0);
}

function countSeverities(findings: SitemapAuditReport['findings']): SitemapAuditReport['severity_counts'] {
  const counts = { critical: 0, high: 0, medium: 0, low: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}

const NOT_READ_SHOWN = 20;

function describeSitemaps({ files, not_read }: SitemapAuditInput): SitemapRow[] {
  return [
    ...files.map(({ url, status_code, digest }) => ({
      ...(digest === undefined ? NOT_READ : describeSitemap(digest)),
      url,
      status_code,
    })),
    ...not_read.slice(0, NOT_READ_SHOWN).map((url) => ({ ...NOT_READ, url: cleanText(url, 2048) })),
  ];
}

function describeSitemap(digest: SitemapDigest): SitemapRow {
  const { lastmod_from: from, lastmod_to: to } = digest;
  return {
    ...NOT_READ,
    type: digest.type,
    url_count: digest.entries,
    bytes: digest.bytes,
    gzipped: digest.gzipped,
    truncated: digest.truncated,
    with_lastmod: digest.with_lastmod,
    lastmod_range: from === null || to === null ? null : { from: cleanText(from, 40), to: cleanText(to, 40) },
    extensions: digest.type === 'urlset' ? digest.extensions : null,
    problems: [...digest.problems],
    problem_count: digest.problem_count,
  };
}

type SitemapRow = SitemapAuditReport['sitemaps'][number];

const NOT_READ: SitemapRow = {
  url: null,
  type: 'not_read',
  url_count: null,
  bytes: null,
  gzipped: null,
  status_code: null,
  truncated: false,
  with_lastmod: null,
  lastmod_range: null,
  extensions: null,
  problems: [],
  problem_count: 0,
};

function listNotes(input: SitemapAuditInput, complete: boolean): string[] {
  const notes: string[] = [];
  if (!complete) {
    notes.push('Not every sitemap was read to its end, so no URL is reported as missing from the sitemaps.');
  }
  if (input.crawl_urls.length === 0) {
    notes.push(
      'Without crawl_urls or a crawl of your own, the status, canonical and indexability of the listed URLs are unknown.',
    );
  }
  if (input.internal_links.length === 0 && input.crawl_urls.every((row) => row.inbound_internal_links == null)) {
    notes.push('Without internal_links or inbound link counts, orphan pages are unknown.');
  }
  if (input.robots_state === 'unreadable')
    notes.push('robots.txt could not be read, so nothing was checked for blocking.');
  const bad = [...input.important_urls, ...input.crawl_urls.map((row) => row.url)].filter(
    (text) => listedUrl(text.trim()) === undefined,
  );
  if (bad.length > 0) {
    const shown = cleanText(bad[0] ?? '', 100);
    notes.push(
      `${counted(bad.length, 'row')} without an absolute http or https URL ${agree(bad.length, 'was')} left out, the first “${shown}”.`,
    );
  }
  return notes;
}
