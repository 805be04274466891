import { z } from 'zod';

import type { ConsoleGrain, ConsoleTable } from '../../ports/console.ts';
import type { RecallScope } from '../../ports/store.ts';
import { BRIEFLY, type IndexDatabase } from '../database/database.ts';
import { textId } from '../database/ids.ts';
import { joined, type Sql, sql } from '../database/sql.ts';
import type { Slice } from './console-windows.ts';
import { type FactScope, matching, selectFacts } from './select.ts';

/** Sums that lie ready, of a slice and the one before it. */
export interface StoredSums {
  readonly grain: ConsoleGrain;
  readonly current_key: string;
  /** `0` for none. */
  readonly previous_key: string;
  readonly writing: string;
}

const StoredRow = z.object({
  grain: z.string(),
  current_key: z.string(),
  previous_key: z.string(),
  writing: z.string(),
});

type SummedTable = Pick<ConsoleTable, 'engine' | 'property'>;

const NO_SLICE = '0';

/** Whatever the days of a slice, the batches tell all that its sums depend on. */
export function sliceKey(slice: Slice | undefined): string {
  if (slice === undefined) return NO_SLICE;
  return String(textId(JSON.stringify([slice.from, slice.to, slice.batches.toSorted()])));
}

/** Sums of searches on the web that lie ready for a property. */
export async function listSums(
  database: IndexDatabase,
  { engine, property }: SummedTable,
  scope: Pick<RecallScope, 'workspace_id' | 'signal'>,
): Promise<readonly StoredSums[]> {
  const statement = selectFacts('console_windows', scope, {
    columns: sql`toString(grain) AS grain, toString(current_key) AS current_key, toString(previous_key) AS previous_key,
      toString(writing) AS writing`,
    where: matching({ engine, property, search_type: 'web' }),
    end: BRIEFLY,
    may_repeat: true,
  });
  const rows = await database.rows(StoredRow, statement, scope.signal);
  return rows.flatMap((row) => {
    const grain = SUMMED_GRAINS.find((one) => one === row.grain);
    return grain === undefined ? [] : [{ ...row, grain }];
  });
}

/** Tables that may have rows by the million. */
export const SUMMED_GRAINS = ['detail', 'page', 'query'] as const;

/** Sums of the slices, which may have more than is asked for. */
export function findSums(
  stored: readonly StoredSums[],
  grain: ConsoleGrain,
  [current, previous]: readonly (Slice | undefined)[],
): StoredSums | undefined {
  const ofGrain = stored.filter((sums) => sums.grain === grain);
  if (current === undefined || ofGrain.length === 0) return undefined;
  const [currentKey, previousKey] = [sliceKey(current), sliceKey(previous)];
  return ofGrain.find(
    (sums) => sums.current_key === currentKey && (previous === undefined || sums.previous_key === previousKey),
  );
}

const SUMS: readonly (readonly Sql[])[] = [
  [sql`sum(clicks) AS c0`, sql`sum(impressions) AS i0`, sql`sum(position_sum) AS p0`],
  [sql`sum(previous_clicks) AS c1`, sql`sum(previous_impressions) AS i1`, sql`sum(previous_position_sum) AS p1`],
];
const NO_SUMS: readonly (readonly Sql[])[] = [
  [sql`0 AS c0`, sql`0 AS i0`, sql`0.0 AS p0`],
  [sql`0 AS c1`, sql`0 AS i1`, sql`0.0 AS p1`],
];

export interface SumsQuestion {
  /** `query_id`, `page_id` or both. */
  readonly by: Sql;
  readonly where: readonly Sql[];
  readonly having: Sql;
  /** Undefined for any place. */
  readonly country: string | undefined;
  readonly slices: readonly (Slice | undefined)[];
}

/** What `sumsOf` tells of rows, told from sums. */
export function selectStored(scope: FactScope, { writing }: StoredSums, question: SumsQuestion): Sql {
  const { by, where, having, country, slices } = question;
  const columns = slices.flatMap((slice, at) => (slice === undefined ? NO_SUMS[at] : SUMS[at]) ?? []);
  return selectFacts('console_sums', scope, {
    columns: sql`${by}, ${joined(columns, ', ')}`,
    where: joined(
      [
        sql`writing = ${BigInt(writing)}`,
        country === undefined ? sql`is_any_place = 1` : sql`is_any_place = 0 AND country = ${country}`,
        ...where,
      ],
      ' AND ',
    ),
    end: sql`GROUP BY ${by} ${having}`,
  });
}
