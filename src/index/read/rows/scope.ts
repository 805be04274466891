import { hostKey } from '../../../web/url.ts';
import type { Target } from '../../../web/target.ts';
import type { LinkStatus } from '../../../ports/links.ts';
import { type Sql, sql } from '../../database/sql.ts';
import { keysOfPage } from './columns.ts';

/** Which links a query is about. */
export interface LinkScope {
  readonly target: Target;
  readonly include_subdomains: boolean;
  readonly include_indirect_links: boolean;
  readonly exclude_internal_backlinks: boolean;
  readonly dofollow_only: boolean;
}

/** What queries cover by default: links from other domains, indirect ones included. */
export function wholeScope(target: Target): LinkScope {
  return {
    target,
    include_subdomains: true,
    include_indirect_links: true,
    exclude_internal_backlinks: true,
    dofollow_only: false,
  };
}

/** Rows of a key that lie in the target, as one range of the sort key. */
export function inTarget(target: Target, includeSubdomains: boolean, host: Sql, path: Sql): Sql {
  const key = target.host_key;
  if (target.path_key !== undefined) return sql`(${host} = ${key} AND ${path} = ${target.path_key})`;
  if (includeSubdomains) return inHostRange(key, host);
  return sql`(${host} = ${key} OR (${host} >= ${key + ':'} AND ${host} < ${key + ';'}))`;
}

/** The same of one page by its name. */
export function isInTarget({ target, include_subdomains }: LinkScope): (page: string) => boolean {
  const { host_key: key, path_key: path } = target;
  const isIn = (host: string, from: string, to: string): boolean => host >= from && host < to;
  const isHost = (host: string): boolean =>
    include_subdomains ? isIn(host, key, key.slice(0, -1) + '/') : host === key || isIn(host, key + ':', key + ';');
  let [last, wasIn] = ['', false];
  return (page) => {
    // Links lie in the order of their pages, so most name the one of the link before.
    if (page === last) return wasIn;
    const { host_key, path_key } = keysOfPage(page);
    [last, wasIn] = [page, path === undefined ? isHost(host_key) : host_key === key && path_key === path];
    return wasIn;
  };
}

/** A host with its subdomains: '/' is the character after the '.' that every key of them continues with. */
export function inHostRange(key: string, host: Sql): Sql {
  return sql`(${host} >= ${key} AND ${host} < ${key.slice(0, -1) + '/'})`;
}

export function domainKeyOf(target: Target): string {
  return hostKey(target.domain);
}

const STATUS_CONDITIONS: Readonly<Record<LinkStatus, Sql>> = {
  live: sql`lost_at = 0`,
  lost: sql`lost_at != 0`,
  all: sql`1`,
};

/** Links with the status that was asked for. */
export function withStatus(status: LinkStatus): Sql {
  return STATUS_CONDITIONS[status];
}
