import { z } from 'zod';

import type { AnchorRecord, AnchorsQuery, AnchorsRecord, LinkStatus } from '../../ports/links.ts';
import { LINK_TYPES, urlOfKeys } from '../database/names.ts';
import { joined, sql, type Sql } from '../database/sql.ts';
import { nullIfEmpty } from './backlink.ts';
import { columnSql, keysOfPage, NameId } from './rows/columns.ts';
import {
  askGroups,
  atLeast,
  commonestSql,
  every,
  FIGURE_COLUMNS,
  Figures,
  figuresOf,
  figuresSql,
  figuresTuple,
  groupPageSql,
  groupsAnswer,
  type Newest,
  NO_GROUPS,
  totalsOf,
} from './rows/groups.ts';
import type { HeldLink } from './rows/held-facts.ts';
import { groupsOf, type HeldGroup, pageOfGroups, wholeOf } from './rows/held-figures.ts';
import { containsFolded, countBy, distinct, findCommonest } from './rows/held-order.ts';
import type { LinkRows } from './rows/rows.ts';
import { withStatus } from './rows/scope.ts';
import { signShares } from './rows/spam-signs.ts';

/** Enough to judge a profile: natural ones have a long tail that changes nothing. */
const COMMONEST_MAX = 1000;

/** Alternative text, language, the page that most links name and the spelling of its address. */
const Details = z.tuple([NameId, z.string(), NameId, z.int()]);
type AnchorDetails = z.infer<typeof Details>;

const Group = z.tuple([NameId, z.int(), z.int(), z.int(), Figures, Details]);
/** The text, its links, registrable domains and images, and its details. */
const Common = z.tuple([NameId, z.int(), z.int(), z.int(), Details]);

const Answer = groupsAnswer(Group).extend({ commonest: z.array(Common) });
type AnchorsAnswer = z.infer<typeof Answer>;

const IMAGE = sql`type = ${LINK_TYPES.indexOf('image')}`;

/** What links are counted by, and what details of their groups are read from. */
const ANCHOR_COLUMNS = [
  ...FIGURE_COLUMNS,
  'source_host',
  'anchor',
  'alt',
  'type',
  'language',
  'target_page',
  'target_flags',
] as const;

/** Links by their text. */
export async function anchorGroups(rows: LinkRows, query: AnchorsQuery): Promise<Newest<AnchorsRecord>> {
  const links = await rows.held(ANCHOR_COLUMNS);
  const answer = links === undefined ? await askedAnswer(rows, query) : heldAnchors(links, query, COMMONEST_MAX);
  const details = rows.is_hot ? await detailsOf(rows, query.status, answer) : undefined;
  const groups = answer.page.map((group) => ({ group, detail: details?.get(group[0]) ?? group[5] }));
  const common = answer.commonest.map((row) => ({ row, detail: details?.get(row[0]) ?? row[4] }));
  const targets = [...groups, ...common].map(({ detail }) => detail[2]);
  const names = await rows.names([
    { column: 'anchor', ids: [...groups.map(({ group }) => group[0]), ...common.map(({ row }) => row[0])] },
    { column: 'alt', ids: groups.flatMap(({ group, detail }) => (group[3] > 0 ? [detail[0]] : [])) },
    { column: 'target_page', ids: targets },
  ]);
  const ids = groups.map(({ group: [id] }) => id);
  const [titles, signs] = await Promise.all([
    rows.titles(targets, names),
    signShares(rows, links, { column: 'anchor', ids, status: query.status }),
  ]);
  const named = (detail: AnchorDetails): Pick<AnchorRecord, 'target_url' | 'target_title'> => {
    const { host_key, path_key } = keysOfPage(names('target_page', detail[2]));
    return { target_url: urlOfKeys(host_key, path_key, detail[3]), target_title: titles.get(detail[2]) ?? null };
  };
  return {
    ...totalsOf(answer),
    anchors: groups.map(
      ({ group: [id, referring_domains, referring_main_domains, image_backlinks, figures], detail }) => {
        const record: AnchorRecord = {
          anchor: names('anchor', id),
          ...figuresOf(figures, signs(id)),
          referring_domains,
          referring_main_domains,
          image_backlinks,
          image_alt: image_backlinks === 0 ? '' : names('alt', detail[0]),
          language: nullIfEmpty(detail[1]),
          ...named(detail),
        };
        return record;
      },
    ),
    commonest: common.map(({ row: [id, backlinks, referring_main_domains, image_backlinks], detail }) => ({
      anchor: names('anchor', id),
      backlinks,
      referring_main_domains,
      image_backlinks,
      ...named(detail),
    })),
  };
}

async function askedAnswer(rows: LinkRows, query: AnchorsQuery): Promise<AnchorsAnswer> {
  const found = await askGroups(rows, query, Answer, (asked) => answerSql(rows, asked));
  return found ?? { ...NO_GROUPS, commonest: [] };
}

function answerSql(rows: LinkRows, query: AnchorsQuery): Sql {
  const asked = withStatus(query.status);
  const passes = every([
    query.anchor_filter === undefined ? undefined : rows.contains('anchor', query.anchor_filter),
    atLeast(sql`backlinks`, query.backlinks_min),
    atLeast(sql`referring_domains`, query.referring_domains_min),
  ]);
  const { limit, offset } = query;
  const page = groupPageSql({
    passes,
    by: [SORTS[query.sort_by], sql`backlinks`],
    id: [sql`anchor`],
    columns: [sql`anchor`, sql`referring_domains`, sql`main_domains`, sql`images`, figuresTuple(), sql`details`],
    limit,
    offset,
  });
  const commonest = groupPageSql({
    passes: sql`1`,
    by: [sql`backlinks`],
    id: [sql`anchor`],
    columns: [sql`anchor`, sql`backlinks`, sql`main_domains`, sql`images`, sql`details`],
    limit: COMMONEST_MAX,
    offset: 0,
  });
  return sql`SELECT countIf(${passes}) AS total, sum(backlinks) AS whole, max(last_s) AS newest, ${page} AS page, ${commonest} AS commonest
    FROM (SELECT anchor, ${figuresSql(rows, query.status)}, ${rows.distinct('source_host', asked)} AS referring_domains,
        ${rows.distinct('source_domain', asked)} AS main_domains, countIf(${asked} AND ${IMAGE}) AS images,
        ${rows.is_hot ? sql`(0, '', 0, 0)` : detailsSql(asked)} AS details
      FROM ${rows.from(ANCHOR_COLUMNS)}
      GROUP BY anchor HAVING backlinks > 0)`;
}

const SORTS: Readonly<Record<AnchorsQuery['sort_by'], Sql>> = {
  backlinks: sql`backlinks`,
  rank: sql`rank_above`,
  referring_domains: sql`referring_domains`,
  spam_score: sql`spam_mean`,
  broken_backlinks: sql`broken_backlinks`,
};

/** What most links of a group have, counted beside its figures. */
function detailsSql(asked: Sql): Sql {
  const pages = sql`sumMapIf(map(target_page, 1), ${asked})`;
  const spellings = sql`maxMapIf(map(target_page, last_seen * 256 + target_flags), ${asked})`;
  const languages = sql`arrayReduce('sumMap', arrayMap(seen -> map(seen.1, 1), groupUniqArrayIf((language, source_page), ${asked} AND language != '')))`;
  const alts = sql`sumMapIf(map(alt, 1), ${asked} AND ${IMAGE} AND alt != '')`;
  return sql`(${commonestSql(alts)}, ${commonestSql(languages)}, ${commonestSql(pages)} AS most_named, bitAnd(${spellings}[most_named], 255))`;
}

const MostRow = z.object({ anchor: NameId, value: NameId, flags: z.int() });

/** The same for the groups that are answered alone: to count it for all groups of very many links would take seconds. */
async function detailsOf(
  rows: LinkRows,
  status: LinkStatus,
  answer: AnchorsAnswer,
): Promise<ReadonlyMap<NameId, AnchorDetails>> {
  const ids = answer.page.map(([id]) => id);
  const withImages = answer.page.flatMap(([id, , , images]) => (images > 0 ? [id] : []));
  const empty = (await rows.idsOf('alt', ''))[0] ?? -1;
  const [targets, languages, alts] = await Promise.all([
    mostRows(rows, [...ids, ...answer.commonest.map(([id]) => id)], {
      column: 'target_page',
      where: withStatus(status),
      flags: sql`bitAnd(max(last_seen * 256 + target_flags), 255)`,
      count: sql`count()`,
    }),
    mostRows(rows, ids, {
      column: 'language',
      where: sql`${withStatus(status)} AND language != ''`,
      flags: sql`0`,
      count: rows.distinct('source_page', sql`1`),
    }),
    mostRows(rows, withImages, {
      column: 'alt',
      where: sql`${withStatus(status)} AND ${IMAGE} AND alt != ${empty}`,
      flags: sql`0`,
      count: sql`count()`,
    }),
  ]);
  return new Map(
    [...targets].map(([id, { value, flags }]) => [
      id,
      [alts.get(id)?.value ?? empty, String(languages.get(id)?.value ?? ''), value, flags],
    ]),
  );
}

interface Most {
  readonly column: 'target_page' | 'language' | 'alt';
  readonly where: Sql;
  readonly flags: Sql;
  readonly count: Sql;
}

async function mostRows(
  rows: LinkRows,
  ids: readonly NameId[],
  { column, where, flags, count }: Most,
): Promise<ReadonlyMap<NameId, z.infer<typeof MostRow>>> {
  if (ids.length === 0) return new Map();
  const from = rows.from(['anchor', 'lost_at', 'type', 'source_page', 'last_seen', 'target_flags', column]);
  const found = await rows.ask(
    MostRow,
    sql`SELECT anchor, ${columnSql(column)} AS value, ${flags} AS flags FROM ${from}
      WHERE ${where} AND anchor IN ${[...new Set(ids)]} GROUP BY ${joined([sql`anchor`, columnSql(column)], ', ')}
      ORDER BY ${count} DESC, value LIMIT 1 BY anchor`,
  );
  return new Map(found.map((row) => [row.anchor, row]));
}

type AnchorLink = Pick<HeldLink, (typeof ANCHOR_COLUMNS)[number]>;

const IMAGE_TYPE = LINK_TYPES.indexOf('image');

interface AnchorGroup extends HeldGroup<AnchorLink> {
  readonly hosts: number;
  readonly images: number;
}

/** Links by their text, as the engine would count them, with so many of the commonest texts. */
function heldAnchors(links: readonly AnchorLink[], query: AnchorsQuery, commonestMax: number): AnchorsAnswer {
  const groups = groupsOf(links, query.status, ({ anchor }) => anchor).map((group) => ({
    ...group,
    hosts: distinct(group.asked, ({ source_host }) => source_host),
    images: group.asked.filter(isImage).length,
  }));
  const passing = groups.filter(
    ({ id, asked, hosts }) =>
      (query.anchor_filter === undefined || containsFolded(id, query.anchor_filter)) &&
      asked.length >= (query.backlinks_min ?? 0) &&
      hosts >= (query.referring_domains_min ?? 0),
  );
  const page = pageOfGroups(passing, { by: HELD_SORTS[query.sort_by], limit: query.limit, offset: query.offset });
  const commonest = pageOfGroups(groups, { by: ({ asked }) => asked.length, limit: commonestMax, offset: 0 });
  return {
    total: passing.length,
    ...wholeOf(groups),
    page: page.map((group) => [
      group.id,
      group.hosts,
      domainsOf(group),
      group.images,
      group.figures,
      heldDetails(group),
    ]),
    commonest: commonest.map((group) => [
      group.id,
      group.asked.length,
      domainsOf(group),
      group.images,
      heldDetails(group),
    ]),
  };
}

function isImage({ type }: AnchorLink): boolean {
  return type === IMAGE_TYPE;
}

function domainsOf({ asked }: AnchorGroup): number {
  return distinct(asked, ({ source_domain }) => source_domain);
}

const HELD_SORTS: Readonly<Record<AnchorsQuery['sort_by'], (group: AnchorGroup) => number | null>> = {
  backlinks: ({ asked }) => asked.length,
  rank: ({ figures }) => figures[6],
  referring_domains: ({ hosts }) => hosts,
  spam_score: ({ figures }) => figures[5],
  broken_backlinks: ({ figures }) => figures[3],
};

function heldDetails({ asked }: AnchorGroup): AnchorDetails {
  const images = asked.filter((link) => isImage(link) && link.alt !== '');
  const page = findCommonest(countBy(asked, ({ target_page }) => target_page));
  let [spelling, spelt_at] = [0, -1];
  for (const { target_page, last_seen, target_flags } of asked) {
    if (target_page !== page || last_seen * 256 + target_flags <= spelt_at) continue;
    spelt_at = last_seen * 256 + target_flags;
    spelling = target_flags;
  }
  return [findCommonest(countBy(images, ({ alt }) => alt)), languageOf(asked), page, spelling];
}

/** Of pages, however many links each has. */
function languageOf(links: readonly AnchorLink[]): string {
  const pages = new Map(
    links
      .filter(({ language }) => language !== '')
      .map((link) => [`${link.language}\n${link.source_page}`, link.language]),
  );
  return findCommonest(countBy(pages.values(), (language) => language));
}
