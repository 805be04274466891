import { z } from 'zod';

import type { LinkSummaryQuery } from '../../ports/links.ts';
import { joined, sql, type Sql } from '../database/sql.ts';
import { columnSql, type LinkColumn, NameId } from './rows/columns.ts';
import type { LinkRows } from './rows/rows.ts';
import { withStatus } from './rows/scope.ts';

/** What links are counted by. */
export const SETS = [
  'type',
  'position',
  'placement',
  'attributes',
  'tld',
  'platform',
  'language',
  'spam',
  'anchor',
  'final_page',
] as const;
export type SetName = (typeof SETS)[number];

/** No set of few values has more of them: spam scores are 0-100 and unknown. */
const FEW_VALUES_MAX = 103;

const SetRow = z.object({
  bits: z.int(),
  type: z.int(),
  position: z.int(),
  placement: z.int(),
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

/** A value and the links that have it. Hosts are counted of texts and pages, pages of spam scores; `flags` and `status` are the page's. */
export interface Counted extends Pick<SetRow, 'backlinks' | 'hosts' | 'pages' | 'flags' | 'status'> {
  readonly value: string | number;
}

/** By each of the sets, the commonest values first. */
export type LinkSets = ReadonlyMap<SetName, readonly Counted[]>;

/**
 * The links counted by each of the sets, the commonest values first. Few links are counted by all sets at once, which
 * saves reading them again; of many, each set counts no more than it needs.
 */
export async function groupedOf(rows: LinkRows, query: LinkSummaryQuery): Promise<LinkSets> {
  const parts: readonly (readonly SetName[])[] = rows.is_hot
    ? [
        ['type', 'position', 'placement', 'attributes', 'tld', 'platform', 'language'],
        ['spam'],
        ['anchor'],
        ['final_page'],
      ]
    : [SETS];
  const found = await Promise.all(parts.map((sets) => rows.ask(SetRow, groupedSql(rows, query, sets))));
  const bySet = new Map<SetName, Counted[]>();
  for (const row of found.flat()) {
    const set = SETS[SETS.length - 1 - Math.log2(2 ** SETS.length - 1 - row.bits)];
    if (set === undefined) throw new Error('A row belongs to no set that was asked for.');
    const counted = { ...row, value: row[set] };
    const known = bySet.get(set);
    if (known === undefined) bySet.set(set, [counted]);
    else known.push(counted);
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
  placement: 0,
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
