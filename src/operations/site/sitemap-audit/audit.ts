import { parseRobots } from '../../../web/robots/robots.ts';
import { cleanText } from '../../../text/normalize.ts';
import { judgeCrawl } from './crawl.ts';
import type { SitemapDigest } from './file.ts';
import { FINDING_KINDS, SEVERITIES } from './finding-kinds.ts';
import { Hits } from './hits.ts';
import { KeySet, listedUrl, pageKey } from './keys.ts';
import { linkGaps } from './link-gaps.ts';
import { orphansOf } from './orphans.ts';
import { type Listed, type SitemapAuditInput, uniqueUrls } from './input.ts';
import type { SitemapAuditReport } from './report.ts';

/** Puts the files together and holds them against what the request tells of the site. */
export function auditSitemaps(input: SitemapAuditInput): SitemapAuditReport {
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
  const { orphans, count } = orphansOf(input, digests, listed, hits);
  const gaps = linkGaps(input, hits);
  const findings = findingsOf(hits);
  const urls = digests.filter((digest) => digest.type !== 'index');
  return {
    sitemap_url: input.sitemap_url,
    checked: input.sitemap_url === null ? 'xml' : 'url',
    host,
    sitemaps: sitemapsOf(input),
    findings,
    severity_counts: severityCounts(findings),
    coverage: {
      sitemaps_read: digests.length,
      sitemaps_not_read: input.not_read_count + input.files.filter(({ digest }) => digest === undefined).length,
      complete,
      urls_listed: urls.reduce((sum, digest) => sum + digest.entries, 0),
      unique_urls: listed.exact.size,
      important_urls: important,
      crawl_urls:
        crawl === null ? null : { ...crawl, listed_not_crawled: sumOf(digests, (digest) => digest.not_crawled ?? 0) },
      internal_links: linkCoverage(input, digests),
      robots_txt: input.robots_state,
    },
    orphan_candidates: orphans,
    orphan_candidate_count: count,
    internal_link_gaps: gaps,
    checklist: findings.map(({ id, fix, severity }, at) => ({ order: at + 1, task: fix, severity, finding_id: id })),
    notes: notesOf(input, complete),
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
  // Where robots.txt names another sitemap, that may be the index of this one.
  const isRead = files[0]?.digest !== undefined && files[0].digest.type !== 'unknown';
  if (isRead && rules.sitemaps.length === 0) {
    hits.add('not_in_robots', { url: sitemapUrl, sitemap: sitemapUrl, detail: 'robots.txt names no sitemap' });
  }
}

/** Nothing is said to be missing while a part of the sitemaps was not read. */
function judgeImportant(
  { important_urls }: SitemapAuditInput,
  listed: Listed,
  hits: Hits,
): SitemapAuditReport['coverage']['important_urls'] {
  const urls = uniqueUrls(important_urls);
  if (urls.length === 0) return null;
  const absent = urls.filter((url) => !listed.pages.has(pageKey(url)));
  const id = listed.complete ? 'missing_important_url' : 'important_url_not_seen';
  for (const url of absent) hits.add(id, { url: url.href });
  return {
    total: urls.length,
    listed: urls.length - absent.length,
    missing: listed.complete ? absent.length : 0,
    unknown: listed.complete ? 0 : absent.length,
  };
}

function linkCoverage(
  { internal_links }: SitemapAuditInput,
  digests: readonly SitemapDigest[],
): SitemapAuditReport['coverage']['internal_links'] {
  if (internal_links.length === 0) return null;
  const unlinked = sumOf(digests, (digest) => digest.unlinked ?? 0);
  const listed = sumOf(digests, (digest) => digest.page_keys.length);
  return {
    total: internal_links.length,
    listed_urls_linked: Math.max(0, listed - unlinked),
    listed_urls_not_linked: unlinked,
  };
}

function sumOf(digests: readonly SitemapDigest[], count: (digest: SitemapDigest) => number): number {
  return digests.reduce((sum, digest) => sum + count(digest), 0);
}

function findingsOf(hits: Hits): SitemapAuditReport['findings'] {
  const findings = hits.read().map(({ id, count, examples }) => {
    const { severity, title, fix } = FINDING_KINDS[id];
    return { id, severity, title, count, examples: [...examples], fix };
  });
  // The list of kinds is in the order in which they are mended, and sorting keeps it.
  return findings.toSorted((one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity));
}

function severityCounts(findings: SitemapAuditReport['findings']): SitemapAuditReport['severity_counts'] {
  const counts = { critical: 0, high: 0, medium: 0, low: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}

const NOT_READ_SHOWN = 20;

function sitemapsOf({ files, not_read }: SitemapAuditInput): SitemapAuditReport['sitemaps'] {
  return [
    ...files.map(({ url, status_code, digest }) => ({
      ...(digest === undefined ? unread(url) : read(digest)),
      url,
      status_code,
    })),
    ...not_read.slice(0, NOT_READ_SHOWN).map(unread),
  ];
}

function read(digest: SitemapDigest): SitemapAuditReport['sitemaps'][number] {
  const { lastmod_from: from, lastmod_to: to } = digest;
  return {
    url: digest.url,
    type: digest.type,
    url_count: digest.entries,
    bytes: digest.bytes,
    gzipped: digest.gzipped,
    status_code: null,
    truncated: digest.truncated,
    with_lastmod: digest.with_lastmod,
    lastmod_range: from === null || to === null ? null : { from: cleanText(from, 40), to: cleanText(to, 40) },
    extensions: digest.type === 'urlset' ? digest.extensions : null,
    problems: [...digest.problems],
    problem_count: digest.problem_count,
  };
}

function unread(url: string | null): SitemapAuditReport['sitemaps'][number] {
  return {
    url: url === null ? null : cleanText(url, 2048),
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
}

function notesOf(input: SitemapAuditInput, complete: boolean): string[] {
  const notes: string[] = [];
  if (!complete) {
    notes.push('Not every sitemap could be read to its end, so no URL is said to be missing from the sitemaps.');
  }
  if (input.crawl_urls.length === 0) {
    notes.push('Without crawl_urls nothing is known of status, canonical and indexability of the listed URLs.');
  }
  if (input.internal_links.length === 0 && input.crawl_urls.every((row) => row.inbound_internal_links == null)) {
    notes.push('Without internal_links or counts of inbound links nothing is known of orphans.');
  }
  if (input.robots_state === 'unreadable') notes.push('robots.txt could not be read, so blocking was not checked.');
  const bad = [...input.important_urls, ...input.crawl_urls.map((row) => row.url)].filter(
    (text) => listedUrl(text.trim()) === undefined,
  );
  if (bad.length > 0) {
    const shown = cleanText(bad[0] ?? '', 100);
    notes.push(`Rows without an absolute http or https URL were left out: ${bad.length}, the first "${shown}".`);
  }
  return notes;
}
