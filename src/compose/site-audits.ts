import type { CrawlLog } from '../crawler/settings.ts';
import { messageOf } from '../kernel/errors.ts';
import type { Muting } from '../ports/sites.ts';
import { parseTarget, type Target } from '../web/target.ts';
import { pageAddress } from '../web/url.ts';
import { type AuditedIndex, auditsOf } from './large-audits.ts';

/** A crawl of more sites than this is a crawl of the web. */
const SITES_MAX = 5;

export interface CrawledUrls {
  readonly id: string;
  /** Those that it began with. */
  readonly urls: readonly string[];
  /** That the workspace looks after. */
  readonly sites: readonly Target[];
  /** What some of them mute, by target. */
  readonly mutings?: ReadonlyMap<string, Muting>;
}

interface Parts {
  readonly clock: () => Date;
  readonly log: CrawlLog;
}

/**
 * Audits the sites that a crawl began with as soon as it has ended, so that the next crawl has something to be compared
 * with. What fails here is made up for by the first question: the crawl itself is none the worse.
 */
export async function auditCrawl(
  { clock, log }: Parts,
  index: AuditedIndex,
  crawl: CrawledUrls,
  signal: AbortSignal,
): Promise<void> {
  const audits = auditsOf(index, clock);
  for (const site of sitesOf(crawl)) {
    try {
      const found = (await audits.crawls(site, signal)).find(({ crawl_id }) => crawl_id === crawl.id);
      if (found === undefined) continue;
      await audits.auditOf(site, found, signal, crawl.mutings?.get(site.value));
    } catch (thrown) {
      if (signal.aborted) return;
      log.warn({ site: site.value, error: messageOf(thrown) }, 'A crawl could not be audited.');
    }
  }
}

/** The domains that it began with, and the subdomains and folders among them that somebody looks after. */
export function sitesOf({ urls, sites }: Pick<CrawledUrls, 'urls' | 'sites'>): readonly Target[] {
  const domains = new Set(urls.flatMap((url) => (pageAddress(url) ?? pageAddress(`https://${url}`))?.domain ?? []));
  if (domains.size > SITES_MAX) return [];
  const parts = sites.filter(({ type, domain }) => type !== 'domain' && domains.has(domain)).slice(0, PARTS_MAX);
  const known = new Map([...[...domains].flatMap(siteOf), ...parts].map((site) => [site.value, site]));
  return [...known.values()];
}

/** Audits of further parts are made when somebody asks for them. */
const PARTS_MAX = 20;

/** No site for a bare address of a machine. */
function siteOf(domain: string): Target[] {
  try {
    return [parseTarget(domain)];
  } catch {
    return [];
  }
}
