import { AppError } from '../kernel/errors.ts';
import { type CrawlOrder, type CrawlSecrets, ownersField } from '../ports/crawls.ts';
import type { CrawlAccess } from '../crawler/settings.ts';
import type { HostDesk } from '../ports/hosts.ts';
import { readHost } from '../web/url.ts';
import {
  accessHeaders,
  type AccessStore,
  changedAccess,
  isAccessChange,
  isSentTo,
  type SiteAccess,
} from '../ports/site-access.ts';

/** What only the owner of a host may ask of a crawl, and what keeps its secrets with the host and the index that they are for. */

/** What only owners may decide needs a proof of the hosts that the crawl begins with. @throws AppError invalid_input */
export async function requireProven(
  hosts: Pick<HostDesk, 'require'>,
  workspaceId: string,
  order: Pick<CrawlOrder, 'urls' | 'respect_robots' | 'user_agent'>,
  signal: AbortSignal,
): Promise<void> {
  const field = ownersField(order);
  if (field === undefined) return;
  const names = order.urls.flatMap((url) => readHost(url) ?? []);
  await hosts.require(workspaceId, names, field, signal);
}

export const NO_SECRETS: CrawlSecrets = { site_id: undefined, change: {} };

/** What lets the crawl in: that of the site, with what the order says itself. @throws AppError invalid_input */
export async function accessOfOrder(
  store: AccessStore,
  workspaceId: string,
  { urls, list }: CrawlOrder,
  { site_id, change }: CrawlSecrets,
): Promise<SiteAccess | undefined> {
  const kept = site_id === undefined ? undefined : await store.ofSite(workspaceId, site_id);
  if (kept === undefined && !isAccessChange(change)) return undefined;
  // Of a list, only addresses of the first one's host are sent them.
  return changedAccess(kept, change, requireOneOrigin(list === undefined ? urls : urls.slice(0, 1), 'urls', kept));
}

/** @throws AppError invalid_input where what the crawl was ordered with is gone */
export async function crawlAccess(store: AccessStore, id: string): Promise<CrawlAccess> {
  const access = await store.ofCrawl(id);
  if (access === undefined) {
    throw new AppError('invalid_input', 'The headers, cookies and password of the crawl are no longer stored.', {
      fix: 'Start it again with headers, cookies and basic_auth.',
    });
  }
  return { isSentTo: (url) => isSentTo(access.origin, url), headers: accessHeaders(access) };
}

/**
 * The origin that all start addresses share, which is the only one that secrets are sent to. What was kept for one origin is
 * never taken to another.
 *
 * @throws AppError invalid_input
 */
export function requireOneOrigin(urls: readonly string[], field: string, kept: SiteAccess | undefined): string {
  const [origin = '', ...others] = new Set(urls.map((url) => new URL(url).origin));
  if (others.length > 0) {
    throw new AppError(
      'invalid_input',
      `Headers, cookies and basic_auth go to one host, not to ${origin} and ${others[0]}.`,
      {
        fix: 'Crawl each host by itself, with start addresses of that host alone.',
        issues: [{ path: field, message: 'must all be of one host, with one scheme' }],
      },
    );
  }
  if (kept !== undefined && kept.origin !== origin) {
    throw new AppError(
      'invalid_input',
      `The stored headers, cookies and password are for ${kept.origin}, not for ${origin}.`,
      {
        fix: 'Send headers, cookies and basic_auth again, or null to remove them.',
        issues: [{ path: field, message: `must be of ${kept.origin}` }],
      },
    );
  }
  return origin;
}

export function needsOwnIndex(): AppError {
  const message = 'Crawls with headers, cookies or basic_auth may not write into the index that workspaces share.';
  return new AppError('key_not_allowed_here', message, {
    fix: 'Use a key of a workspace with an index of its own. The operator creates one with `seamark workspaces create NAME --index own`.',
  });
}

export function secretsInSchedule(): AppError {
  const message = 'A schedule keeps its input in plain text, so it takes no headers, cookies or basic_auth.';
  return new AppError('invalid_input', message, {
    fix: 'Set them on a site with PATCH /sites/{id}, where they are encrypted, and schedule the crawl of the site.',
    issues: [{ path: 'input', message: 'must have no headers, cookies and basic_auth' }],
  });
}
