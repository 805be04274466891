import { z } from 'zod';

import type {
  BacklinkRecord,
  IntersectingPage,
  PageIntersectionQuery,
  PageIntersectionRecord,
} from '../../ports/links.ts';
import { hostOfKey } from '../../web/url.ts';
import { READ, SPAM_UNKNOWN, urlOfKeys } from '../database/names.ts';
import { sql } from '../database/sql.ts';
import {
  BACKLINK_COLUMNS,
  backlinkRecords,
  BacklinkRow,
  nullIfEmpty,
  pagesOfLinks,
  recordsOf,
  textsOf,
} from './backlink.ts';
import { NOTHING_TOLD } from './tool-facts.ts';
import { keysOfPage, rankOf } from './rows/columns.ts';
import type { Reading } from './rows/coverage.ts';
import { timeOf, timeOrNull } from './rows/groups.ts';
import type { HeldLink } from './rows/held-facts.ts';
import { above, falling, firstInOrder, hasStatus, inTurn, named, type Order } from './rows/held-order.ts';
import { BY_LINK, byRank, orderOf, orderSql } from './rows/link-order.ts';
import { linkingPages } from './intersection-pages.ts';
import { type IntersectionRows, type LinkingPage, type PageFigure, SORTS } from './intersection-sql.ts';
import { type KnownPage, pagesByKey } from './rows/pages.ts';
import type { LinkRows } from './rows/rows.ts';
import { domainKeyOf, withStatus } from './rows/scope.ts';
import { readPeers } from './rows/spam-signs.ts';

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
    pages: pages.map((page) =>
      withSigns(
        recordOf(page, known.get(page.name)),
        query.targets.flatMap((target, at) => {
          const linked = links[at]?.get(page.id);
          return linked === undefined ? [] : [{ target: target.value, ...linked }];
        }),
      ),
    ),
  };
}

function newestOf(pages: readonly Pick<LinkingPage, 'last_s'>[]): string | null {
  return timeOrNull(pages.reduce((latest, { last_s }) => Math.max(latest, last_s), 0));
}

/** All links to all of the targets, where they are few. */
async function heldRows(
  { targets, excluded }: IntersectionRows,
  own: readonly string[],
): Promise<HeldIntersection | undefined> {
  const [linked, out] = await Promise.all([
    Promise.all(targets.map((rows) => rows.held(BACKLINK_COLUMNS))),
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
  const [known, texts, peers] = await Promise.all([
    pagesByKey(reading.database, wanted, reading.signal),
    textsOf(reading, shown.flat()),
    readPeers(reading, shown.flat()),
  ]);
  const beside = { known, texts, peers, told: NOTHING_TOLD };
  const linked = shown.map((links) => recordsOf(reading, links, beside));
  return {
    total_count: total,
    newest_seen: newestOf(pages),
    pages: pages.map((page) =>
      withSigns(
        recordOf(page, known.get(page.name)),
        query.targets.flatMap((target, at) => {
          const links_count = page.links[at]?.length ?? 0;
          // Records stand in the order of the pages, so that each page takes its own off the front.
          const links = linked[at]?.splice(0, Math.min(LINKS_MAX, links_count)) ?? [];
          return links_count === 0 ? [] : [{ target: target.value, links_count, links }];
        }),
      ),
    ),
  };
}

/** All links of a page are judged by the same signs. */
function withSigns(
  page: Omit<IntersectingPage, 'linked_targets' | 'spam_signs'>,
  linked_targets: IntersectingPage['linked_targets'],
): IntersectingPage {
  const spam_signs = page.spam_score === null ? null : (linked_targets[0]?.links[0]?.spam_signs ?? null);
  return { ...page, spam_signs, linked_targets };
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
      ORDER BY ${orderSql(BY_STRENGTH)} LIMIT ${LINKS_MAX} BY source_page_id`,
  );
  const records = await backlinkRecords(reading, rows, found);
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

/** What is told of a page, however it was found. */
type FoundPage = Omit<LinkingPage, 'id' | 'number' | 'place'>;

function recordOf(
  page: FoundPage,
  known: KnownPage | undefined,
): Omit<IntersectingPage, 'linked_targets' | 'spam_signs'> {
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

type PageLink = Pick<HeldLink, keyof BacklinkRow>;

interface HeldIntersection {
  /** Links to each target, in their order. */
  readonly targets: readonly (readonly PageLink[])[];
  readonly excluded: readonly (readonly Pick<HeldLink, 'source_page' | 'lost_at'>[])[];
  /** Keys of domains whose pages are left out. */
  readonly own: readonly string[];
}

/** A page, and its links to each target. */
interface HeldPage extends FoundPage {
  readonly links: readonly (readonly PageLink[])[];
}

/** Pages that link to several targets, as the engine would find them; the first so many of all. */
function heldIntersection(
  { targets, excluded, own }: HeldIntersection,
  query: PageIntersectionQuery,
): { readonly total: number; readonly pages: readonly HeldPage[] } {
  const out = new Set(
    excluded.flatMap((links) => links.flatMap(({ source_page, lost_at }) => (lost_at === 0 ? [source_page] : []))),
  );
  const [isAsked, strongest] = [hasStatus(query.status), orderOf(BY_STRENGTH)];
  const byTarget = targets.map((links) =>
    Map.groupBy(
      links.filter((link) => isAsked(link) && !own.includes(link.source_domain) && !out.has(link.source_page)),
      ({ source_page }) => source_page,
    ),
  );
  const names = new Set(byTarget.flatMap((pages) => [...pages.keys()]));
  const pages = Array.from(names, (name) =>
    pageOf(
      name,
      byTarget.map((ofTarget) => (ofTarget.get(name) ?? []).toSorted(strongest)),
      SORTS[query.sort_by].figure,
    ),
  );
  const passing = pages.filter(
    ({ targets: linked, spam }) =>
      (query.mode !== 'all' || linked === targets.length) &&
      (query.spam_score_max === undefined || spam === SPAM_UNKNOWN || spam <= query.spam_score_max),
  );
  return { total: passing.length, pages: firstInOrder(passing, IN_ORDER, query.limit) };
}

/** Of pages that link to targets; ties go by how many, then by name. */
const IN_ORDER: Order<Pick<HeldPage, 'value' | 'targets' | 'name'>> = inTurn(
  falling(({ value }) => value),
  falling(({ targets }) => targets),
  named(({ name }) => name),
);

const BY_STRENGTH = [byRank('link_rank'), ...BY_LINK];

function pageOf(name: string, links: HeldPage['links'], sorted_by: PageFigure): HeldPage {
  const all = links.flat();
  const largest = (value: (link: PageLink) => number): number => Math.max(...all.map(value));
  const smallest = (value: (link: PageLink) => number): number => Math.min(...all.map(value));
  const figures: Readonly<Record<PageFigure, number>> = {
    rank_above: largest(({ link_rank }) => above(link_rank)),
    page_above: largest(({ page_rank }) => above(page_rank)),
    domain_above: largest(({ domain_rank }) => above(domain_rank)),
    first_s: smallest(({ first_seen }) => first_seen),
    last_s: largest(({ last_seen }) => last_seen),
  };
  return {
    name,
    ...figures,
    flags: largest(({ last_seen, source_flags }) => last_seen * 256 + source_flags) % 256,
    targets: links.filter(({ length }) => length > 0).length,
    value: figures[sorted_by],
    spam: smallest(({ spam }) => spam),
    links,
  };
}
