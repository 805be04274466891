import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

/**
 * What an older version left in its data folder, small enough to keep: the statements that made its tables, in both
 * databases, and all rows as texts. `keep.ts` writes it.
 */
export const OlderState = z.object({
  commit: z.string(),
  /** The one in the data. It opens nothing else. */
  key: z.string(),
  /** Of a call that ran there. */
  job_id: z.string(),
  postgres: z.object({
    migrations: z.array(z.object({ version: z.int(), name: z.string(), sql: z.string() })),
    tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.array(z.string()) })),
  }),
  index: z.object({
    definitions: z.array(z.string()),
    /** As TabSeparated. */
    tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.string() })),
  }),
});
export type OlderState = z.infer<typeof OlderState>;

export function olderFile(name: string): string {
  return join(import.meta.dirname, 'data', `${name}.json`);
}

export function readOlder(name: string): OlderState {
  return OlderState.parse(JSON.parse(readFileSync(olderFile(name), 'utf8')));
}
