import type { z } from 'zod';

import type { Sql } from '../../database/sql.ts';
import type { LinkColumn, NameColumn, NameId } from './columns.ts';
import type { HeldColumn, HeldLink } from './held-facts.ts';
import type { OrderPart } from './link-order.ts';
import type { PageFact } from './page-facts.ts';
import type { LinkScope } from './scope.ts';

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
  /** Whether the name behind an id of a column contains the text, which is no pattern; hosts are compared as they are written. */
  contains(column: 'anchor' | 'source_host', id: Sql, text: string): Sql;
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

export interface WantedNames {
  readonly column: NameColumn;
  readonly ids: readonly NameId[];
}

export type NamesById = (column: NameColumn, id: NameId) => string;
