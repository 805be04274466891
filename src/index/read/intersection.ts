import { z } from 'zod';

import { hostOfKey } from '../../web/url.ts';
import type {
  BacklinkRecord,
  IntersectingPage,
  PageIntersectionQuery,
  PageIntersectionRecord,
} from '../../ports/links.ts';
import { READ, SPAM_UNKNOWN } from '../names.ts';
import { sql } from '../sql.ts';
import { urlOfKeys } from './address.ts';
import { BACKLINK_COLUMNS, backlinkRecords, BacklinkRow, nullIfEmpty, pagesOfLinks, recordsOf } from './backlink.ts';
import { timeOf } from './groups.ts';
import { type HeldIntersection, heldIntersection, IN_ORDER } from './held/intersection.ts';
import { linkingPages } from './intersection-pages.ts';
import type { IntersectionRows, LinkingPage } from './intersection-sql.ts';
import { type KnownPage, pagesByKey } from './pages.ts';
import { keysOfPage, type LinkRows, rankAbove, rankOf, type Reading } from './rows.ts';
import { domainKeyOf, withStatus } from './scope.ts';

/** Links of one page to one target that are answered. */
const LINKS_MAX = 3;

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
  const { pages: found, total } = await linkingPages(reading, rows, query);
  const pages = found.sort(IN_ORDER).slice(0, query.limit);
  const [links, known] = await Promise.all([
    Promise.all(rows.targets.map((target) => linksOf(reading, target, query, pages))),
    pagesByKey(
      reading.database,
      pages.map(({ name }) => keysOfPage(name)),
      reading.signal,
    ),
  ]);
  return {
    // Counted by another statement, while pages may still be coming.
    total_count: Math.max(total, pages.length),
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

function newestOf(pages: readonly Pick<LinkingPage, 'last_s'>[]): string | null {
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

interface LinkedTarget {
  readonly links_count: number;
  readonly links: readonly BacklinkRecord[];
}

const LinkedRow = BacklinkRow.extend({ page: z.string(), counted: z.int() });

async function linksOf(
  reading: Reading,
  rows: LinkRows,
  { status }: PageIntersectionQuery,
  pages: readonly LinkingPage[],
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
  page: Omit<LinkingPage, 'id' | 'number' | 'place' | 'targets' | 'value'>,
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
