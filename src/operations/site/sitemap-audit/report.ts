import { z } from 'zod';

import { SEVERITIES } from './findings.ts';

const ExampleShape = z.object({
  url: z.string().nullable(),
  sitemap: z.string().nullable().describe('The file that lists it; null if you sent the XML.'),
  line: z.int().nullable(),
  detail: z.string().nullable(),
});

const Sitemap = z.object({
  url: z.string().nullable().describe('Null if you sent the XML.'),
  type: z.enum(['urlset', 'index', 'text', 'unknown', 'not_read']),
  url_count: z.int().nullable().describe('URLs, or sitemaps in an index; null if the file was not read.'),
  bytes: z.int().nullable().describe('After decompression.'),
  gzipped: z.boolean().nullable(),
  status_code: z.int().nullable().describe('Null if nothing was fetched or nothing answered.'),
  truncated: z.boolean().describe('True if longer than the protocol allows; the rest was not read.'),
  with_lastmod: z.int().nullable(),
  lastmod_range: z.object({ from: z.string(), to: z.string() }).nullable(),
  extensions: z
    .object({ images: z.int(), videos: z.int(), news: z.int(), alternates: z.int() })
    .nullable()
    .describe('Entries of the image, video, news and hreflang extensions.'),
  problems: z.array(z.object({ line: z.int().nullable(), message: z.string() })),
  problem_count: z.int(),
});

const Finding = z.object({
  id: z.string(),
  severity: z.enum(SEVERITIES),
  title: z.string(),
  count: z.int(),
  examples: z.array(ExampleShape).describe('The first ten at most.'),
  fix: z.string(),
});

const Orphan = z.object({
  url: z.string(),
  sitemap: z.string().nullable(),
  line: z.int().nullable(),
  inbound_internal_links: z.int().nullable().describe('Null if only its absence from a list suggests it.'),
  reason: z.string(),
  clicks: z.number().nullable(),
  impressions: z.number().nullable(),
});

const LinkGap = z.object({
  url: z.string(),
  inbound_internal_links: z.int().nullable().describe('As counted by the crawl; null if it did not count.'),
  important: z.boolean(),
  clicks: z.number().nullable(),
  impressions: z.number().nullable(),
  linked_from: z.array(z.string()),
  reason: z.string(),
});

const Coverage = z.object({
  sitemaps_read: z.int(),
  sitemaps_not_read: z.int(),
  complete: z
    .boolean()
    .describe('True if every sitemap was read to its end; otherwise nothing is reported as missing.'),
  urls_listed: z.int(),
  unique_urls: z.int(),
  important_urls: z
    .object({ total: z.int(), listed: z.int(), missing: z.int(), unknown: z.int() })
    .nullable()
    .describe('Null if you sent none.'),
  crawl_urls: z
    .object({
      total: z.int(),
      listed: z.int(),
      indexable: z.int(),
      indexable_listed: z.int(),
      listed_share: z.number().nullable().describe('Share of the indexable crawled pages that are listed, 0–1.'),
      listed_not_crawled: z.int(),
    })
    .nullable(),
  internal_links: z.object({ total: z.int(), listed_urls_linked: z.int(), listed_urls_not_linked: z.int() }).nullable(),
  robots_txt: z.enum(['read', 'missing', 'unreadable', 'not_asked']),
});

const Task = z.object({ order: z.int(), task: z.string(), severity: z.enum(SEVERITIES), finding_id: z.string() });

export const SitemapAuditReport = z.object({
  sitemap_url: z.string().nullable(),
  checked: z.enum(['url', 'xml']),
  host: z.string().nullable(),
  sitemaps: z.array(Sitemap),
  findings: z.array(Finding).describe('By severity.'),
  severity_counts: z
    .object({ critical: z.int(), high: z.int(), medium: z.int(), low: z.int() })
    .describe('Findings by severity.'),
  coverage: Coverage,
  orphan_candidates: z.array(Orphan),
  orphan_candidate_count: z.int().nullable().describe('Null if you sent neither crawl_urls nor internal_links.'),
  internal_link_gaps: z.array(LinkGap),
  checklist: z.array(Task),
  notes: z.array(z.string()),
});
export type SitemapAuditReport = z.infer<typeof SitemapAuditReport>;

export const CrawlUrl = z.object({
  url: z.string().max(4096),
  status_code: z.int().nullish(),
  indexable: z.boolean().nullish(),
  canonical_url: z.string().max(4096).nullish(),
  inbound_internal_links: z.int().min(0).nullish(),
  clicks: z.number().min(0).nullish(),
  impressions: z.number().min(0).nullish(),
});
export type CrawlUrl = z.infer<typeof CrawlUrl>;

export const InternalLink = z.object({
  source_url: z.string().max(4096),
  target_url: z.string().max(4096),
  anchor: z.string().max(10_000).nullish(),
});
export type InternalLink = z.infer<typeof InternalLink>;
