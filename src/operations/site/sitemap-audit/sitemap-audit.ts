import { defineTask, type Task } from '../../../kernel/task.ts';
import { auditSitemaps } from './audit.ts';
import { readSitemapFile, type SitemapDigest, type SitemapFileInput } from './file.ts';
import type { SitemapAuditInput } from './input.ts';
import type { SitemapAuditReport } from './report.ts';
import { type EvidenceKeys, evidenceKeys, type SiteEvidence } from './request.ts';

/** A few bytes of gzip can be a thousand times as many of XML. */
const ZIPPED_HEAVY = 5_000;

/**
 * Judges the sitemaps of a site: each file for itself, then all together against what is known of the site.
 *
 * One file is one task, so that ten of the largest never lie in memory together and none outlasts the time of a task.
 */
export const sitemapFile: Task<SitemapFileInput, Promise<SitemapDigest>> = defineTask(
  import.meta.url,
  'sitemapFile',
  readSitemapFile,
  ZIPPED_HEAVY,
);

export const sitemapEvidence: Task<SiteEvidence, EvidenceKeys> = defineTask(
  import.meta.url,
  'sitemapEvidence',
  evidenceKeys,
);

export const sitemapAudit: Task<SitemapAuditInput, SitemapAuditReport> = defineTask(
  import.meta.url,
  'sitemapAudit',
  auditSitemaps,
);

export { BYTES_MAX as SITEMAP_BYTES_MAX, type SitemapDigest } from './file.ts';
export type { AuditedFile } from './input.ts';
export { sitemapAuditPlan, sitemapAuditSummary } from './plan.ts';
export { CrawlUrl, InternalLink, SitemapAuditReport } from './report.ts';
