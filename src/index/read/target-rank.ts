import { z } from 'zod';

import { sql } from '../sql.ts';
import type { Reading } from './rows.ts';
import { domainKeyOf, type LinkScope } from './scope.ts';

/**
 * The authority of the target itself, 0-1000; null where it is not ranked.
 *
 * Domains and hosts are ranked by the links of others, so while only pages of the target's own domain were read, their 0
 * would say nothing. Pages are ranked by the links within the site as well.
 */
export async function targetRank(
  { database, coverage, signal }: Reading,
  { target, include_subdomains }: Pick<LinkScope, 'target' | 'include_subdomains'>,
  areOthersRead: boolean,
): Promise<number | null> {
  const whole = target.type === 'domain' && include_subdomains;
  const kind = target.type === 'page' ? 'page' : whole ? 'domain' : 'host';
  if (coverage.authority_version === 0 || (kind !== 'page' && !areOthersRead)) return null;
  const id =
    target.path_key === undefined
      ? sql`cityHash64(${whole ? domainKeyOf(target) : target.host_key})`
      : sql`cityHash64(${target.host_key}, ${target.path_key})`;
  const rows = await database.rows(
    z.object({ rank: z.int() }),
    sql`SELECT rank FROM authority WHERE version = ${coverage.authority_version} AND kind = ${kind} AND id = ${id} LIMIT 1`,
    signal,
  );
  return rows[0]?.rank ?? null;
}
