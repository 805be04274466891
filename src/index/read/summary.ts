import { z } from 'zod';

import type { Distribution, LinkSummaryQuery, LinkSummaryRecord } from '../../ports/links.ts';
import {
  attributesOf,
  LINK_PLACEMENTS,
  LINK_POSITIONS,
  LINK_TYPES,
  SPAM_UNKNOWN,
  urlOfKeys,
} from '../database/names.ts';
import { onlyRow } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { IS_BROKEN, isBroken, keysOfPage, type LinkColumn } from './rows/columns.ts';
import type { Reading } from './rows/coverage.ts';
import { timeOf } from './rows/groups.ts';
import type { HeldLink } from './rows/held-facts.ts';
import { byBytes, distinct, falling, hasStatus, inTurn, type Order } from './rows/held-order.ts';
import { pageKey, pagesByKey } from './rows/pages.ts';
import type { LinkRows } from './rows/rows.ts';
import { withStatus } from './rows/scope.ts';
import { knownSigns, signShares } from './rows/spam-signs.ts';
import { type Counted, groupedOf, type LinkSets, type SetName, SETS } from './summary-sets.ts';

/** Figures over the links found; the caller decides whether nothing could have been found. */
export type LinkFigures = Omit<LinkSummaryRecord, 'rank' | 'tool_metrics'>;

/**
 * Counts the links of a scope.
 *
 * `spam_score` is the mean over linking pages of what they and the neighbourhood of their domains give away (`derive/neighbourhood.ts`).
 * A link is broken when the newest fetch of the very page it names answered 4xx or 5xx, which nobody knows when no page
 * that a link names was ever fetched.
 */
export async function linkFigures(reading: Reading, rows: LinkRows, query: LinkSummaryQuery): Promise<LinkFigures> {
  const links = await rows.held(SUMMARY_COLUMNS);
  const shares = signShares(rows, links, { column: undefined, ids: [], status: query.status });
  const [total, sets, signs] =
    links === undefined
      ? await Promise.all([totalsOf(rows, query), groupedOf(rows, query), shares])
      : [heldTotals(links, query), heldSets(links, query), await shares];
  const limit = query.list_limit;
  const spam_score = spamMean(sets.get('spam') ?? []);
  const [top_anchors, top_pages] = await topGroups(reading, rows, sets, limit);
  const named = (names: readonly string[]) => (value: string | number) => names[Number(value)] ?? '';
  return {
    ...countsOf(total),
    spam_score,
    spam_signs: knownSigns(spam_score, signs()),
    link_types: distribution(sets.get('type'), named(LINK_TYPES), limit),
    link_attributes: attributeCounts(sets.get('attributes') ?? [], limit),
    tlds: distribution(sets.get('tld'), String, limit),
    semantic_locations: distribution(sets.get('position'), named(LINK_POSITIONS), limit),
    placements: distribution(sets.get('placement'), named(LINK_PLACEMENTS), limit),
    platform_types: distribution(sets.get('platform'), String, limit),
    languages: distribution(sets.get('language'), String, limit),
    top_anchors,
    top_pages,
  };
}

const Totals = z.object({
  backlinks: z.int(),
  referring_domains: z.int(),
  referring_main_domains: z.int(),
  referring_pages: z.int(),
  referring_dofollow_domains: z.int(),
  dofollow_backlinks: z.int(),
  broken_backlinks: z.int(),
  broken_pages: z.int(),
  known_targets: z.int(),
  lost_backlinks: z.int(),
  first_s: z.int(),
  last_s: z.int(),
});
type LinkTotals = z.infer<typeof Totals>;

const TOTAL_COLUMNS = [
  'source_domain',
  'source_host',
  'source_page',
  'target_page',
  'dofollow',
  'target_status',
  'lost_at',
  'first_seen',
  'last_seen',
] as const satisfies readonly LinkColumn[];

/** All that a summary counts. */
const SUMMARY_COLUMNS = [...TOTAL_COLUMNS, 'is_indirect', 'final_flags', 'spam_signs', ...SETS] as const;

async function totalsOf(rows: LinkRows, { status }: LinkSummaryQuery): Promise<LinkTotals> {
  const asked = withStatus(status);
  const broken = sql`${asked} AND ${IS_BROKEN}`;
  const totals = await rows.ask(
    Totals,
    sql`SELECT countIf(${asked}) AS backlinks, ${rows.distinct('source_host', asked)} AS referring_domains,
      ${rows.distinct('source_domain', asked)} AS referring_main_domains, ${rows.distinct('source_page', asked)} AS referring_pages,
      ${rows.distinct('source_host', sql`${asked} AND dofollow`)} AS referring_dofollow_domains,
      countIf(${asked} AND dofollow) AS dofollow_backlinks, countIf(${broken}) AS broken_backlinks,
      ${rows.distinct('target_page', broken)} AS broken_pages, countIf(${asked} AND target_status != 0) AS known_targets,
      countIf(lost_at != 0) AS lost_backlinks, minIf(first_seen, ${asked}) AS first_s, maxIf(last_seen, ${asked}) AS last_s
    FROM ${rows.from(TOTAL_COLUMNS)}`,
  );
  return onlyRow(totals);
}

function countsOf({ referring_dofollow_domains, known_targets, first_s, last_s, ...counts }: LinkTotals) {
  const isUnknown = counts.backlinks > 0 && known_targets === 0;
  return {
    ...counts,
    referring_domains_nofollow: counts.referring_domains - referring_dofollow_domains,
    broken_backlinks: isUnknown ? null : counts.broken_backlinks,
    broken_pages: isUnknown ? null : counts.broken_pages,
    first_seen: counts.backlinks === 0 ? null : timeOf(first_s),
    last_seen: counts.backlinks === 0 ? null : timeOf(last_s),
  } satisfies Partial<LinkFigures>;
}

/** Largest first, then by name; what is not known (an empty name) is left out. */
function distribution(
  rows: readonly Pick<Counted, 'value' | 'backlinks'>[] | undefined,
  nameOf: (value: string | number) => string,
  limit: number,
): Distribution {
  const counts = (rows ?? []).map((row) => ({ value: nameOf(row.value), backlinks: row.backlinks }));
  return counts
    .filter(({ value, backlinks }) => value !== '' && backlinks > 0)
    .sort((one, other) => other.backlinks - one.backlinks || (one.value < other.value ? -1 : 1))
    .slice(0, limit);
}

function attributeCounts(rows: readonly Counted[], limit: number): Distribution {
  const counts = new Map<string, number>();
  for (const { value: attributes, backlinks } of rows) {
    for (const name of attributesOf(Number(attributes))) counts.set(name, (counts.get(name) ?? 0) + backlinks);
  }
  return distribution(
    Array.from(counts, ([value, backlinks]) => ({ value, backlinks })),
    String,
    limit,
  );
}

/** All links of a page have its score, so that pages can be counted by it. */
function spamMean(rows: readonly Counted[]): number | null {
  let pages = 0;
  let sum = 0;
  for (const row of rows) {
    if (row.value === SPAM_UNKNOWN) continue;
    pages += row.pages;
    sum += row.pages * Number(row.value);
  }
  return pages === 0 ? null : Math.round((sum / pages) * 10) / 10;
}

/** Pages of the target by the links that end there; how the newest link spells the address is how it is shown. */
async function topGroups(
  reading: Reading,
  rows: LinkRows,
  sets: LinkSets,
  limit: number,
): Promise<[LinkFigures['top_anchors'], LinkFigures['top_pages']]> {
  const anchors = (sets.get('anchor') ?? []).slice(0, limit);
  const pages = (sets.get('final_page') ?? []).slice(0, limit);
  const names = await rows.names([
    { column: 'anchor', ids: anchors.map(({ value }) => value) },
    { column: 'final_page', ids: pages.map(({ value }) => value) },
  ]);
  const named = pages.map((row) => ({ ...row, ...keysOfPage(names('final_page', row.value)) }));
  // Of pages that links name, the judgement knows the status; others may only have been arrived at.
  const unjudged = named.filter(({ status }) => status === 0);
  const known = await pagesByKey(reading.database, unjudged, reading.signal);
  return [
    anchors.map(({ value, backlinks, hosts }) => ({
      anchor: names('anchor', value),
      backlinks,
      referring_domains: hosts,
    })),
    named.map((row) => ({
      url: urlOfKeys(row.host_key, row.path_key, row.flags),
      backlinks: row.backlinks,
      referring_domains: row.hosts,
      status_code: row.status === 0 ? (known.get(pageKey(row))?.status ?? null) : row.status,
    })),
  ];
}

type SummaryLink = Pick<HeldLink, (typeof SUMMARY_COLUMNS)[number]>;

/** The links of a target counted as a whole, as the engine would. */
function heldTotals(links: readonly SummaryLink[], { status }: LinkSummaryQuery): LinkTotals {
  const asked = links.filter(hasStatus(status));
  const followed = asked.filter(({ dofollow }) => dofollow !== 0);
  const broken = asked.filter(isBroken);
  return {
    backlinks: asked.length,
    referring_domains: distinct(asked, ({ source_host }) => source_host),
    referring_main_domains: distinct(asked, ({ source_domain }) => source_domain),
    referring_pages: distinct(asked, ({ source_page }) => source_page),
    referring_dofollow_domains: distinct(followed, ({ source_host }) => source_host),
    dofollow_backlinks: followed.length,
    broken_backlinks: broken.length,
    broken_pages: distinct(broken, ({ target_page }) => target_page),
    known_targets: asked.filter(({ target_status }) => target_status !== 0).length,
    lost_backlinks: links.filter(({ lost_at }) => lost_at !== 0).length,
    first_s: asked.reduce((first, { first_seen }) => Math.min(first, first_seen), asked[0]?.first_seen ?? 0),
    last_s: asked.reduce((last, { last_seen }) => Math.max(last, last_seen), 0),
  };
}

/** The links with the status counted by what they and their pages are, the commonest values first. */
function heldSets(links: readonly SummaryLink[], { status }: LinkSummaryQuery): LinkSets {
  const asked = links.filter(hasStatus(status));
  return new Map(SETS.map((name) => [name, countedBy(asked, name)]));
}

const BY_SIZE: Order<Counted> = falling(({ backlinks }) => backlinks);
const BY_HOSTS: Order<Counted> = falling(({ hosts }) => hosts);
const BY_VALUE: Order<Counted> = ({ value: one }, { value: other }) =>
  typeof one === 'number' && typeof other === 'number' ? one - other : byBytes(String(one), String(other));

function countedBy(links: readonly SummaryLink[], name: SetName): Counted[] {
  const isRanked = name === 'anchor' || name === 'final_page';
  const counted = [...Map.groupBy(links, (link) => link[name])].map(([value, group]): Counted => {
    return {
      value,
      backlinks: group.length,
      hosts: isRanked ? distinct(group, ({ source_host }) => source_host) : 0,
      pages: name === 'spam' ? distinct(group, ({ source_page }) => source_page) : 0,
      ...(name === 'final_page' ? summarizePage(group) : { flags: 0, status: 0 }),
    };
  });
  return counted.sort(isRanked ? inTurn(BY_SIZE, BY_HOSTS, BY_VALUE) : inTurn(BY_SIZE, BY_VALUE));
}

/** How the newest link spells the address of a page, and the status that the judgement knows of it. */
function summarizePage(links: readonly SummaryLink[]): Pick<Counted, 'flags' | 'status'> {
  let [newest, status] = [0, 0];
  for (const { last_seen, final_flags, is_indirect, target_status } of links) {
    newest = Math.max(newest, last_seen * 256 + final_flags);
    if (is_indirect === 0) status = Math.max(status, target_status);
  }
  return { flags: newest % 256, status };
}
