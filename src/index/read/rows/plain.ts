import type { z } from 'zod';

import { settledBefore } from '../../../kernel/settled.ts';
import { placementSql, hostSql } from '../../database/names.ts';
import { SOURCE_DOMAIN } from '../../database/link-domains.ts';
import { joined, sql, type Sql } from '../../database/sql.ts';
import type { Arrival, Arrivals } from './arrivals.ts';
import {
  columnSql,
  isNamedIn,
  keysOfPage,
  type LinkColumn,
  type NameColumn,
  type NameId,
  pageName,
  selectedSql,
} from './columns.ts';
import type { Reading } from './coverage.ts';
import { HELD_COLUMNS, type HeldColumn, type HeldLink, judgedSql } from './held-facts.ts';
import { type AskColumns, heldLinks, type HeldTargets } from './held-links.ts';
import { type AskText, packedLinks, type PackSource } from './packed-links.ts';
import { factsByName, type PageFact } from './page-facts.ts';
import { pagesByKey } from './pages.ts';
import type { OrderPart } from './link-order.ts';
import type { LinkRows, NamesById } from './rows.ts';
import { domainKeyOf, inTarget, type LinkScope } from './scope.ts';

/** What columns are made of where they are no fact as it is stored. Parts of tuples are read with tupleElement, never by a dot: see the settings of the database. */
const COLUMNS = {
  source_domain: SOURCE_DOMAIN,
  source_page: sql`concat(source_host, '\n', source_path)`,
  target_page: sql`concat(target_host, '\n', target_path)`,
  final_page: sql`concat(target_host, '\n', target_path)`,
  source_page_id: sql`cityHash64(source_host, source_path)`,
  final_flags: sql`tupleElement(newest, 'target_flags')`,
  is_indirect: sql`0`,
  last_seen: sql`greatest(toUInt32(tupleElement(newest, 'seen')), ifNull(toUInt32(confirmed_at), 0))`,
  // A link that was judged lost and seen again since is live at once.
  lost_at: sql`if(lost_at > tupleElement(newest, 'seen'), ifNull(toUInt32(lost_at), 0), 0)`,
  placement: placementSql(sql`tupleElement(newest, 'position')`, sql`ifNull(repeated, 0)`),
  tld: sql`toString(source_tld)`,
  language: sql`ifNull(toString(language), '')`,
  platform: sql`ifNull(toString(platform), '')`,
} as const satisfies Partial<Record<LinkColumn, Sql>>;

function plainSql(column: LinkColumn): Sql {
  return isNamedIn(COLUMNS, column) ? COLUMNS[column] : judgedSql(column);
}

/** What differs for links to a page that leads into the target. */
const INDIRECT_COLUMNS: Partial<Record<LinkColumn, Sql>> = {
  final_page: sql`concat(m.final_host, '\n', m.final_path)`,
  final_flags: sql`m.final_flags`,
  is_indirect: sql`1`,
};

export interface PlainSource {
  readonly reading: Reading;
  readonly held_targets: HeldTargets;
  readonly ask: AskLinks;
}

/** How links are asked for. */
interface AskLinks {
  readonly columns: AskColumns;
  readonly text: AskText;
}

/** Asks each statement once for a question, which is begun before it is known whether pages lead into the target. */
export function askOnce({ database, signal }: Reading): AskLinks {
  const columns = new Map<string, ReturnType<AskColumns>>();
  const texts = new Map<string, ReturnType<AskText>>();
  return {
    columns: (query) => once(columns, query.text, () => database.columns(query, signal)),
    text: (query) => once(texts, query.text, () => database.text(query, signal)),
  };
}

function once<Answer>(asked: Map<string, Answer>, statement: string, ask: () => Answer): Answer {
  const answer = asked.get(statement) ?? ask();
  asked.set(statement, answer);
  return answer;
}

/** The links of a target as they stand in `links`: names are their own ids. */
export class PlainRows implements LinkRows {
  readonly is_hot = false;
  readonly scope: LinkScope;
  private readonly reading: Reading;
  private readonly arrivals: Arrivals | undefined;
  private readonly held_targets: HeldTargets;
  private readonly ask_links: AskLinks;

  /** `arrivals`: pages outside the target that lead into it, as the arrival reader gives them; undefined to leave them out. */
  constructor({ reading, held_targets, ask }: PlainSource, scope: LinkScope, arrivals: Arrivals | undefined) {
    this.reading = reading;
    this.held_targets = held_targets;
    this.ask_links = ask;
    this.scope = scope;
    this.arrivals = arrivals;
  }

  async held<Column extends HeldColumn>(
    columns: readonly Column[],
  ): Promise<readonly Pick<HeldLink, Column>[] | undefined> {
    const key = keyOf(this.scope, this.arrivals !== undefined);
    const { held_targets } = this;
    // Of a whole site that moved there are too many pages to read the links of each.
    const areFew = this.arrivals === undefined || this.arrivals.pages !== undefined;
    if (!areFew || !held_targets.mayHold(key)) return undefined;
    const { kept } = held_targets;
    const { coverage, database, signal } = this.reading;
    // Others may be waiting for the same links, so one caller's timeout does not end the reading.
    const askForAll: AskLinks = { columns: (query) => database.columns(query), text: (query) => database.text(query) };
    const readAll = (): Promise<readonly HeldLink[] | undefined> => this.readLinks(HELD_COLUMNS, askForAll);
    const again = kept.again(key, coverage.links_state, readAll);
    const links =
      again === undefined ? await this.readLinks(columns, this.ask_links) : await settledBefore(again, signal);
    if (links === undefined) held_targets.tooLarge(key);
    return links;
  }

  from(columns: readonly LinkColumn[]): Sql {
    const { arrivals } = this;
    const direct = this.direct(columns);
    if (arrivals === undefined) return sql`(${direct})`;
    const indirectSql = (column: LinkColumn): Sql => INDIRECT_COLUMNS[column] ?? plainSql(column);
    const indirect = sql`SELECT ${selectedSql(columns, indirectSql)} FROM (SELECT * FROM links FINAL
      PREWHERE (target_host, target_path) IN (SELECT host_key, path_key FROM (${arrivals.select})) WHERE 1${this.arriving()}) AS l
      INNER JOIN (${arrivals.select}) AS m ON m.host_key = l.target_host AND m.path_key = l.target_path`;
    return sql`(${joined([direct, indirect], ' UNION ALL ')})`;
  }

  private async readLinks<Column extends HeldColumn>(
    columns: readonly Column[],
    ask: AskLinks,
  ): Promise<readonly Pick<HeldLink, Column>[] | undefined> {
    const { arrivals } = this;
    const pages = arrivals === undefined ? [] : arrivals.pages;
    if (pages === undefined) return undefined;
    const { links_max } = this.held_targets;
    const source: PackSource = { ask: ask.text, has_changes: this.reading.coverage.has_pack_changes };
    const wanted = pages.length === 0 ? columns : ([...columns, 'target_page'] as const);
    const packed = await packedLinks(source, { scope: this.scope, pages }, wanted);
    const read = (which: Sql) => heldLinks(ask.columns, { which, links_max }, wanted);
    const [own, others] = await Promise.all([
      packed.own ?? read(this.ownLinks()),
      packed.beside ?? read(this.linksTo(pages)),
    ]);
    if (own === undefined || others === undefined || own.length + others.length > links_max) return undefined;
    return [...own, ...arrived(others, pages)];
  }

  private direct(columns: readonly LinkColumn[]): Sql {
    return sql`SELECT ${selectedSql(columns, plainSql)} FROM links FINAL ${this.ownLinks()}`;
  }

  /** The engine looks at the key first only where it is told to: under FINAL it would read all columns of all rows around. */
  private ownLinks(): Sql {
    const { target, include_subdomains } = this.scope;
    return sql`PREWHERE ${inTarget(target, include_subdomains, sql`target_host`, sql`target_path`)} WHERE 1${this.asked()}`;
  }

  private linksTo(pages: readonly Arrival[]): Sql {
    const keys = pages.map(({ host_key, path_key }) => [host_key, path_key]);
    return sql`PREWHERE (target_host, target_path) IN ${keys} WHERE 1${this.arriving()}`;
  }

  ask<Row>(row: z.ZodType<Row>, query: Sql): Promise<readonly Row[]> {
    return this.reading.database.rows(row, query, this.reading.signal);
  }

  distinct(column: NameColumn, condition: Sql): Sql {
    return sql`uniqExactIf(${columnSql(column)}, ${condition})`;
  }

  first(order: readonly OrderPart[]): Sql {
    const parts = order.map(({ by, descending }) => (descending ? sql`-toInt64(${by})` : by));
    return sql`tuple(${joined(parts, ', ')})`;
  }

  contains(column: 'anchor' | 'source_host', id: Sql, text: string): Sql {
    const name = column === 'anchor' ? id : hostSql(id);
    return sql`positionCaseInsensitiveUTF8(${name}, ${text}) > 0`;
  }

  idsOf(_: 'anchor' | 'alt' | 'source_domain', name: string): Promise<readonly NameId[]> {
    return Promise.resolve([name]);
  }

  factsOf(ids: readonly NameId[]): Promise<readonly PageFact[]> {
    return factsByName(this.reading, ids.map(String));
  }

  pageFacts(): Sql {
    const keys = sql`(${this.finalNames()})`;
    const pages = sql`SELECT cityHash64(host_key, path_key) FROM (SELECT host_key, path_key FROM pages WHERE (host_key, path_key) IN ${keys})`;
    const named = sql`SELECT cityHash64(host_key, path_key) AS page, host_key, path_key FROM ${keys}`;
    return sql`(SELECT concat(n.host_key, '\n', n.path_key) AS id, ifNull(p.status, 0) AS status, ifNull(p.readable, 0) AS readable,
        ifNull(p.title, '') AS title, ifNull(p.redirect_url, '') AS redirect_url, ifNull(a.page_above, 0) AS page_above,
        ifNull(f.first_visited, 0) AS first_visited, ifNull(p.word_count, 0) AS word_count, ifNull(p.internal_links, 0) AS internal_links,
        ifNull(p.external_links, 0) AS external_links
      FROM (${named}) AS n
      LEFT JOIN (SELECT host_key, path_key, status, readable, title, redirect_url, word_count, internal_links, external_links
        FROM pages FINAL PREWHERE (host_key, path_key) IN ${keys}) AS p ON p.host_key = n.host_key AND p.path_key = n.path_key
      LEFT JOIN (SELECT id, toUInt16(rank + 1) AS page_above FROM authority WHERE version = ${this.reading.coverage.authority_version}
        AND kind = 'page' AND id IN (SELECT page FROM (${named}))) AS a ON a.id = n.page
      LEFT JOIN (SELECT page, toUInt32(toDateTime(min(fetched_at))) AS first_visited FROM fetches WHERE page IN (${pages}) GROUP BY page) AS f
        ON f.page = n.page)`;
  }

  pageNames(): Sql {
    return sql`(SELECT concat(host_key, '\n', path_key) AS id, ${hostSql(sql`host_key`)} AS host, path_key AS path FROM (${this.finalNames()}))`;
  }

  liveDomains(): Sql {
    return sql`SELECT DISTINCT cityHash64(source_domain) AS domain FROM ${this.from(['source_domain', 'lost_at'])} WHERE lost_at = 0`;
  }

  async titles(ids: readonly NameId[]): Promise<ReadonlyMap<NameId, string>> {
    const names = [...new Set(ids.map(String))];
    const known = await pagesByKey(this.reading.database, names.map(keysOfPage), this.reading.signal);
    return new Map([...known].flatMap(([name, page]) => (page.readable === 0 ? [] : [[name, page.title]])));
  }

  names(): Promise<NamesById> {
    return Promise.resolve((_, id) => String(id));
  }

  /** The pages where links may end, by their keys. */
  private finalNames(): Sql {
    const { target, include_subdomains } = this.scope;
    const own = sql`SELECT DISTINCT target_host AS host_key, target_path AS path_key FROM links
      WHERE ${inTarget(target, include_subdomains, sql`target_host`, sql`target_path`)}`;
    const { arrivals } = this;
    if (arrivals === undefined) return own;
    return sql`SELECT DISTINCT * FROM (${own} UNION ALL SELECT final_host AS host_key, final_path AS path_key FROM (${arrivals.select}))`;
  }

  /** Of indirect links: those of a site to its own pages are its menus, also where these have moved or name another site as theirs. */
  private arriving(): Sql {
    const own = sql`startsWith(target_host, ${SOURCE_DOMAIN}) AND ${SOURCE_DOMAIN} != ${domainKeyOf(this.scope.target)}`;
    return sql`${this.asked()} AND NOT (${own})`;
  }

  private asked(): Sql {
    const { target, dofollow_only, exclude_internal_backlinks } = this.scope;
    const followed = dofollow_only ? sql` AND tupleElement(newest, 'dofollow')` : sql``;
    if (!exclude_internal_backlinks) return followed;
    return sql`${followed} AND ${SOURCE_DOMAIN} != ${domainKeyOf(target)}`;
  }
}

/** Links as they end: at the page of the target where the one that they name leads. */
function arrived<Link extends Pick<HeldLink, 'target_page'>>(
  links: readonly Link[],
  pages: readonly Arrival[],
): readonly Link[] {
  const ends = new Map(pages.map((page) => [pageName(page.host_key, page.path_key), page]));
  return links.flatMap((link) => {
    const end = ends.get(link.target_page);
    if (end === undefined) return [];
    const final_page = pageName(end.final_host, end.final_path);
    return [{ ...link, final_page, final_flags: end.final_flags, is_indirect: 1 }];
  });
}

/** Links of the same target may be few without those of its own domain, and many with them. */
function keyOf(scope: LinkScope, hasArrivals: boolean): string {
  const { target, include_subdomains, include_indirect_links, exclude_internal_backlinks, dofollow_only } = scope;
  const asked = [include_subdomains, include_indirect_links && hasArrivals, exclude_internal_backlinks, dofollow_only];
  return `${asked.join(' ')} ${target.host_key}\n${target.path_key ?? '\n'}`;
}
