import { z } from 'zod';

import type { LocationCriterion, LocationWriter } from '../../ports/imports.ts';
import { foldName } from '../../text/names.ts';
import type { IndexDatabase } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { insertRows } from '../write/table-rows.ts';
import { factRows } from './rows.ts';
import { selectFacts } from './select.ts';

const Criterion = z.object({
  code: z.int(),
  name: z.string(),
  canonical_name: z.string(),
  country: z.string(),
  type: z.string(),
});
export type StoredCriterion = z.infer<typeof Criterion>;

/** All workspaces share them. */
const SHARED = { workspace_id: '' };
const NAMED_MAX = 200;

/** How names of several parts are compared, whatever stands around their commas. */
function canonicalKey(name: string): string {
  return name.split(',').map(foldName).join(',');
}

/** Google's list of places, once it was imported. */
export class LocationTable implements LocationWriter {
  readonly #database: IndexDatabase;

  constructor(database: IndexDatabase) {
    this.#database = database;
  }

  async write(criteria: readonly LocationCriterion[], importedAt: Date): Promise<void> {
    const kept = {
      source: 'google-geotargets',
      observed_at: importedAt,
      workspace_id: '',
      delete_at: undefined,
    };
    const rows = criteria.map(({ code, name, canonical_name, parent_code, country, type, is_active }) => ({
      code,
      name,
      name_key: foldName(name),
      canonical_name,
      canonical_key: canonicalKey(canonical_name),
      parent_code: parent_code ?? 0,
      country,
      type,
      is_active,
    }));
    await insertRows(this.#database, [factRows('locations', rows, kept)]);
  }

  withCode(code: number, signal: AbortSignal): Promise<readonly StoredCriterion[]> {
    return this.#read(sql`code = ${code}`, sql`LIMIT 1`, signal);
  }

  /** Places of this whole name. */
  called(name: string, signal: AbortSignal): Promise<readonly StoredCriterion[]> {
    return this.#read(
      sql`is_active AND canonical_key = ${canonicalKey(name)}`,
      sql`ORDER BY code LIMIT ${NAMED_MAX}`,
      signal,
    );
  }

  /** Places whose name, without what they lie in, is one of these; folded as `foldName` does. */
  async named(keys: readonly string[], signal: AbortSignal): Promise<readonly StoredCriterion[]> {
    if (keys.length === 0) return [];
    return this.#read(sql`is_active AND name_key IN ${keys}`, sql`ORDER BY code LIMIT ${NAMED_MAX}`, signal);
  }

  /** Names that differ least. */
  async nearest(name: string, limit: number, signal: AbortSignal): Promise<readonly string[]> {
    const key = foldName(name);
    const distance = sql`ngramDistance(name_key, ${key})`;
    const found = await this.#read(
      sql`is_active AND ${distance} < 0.6`,
      sql`ORDER BY ${distance}, code LIMIT ${limit}`,
      signal,
    );
    return found.map(({ canonical_name }) => canonical_name);
  }

  #read(where: Sql, end: Sql, signal: AbortSignal): Promise<StoredCriterion[]> {
    const columns = sql`code, name, canonical_name, country, type`;
    return this.#database.rows(Criterion, selectFacts('locations', SHARED, { columns, where, end }), signal);
  }
}
