import { z } from 'zod';

import { joined, Sql, sql } from '../../database/sql.ts';

const NAME_COLUMNS = [
  'source_domain',
  'source_host',
  'source_page',
  'target_page',
  'final_page',
  'anchor',
  'alt',
] as const;
export type NameColumn = (typeof NAME_COLUMNS)[number];

/**
 * What queries about links may select. Columns of names hold ids: the name itself, or a number in its place; either can
 * be grouped and compared, and orders as the bytes of the name do. A page's name is both its keys, see `pageName`.
 *
 * `lost_at` is 0 for live links; ranks are 65535 and `spam` is 255 where they are not known; times are Unix seconds.
 */
export const LINK_COLUMNS = [
  ...NAME_COLUMNS,
  'source_page_id',
  'type',
  'dofollow',
  'attributes',
  'position',
  'count',
  'source_flags',
  'target_flags',
  'final_flags',
  'is_indirect',
  'first_seen',
  'last_seen',
  'lost_at',
  'page_read_before',
  'page_rank',
  'domain_rank',
  'link_rank',
  'spam',
  'spam_signs',
  'placement',
  'target_status',
  'tld',
  'language',
  'platform',
] as const;
export type LinkColumn = (typeof LINK_COLUMNS)[number];

export const NameId = z.union([z.string(), z.int()]);
export type NameId = z.infer<typeof NameId>;

/** A column as SQL: their names are ours. */
export function columnSql(column: LinkColumn): Sql {
  return new Sql(column);
}

/** Columns under their names, each from the expression behind it. */
export function selectedSql(columns: readonly LinkColumn[], behind: (column: LinkColumn) => Sql): Sql {
  return joined(
    columns.map((column) => sql`${behind(column)} AS ${columnSql(column)}`),
    ', ',
  );
}

/** Whether a table of exceptions names something; what it does not name stands for itself. */
export function isNamedIn<Name extends string>(table: Readonly<Record<Name, unknown>>, name: string): name is Name {
  return Object.hasOwn(table, name);
}

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
