import { z } from 'zod';

import { countTerms } from '../../text/stems.ts';
import type { IndexDatabase } from '../database/database.ts';
import { BETWEEN_DOMAINS, SOURCE_DOMAIN } from '../database/link-domains.ts';
import { type Sql, sql } from '../database/sql.ts';
import { tupleOf } from '../database/tuples.ts';
import { IS_LIVE } from '../losses/rule.ts';
import { tsvText } from '../write/tsv.ts';
import {
  BOUNDED,
  createScratchTable,
  type IdRange,
  inIds,
  type Placement,
  rangesOver,
  type ScratchTables,
} from './scratch.ts';

const ROWS_PER_READ = 50_000;
const WEIGHT_MAX = 65_535;

/** Texts of links as columns: to which page each leads, by rising ids, in which language that is, and from how many hosts. */
const Anchors = tupleOf({
  pages: z.array(z.string()),
  anchors: z.array(z.string()),
  languages: z.array(z.string()),
  hosts: z.array(z.int()),
});
type Anchors = z.infer<typeof Anchors>;
/** An answer without rows has no columns either. */
const NONE: Anchors = { pages: [], anchors: [], languages: [], hosts: [] };

/**
 * Gives pages the words that other domains link to them with, for search. Words are stemmed in the language of
 * the page, like its own; a word weighs as many hosts as use it.
 *
 * Whether a link is lost is read from its row, so links must be judged first.
 */
export async function writeAnchorTerms(database: IndexDatabase, scratch: ScratchTables): Promise<void> {
  const columns = sql`page UInt64, anchor String, language String, hosts UInt32`;
  await createScratchTable(database, scratch, scratch.anchors, columns, sql`(page, anchor)`);
  let collected: IdRange | undefined;
  for (const range of [...(await rangesOver(database, scratch, [sql`page_states`, sql`indexable`])), undefined]) {
    // The engine collects the texts of some pages while those of the pages before are stemmed.
    await Promise.all([
      range === undefined ? undefined : collectAnchors(database, scratch, range),
      ...partsOf(collected, scratch).map((pages) => stemAnchors(database, scratch, pages)),
    ]);
    collected = range;
  }
}

/** Halves, one of which is written while the other is stemmed; few texts in one go. */
function partsOf(range: IdRange | undefined, { in_memory }: Placement): readonly IdRange[] {
  if (range === undefined) return [];
  if (in_memory === true) return [range];
  const middle = (range.low + range.high) / 2n;
  return [
    { low: range.low, high: middle },
    { low: middle + 1n, high: range.high },
  ];
}

async function collectAnchors(database: IndexDatabase, scratch: ScratchTables, range: IdRange): Promise<void> {
  await database.run(sql`INSERT INTO ${scratch.anchors}
    SELECT l.page AS page, l.anchor AS anchor, any(s.language) AS language, uniqExact(l.host) AS hosts
    FROM (${directWords(range)} UNION ALL ${indirectWords(scratch, range)}) AS l
    INNER JOIN (SELECT page, toString(language) AS language FROM page_states FINAL
      WHERE indexable AND ${inIds(sql`page`, range)}) AS s ON s.page = l.page
    GROUP BY l.page, l.anchor ${BOUNDED}`);
}

async function stemAnchors(
  database: IndexDatabase,
  { version, anchors }: ScratchTables,
  range: IdRange,
): Promise<void> {
  const read = async (after: Sql): Promise<Anchors> => {
    const columns = await database.columns(sql`SELECT toString(page) AS id, anchor, language, hosts FROM ${anchors}
      WHERE ${inIds(sql`page`, range)} AND ${after} ORDER BY page, anchor LIMIT ${ROWS_PER_READ}`);
    return columns.length === 0 ? NONE : Anchors.parse(columns);
  };
  let found = await read(sql`1`);
  while (found.pages.length > 0) {
    const page = found.pages.at(-1) ?? '0';
    const anchor = found.anchors.at(-1) ?? '';
    const isLast = found.pages.length < ROWS_PER_READ;
    // The engine reads on while the words of these are stemmed.
    const [following] = await Promise.all([
      isLast ? NONE : read(sql`page >= toUInt64(${page}) AND (page > toUInt64(${page}) OR anchor > ${anchor})`),
      insertTerms(database, version, found),
    ]);
    found = following;
  }
}

const TARGET_PAGE = sql`cityHash64(target_host, target_path)`;
const IS_VOTE = sql`tupleElement(newest, 'dofollow') AND ${IS_LIVE} AND ${BETWEEN_DOMAINS}`;

function directWords(range: IdRange): Sql {
  return sql`SELECT ${TARGET_PAGE} AS page, anchor, cityHash64(source_host) AS host FROM links FINAL
    PREWHERE anchor != '' AND ${TARGET_PAGE} IN (SELECT page FROM page_states WHERE indexable AND ${inIds(sql`page`, range)}) WHERE ${IS_VOTE}`;
}

/** Words of links to a page that redirects or canonicalizes elsewhere are said of where it leads. */
function indirectWords({ moves }: ScratchTables, range: IdRange): Sql {
  const arriving = sql`${moves} WHERE ${inIds(sql`to_page`, range)}`;
  return sql`SELECT m.to_page AS page, n.anchor AS anchor, n.host AS host
    FROM (SELECT ${TARGET_PAGE} AS named, anchor, cityHash64(source_host) AS host, ${SOURCE_DOMAIN} AS source_domain FROM links FINAL
      PREWHERE anchor != '' AND ${TARGET_PAGE} IN (SELECT page FROM ${arriving}) WHERE ${IS_VOTE}) AS n
    INNER JOIN (SELECT page, to_page, to_domain FROM ${arriving}) AS m ON m.page = n.named WHERE m.to_domain != n.source_domain`;
}

/** A page whose texts are cut in two by a read has some terms in two rows; whoever reads adds them. */
async function insertTerms(
  database: IndexDatabase,
  version: number,
  { pages, anchors, languages, hosts }: Anchors,
): Promise<void> {
  let text = '';
  const weights = new Map<string, number>();
  for (const [at, page] of pages.entries()) {
    for (const term of countTerms(anchors[at] ?? '', languages[at] ?? '').keys()) {
      weights.set(term, (weights.get(term) ?? 0) + (hosts[at] ?? 0));
    }
    if (pages[at + 1] === page) continue;
    for (const [term, weight] of weights) {
      text += `${version}\t${tsvText(term)}\t${page}\t${Math.min(WEIGHT_MAX, weight)}\n`;
    }
    weights.clear();
  }
  if (text !== '') await database.insert('anchor_terms', ['version', 'term', 'page', 'weight'], [Buffer.from(text)]);
}
