import { AppError } from '../kernel/errors.ts';
import type { Ports } from '../ports/sources.ts';
import type { CrawledPage } from '../ports/sites.ts';
import { parseTarget, type Target } from '../web/target.ts';
import { target } from './fields.ts';

/** How operations on pages of a site take the crawled ones in place of a list. */
export const site = (what: string) =>
  target()
    .optional()
    .describe(`${what} Domain, subdomain or the URL of a folder: its crawled pages are used, the most linked first.`);

interface AskedPages {
  readonly asked: string;
  readonly field: string;
  /** The field that could have been sent in place of a crawl. */
  readonly instead?: string;
  readonly limit: number;
}

/**
 * The crawled pages of a site that search engines may index.
 *
 * @throws AppError invalid_input where nobody crawled it, which costs nothing
 */
export async function readSitePages(
  sites: Ports['sites'],
  { asked, field, instead = field, limit }: AskedPages,
): Promise<readonly CrawledPage[]> {
  const parsed = parseTarget(asked, field);
  const record = await sites.pages({ site: parsed, limit });
  if (record !== null) return record.pages;
  throw notCrawled(parsed, field, instead);
}

/** Nobody crawled the site; says what to do, and what else would do. */
export function notCrawled({ value, host }: Target, field: string, instead = field): AppError {
  const message = `No page of ${value} was crawled yet.`;
  const crawl = `POST /crawls with {"urls":["https://${host}/"]}`;
  const fix = instead === field ? `Crawl it first: ${crawl}.` : `Send ${instead}, or crawl the site first: ${crawl}.`;
  return new AppError('invalid_input', message, { fix, issues: [{ path: instead, message }] });
}
