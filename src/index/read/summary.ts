import { z } from 'zod';

import type { Distribution, LinkSummaryQuery, LinkSummaryRecord } from '../../ports/links.ts';
import { attributesOf, LINK_ATTRIBUTES, LINK_POSITIONS, LINK_TYPES } from '../names.ts';
import { joined, type Sql, sql } from '../sql.ts';
import { urlOfKeys } from './address.ts';
import { timeOf } from './groups.ts';
import { pageKey, pagesByKey } from './pages.ts';
import { columnSql, keysOfPage, type LinkColumn, type LinkRows, SPAM_UNKNOWN, type Reading } from './rows.ts';
import { withStatus } from './scope.ts';

/** Figures over links that were found; the caller decides when nothing could have been found. */
export type LinkFigures = Omit<LinkSummaryRecord, 'rank'>;

/**
 * Counts the links of a scope.
 *
 * `spam_score` is the mean over linking pages of the score that their page signals give (`reference/formulas.md` 4.5).
 * A link is broken when the newest fetch of the very page it names answered 4xx or 5xx, which nobody knows when no page
 * that a link names was ever fetched.
 */
export async function linkFigures(reading: Reading, rows: LinkRows, query: LinkSummaryQuery): Promise<LinkFigures> {
  const [total, sets] = await Promise.all([totalsOf(rows, query), groupedOf(rows, query)]);
  const limit = query.list_limit;
  const [top_anchors, top_pages] = await topGroups(reading, rows, sets, limit);
  const numbered = (names: readonly string[]) => (row: SetRow, column: 'type' | 'position') => names[row[column]] ?? '';
  return {
    ...countsOf(total),
    spam_score: spamMean(sets.get('spam') ?? []),
    link_types: distribution(sets.get('type'), (row) => numbered(LINK_TYPES)(row, 'type'), limit),
    link_attributes: attributeCounts(sets.get('attributes') ?? [], limit),
    tlds: distribution(sets.get('tld'), ({ tld }) => tld, limit),
    semantic_locations: distribution(sets.get('position'), (row) => numbered(LINK_POSITIONS)(row, 'position'), limit),
    platform_types: distribution(sets.get('platform'), ({ platform }) => platform, limit),
    languages: distribution(sets.get('language'), ({ language }) => language, limit),
    top_anchors,
    top_pages,
  };
}

const Totals = z.object({
  backlinks: z.int(),
  referring_domains: z.int(),
  referring_main_domains: z.int(),
  referring_pages: z.int(),
  referring_dofollow_domains: z.int(),
  dofollow_backlinks: z.int(),
  broken_backlinks: z.int(),
  broken_pages: z.int(),
  known_targets: z.int(),
  lost_backlinks: z.int(),
  first_s: z.int(),
  last_s: z.int(),
});

const TOTAL_COLUMNS = [
  'source_domain',
  'source_host',
  'source_page',
  'target_page',
  'dofollow',
  'target_status',
  'lost_at',
  'first_seen',
  'last_seen',
] as const satisfies readonly LinkColumn[];

async function totalsOf(rows: LinkRows, { status }: LinkSummaryQuery): Promise<z.infer<typeof Totals>> {
  const asked = withStatus(status);
  const broken = sql`${asked} AND target_status BETWEEN 400 AND 599`;
  const [total] = await rows.ask(
    Totals,
    sql`SELECT countIf(${asked}) AS backlinks, ${rows.distinct('source_host', asked)} AS referring_domains,
      ${rows.distinct('source_domain', asked)} AS referring_main_domains, ${rows.distinct('source_page', asked)} AS referring_pages,
      ${rows.distinct('source_host', sql`${asked} AND dofollow`)} AS referring_dofollow_domains,
      countIf(${asked} AND dofollow) AS dofollow_backlinks, countIf(${broken}) AS broken_backlinks,
      ${rows.distinct('target_page', broken)} AS broken_pages, countIf(${asked} AND target_status != 0) AS known_targets,
      countIf(lost_at != 0) AS lost_backlinks, minIf(first_seen, ${asked}) AS first_s, maxIf(last_seen, ${asked}) AS last_s
    FROM ${rows.from(TOTAL_COLUMNS)}`,
  );
  if (total === undefined) throw new Error('The engine answered no row to a count.');
  return total;
}

type CountFields =
  | 'backlinks'
  | 'referring_domains'
  | 'referring_main_domains'
  | 'referring_pages'
  | 'referring_domains_nofollow'
  | 'dofollow_backlinks'
  | 'broken_backlinks'
  | 'broken_pages'
  | 'lost_backlinks'
  | 'first_seen'
  | 'last_seen';

function countsOf(total: z.infer<typeof Totals>): Pick<LinkFigures, CountFields> {
  const isUnknown = total.backlinks > 0 && total.known_targets === 0;
  return {
    backlinks: total.backlinks,
    referring_domains: total.referring_domains,
    referring_main_domains: total.referring_main_domains,
    referring_pages: total.referring_pages,
    referring_domains_nofollow: total.referring_domains - total.referring_dofollow_domains,
    dofollow_backlinks: total.dofollow_backlinks,
    broken_backlinks: isUnknown ? null : total.broken_backlinks,
    broken_pages: isUnknown ? null : total.broken_pages,
    lost_backlinks: total.lost_backlinks,
    first_seen: total.backlinks === 0 ? null : timeOf(total.first_s),
    last_seen: total.backlinks === 0 ? null : timeOf(total.last_s),
  };
}

/** What links are counted by. */
const SETS = ['type', 'position', 'attributes', 'tld', 'platform', 'language', 'spam', 'anchor', 'final_page'] as const;
type SetName = (typeof SETS)[number];

/** No set of few values has more of them: spam scores are 0-100 and unknown. */
const FEW_VALUES_MAX = 103;

const NameId = z.union([z.string(), z.int()]);

const SetRow = z.object({
  bits: z.int(),
  type: z.int(),
  position: z.int(),
  attributes: z.int(),
  tld: z.string(),
  platform: z.string(),
  language: z.string(),
  spam: z.int(),
  anchor: NameId,
  final_page: NameId,
  backlinks: z.int(),
  hosts: z.int(),
  pages: z.int(),
  flags: z.int(),
  status: z.int(),
});
type SetRow = z.infer<typeof SetRow>;

/**
 * The links counted by each of the sets, the commonest values first. Few links are counted by all sets at once, which
 * saves reading them again; of many, each set counts no more than it needs.
 */
async function groupedOf(rows: LinkRows, query: LinkSummaryQuery): Promise<ReadonlyMap<SetName, readonly SetRow[]>> {
  const parts: readonly (readonly SetName[])[] = rows.is_hot
    ? [['type', 'position', 'attributes', 'tld', 'platform', 'language'], ['spam'], ['anchor'], ['final_page']]
    : [SETS];
  const found = await Promise.all(parts.map((sets) => rows.ask(SetRow, groupedSql(rows, query, sets))));
  const bySet = new Map<SetName, SetRow[]>();
  for (const row of found.flat()) {
    const set = SETS[SETS.length - 1 - Math.log2(2 ** SETS.length - 1 - row.bits)];
    if (set === undefined) throw new Error('A row belongs to no set that was asked for.');
    const known = bySet.get(set);
    if (known === undefined) bySet.set(set, [row]);
    else known.push(row);
  }
  return bySet;
}

/** `bits` has a 1 for each set that a row does not belong to, the first set highest. */
function groupedSql(rows: LinkRows, query: LinkSummaryQuery, sets: readonly SetName[]): Sql {
  const has = (set: SetName): boolean => sets.includes(set);
  const others = SETS.map((set) => {
    const bit = 2 ** (SETS.length - 1 - SETS.indexOf(set));
    return has(set) ? sql`${bit} * grouping(${columnSql(set)})` : sql`${bit}`;
  });
  const values = SETS.map((set) => (has(set) ? columnSql(set) : sql`${EMPTY[set]} AS ${columnSql(set)}`));
  const hosts = has('anchor') || has('final_page') ? rows.distinct('source_host', sql`1`) : sql`0`;
  const pages = has('spam') ? rows.distinct('source_page', sql`1`) : sql`0`;
  const ends = has('final_page');
  const ranked = sets.filter((set) => set === 'anchor' || set === 'final_page');
  const byHosts =
    ranked.length === 0
      ? sql``
      : sql`if(${joined(
          ranked.map((set) => sql`grouping(${columnSql(set)}) = 0`),
          ' OR ',
        )}, hosts, 0) DESC, `;
  return sql`SELECT ${joined(others, ' + ')} AS bits, ${joined(values, ', ')}, count() AS backlinks, ${hosts} AS hosts, ${pages} AS pages,
      ${ends ? sql`argMax(final_flags, last_seen * 256 + final_flags)` : sql`0`} AS flags, ${ends ? sql`maxIf(target_status, is_indirect = 0)` : sql`0`} AS status
    FROM ${rows.from([...SET_COLUMNS, ...SETS])} WHERE ${withStatus(query.status)}
    GROUP BY GROUPING SETS (${joined(
      sets.map((set) => sql`(${columnSql(set)})`),
      ', ',
    )})
    ORDER BY backlinks DESC, ${byHosts}${joined(sets.map(columnSql), ', ')} LIMIT ${Math.max(FEW_VALUES_MAX, query.list_limit)} BY bits`;
}

const EMPTY: Readonly<Record<SetName, string | number>> = {
  type: 0,
  position: 0,
  attributes: 0,
  tld: '',
  platform: '',
  language: '',
  spam: 0,
  anchor: '',
  final_page: '',
};

const SET_COLUMNS = [
  'source_host',
  'source_page',
  'lost_at',
  'final_flags',
  'last_seen',
  'target_status',
  'is_indirect',
] as const satisfies readonly LinkColumn[];

/** Largest first, then by name; what is not known (an empty name) is left out. */
function distribution(
  rows: readonly SetRow[] | undefined,
  nameOf: (row: SetRow) => string,
  limit: number,
): Distribution {
  const counts = (rows ?? []).map((row) => ({ value: nameOf(row), backlinks: row.backlinks }));
  return counts
    .filter(({ value, backlinks }) => value !== '' && backlinks > 0)
    .sort((one, other) => other.backlinks - one.backlinks || (one.value < other.value ? -1 : 1))
    .slice(0, limit);
}

function attributeCounts(rows: readonly SetRow[], limit: number): Distribution {
  const counts = new Map<string, number>(LINK_ATTRIBUTES.map((name) => [name, 0]));
  for (const { attributes, backlinks } of rows) {
    for (const name of attributesOf(attributes)) counts.set(name, (counts.get(name) ?? 0) + backlinks);
  }
  return [...counts]
    .map(([value, backlinks]) => ({ value, backlinks }))
    .filter(({ backlinks }) => backlinks > 0)
    .sort((one, other) => other.backlinks - one.backlinks || (one.value < other.value ? -1 : 1))
    .slice(0, limit);
}

/** All links of a page have its score, so that pages can be counted by it. */
function spamMean(rows: readonly SetRow[]): number | null {
  let pages = 0;
  let sum = 0;
  for (const row of rows) {
    if (row.spam === SPAM_UNKNOWN) continue;
    pages += row.pages;
    sum += row.pages * row.spam;
  }
  return pages === 0 ? null : Math.round((sum / pages) * 10) / 10;
}

/** Pages of the target by the links that end there; how the newest link spells the address is how it is shown. */
async function topGroups(
  reading: Reading,
  rows: LinkRows,
  sets: ReadonlyMap<SetName, readonly SetRow[]>,
  limit: number,
): Promise<[LinkFigures['top_anchors'], LinkFigures['top_pages']]> {
  const anchors = (sets.get('anchor') ?? []).slice(0, limit);
  const pages = (sets.get('final_page') ?? []).slice(0, limit);
  const names = await rows.names([
    { column: 'anchor', ids: anchors.map(({ anchor }) => anchor) },
    { column: 'final_page', ids: pages.map(({ final_page }) => final_page) },
  ]);
  const named = pages.map((row) => ({ ...row, ...keysOfPage(names('final_page', row.final_page)) }));
  // Of pages that links name, the judgement knows the status; others may only have been arrived at.
  const unjudged = named.filter(({ status }) => status === 0);
  const known = await pagesByKey(reading.database, unjudged, reading.signal);
  return [
    anchors.map(({ anchor, backlinks, hosts }) => ({
      anchor: names('anchor', anchor),
      backlinks,
      referring_domains: hosts,
    })),
    named.map((row) => ({
      url: urlOfKeys(row.host_key, row.path_key, row.flags),
      backlinks: row.backlinks,
      referring_domains: row.hosts,
      status_code: row.status === 0 ? (known.get(pageKey(row))?.status ?? null) : row.status,
    })),
  ];
}
