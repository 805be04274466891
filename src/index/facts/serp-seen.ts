import { z } from 'zod';

import { SERP_ITEM_TYPES, type SeenQuery, type SeenResult } from '../../ports/serp.ts';
import type { Recalled, RecallScope } from '../../ports/store.ts';
import { parseTarget } from '../../web/target.ts';
import { BRIEFLY, type IndexDatabase } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { inTarget } from '../read/rows/scope.ts';
import { keptProvenance, newestBySource } from './provenance.ts';
import { selectFacts } from './select.ts';
import { inSerpSeries } from './stored-serps.ts';

const Seen = z.object({
  keyword: z.string(),
  engine: z.string(),
  source: z.string(),
  location_code: z.int(),
  language: z.string(),
  device: z.enum(['', 'desktop', 'mobile']),
  observed_ms: z.int(),
  type: z.enum(SERP_ITEM_TYPES),
  rank_absolute: z.int(),
  rank_group: z.int(),
  url: z.string(),
  title: z.string(),
});

/** Places of a domain or URL on the result pages that were looked up, whoever asked for them. */
export async function readSeen(
  database: IndexDatabase,
  query: SeenQuery,
  scope: RecallScope,
): Promise<Recalled<readonly SeenResult[]>> {
  const where = inTarget(parseTarget(query.target), true, sql`host_key`, sql`path_key`);
  const statement = selectFacts('serp_items', scope, {
    columns: sql`keyword, engine, source, location_code, language, device, toUnixTimestamp64Milli(observed_at) AS observed_ms, type,
        rank_absolute, rank_group, url, title`,
    where: sql`${where} AND ${inSerpSeries(query)}`,
    end: sql`ORDER BY observed_at DESC, check_id, rank_absolute LIMIT ${query.limit} ${BRIEFLY}`,
  });
  const rows = await database.rows(Seen, statement, scope.signal);
  const value = rows.map(seenResult);
  // Only result pages that somebody fetched are known, which is never all of them.
  const sources = value.map(({ source, checked_at }) => keptProvenance(source, checked_at, { coverage: 'sample' }));
  return { value, sources: newestBySource(sources) };
}

function seenResult({ observed_ms, location_code, device, title, ...row }: z.infer<typeof Seen>): SeenResult {
  return {
    ...row,
    location_code: location_code === 0 ? null : location_code,
    device: device === '' ? null : device,
    checked_at: new Date(observed_ms).toISOString(),
    title: title === '' ? null : title,
  };
}
