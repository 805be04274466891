import { AppError } from '../kernel/errors.ts';
import type { Ports } from '../ports/sources.ts';
import type { CrawledPage } from '../ports/sites.ts';
import { parseTarget } from '../web/target.ts';
import { target } from './fields.ts';

/** How operations on pages of a site take the crawled ones in place of a list. */
export const site = (what: string) =>
  target()
    .optional()
    .describe(`${what} Domain, subdomain or the URL of a folder: its crawled pages are used, the most linked first.`);

/**
 * The crawled pages of a site that search engines may index.
 *
 * @throws AppError invalid_input where nobody crawled it, which costs nothing
 */
export async function readSitePages(
  sites: Ports['sites'],
  { asked, field, limit }: { readonly asked: string; readonly field: string; readonly limit: number },
): Promise<readonly CrawledPage[]> {
  const parsed = parseTarget(asked, field);
  const record = await sites.pages({ site: parsed, limit });
  if (record !== null) return record.pages;
  const message = `No page of ${parsed.value} was crawled yet.`;
  const fix = `Crawl it first: POST /crawls with {"urls":["https://${parsed.host}/"]}.`;
  throw new AppError('invalid_input', message, { fix, issues: [{ path: field, message }] });
}
