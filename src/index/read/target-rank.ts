import { z } from 'zod';

import { domainRank, type RankOrigin } from '../authority/prior.ts';
import { BRIEFLY } from '../database.ts';
import { pageId, textId } from '../ids.ts';
import { sql } from '../sql.ts';
import type { Reading } from './rows.ts';
import { domainKeyOf, type LinkScope } from './scope.ts';

/** 0-1000; null where the target is not ranked. */
export interface TargetRank {
  readonly rank: number | null;
  /** Whose rank it is. */
  readonly origin: RankOrigin;
}

const UNRANKED: TargetRank = { rank: null, origin: 'own' };

/**
 * The authority of the target itself.
 *
 * Domains and hosts are ranked by the links of others, so while only pages of the target's own domain were read, their 0
 * would say nothing; a rank that was imported holds even then. Pages are ranked by the links within the site as well.
 */
export async function targetRank(
  reading: Reading,
  { target, include_subdomains }: Pick<LinkScope, 'target' | 'include_subdomains'>,
  areOthersRead: boolean,
): Promise<TargetRank> {
  if (target.type === 'domain' && include_subdomains) {
    const place = { version: reading.coverage.authority_version, key: domainKeyOf(target) };
    const known = await domainRank(reading.database, place, reading.signal);
    return known === undefined || (known.origin === 'own' && !areOthersRead) ? UNRANKED : known;
  }
  const isRanked = target.path_key !== undefined || areOthersRead;
  return isRanked && reading.coverage.authority_version !== 0 ? ownRank(reading, target) : UNRANKED;
}

async function ownRank({ database, coverage, signal }: Reading, target: LinkScope['target']): Promise<TargetRank> {
  const [kind, id] =
    target.path_key === undefined
      ? ['host', textId(target.host_key)]
      : ['page', pageId(target.host_key, target.path_key)];
  const rows = await database.rows(
    z.object({ rank: z.int() }),
    sql`SELECT rank FROM authority WHERE version = ${coverage.authority_version} AND kind = ${kind} AND id = ${id} LIMIT 1 ${BRIEFLY}`,
    signal,
  );
  return { rank: rows[0]?.rank ?? null, origin: 'own' };
}
