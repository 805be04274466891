import { z } from 'zod';

import type { TrustedDomain } from '../../ports/index.ts';
import { hostKey, hostOfKey } from '../../web/url.ts';
import type { IndexDatabase } from '../database/database.ts';
import { joined, sql } from '../database/sql.ts';

/** The domains whose word the operator trusts; the newest mark of each counts. */

export async function markTrusted(
  database: IndexDatabase,
  domains: readonly string[],
  isTrusted: boolean,
): Promise<void> {
  if (domains.length === 0) return;
  const rows = domains.map((domain) => sql`SELECT ${hostKey(domain)}, ${isTrusted}, now64(3, 'UTC')`);
  await database.run(sql`INSERT INTO trusted_domains (domain_key, trusted, marked_at) ${joined(rows, ' UNION ALL ')}`);
}

export async function listTrusted(database: IndexDatabase): Promise<readonly TrustedDomain[]> {
  const rows = await database.rows(
    z.object({ key: z.string(), marked_ms: z.int() }),
    sql`SELECT domain_key AS key, toUnixTimestamp64Milli(marked_at) AS marked_ms FROM trusted_domains FINAL WHERE trusted`,
  );
  return rows
    .map(({ key, marked_ms }) => ({ domain: hostOfKey(key), marked_at: new Date(marked_ms).toISOString() }))
    .toSorted((one, other) => (one.domain < other.domain ? -1 : 1));
}
