import { type Sql, sql } from '../database/sql.ts';
import { type FactScope, selectFacts } from './select.ts';

/**
 * Days as they count, for tables of a workspace that `where` selects: of each part's days what was published last, and of each day the
 * load that was observed last, with all of its parts.
 *
 * Columns: those of a table (engine, property, search_type, grain), day, days, source, observed_at, is_final, is_cut, batch; a row
 * for each batch.
 */
export function selectLiveDays(scope: FactScope, where: Sql): Sql {
  const published = selectFacts('console_loads', scope, {
    columns: sql`${TABLE}, day, days, load, source, observed_at, is_final, is_cut, batch, published_at,
      max(published_at) OVER (PARTITION BY ${TABLE}, day, days, load, part) AS part_at`,
    where,
    may_repeat: true,
  });
  const loads = sql`SELECT *, max((observed_at, published_at, load)) OVER (PARTITION BY ${TABLE}, day, days, load) AS load_at
    FROM (${published}) WHERE published_at = part_at`;
  return sql`SELECT ${TABLE}, day, days, source, observed_at, is_final, is_cut, batch FROM (
    SELECT *, max(load_at) OVER (PARTITION BY ${TABLE}, day, days) AS newest FROM (${loads})) WHERE load_at = newest`;
}

/** What tells tables apart. */
export const TABLE: Sql = sql`engine, property, search_type, grain`;
