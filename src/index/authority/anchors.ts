import { z } from 'zod';

import { countTerms } from '../../text/stems.ts';
import type { IndexDatabase } from '../database/database.ts';
import { BETWEEN_DOMAINS, SOURCE_DOMAIN } from '../database/link-domains.ts';
import { type Sql, sql } from '../database/sql.ts';
import { tsvText } from '../write/tsv.ts';
import { BOUNDED, createScratchTable, type IdRange, inRange, rangesOver, type ScratchTables } from './scratch.ts';

const ROWS_PER_READ = 50_000;
const WEIGHT_MAX = 65_535;

const AnchorRow = z.object({ page: z.string(), language: z.string(), anchor: z.string(), hosts: z.int() });
type AnchorRow = z.infer<typeof AnchorRow>;

/**
 * Gives pages the words that other domains link to them with, for search. Words are stemmed in the language of
 * the page, like its own; a word weighs as many hosts as use it.
 *
 * Whether a link is lost is read from its row, so links must be judged first.
 */
export async function writeAnchorTerms(database: IndexDatabase, scratch: ScratchTables): Promise<void> {
  const columns = sql`page UInt64, anchor String, language String, hosts UInt32`;
  await createScratchTable(database, scratch, scratch.anchors, columns, sql`(page, anchor)`);
  for (const range of await rangesOver(database, scratch, [sql`page_states`, sql`indexable`])) {
    await database.run(sql`INSERT INTO ${scratch.anchors}
      SELECT l.page AS page, l.anchor AS anchor, any(s.language) AS language, uniqExact(l.host) AS hosts
      FROM (${directWords(range)} UNION ALL ${indirectWords(scratch, range)}) AS l
      INNER JOIN (SELECT page, toString(language) AS language FROM page_states FINAL
        WHERE indexable AND ${inRange('page', range)}) AS s ON s.page = l.page
      GROUP BY l.page, l.anchor ${BOUNDED}`);
  }
  const read = async (after: Pick<AnchorRow, 'page' | 'anchor'>): Promise<readonly AnchorRow[]> =>
    database.rows(
      AnchorRow,
      sql`SELECT toString(page) AS page, anchor, language, hosts FROM ${scratch.anchors}
        WHERE ${scratch.anchors}.page >= toUInt64(${after.page})
          AND (${scratch.anchors}.page > toUInt64(${after.page}) OR anchor > ${after.anchor})
        ORDER BY ${scratch.anchors}.page, anchor LIMIT ${ROWS_PER_READ}`,
    );
  let rows = await read({ page: '0', anchor: '' });
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    // The engine reads on while the words of these are stemmed.
    const [following] = await Promise.all([read(last), insertTerms(database, scratch.version, rows)]);
    rows = following;
  }
}

const TARGET_PAGE = sql`cityHash64(target_host, target_path)`;
const IS_VOTE = sql`tupleElement(newest, 'dofollow') AND ifNull(lost_at, toDateTime(0)) <= tupleElement(newest, 'seen')
  AND ${BETWEEN_DOMAINS}`;

function directWords(range: IdRange): Sql {
  return sql`SELECT ${TARGET_PAGE} AS page, anchor, cityHash64(source_host) AS host FROM links FINAL
    PREWHERE anchor != '' AND ${TARGET_PAGE} IN (SELECT page FROM page_states WHERE indexable AND ${inRange('page', range)}) WHERE ${IS_VOTE}`;
}

/** Words of links to a page that redirects or canonicalizes elsewhere are said of where it leads. */
function indirectWords({ moves }: ScratchTables, range: IdRange): Sql {
  const arriving = sql`${moves} WHERE ${inRange('to_page', range)}`;
  return sql`SELECT m.to_page AS page, n.anchor AS anchor, n.host AS host
    FROM (SELECT ${TARGET_PAGE} AS named, anchor, cityHash64(source_host) AS host, ${SOURCE_DOMAIN} AS source_domain FROM links FINAL
      PREWHERE anchor != '' AND ${TARGET_PAGE} IN (SELECT page FROM ${arriving}) WHERE ${IS_VOTE}) AS n
    INNER JOIN (SELECT page, to_page, to_domain FROM ${arriving}) AS m ON m.page = n.named WHERE m.to_domain != n.source_domain`;
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
