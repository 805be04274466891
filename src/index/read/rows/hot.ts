import { z } from 'zod';

import type { Target } from '../../../web/target.ts';
import { placementSql, hostSql } from '../../database/names.ts';
import { arrayOf, joined, sql, type Sql } from '../../database/sql.ts';
import { columnSql, keysOfPage, type LinkColumn, type NameColumn, type NameId, selectedSql } from './columns.ts';
import { copyKey, type Coverage, type HotCopy, hotKey, type Reading } from './coverage.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { PageFact } from './page-facts.ts';
import { pagesByKey } from './pages.ts';
import type { OrderPart } from './link-order.ts';
import type { LinkRows, NamesById, WantedNames } from './rows.ts';
import { domainKeyOf, inTarget, type LinkScope } from './scope.ts';

/** Where the copy of a hot target stands, and the rebuild that it belongs to. */
export interface HotPlace extends HotCopy {
  readonly version: number;
}

/** What rows of a hot target are read from: their copy does not change, so answers out of it are kept. */
export interface HotSource {
  readonly reading: Reading;
  readonly answers: KeptAnswers;
  readonly place: HotPlace;
}

/** The hot copy that holds the links of a scope; undefined when they are few, or links within the domain are asked for too. */
export function hotPlaceOf(coverage: Coverage, scope: LinkScope): HotPlace | undefined {
  const { target, include_subdomains } = scope;
  if (!scope.exclude_internal_backlinks || coverage.hot_targets.size === 0) return undefined;
  const kind = hotKindOf(target, include_subdomains);
  const copy = coverage.hot_targets.get(hotKey(kind, target.host_key, target.path_key ?? ''));
  if (copy === undefined || coverage.outdated_copies.has(copyKey(copy))) return undefined;
  return { ...copy, version: coverage.authority_version };
}

/** Whether that is the copy of the rebuild itself, which says nothing of what came later. */
export function isAsRebuilt(place: HotPlace | undefined): boolean {
  return place !== undefined && place.copy === place.version;
}

export function hotKindOf(target: Target, includeSubdomains: boolean): 'domain' | 'host' | 'page' {
  if (target.path_key !== undefined) return 'page';
  return target.type === 'domain' && includeSubdomains ? 'domain' : 'host';
}

/** More pages than this that lead into a part of a hot domain are not written into each question. */
const ARRIVALS_MAX = 20_000;

const Part = z.object({
  ranges: z.array(z.tuple([z.int(), z.int()])),
  arrivals: z.array(z.tuple([z.int(), z.int(), z.int()])),
});

/** Which of the pages that links of a hot domain name are meant: all, or a part of them by number. */
type Pages = z.infer<typeof Part> | 'all';

/** What columns are made of where copies do not have them as they are. */
const COLUMNS: Partial<Record<LinkColumn, Sql>> = {
  source_domain: sql`source_domain_no`,
  source_host: sql`source_host_no`,
  source_page: sql`source_page_no`,
  target_page: sql`target_page_no`,
  final_page: sql`final_page_no`,
  anchor: sql`anchor_no`,
  alt: sql`alt_no`,
  first_seen: sql`toUInt32(first_seen)`,
  last_seen: sql`toUInt32(last_seen)`,
  lost_at: sql`toUInt32(lost_at)`,
  placement: placementSql(sql`position`, sql`repeated`),
};

/** What `hot_names` calls the names of a column. */
function kindOf(column: NameColumn): Exclude<NameColumn, 'final_page'> {
  return column === 'final_page' ? 'target_page' : column;
}

const NameRow = z.object({ kind: z.string(), no: z.int(), name: z.string(), path: z.string() });

/** The links of a hot target, from its copy with numbers in place of names. */
export class HotRows implements LinkRows {
  readonly is_hot = true;
  readonly scope: LinkScope;
  private readonly reading: Reading;
  private readonly answers: KeptAnswers;
  private readonly place: HotPlace;
  private readonly pages: Pages;

  private constructor({ reading, answers, place }: HotSource, scope: LinkScope, pages: Pages) {
    this.reading = reading;
    this.answers = answers;
    this.place = place;
    this.scope = scope;
    this.pages = pages;
  }

  /** Undefined when so many pages lead into a part of the domain that `links` has to answer. */
  static async open(source: HotSource, scope: LinkScope): Promise<HotRows | undefined> {
    const { answers, place } = source;
    const { target, include_subdomains } = scope;
    if (target.type === 'domain' && include_subdomains) return new HotRows(source, scope, 'all');
    const own = inTarget(target, include_subdomains, sql`name`, sql`path`);
    const names = sql`hot_names WHERE ${placed(place)} AND kind = 'target_page' AND ${own}`;
    const [part] = await answers.rows(
      Part,
      sql`SELECT (SELECT groupArray(r) FROM (SELECT (min(no), max(no)) AS r FROM ${names} GROUP BY ${include_subdomains} OR name = ${target.host_key})) AS ranges,
        (SELECT groupArray((target_page_no, final_page_no, final_flags)) FROM (SELECT * FROM hot_arrivals WHERE ${placed(place)}
          AND final_page_no IN (SELECT no FROM ${names}) AND target_page_no NOT IN (SELECT no FROM ${names})
          ORDER BY step, final_page_no LIMIT 1 BY target_page_no LIMIT ${ARRIVALS_MAX + 1})) AS arrivals`,
      place.version,
    );
    if (part === undefined || part.arrivals.length > ARRIVALS_MAX) return undefined;
    return new HotRows(source, scope, scope.include_indirect_links ? part : { ...part, arrivals: [] });
  }

  held(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  from(columns: readonly LinkColumn[]): Sql {
    const special = this.partColumns();
    const selected = selectedSql(columns, (column) => special[column] ?? COLUMNS[column] ?? columnSql(column));
    const followed = this.scope.dofollow_only ? sql` AND dofollow` : sql``;
    return sql`(SELECT ${selected} FROM hot_links WHERE ${placed(this.place)} AND ${this.inPart()}${followed})`;
  }

  ask<Row>(row: z.ZodType<Row>, query: Sql): Promise<readonly Row[]> {
    return this.answers.rows(row, query, this.place.version);
  }

  /** Numbers in rising order make small bitmaps, which count twice as fast as a table of hashes. */
  distinct(column: NameColumn, condition: Sql): Sql {
    return sql`groupBitmapIf(${columnSql(column)}, ${condition})`;
  }

  /** One number: comparing tuples takes ten times as long. */
  first(order: readonly OrderPart[]): Sql {
    const parts: Sql[] = [];
    let shift = 0;
    for (const { by, bits, descending } of order.toReversed()) {
      const value = descending ? sql`${2 ** bits - 1} - ${by}` : by;
      parts.push(sql`bitShiftLeft(toUInt256(${value}), ${shift})`);
      shift += bits;
    }
    return parts.reduce((low, high) => sql`bitOr(${low}, ${high})`);
  }

  contains(column: 'anchor' | 'source_host', id: Sql, text: string): Sql {
    const name = column === 'anchor' ? sql`name` : hostSql(sql`name`);
    return sql`${id} IN (SELECT no FROM hot_names WHERE ${placed(this.place)} AND kind = ${kindOf(column)}
      AND positionCaseInsensitiveUTF8(${name}, ${text}) > 0)`;
  }

  async idsOf(column: 'anchor' | 'alt' | 'source_domain', name: string): Promise<readonly NameId[]> {
    const rows = await this.ask(
      z.object({ no: z.int() }),
      sql`SELECT no FROM hot_names WHERE ${placed(this.place)} AND kind = ${column} AND name = ${name}`,
    );
    return rows.map(({ no }) => no);
  }

  pageFacts(): Sql {
    return this.factsSql(undefined);
  }

  async factsOf(ids: readonly NameId[]): Promise<readonly PageFact[]> {
    return ids.length === 0 ? [] : this.ask(PageFact, sql`SELECT * FROM ${this.factsSql(ids)}`);
  }

  private factsSql(ids: readonly NameId[] | undefined): Sql {
    const asked = ids === undefined ? sql`1` : sql`no IN ${[...new Set(ids)]}`;
    const names = sql`SELECT no, cityHash64(name, path) AS page FROM hot_names WHERE ${placed(this.place)} AND kind = 'target_page' AND ${asked}`;
    return sql`(SELECT n.no AS id, ifNull(p.status, 0) AS status, ifNull(p.readable, 0) AS readable, ifNull(p.title, '') AS title,
        ifNull(p.redirect_url, '') AS redirect_url, ifNull(a.page_above, 0) AS page_above, ifNull(toUInt32(p.first_visited), 0) AS first_visited,
        ifNull(p.word_count, 0) AS word_count, ifNull(p.internal_links, 0) AS internal_links, ifNull(p.external_links, 0) AS external_links
      FROM (${names}) AS n LEFT JOIN (SELECT * FROM hot_pages WHERE ${placed(this.place)} AND ${asked}) AS p ON p.no = n.no
      LEFT JOIN (SELECT id, toUInt16(rank + 1) AS page_above FROM authority WHERE version = ${this.place.version} AND kind = 'page'
        AND id IN (SELECT page FROM (${names}))) AS a ON a.id = n.page)`;
  }

  pageNames(): Sql {
    return sql`(SELECT no AS id, ${hostSql(sql`name`)} AS host, path FROM hot_names WHERE ${placed(this.place)} AND kind = 'target_page')`;
  }

  liveDomains(): Sql {
    return sql`SELECT cityHash64(name) AS domain FROM hot_names WHERE ${placed(this.place)} AND kind = 'source_domain'
      AND no IN (SELECT source_domain FROM ${this.from(['source_domain', 'lost_at'])} WHERE lost_at = 0)`;
  }

  /** The copy knows the pages of the domain; pages that lead into it from outside are looked up where they stand. */
  async titles(ids: readonly NameId[], names: NamesById): Promise<ReadonlyMap<NameId, string>> {
    if (ids.length === 0) return new Map();
    const own = domainKeyOf(this.scope.target);
    const outside = [...new Set(ids)].filter((id) => !names('target_page', id).startsWith(own));
    const [rows, known] = await Promise.all([
      this.ask(
        z.object({ no: z.int(), title: z.string() }),
        sql`SELECT no, title FROM hot_pages WHERE ${placed(this.place)} AND readable AND no IN ${[...new Set(ids)]}`,
      ),
      pagesByKey(
        this.reading.database,
        outside.map((id) => keysOfPage(names('target_page', id))),
        this.reading.signal,
      ),
    ]);
    const titles = new Map<NameId, string>(rows.map(({ no, title }) => [no, title]));
    for (const id of outside) {
      const page = known.get(names('target_page', id));
      if (page !== undefined && page.readable !== 0) titles.set(id, page.title);
    }
    return titles;
  }

  async names(wanted: readonly WantedNames[]): Promise<NamesById> {
    const asked = new Map<string, Set<NameId>>();
    for (const { column, ids } of wanted) {
      const kind = kindOf(column);
      const known = asked.get(kind) ?? new Set();
      for (const id of ids) known.add(id);
      if (known.size > 0) asked.set(kind, known);
    }
    const conditions = [...asked].map(([kind, ids]) => sql`(kind = ${kind} AND no IN ${[...ids].map(Number)})`);
    const found = new Map<string, string>();
    if (conditions.length > 0) {
      const rows = await this.ask(
        NameRow,
        sql`SELECT toString(kind) AS kind, no, name, path FROM hot_names WHERE ${placed(this.place)} AND (${joined(conditions, ' OR ')})`,
      );
      for (const { kind, no, name, path } of rows) {
        found.set(`${kind} ${no}`, kind.endsWith('_page') ? `${name}\n${path}` : name);
      }
    }
    return (column, id) => found.get(`${kindOf(column)} ${id}`) ?? '';
  }

  private partColumns(): Partial<Record<LinkColumn, Sql>> {
    if (this.pages === 'all') return {};
    const { arrivals } = this.pages;
    if (arrivals.length === 0) {
      return { final_page: sql`target_page_no`, final_flags: sql`target_flags`, is_indirect: sql`0` };
    }
    const from = arrayOf(arrivals.map(([page]) => page));
    const page = arrayOf(arrivals.map(([, end]) => end));
    const flags = arrayOf(arrivals.map(([, , bits]) => bits));
    return {
      final_page: sql`transform(target_page_no, ${from}, ${page}, target_page_no)`,
      final_flags: sql`transform(target_page_no, ${from}, ${flags}, target_flags)`,
      is_indirect: sql`target_page_no IN ${arrivals.map(([number]) => number)}`,
    };
  }

  private inPart(): Sql {
    if (this.pages === 'all') return this.scope.include_indirect_links ? sql`1` : sql`is_indirect = 0`;
    const { ranges, arrivals } = this.pages;
    const parts = ranges.map(([low, high]) => sql`target_page_no BETWEEN ${low} AND ${high}`);
    if (arrivals.length > 0) parts.push(sql`target_page_no IN ${arrivals.map(([page]) => page)}`);
    return parts.length === 0 ? sql`0` : sql`(${joined(parts, ' OR ')})`;
  }
}

function placed({ copy, domain }: HotPlace): Sql {
  return sql`version = ${copy} AND domain = ${BigInt(domain)}`;
}
