import { z } from 'zod';

import { hostOfKey } from '../../kernel/url.ts';
import type {
  BacklinkRecord,
  IntersectingPage,
  PageIntersectionQuery,
  PageIntersectionRecord,
} from '../../ports/links.ts';
import { READ, SPAM_UNKNOWN } from '../names.ts';
import { joined, type Sql, sql } from '../sql.ts';
import { urlOfKeys } from './address.ts';
import { BACKLINK_COLUMNS, backlinkRecords, BacklinkRow, nullIfEmpty, pagesOfLinks, recordsOf } from './backlink.ts';
import { every, timeOf } from './groups.ts';
import { type HeldIntersection, heldIntersection, IN_ORDER } from './held/intersection.ts';
import { type KnownPage, pagesByKey } from './pages.ts';
import { keysOfPage, type LinkRows, type NameId, rankAbove, rankOf, type Reading } from './rows.ts';
import { domainKeyOf, withStatus } from './scope.ts';

/** Links of one page to one target that are answered. */
const LINKS_MAX = 3;
/** Pages that stand level at the end of an answer are told apart by name, as far as they can be named. */
const LEVEL_MAX = 20_000;

const Found = z.object({
  id: z.string(),
  /** Empty where every link to the page's targets stands in a copy with numbers: then `number` is its own for the target `place`. */
  name: z.string(),
  number: z.int(),
  place: z.int(),
  flags: z.int(),
  targets: z.int(),
  value: z.int(),
  rank_above: z.int(),
  page_above: z.int(),
  domain_above: z.int(),
  spam: z.int(),
  first_s: z.int(),
  last_s: z.int(),
  total: z.int(),
});
type Found = z.infer<typeof Found>;

export interface IntersectionRows {
  /** In the order of `targets`. */
  readonly targets: readonly LinkRows[];
  readonly excluded: readonly LinkRows[];
}

export interface Intersection extends PageIntersectionRecord {
  /** The newest sighting among the links of the answered pages; null when there is none. */
  readonly newest_seen: string | null;
}

/** Pages that link to several targets. */
export async function intersectingPages(
  reading: Reading,
  rows: IntersectionRows,
  query: PageIntersectionQuery,
): Promise<Intersection> {
  const own = query.exclude_targets.map(domainKeyOf);
  const held = await heldRows(rows, own);
  if (held !== undefined) return heldAnswer(reading, held, query);
  const ownIds = await Promise.all(rows.targets.map((target) => idsOfDomains(target, own)));
  const found = await reading.database.rows(Found, pagesSql(rows, ownIds, query), reading.signal);
  const pages = (await namedPages(rows.targets, found)).sort(IN_ORDER).slice(0, query.limit);
  const [links, known] = await Promise.all([
    Promise.all(rows.targets.map((target) => linksOf(reading, target, query, pages))),
    pagesByKey(
      reading.database,
      pages.map(({ name }) => keysOfPage(name)),
      reading.signal,
    ),
  ]);
  return {
    total_count: found[0]?.total ?? 0,
    newest_seen: newestOf(pages),
    pages: pages.map((page) => ({
      ...recordOf(page, known.get(page.name)),
      linked_targets: query.targets.flatMap((target, at) => {
        const linked = links[at]?.get(page.id);
        return linked === undefined ? [] : [{ target: target.value, ...linked }];
      }),
    })),
  };
}

function newestOf(pages: readonly Pick<Found, 'last_s'>[]): string | null {
  const newest = pages.reduce((latest, { last_s }) => Math.max(latest, last_s), 0);
  return newest === 0 ? null : timeOf(newest);
}

/** All links to all of the targets, where they are few. */
async function heldRows(
  { targets, excluded }: IntersectionRows,
  own: readonly string[],
): Promise<HeldIntersection | undefined> {
  const [linked, out] = await Promise.all([
    Promise.all(targets.map((rows) => rows.held([...BACKLINK_COLUMNS, 'source_domain', 'spam']))),
    Promise.all(excluded.map((rows) => rows.held(['source_page', 'lost_at']))),
  ]);
  const isHeld = <Links>(links: Links | undefined): links is Links => links !== undefined;
  return linked.every(isHeld) && out.every(isHeld) ? { targets: linked, excluded: out, own } : undefined;
}

async function heldAnswer(
  reading: Reading,
  held: HeldIntersection,
  query: PageIntersectionQuery,
): Promise<Intersection> {
  const { total, pages } = heldIntersection(held, query);
  const shown = query.targets.map((_, at) => pages.flatMap(({ links }) => links[at]?.slice(0, LINKS_MAX) ?? []));
  const wanted = [...pages.map(({ name }) => keysOfPage(name)), ...shown.flatMap(pagesOfLinks)];
  const known = await pagesByKey(reading.database, wanted, reading.signal);
  const linked = shown.map((links) => recordsOf(reading, links, { known, groups: [] }));
  return {
    total_count: total,
    newest_seen: newestOf(pages),
    pages: pages.map((page) => ({
      ...recordOf(page, known.get(page.name)),
      linked_targets: query.targets.flatMap((target, at) => {
        const links_count = page.links[at]?.length ?? 0;
        // Records stand in the order of the pages, so that each page takes its own off the front.
        const links = linked[at]?.splice(0, Math.min(LINKS_MAX, links_count)) ?? [];
        return links_count === 0 ? [] : [{ target: target.value, links_count, links }];
      }),
    })),
  };
}

async function idsOfDomains(rows: LinkRows, keys: readonly string[]): Promise<readonly NameId[]> {
  return (await Promise.all(keys.map((key) => rows.idsOf('source_domain', key)))).flat();
}

/** Nobody asks their own pages for a link. */
function outside(ids: readonly NameId[]): Sql | undefined {
  return ids.length === 0 ? undefined : sql`source_domain NOT IN ${ids}`;
}

/** Rows of names and of numbers stand side by side here, so pages are told apart by their id in the whole index. */
function pagesSql(
  { targets, excluded }: IntersectionRows,
  own: readonly (readonly NameId[])[],
  query: PageIntersectionQuery,
): Sql {
  const branches = targets.map(
    (
      rows,
      at,
    ) => sql`SELECT source_page_id AS page, ${at} AS target, ${rows.is_hot ? sql`''` : sql`source_page`} AS name,
        ${rows.is_hot ? sql`source_page` : sql`0`} AS number, source_flags, ${rankAbove('link_rank')} AS link_above,
        ${rankAbove('page_rank')} AS page_above, ${rankAbove('domain_rank')} AS domain_above, spam, first_seen, last_seen
      FROM ${rows.from([...PAGE_COLUMNS])} WHERE ${every([withStatus(query.status), outside(own[at] ?? [])])}`,
  );
  const out = excluded.map(
    (rows) =>
      sql`page NOT IN (SELECT source_page_id FROM ${rows.from(['source_page_id', 'lost_at'])} WHERE lost_at = 0)`,
  );
  const passes = every([
    query.mode === 'all' ? sql`targets = ${targets.length}` : undefined,
    query.spam_score_max === undefined ? undefined : sql`(spam = ${SPAM_UNKNOWN} OR spam <= ${query.spam_score_max})`,
  ]);
  const isNamed = targets.every((rows) => !rows.is_hot);
  const order = sql`ORDER BY value DESC, targets DESC${isNamed ? sql`, name LIMIT ${query.limit}` : sql` LIMIT ${query.limit} WITH TIES`}`;
  return sql`SELECT * FROM (SELECT toString(page) AS id, name, number, place, flags, targets, ${SORTS[query.sort_by]} AS value, rank_above,
      page_above, domain_above, spam, first_s, last_s, count() OVER () AS total
    FROM (SELECT page, max(name) AS name, argMin(number, target) AS number, min(target) AS place,
        argMax(source_flags, last_seen * 256 + source_flags) AS flags, uniqExact(target) AS targets, max(link_above) AS rank_above,
        max(page_above) AS page_above, max(domain_above) AS domain_above, min(spam) AS spam, min(first_seen) AS first_s, max(last_seen) AS last_s
      FROM (${joined(branches, ' UNION ALL ')}) WHERE ${every(out)} GROUP BY page)
    WHERE ${passes} ${order}) LIMIT ${Math.max(LEVEL_MAX, query.limit)}`;
}

const PAGE_COLUMNS = [
  'source_page_id',
  'source_page',
  'source_domain',
  'source_flags',
  'link_rank',
  'page_rank',
  'domain_rank',
  'spam',
  'first_seen',
  'last_seen',
  'lost_at',
] as const;

const SORTS: Readonly<Record<PageIntersectionQuery['sort_by'], Sql>> = {
  rank: sql`rank_above`,
  domain_rank: sql`domain_above`,
  page_rank: sql`page_above`,
  first_seen: sql`first_s`,
  last_seen: sql`last_s`,
};

async function namedPages(targets: readonly LinkRows[], found: readonly Found[]): Promise<Found[]> {
  const byPlace = Map.groupBy(
    found.filter(({ name }) => name === ''),
    ({ place }) => place,
  );
  const named = await Promise.all(
    [...byPlace].map(async ([place, pages]) => {
      const names = await targets[place]?.names([{ column: 'source_page', ids: pages.map(({ number }) => number) }]);
      return pages.map((page) => ({ ...page, name: names?.('source_page', page.number) ?? '' }));
    }),
  );
  return [...found.filter(({ name }) => name !== ''), ...named.flat()];
}

interface LinkedTarget {
  readonly links_count: number;
  readonly links: readonly BacklinkRecord[];
}

const LinkedRow = BacklinkRow.extend({ page: z.string(), counted: z.int() });

async function linksOf(
  reading: Reading,
  rows: LinkRows,
  { status }: PageIntersectionQuery,
  pages: readonly Found[],
): Promise<ReadonlyMap<string, LinkedTarget>> {
  if (pages.length === 0) return new Map();
  const found = await rows.ask(
    LinkedRow,
    sql`SELECT *, toString(source_page_id) AS page, count() OVER (PARTITION BY source_page_id) AS counted
      FROM ${rows.from([...BACKLINK_COLUMNS, 'source_page_id'])}
      WHERE ${withStatus(status)} AND source_page_id IN ${pages.map(({ id }) => BigInt(id))}
      ORDER BY ${rankAbove('link_rank')} DESC, target_page, type, anchor, alt LIMIT ${LINKS_MAX} BY source_page_id`,
  );
  const records = await backlinkRecords(reading, rows, found, []);
  const byPage = new Map<string, { links_count: number; links: BacklinkRecord[] }>();
  for (const [at, record] of records.entries()) {
    const row = found[at];
    if (row === undefined) continue;
    const linked = byPage.get(row.page) ?? { links_count: row.counted, links: [] };
    linked.links.push(record);
    byPage.set(row.page, linked);
  }
  return byPage;
}

function recordOf(
  page: Omit<Found, 'id' | 'number' | 'place' | 'targets' | 'value' | 'total'>,
  known: KnownPage | undefined,
): Omit<IntersectingPage, 'linked_targets'> {
  const { host_key, path_key } = keysOfPage(page.name);
  const document = known === undefined || known.readable === 0 ? undefined : known;
  return {
    url: urlOfKeys(host_key, path_key, page.flags),
    domain: hostOfKey(host_key),
    title: document?.title ?? null,
    language: nullIfEmpty(document?.language ?? ''),
    rank: rankOf(page.rank_above),
    page_rank: rankOf(page.page_above),
    domain_rank: rankOf(page.domain_above),
    spam_score: page.spam === SPAM_UNKNOWN ? null : page.spam,
    external_links: document?.external_links ?? null,
    word_count: document?.readable === READ ? document.word_count : null,
    first_seen: timeOf(page.first_s),
    last_seen: timeOf(page.last_s),
  };
}
