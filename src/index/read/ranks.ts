import { z } from 'zod';

import type { LinkRankRecord } from '../../ports/links.ts';
import type { Target } from '../../web/target.ts';
import { domainRanks } from '../authority/prior.ts';
import { BRIEFLY } from '../database/database.ts';
import { pageId, textId } from '../database/ids.ts';
import { joined, sql } from '../database/sql.ts';
import type { Reading } from './rows/coverage.ts';
import { domainKeyOf } from './rows/scope.ts';

/**
 * The authority of many targets in two reads by id, as the summary of each has it.
 *
 * @param areOthersRead whether a page of another domain was read that could have linked to the target
 */
export async function readRanks(
  reading: Reading,
  targets: readonly Target[],
  areOthersRead: (target: Target) => boolean,
): Promise<readonly LinkRankRecord[]> {
  const { database, coverage, signal } = reading;
  const domains = targets.filter(({ type }) => type === 'domain');
  const [ofDomains, ofOthers] = await Promise.all([
    domainRanks(
      database,
      { version: coverage.authority_version, keys: [...new Set(domains.map(domainKeyOf))] },
      signal,
    ),
    readOwnRanks(
      reading,
      targets.filter(({ type }) => type !== 'domain'),
    ),
  ]);
  return targets.map((target) => {
    if (target.type !== 'domain') {
      const isRanked = target.path_key !== undefined || areOthersRead(target);
      return { target: target.value, rank: isRanked ? (ofOthers.get(idOf(target)) ?? null) : null };
    }
    const known = ofDomains.get(domainKeyOf(target));
    const isRanked = known !== undefined && (known.origin !== 'own' || areOthersRead(target));
    return { target: target.value, rank: isRanked ? known.rank : null };
  });
}

/** Ranks of hosts and pages by their id. */
async function readOwnRanks(
  { database, coverage, signal }: Reading,
  targets: readonly Target[],
): Promise<ReadonlyMap<string, number>> {
  if (targets.length === 0 || coverage.authority_version === 0) return new Map();
  const ids = joined(
    [...new Set(targets.map(idOf))].map((id) => sql`toUInt64(${id})`),
    ', ',
  );
  const rows = await database.rows(
    z.object({ id: z.string(), rank: z.int() }),
    sql`SELECT toString(id) AS id, rank FROM authority WHERE version = ${coverage.authority_version}
      AND kind IN ('host', 'page') AND id IN (${ids}) LIMIT ${targets.length * 2} ${BRIEFLY}`,
    signal,
  );
  return new Map(rows.map(({ id, rank }) => [id, rank]));
}

function idOf({ host_key, path_key }: Target): string {
  return (path_key === undefined ? textId(host_key) : pageId(host_key, path_key)).toString();
}
