import { z } from 'zod';

import { sql } from '../../src/index/database/sql.ts';
import { SPAM_SIGNS } from '../../src/ports/links.ts';
import { hostOfKey } from '../../src/web/url.ts';
import type { IndexDatabase } from '../../src/index/database/database.ts';
import type { TestIndex } from '../index-engine.ts';
import type { Ranks } from './judged.ts';
import { type KnownWeb, pageKey } from './known.ts';

const RankRow = z.object({ kind: z.string(), key: z.string(), rank: z.int() });

/** The ranks that the newest rebuild has published, by names. */
export async function publishedRanks({ database }: TestIndex, web: KnownWeb): Promise<Ranks> {
  const addresses = web.links.flatMap(({ source, target }) => [source, target]);
  for (const { address } of web.pages.values()) addresses.push(address);
  const pages = new Map(addresses.map((address) => [pageKey(address), address]));
  const names = [...pages.values()].map(({ host_key, path_key }) => sql`(${host_key}, ${path_key})`);
  const named = new Map<string, string>();
  for (const name of names) {
    const rows = await database.rows(
      z.object({ id: z.string(), key: z.string() }),
      sql`SELECT toString(cityHash64(tupleElement(page, 1), tupleElement(page, 2))) AS id,
        concat(tupleElement(page, 1), '\n', tupleElement(page, 2)) AS key FROM (SELECT ${name} AS page)`,
    );
    for (const { id, key } of rows) named.set(id, key);
  }
  const rows = await database.rows(
    RankRow,
    sql`SELECT toString(kind) AS kind, if(kind = 'page', toString(id), key) AS key, rank FROM authority
      WHERE rank != 65535 AND version = (SELECT max(version) FROM rebuilds)`,
  );
  const of = (kind: string, name: (key: string) => string): ReadonlyMap<string, number> =>
    new Map(rows.filter((row) => row.kind === kind).map((row) => [name(row.key), row.rank]));
  return {
    domains: of('domain', hostOfKey),
    hosts: of('host', (key) => key),
    pages: of('page', (id) => named.get(id) ?? id),
    spam_signs: await publishedSigns(database, named),
  };
}

async function publishedSigns(
  database: IndexDatabase,
  pages: ReadonlyMap<string, string>,
): Promise<Ranks['spam_signs']> {
  const rows = await database.rows(
    z.object({
      kind: z.string(),
      id: z.string(),
      key: z.string().nullable(),
      sign: z.enum(SPAM_SIGNS),
      points: z.int(),
      peers: z.int(),
    }),
    sql`SELECT toString(s.kind) AS kind, toString(s.id) AS id, a.key AS key, toString(s.sign) AS sign, s.points AS points,
        s.peers AS peers FROM spam_signs AS s
      LEFT ANY JOIN (SELECT id, key FROM authority WHERE kind = 'domain' AND version = (SELECT max(version) FROM rebuilds)) AS a ON a.id = s.id
      WHERE s.version = (SELECT max(version) FROM rebuilds) ORDER BY points`,
  );
  return Map.groupBy(rows, ({ kind, id, key }) => (kind === 'domain' ? hostOfKey(key ?? '') : (pages.get(id) ?? id)));
}
