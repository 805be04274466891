import { joined, Sql, sql } from '../database/sql.ts';
import { type FactTable, SUMMED_TABLES } from './tables.ts';

/** The workspace whose private facts may be read besides the shared ones. */
export interface FactScope {
  readonly workspace_id: string;
}

export interface FactSelection {
  readonly columns: Sql;
  readonly where: Sql;
  /** GROUP BY, ORDER BY and LIMIT. */
  readonly end?: Sql;
  /** Whether a row that was written twice may come twice, which is cheaper. */
  readonly may_repeat?: true;
}

/**
 * The only place that writes statements about observations. Nothing else reads their tables, so nobody sees
 * another workspace's private facts or expired rows.
 */
export function selectFacts(
  table: FactTable,
  scope: FactScope,
  { columns, where, end, may_repeat }: FactSelection,
): Sql {
  const isPlain = may_repeat === true || SUMMED_TABLES.has(table);
  return sql`SELECT ${columns} FROM ${new Sql(table)} ${isPlain ? sql`` : sql`FINAL`} WHERE (${where})
    AND workspace_id IN ('', ${scope.workspace_id}) AND (delete_at IS NULL OR delete_at > now('UTC')) ${end ?? sql``}`;
}

/** Rows with these values in their columns; undefined stands for any. */
export function matching(values: Readonly<Record<string, string | number | undefined>>): Sql {
  const conditions = Object.entries(values).flatMap(([column, value]) =>
    value === undefined ? [] : [sql`${new Sql(column)} = ${value}`],
  );
  return conditions.length === 0 ? sql`1` : joined(conditions, ' AND ');
}

/** What was observed from a moment on; of any age where there is none. */
export function isSince(since: Date | undefined): Sql {
  return since === undefined ? sql`1` : sql`observed_at >= ${since}`;
}

/** Deletes private facts of one workspace in the background. */
export function deleteFacts(table: FactTable, { workspace_id }: FactScope, where: Sql): Sql {
  if (workspace_id === '') throw new TypeError('Only private facts are deleted.');
  return sql`DELETE FROM ${new Sql(table)} WHERE workspace_id = ${workspace_id} AND (${where})`;
}
