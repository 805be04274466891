import { z } from 'zod';

import { counted } from '../../kernel/grammar.ts';
import type { LinkRankRecord } from '../../ports/link-ranks.ts';
import type { Target } from '../../web/target.ts';
import { domainRank, domainRanks, type RankOrigin } from '../authority/prior.ts';
import { RANKED_DOMAINS_MIN } from '../authority/scale.ts';
import { BRIEFLY } from '../database/database.ts';
import { RANK_UNKNOWN } from '../database/names.ts';
import { pageId, textId } from '../database/ids.ts';
import { sql } from '../database/sql.ts';
import type { Coverage, Reading } from './rows/coverage.ts';
import { domainKeyOf, type LinkScope } from './rows/scope.ts';

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
  const among = coverage.ranked_domains;
  return targets.map((target) => {
    if (target.type !== 'domain') {
      const isRanked = target.path_key !== undefined || areOthersRead(target);
      return { target: target.value, rank: isRanked ? (ofOthers.get(idOf(target)) ?? null) : null, among };
    }
    const known = ofDomains.get(domainKeyOf(target));
    if (known?.origin === 'commoncrawl') return { target: target.value, rank: known.rank };
    return { target: target.value, rank: known !== undefined && areOthersRead(target) ? known.rank : null, among };
  });
}

/** Ranks of hosts and pages by their id. */
async function readOwnRanks(
  { database, coverage, signal }: Reading,
  targets: readonly Target[],
): Promise<ReadonlyMap<string, number>> {
  if (targets.length === 0 || coverage.authority_version === 0) return new Map();
  const ids = [...new Set(targets.map(idOf))].map(BigInt);
  const rows = await database.rows(
    z.object({ id: z.string(), rank: z.int() }),
    sql`SELECT toString(id) AS id, rank FROM authority WHERE version = ${coverage.authority_version}
      AND kind IN ('host', 'page') AND rank != ${RANK_UNKNOWN} AND authority.id IN ${ids} LIMIT ${targets.length * 2} ${BRIEFLY}`,
    signal,
  );
  return new Map(rows.map(({ id, rank }) => [id, rank]));
}

function idOf({ host_key, path_key }: Target): string {
  return (path_key === undefined ? textId(host_key) : pageId(host_key, path_key)).toString();
}

/** 0-1000; null where the target is not ranked. */
export interface TargetRank {
  readonly rank: number | null;
  /** Whose rank it is. */
  readonly origin: RankOrigin;
}

const UNRANKED: TargetRank = { rank: null, origin: 'own' };

/** What the note of an answer says when the rank of its target is not from this index. */
export const RANK_IMPORTED = 'The rank of the target is Common Crawl’s.';

/** Whose the ranks of an answer are, or why there are none. */
export function noteRanks({ authority_version, ranked_domains, has_imported_ranks }: Coverage): string {
  if (authority_version === 0) return '';
  if (has_imported_ranks) {
    return 'Domain ranks are Common Crawl’s where the imported release lists the domain; all other ranks are within this index.';
  }
  return ranked_domains < RANKED_DOMAINS_MIN
    ? `Ranks are unknown: this index knows ${counted(ranked_domains, 'domain')}, and ranks need at least ${RANKED_DOMAINS_MIN}.`
    : 'Ranks are within this index: they count the trusted, independent domains it has seen linking.';
}

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
  if (!isRanked) return UNRANKED;
  const ranks = await readOwnRanks(reading, [target]);
  return { rank: ranks.get(idOf(target)) ?? null, origin: 'own' };
}
