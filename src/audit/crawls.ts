import { AppError } from '../kernel/errors.ts';
import type { SiteCrawl } from '../ports/site-facts.ts';

/**
 * The crawl that was asked for; else the newest that ended, since one that runs tells less of the site than the one before.
 *
 * @returns undefined where no crawl came to the site
 * @throws AppError invalid_input
 */
export function chosenCrawl(crawls: readonly SiteCrawl[], id: string | undefined): SiteCrawl | undefined {
  if (id !== undefined && crawls.length > 0) return requireCrawl(crawls, 'crawl_id', id);
  return crawls.find(({ ended_at }) => ended_at !== undefined) ?? crawls[0];
}

/**
 * The same for an audit: a crawl that read a few addresses alone is audited where it is asked for, and does not stand for the
 * site.
 *
 * @throws AppError invalid_input
 */
export function auditedCrawl(crawls: readonly SiteCrawl[], id: string | undefined): SiteCrawl | undefined {
  const whole = crawls.filter(({ follows_links }) => follows_links);
  return chosenCrawl(id === undefined && whole.some(({ ended_at }) => ended_at !== undefined) ? whole : crawls, id);
}

/** @throws AppError invalid_input */
export function requireCrawl(crawls: readonly SiteCrawl[], field: string, id: string): SiteCrawl {
  const crawl = crawls.find(({ crawl_id }) => crawl_id === id);
  if (crawl !== undefined) return crawl;
  const message = `No crawl ${id} came to this site.`;
  const known = crawls.slice(0, 3).map(({ crawl_id }) => crawl_id);
  const fix = `Leave out ${field}, or send one of ${known.join(', ')}.`;
  throw new AppError('invalid_input', message, { fix, issues: [{ path: field, message }] });
}
