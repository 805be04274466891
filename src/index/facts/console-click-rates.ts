import { z } from 'zod';

import type { ClickRatesQuery, PositionClicks } from '../../ports/rankings.ts';
import type { Recalled, RecallScope } from '../../ports/store.ts';
import { parseTarget } from '../../web/target.ts';
import type { IndexDatabase } from '../database/database.ts';
import { arrayOf, type Sql, sql } from '../database/sql.ts';
import { IS_NAMED } from './console-names.ts';
import { consoleProvenance } from './console-note.ts';
import {
  type ConsoleSite,
  type GrainWindow,
  openConsoleSite,
  pickWindow,
  QUERY_GRAINS,
  selectSums,
} from './console-site.ts';
import { curveSlice, type Slice } from './console-windows.ts';
import { selectFacts } from './select.ts';

const POSITION_MAX = 100;

const BinRow = z.object({ position: z.int(), clicks: z.number(), impressions: z.number() });

/** Clicks and impressions of a site of the caller's by the mean position of its queries. */
export async function readConsoleClickRates(
  database: IndexDatabase,
  query: ClickRatesQuery,
  scope: RecallScope,
): Promise<Recalled<PositionClicks | null>> {
  const question = { target: parseTarget(query.target), place: query };
  const site = await openConsoleSite(database, question, scope, QUERY_GRAINS);
  const window = site && pickWindow(site, QUERY_GRAINS);
  if (site === undefined || window === undefined) return { value: null, sources: [] };
  const slice = curveSlice(site.days.get(window.grain) ?? [], window);
  const bins = await readBins(site, window, slice, query.brand_letters);
  const { property } = site;
  const value = { property, from: slice.from, to: slice.to, bins };
  return { value, sources: [consoleProvenance(site, { ...window, current: slice, previous: undefined })] };
}

async function readBins(
  site: ConsoleSite,
  { grain }: GrainWindow,
  slice: Slice,
  brandLetters: readonly string[],
): Promise<PositionClicks['bins']> {
  const sums = selectSums(site, {
    grain,
    slices: [slice],
    by: sql`query_id`,
    where: sql`${IS_NAMED}${withoutBrand(site, brandLetters)}`,
    having: sql`HAVING i0 > 0 AND p0 > 0`,
  });
  return site.database.rows(
    BinRow,
    sql`SELECT toUInt32(round(p0 / i0)) AS position, sum(c0) AS clicks, sum(i0) AS impressions FROM (${sums})
      GROUP BY position HAVING position <= ${POSITION_MAX} ORDER BY position`,
    site.scope.signal,
  );
}

/** Letters alone are compared, as `listBrandLetters` writes them, so that spaces and hyphens make no difference. */
function withoutBrand({ scope }: ConsoleSite, letters: readonly string[]): Sql {
  if (letters.length === 0) return sql``;
  const written = sql`replaceRegexpAll(lowerUTF8(query), '[^\\\\p{L}\\\\p{N}]+', '')`;
  const branded = selectFacts('console_queries', scope, {
    columns: sql`query_id`,
    where: sql`multiSearchAny(${written}, ${arrayOf(letters)})`,
    may_repeat: true,
  });
  return sql` AND query_id NOT IN (${branded})`;
}
