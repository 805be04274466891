import { z } from 'zod';

import type { LinkingSite } from '../../ports/linking-sites.ts';
import { hostKey, hostOfKey } from '../../web/url.ts';
import { textId } from '../database/ids.ts';
import { sql } from '../database/sql.ts';
import { BACKLINK_COLUMNS, backlinkRecords, BacklinkRow, type GroupedRow } from './backlink.ts';
import type { NameId } from './rows/columns.ts';
import type { Reading } from './rows/coverage.ts';
import type { HeldLink } from './rows/held-facts.ts';
import { firstOf } from './rows/held-order.ts';
import { BY_KEYS, byLargest, byRank, bySmallest, orderOf, orderSql } from './rows/link-order.ts';
import type { LinkRows } from './rows/rows.ts';

/** Of some registrable domains those that link to the target, each with the best of its live links: a direct one that is followed, on the strongest page. */
export async function findLinkingSites(
  reading: Reading,
  rows: LinkRows,
  domains: readonly string[],
): Promise<readonly LinkingSite[]> {
  const keys = [...new Set(domains)].map((domain) => hostKey(domain));
  const links = await rows.held(BACKLINK_COLUMNS);
  const found = links === undefined ? await askSites(rows, keys) : chooseSites(links, keys);
  const [records, names] = await Promise.all([
    backlinkRecords(reading, rows, found),
    rows.names([{ column: 'source_domain', ids: found.map(({ source_domain }) => source_domain) }]),
  ]);
  return found.flatMap(({ source_domain }, at) => {
    const record = records[at];
    const domain = hostOfKey(names('source_domain', source_domain));
    if (record === undefined) return [];
    const { group_count: backlinks, url_from, url_to, dofollow, is_indirect_link, first_seen, last_seen } = record;
    return [{ domain, backlinks, url_from, url_to, dofollow, is_indirect_link, first_seen, last_seen }];
  });
}

/** A direct link that is followed, on the strongest page. */
const BEST_FIRST = [bySmallest('is_indirect', 8), byLargest('dofollow', 8), byRank('page_rank'), ...BY_KEYS];

const CountedRow = BacklinkRow.extend({ group_count: z.int() });

/** Few of those that are asked about link at all, so that only these are looked up by name. */
async function askSites(rows: LinkRows, keys: readonly string[]): Promise<readonly GroupedRow[]> {
  if (keys.length === 0) return [];
  const byId = new Map(keys.map((key) => [String(textId(key)), key]));
  const linking = await rows.ask(
    z.object({ id: z.string() }),
    sql`SELECT toString(domain) AS id FROM (${rows.liveDomains()}) WHERE domain IN ${keys.map(textId)}`,
  );
  const wanted = linking.flatMap(({ id }) => byId.get(id) ?? []);
  const ids: readonly NameId[] = (await Promise.all(wanted.map((key) => rows.idsOf('source_domain', key)))).flat();
  if (ids.length === 0) return [];
  return rows.ask(
    CountedRow,
    sql`SELECT *, count() OVER (PARTITION BY source_domain) AS group_count FROM ${rows.from(BACKLINK_COLUMNS)}
      WHERE lost_at = 0 AND source_domain IN ${ids}
      ORDER BY source_domain, ${orderSql(BEST_FIRST)} LIMIT 1 BY source_domain`,
  );
}

type Held = Pick<HeldLink, keyof BacklinkRow>;

function chooseSites(links: readonly Held[], keys: readonly string[]): readonly GroupedRow[] {
  const asked = new Set(keys);
  const live = links.filter(({ lost_at, source_domain }) => lost_at === 0 && asked.has(source_domain));
  return [...Map.groupBy(live, ({ source_domain }) => source_domain)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, own]) => ({ ...firstOf(own, orderOf(BEST_FIRST)), group_count: own.length }));
}
