import { z } from 'zod';

import { countTerms } from '../../kernel/text.ts';
import type { IndexDatabase } from '../database.ts';
import { sql } from '../sql.ts';
import { tsvText } from '../write/tsv.ts';
import { liveLinks, type ScratchTables } from './tables.ts';

const ROWS_PER_READ = 50_000;
const WEIGHT_MAX = 65_535;

const AnchorRow = z.object({ page: z.string(), language: z.string(), anchor: z.string(), hosts: z.int() });
type AnchorRow = z.infer<typeof AnchorRow>;

/**
 * Gives pages the words that other domains link to them with, for search. Words are cut in the language of the page, as
 * its own are; a word weighs as many hosts as use it.
 */
export async function writeAnchorTerms(database: IndexDatabase, scratch: ScratchTables): Promise<void> {
  await database.run(sql`CREATE TABLE ${scratch.anchors} (page UInt64, anchor String, language String, hosts UInt32)
    ENGINE = MergeTree ORDER BY (page, anchor)`);
  await database.run(sql`INSERT INTO ${scratch.anchors}
    SELECT l.target_page AS page, l.anchor AS anchor, any(s.language) AS language, uniqExact(l.source_host) AS hosts
    FROM (${liveLinks()}) AS l
    INNER JOIN (SELECT page, toString(language) AS language FROM page_states FINAL WHERE indexable) AS s ON s.page = l.target_page
    WHERE l.anchor != '' AND l.source_domain != l.target_domain GROUP BY l.target_page, l.anchor`);
  let after = { page: '0', anchor: '' };
  for (;;) {
    const rows: AnchorRow[] = await database.rows(
      AnchorRow,
      sql`SELECT toString(page) AS page, anchor, language, hosts FROM ${scratch.anchors}
        WHERE (page, anchor) > (toUInt64(${after.page}), ${after.anchor})
        ORDER BY ${scratch.anchors}.page, anchor LIMIT ${ROWS_PER_READ}`,
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    await insertTerms(database, scratch.version, rows);
    after = last;
  }
}

/** A page whose rows are cut in two by a read has some terms in two rows; whoever reads adds them. */
async function insertTerms(database: IndexDatabase, version: number, rows: readonly AnchorRow[]): Promise<void> {
  const weights = new Map<string, number>();
  for (const { page, language, anchor, hosts } of rows) {
    for (const term of countTerms(anchor, language).keys()) {
      const key = `${tsvText(term)}\t${page}`;
      weights.set(key, (weights.get(key) ?? 0) + hosts);
    }
  }
  let text = '';
  for (const [key, weight] of weights) text += `${version}\t${key}\t${Math.min(WEIGHT_MAX, weight)}\n`;
  if (text !== '') await database.insert('anchor_terms', ['version', 'term', 'page', 'weight'], [Buffer.from(text)]);
}
