import { readDataRows } from '../../kernel/data.ts';
import { LARGE_DOMAINS } from '../../text/large-domains.ts';
import { hostKey } from '../../web/url.ts';
import type { IndexDatabase } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { BOUNDED, createScratchTable, numberBlocks, type ScratchTables } from './scratch.ts';

/**
 * Whose word is trusted from the start: institutions by their suffix, what the operator marked, and domains by the rank
 * that an imported release gives them. Evidence adds to these when ranks are computed (`ranking/witnesses.ts`), so that an
 * index that knows none of them has ranks as well.
 */
const INSTITUTIONS: readonly string[] = readDataRows(import.meta.url, 'data/institutions.tsv').map(([, suffix = '']) =>
  hostKey(suffix),
);

/** Nodes of the domain graph, in the order of their numbers: `name` is a hash, 0 for what everybody links to; `seed` is 0-1. */
export async function createSeeds(database: IndexDatabase, scratch: ScratchTables): Promise<void> {
  const { seeds, priors } = scratch;
  await createScratchTable(database, scratch, seeds, sql`n UInt32, name UInt32, seed Float32`, sql`n`);
  const nodes = scratch.nodes('domain');
  const large = [...LARGE_DOMAINS.keys()].map((domain) => hostKey(domain));
  for (const block of await numberBlocks(database, scratch, nodes)) {
    const own = sql`SELECT id, n, key, splitByChar('.', key) AS labels FROM ${nodes} WHERE ${block}`;
    await database.run(sql`INSERT INTO ${seeds}
      SELECT k.n, if(k.key IN ${textList(large)}, 0, greatest(1, bitAnd(k.id, 4294967295))),
        greatest(ifNull(p.rank, 0) / 1000, toFloat64(concat(labels[1], '.') IN ${textList(INSTITUTIONS)}
          OR concat(labels[1], '.', labels[2], '.') IN ${textList(INSTITUTIONS)} OR key IN (SELECT domain_key FROM trusted_domains FINAL WHERE trusted)))
      FROM (${own}) AS k LEFT ANY JOIN (SELECT id, rank FROM ${priors} WHERE id IN (SELECT id FROM (${own}))) AS p ON p.id = k.id ${BOUNDED}`);
  }
}

/** A list for `IN` as one literal, which the engine reads in a tenth of the time that hundreds of them take. */
function textList(keys: readonly string[]): Sql {
  return sql`splitByChar(' ', ${keys.join(' ')})`;
}
