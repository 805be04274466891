import { Audits, type AuditStores } from '../audit/audits.ts';
import type { CrawlLog } from '../crawler/settings.ts';
import { messageOf } from '../kernel/errors.ts';
import { parseTarget, type Target } from '../web/target.ts';
import { pageAddress } from '../web/url.ts';

/** A crawl of more sites than this is a crawl of the web. */
const SITES_MAX = 5;

export interface CrawledUrls {
  readonly id: string;
  /** Those that it began with. */
  readonly urls: readonly string[];
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
  stores: AuditStores,
  crawl: CrawledUrls,
  signal: AbortSignal,
): Promise<void> {
  const audits = new Audits(stores, clock);
  for (const site of sitesOf(crawl.urls)) {
    try {
      const found = (await audits.crawls(site, signal)).find(({ crawl_id }) => crawl_id === crawl.id);
      if (found !== undefined) await audits.auditOf(site, found, signal);
    } catch (thrown) {
      if (signal.aborted) return;
      log.warn({ site: site.value, error: messageOf(thrown) }, 'A crawl could not be audited.');
    }
  }
}

export function sitesOf(urls: readonly string[]): readonly Target[] {
  const domains = new Set(urls.flatMap((url) => (pageAddress(url) ?? pageAddress(`https://${url}`))?.domain ?? []));
  return domains.size > SITES_MAX ? [] : [...domains].flatMap(siteOf);
}

/** No site for a bare address of a machine. */
function siteOf(domain: string): Target[] {
  try {
    return [parseTarget(domain)];
  } catch {
    return [];
  }
}
