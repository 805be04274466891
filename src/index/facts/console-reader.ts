import { z } from 'zod';

import {
  CONSOLE_ENGINES,
  CONSOLE_GRAINS,
  CONSOLE_SEARCH_TYPES,
  type ConsoleProperty,
  type ConsoleReader,
  type ConsoleTable,
} from '../../ports/console.ts';
import type { IndexDatabase } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { selectLiveDays, TABLE } from './console-live.ts';
import { matching } from './select.ts';

const PropertyRow = z.object({
  engine: z.enum(CONSOLE_ENGINES),
  property: z.string(),
  search_type: z.enum(CONSOLE_SEARCH_TYPES),
  grain: z.enum(CONSOLE_GRAINS),
  source: z.string(),
  first_day: z.string(),
  last_day: z.string(),
  days: z.int(),
  observed_ms: z.int(),
});

const DayRow = z.object({ day: z.string() });

/** What a workspace has of its consoles. */
export class EngineConsoleReader implements ConsoleReader {
  readonly #database: IndexDatabase;

  constructor(database: IndexDatabase) {
    this.#database = database;
  }

  async properties(workspaceId: string, signal: AbortSignal): Promise<readonly ConsoleProperty[]> {
    const live = selectLiveDays({ workspace_id: workspaceId }, sql`1`);
    const rows = await this.#database.rows(
      PropertyRow,
      sql`SELECT ${TABLE}, argMax(source, observed_at) AS source, toString(min(day)) AS first_day,
          toString(max(day + (days - 1))) AS last_day,
          uniqExactArray(arrayMap(at -> toUInt32(day) + at, range(days))) AS days, toUnixTimestamp64Milli(max(observed_at)) AS observed_ms
        FROM (${live}) GROUP BY ${TABLE} ORDER BY property, engine, search_type, grain`,
      signal,
    );
    return rows.map(({ observed_ms, ...row }) => ({ ...row, observed_at: new Date(observed_ms).toISOString() }));
  }

  /** Periods of an export tell of no single day; weeks are all that Bing has. */
  async finalDays(workspaceId: string, table: ConsoleTable, signal: AbortSignal): Promise<readonly string[]> {
    const { engine, property, search_type, grain } = table;
    const days = engine === 'bing' ? 7 : 1;
    const live = selectLiveDays(
      { workspace_id: workspaceId },
      matching({ engine, property, search_type, grain, days }),
    );
    const rows = await this.#database.rows(
      DayRow,
      sql`SELECT toString(day) AS day FROM (${live}) GROUP BY day HAVING min(is_final) ORDER BY day`,
      signal,
    );
    return rows.map(({ day }) => day);
  }
}
