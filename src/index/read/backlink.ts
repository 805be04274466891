import { z } from 'zod';

import type { BacklinkRecord } from '../../ports/links.ts';
import { hostOfKey } from '../../web/url.ts';
import {
  attributesOf,
  LINK_PLACEMENTS,
  LINK_POSITIONS,
  LINK_TYPES,
  RANK_UNKNOWN,
  READ,
  SPAM_UNKNOWN,
  urlOfKeys,
} from '../database/names.ts';
import { BRIEFLY } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { isBroken, keysOfPage, type LinkColumn, type NameColumn, NameId, pageName } from './rows/columns.ts';
import type { Reading } from './rows/coverage.ts';
import { timeOf, timeOrNull } from './rows/groups.ts';
import { type LinkKey, linkKey } from './rows/held-facts.ts';
import { type KnownPage, type PageKeys, pagesByKey } from './rows/pages.ts';
import type { LinkRows, NamesById } from './rows/rows.ts';
import { evidenceOf, knownSigns, ownEvidence, type Peers, readPeers } from './rows/spam-signs.ts';
import { DAY_SECONDS } from './timeseries.ts';
import { type ToldMetrics, toldMetrics, type ToldSubjects } from './tool-facts.ts';

/** A link counts as new for this long, back from the newest fetch of the index, if an earlier fetch did not show it. */
const NEW_SECONDS = 30 * DAY_SECONDS;

/** Everything in a row of a list that the links themselves provide. */
export const BacklinkRow = z.object({
  source_domain: NameId,
  source_page: NameId,
  target_page: NameId,
  final_page: NameId,
  anchor: NameId,
  alt: NameId,
  type: z.int(),
  dofollow: z.int(),
  attributes: z.int(),
  position: z.int(),
  placement: z.int(),
  count: z.int(),
  source_flags: z.int(),
  target_flags: z.int(),
  final_flags: z.int(),
  is_indirect: z.int(),
  first_seen: z.int(),
  last_seen: z.int(),
  lost_at: z.int(),
  page_read_before: z.int(),
  page_rank: z.int(),
  domain_rank: z.int(),
  link_rank: z.int(),
  spam: z.int(),
  spam_signs: z.int(),
  target_status: z.int(),
  tld: z.string(),
});
export type BacklinkRow = z.infer<typeof BacklinkRow>;

export const BACKLINK_COLUMNS = BacklinkRow.keyof().options satisfies readonly LinkColumn[];

/** A row of a list, and how many links it stands for where that may be several. */
export type GroupedRow = BacklinkRow & { readonly group_count?: number };

const NAMED = [
  'source_domain',
  'source_page',
  'target_page',
  'final_page',
  'anchor',
  'alt',
] as const satisfies readonly NameColumn[];

/** Rows of links as the port answers them, in the same order. */
export async function backlinkRecords(
  reading: Reading,
  rows: LinkRows,
  found: readonly GroupedRow[],
): Promise<BacklinkRecord[]> {
  if (found.length === 0) return [];
  const names = await rows.names(NAMED.map((column) => ({ column, ids: found.map((row) => row[column]) })));
  const named = found.map((row) => namedRow(row, names));
  const [known, texts, peers, told] = await Promise.all([
    pagesByKey(reading.database, pagesOfLinks(named), reading.signal),
    textsOf(reading, named),
    readPeers(reading, named),
    toldMetrics(reading, toldSubjects(named)),
  ]);
  return recordsOf(reading, named, { known, texts, peers, told });
}

/** The pages of links whose names are their own ids: what has to be known for their records. */
export function pagesOfLinks(links: readonly NamedRow[]): readonly PageKeys[] {
  return links.flatMap(({ source_page, target_page }) => [keysOfPage(source_page), keysOfPage(target_page)]);
}

/** What records of links say beside the links themselves. */
interface Beside {
  readonly known: ReadonlyMap<string, KnownPage>;
  readonly texts: LinkTexts;
  readonly peers: Peers;
  readonly told: ToldMetrics;
}

/** The pages and domains of links whose figures other tools may tell. */
function toldSubjects(links: readonly NamedRow[]): ToldSubjects {
  return {
    pages: links.map(({ source_page }) => keysOfPage(source_page)),
    domains: [...new Set(links.map(({ source_domain }) => source_domain))],
  };
}

/** Records of links whose names are their own ids. */
export function recordsOf({ coverage }: Reading, links: readonly NamedRow[], beside: Beside): BacklinkRecord[] {
  const newest = coverage.newest_fetch;
  const new_since = newest === undefined ? 0 : Math.floor(newest.getTime() / 1000) - NEW_SECONDS;
  return links.map((row) => recordOf(row, beside, row.page_read_before === 1 && row.first_seen >= new_since));
}

type NamedRow = Omit<GroupedRow, (typeof NAMED)[number]> & Readonly<Record<(typeof NAMED)[number], string>>;

function namedRow(row: GroupedRow, names: NamesById): NamedRow {
  return {
    ...row,
    source_domain: names('source_domain', row.source_domain),
    source_page: names('source_page', row.source_page),
    target_page: names('target_page', row.target_page),
    final_page: names('final_page', row.final_page),
    anchor: names('anchor', row.anchor),
    alt: names('alt', row.alt),
  };
}

const TextRow = z.object({
  target_page: z.string(),
  source_page: z.string(),
  type: z.int(),
  anchor: z.string(),
  alt: z.string(),
  texts: z.tuple([z.string(), z.string(), z.string()]),
});

type Texts = Pick<BacklinkRecord, 'image_url' | 'text_pre' | 'text_post'>;
/** By `linkKey`. */
export type LinkTexts = ReadonlyMap<string, Texts>;
const NO_TEXTS: Texts = { image_url: null, text_pre: '', text_post: '' };

/** The texts around links. They are long, and shown of few links, so that they are read of these alone. */
export async function textsOf(reading: Reading, links: readonly LinkKey[]): Promise<LinkTexts> {
  if (links.length === 0) return new Map();
  const keys = links.map(({ source_page, target_page, type, anchor, alt }) => {
    const [source, target] = [keysOfPage(source_page), keysOfPage(target_page)];
    return [target.host_key, target.path_key, source.host_key, source.path_key, type, anchor, alt];
  });
  const rows = await reading.database.rows(
    TextRow,
    sql`SELECT concat(target_host, '\n', target_path) AS target_page, concat(source_host, '\n', source_path) AS source_page, type, anchor, alt,
        (tupleElement(newest_text, 'image_url'), tupleElement(newest_text, 'text_pre'), tupleElement(newest_text, 'text_post')) AS texts
      FROM links FINAL PREWHERE (target_host, target_path, source_host) IN ${keys.map((key) => key.slice(0, 3))}
      WHERE (target_host, target_path, source_host, source_path, type, anchor, alt) IN ${keys} ${BRIEFLY}`,
    reading.signal,
  );
  return new Map(
    rows.map(({ texts: [image_url, text_pre, text_post], ...key }) => [
      linkKey(key),
      { image_url: nullIfEmpty(image_url), text_pre, text_post },
    ]),
  );
}

function recordOf(row: NamedRow, { known, texts, peers, told }: Beside, is_new: boolean): BacklinkRecord {
  const source = keysOfPage(row.source_page);
  const target = keysOfPage(row.target_page);
  const page = known.get(row.source_page);
  return {
    domain_from: hostOfKey(source.host_key),
    url_from: urlOfKeys(source.host_key, source.path_key, row.source_flags),
    domain_to: hostOfKey(target.host_key),
    url_to: urlOfKeys(target.host_key, target.path_key, row.target_flags),
    tld_from: row.tld,
    item_type: LINK_TYPES[row.type] ?? 'anchor',
    anchor: row.anchor,
    alt: nullIfEmpty(row.alt),
    ...(texts.get(linkKey(row)) ?? NO_TEXTS),
    semantic_location: LINK_POSITIONS[row.position] ?? null,
    placement: LINK_PLACEMENTS[row.placement] ?? null,
    attributes: attributesOf(row.attributes),
    dofollow: row.dofollow === 1,
    links_count: row.count,
    group_count: row.group_count ?? 1,
    first_seen: timeOf(row.first_seen),
    last_seen: timeOf(row.last_seen),
    lost_date: timeOrNull(row.lost_at),
    is_new,
    is_lost: row.lost_at !== 0,
    is_broken: row.target_status === 0 ? null : isBroken(row),
    url_to_status_code: row.target_status === 0 ? null : row.target_status,
    url_to_redirect_target: destinationOf(row, known.get(pageName(target.host_key, target.path_key))),
    is_indirect_link: row.is_indirect === 1,
    rank: knownRank(row.link_rank),
    page_from_rank: knownRank(row.page_rank),
    domain_from_rank: knownRank(row.domain_rank),
    page_from_status_code: page?.status ?? null,
    ...documentFields(page === undefined || page.readable === 0 ? undefined : page, row, peers),
    tool_metrics: [...told.page(source), ...told.domain(row.source_domain)],
  };
}

type DocumentFields = Pick<BacklinkRecord, keyof typeof NO_DOCUMENT>;

/** What only a page that was read can tell. Until a rebuild has judged its neighbourhood, its spam score is what the page itself gives away. */
function documentFields(document: KnownPage | undefined, row: NamedRow, peers: Peers): DocumentFields {
  if (document === undefined) return NO_DOCUMENT;
  const isWhole = document.readable === READ;
  const isJudged = row.spam !== SPAM_UNKNOWN;
  const own = Math.round(document.spam_score);
  const score = !isWhole ? null : isJudged ? row.spam : own;
  return {
    page_from_title: document.title,
    page_from_language: nullIfEmpty(document.language),
    page_from_external_links: document.external_links,
    page_from_internal_links: document.internal_links,
    page_from_word_count: isWhole ? document.word_count : null,
    backlink_spam_score: score,
    spam_signs: knownSigns(score, isJudged ? evidenceOf(row, peers) : ownEvidence(own)),
  };
}

const NO_DOCUMENT = {
  page_from_title: null,
  page_from_language: null,
  page_from_external_links: null,
  page_from_internal_links: null,
  page_from_word_count: null,
  backlink_spam_score: null,
  spam_signs: null,
} satisfies Partial<BacklinkRecord>;

export function nullIfEmpty(text: string): string | null {
  return text === '' ? null : text;
}

function knownRank(rank: number): number | null {
  return rank === RANK_UNKNOWN ? null : rank;
}

function destinationOf(row: NamedRow, target: KnownPage | undefined): string | null {
  if (row.is_indirect === 1) {
    const { host_key, path_key } = keysOfPage(row.final_page);
    return urlOfKeys(host_key, path_key, row.final_flags);
  }
  return target === undefined ? null : nullIfEmpty(target.redirect_url);
}
