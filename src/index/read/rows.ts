import type { z } from 'zod';

import type { IndexDatabase } from '../database.ts';
import { Sql, sql } from '../sql.ts';
import type { Coverage } from './coverage.ts';
import type { HeldColumn, HeldLink } from './held/links.ts';
import type { PageFact } from './page-facts.ts';
import type { LinkScope } from './scope.ts';

/**
 * What questions about links may select. Columns of names hold ids: the name itself, or a number in its place; either can
 * be grouped and compared, and orders as the bytes of the name do. A page's name is both its keys, see `pageName`.
 *
 * `lost_at` is 0 for live links; ranks are 65535 and `spam` is 255 where they are not known; times are Unix seconds.
 */
export type LinkColumn = NameColumn | ValueColumn;

export type NameColumn =
  | 'source_domain'
  | 'source_host'
  | 'source_page'
  | 'target_page'
  | 'final_page'
  | 'anchor'
  | 'alt';

type ValueColumn =
  | 'source_page_id'
  | 'type'
  | 'dofollow'
  | 'attributes'
  | 'position'
  | 'count'
  | 'source_flags'
  | 'target_flags'
  | 'final_flags'
  | 'is_indirect'
  | 'first_seen'
  | 'last_seen'
  | 'lost_at'
  | 'page_read_before'
  | 'page_rank'
  | 'domain_rank'
  | 'link_rank'
  | 'spam'
  | 'target_status'
  | 'tld'
  | 'language'
  | 'platform'
  | 'image_url'
  | 'text_pre'
  | 'text_post';

export type NameId = string | number;

/** A column as SQL: their names are ours. */
export function columnSql(column: LinkColumn): Sql {
  return new Sql(column);
}

/** What a question is answered from. */
export interface Reading {
  readonly database: IndexDatabase;
  readonly coverage: Coverage;
  readonly signal: AbortSignal;
}

/** The links of one scope: every question is written once over this, whatever the rows are made of. */
export interface LinkRows {
  readonly scope: LinkScope;
  /** Whether ids are numbers, and there are so many rows that what only answered rows need is better asked for later. */
  readonly is_hot: boolean;
  /** The links of the scope with these columns, as something to select from. */
  from(columns: readonly LinkColumn[]): Sql;
  /** The links themselves, where they are so few that counting them here is less work; undefined where they are not. */
  held<Column extends HeldColumn>(columns: readonly Column[]): Promise<readonly Pick<HeldLink, Column>[] | undefined>;
  /** The answer to a question over `from`. */
  ask<Row>(row: z.ZodType<Row>, query: Sql): Promise<readonly Row[]>;
  /** The exact number of different ids among the rows that meet the condition. */
  distinct(column: NameColumn, condition: Sql): Sql;
  /** A value whose smallest is the first in this order: what each group of links is ordered by its best link with. */
  first(order: readonly OrderPart[]): Sql;
  /** Whether the name in a column contains the text, which is no pattern; hosts are compared as they are written. */
  contains(column: 'anchor' | 'source_host', text: string): Sql;
  /** The ids that a name has: one, or none. */
  idsOf(column: 'anchor' | 'alt' | 'source_domain', name: string): Promise<readonly NameId[]>;
  /** What is known of all pages where links of the target end, as something to select from: the columns of `PageFact`. */
  pageFacts(): Sql;
  /** The same of some of them. */
  factsOf(ids: readonly NameId[]): Promise<readonly PageFact[]>;
  /** The written host and the path of the pages in `final_page`, as two columns by `id`, to select from. */
  pageNames(): Sql;
  /** Ids of the registrable domains that have live links, to select from: cityHash64 of their keys, as `domain`. */
  liveDomains(): Sql;
  /** Titles of pages in `target_page` that were read; `names` knows their names. */
  titles(ids: readonly NameId[], names: NamesById): Promise<ReadonlyMap<NameId, string>>;
  /** The names behind ids. */
  names(wanted: readonly WantedNames[]): Promise<NamesById>;
}

/** Something to order by; ids count 32 bits. */
export interface OrderPart {
  readonly by: Sql;
  readonly bits: 8 | 16 | 32;
  readonly descending: boolean;
}

export interface WantedNames {
  readonly column: NameColumn;
  readonly ids: readonly NameId[];
}

export type NamesById = (column: NameColumn, id: NameId) => string;

/** Host keys hold no line feed, nor anything that sorts before it, so names of pages sort as their keys do. */
export function pageName(hostKey: string, pathKey: string): string {
  return `${hostKey}\n${pathKey}`;
}

export function keysOfPage(name: string): { readonly host_key: string; readonly path_key: string } {
  const end = name.indexOf('\n');
  return { host_key: name.slice(0, end), path_key: name.slice(end + 1) };
}

/** Links to pages that answered with an error when they were last fetched. */
export const IS_BROKEN = sql`target_status BETWEEN 400 AND 599`;

export function isBroken({ target_status }: { readonly target_status: number }): boolean {
  return target_status >= 400 && target_status <= 599;
}

/** A rank and one more, so that the unknown one is 0, and the last in falling order. */
export function rankAbove(column: 'page_rank' | 'domain_rank' | 'link_rank'): Sql {
  return sql`toUInt16(${columnSql(column)} + 1)`;
}

export function rankOf(above: number): number | null {
  return above === 0 ? null : above - 1;
}
