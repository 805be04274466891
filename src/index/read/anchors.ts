import { z } from 'zod';

import type { AnchorsQuery, AnchorsRecord, CommonAnchorRecord, LinkStatus } from '../../ports/links.ts';
import { LINK_TYPES, urlOfKeys } from '../database/names.ts';
import { joined, sql, type Sql } from '../database/sql.ts';
import { tupleOf } from '../database/tuples.ts';
import { nullIfEmpty } from './backlink.ts';
import { columnSql, keysOfPage, NameId } from './rows/columns.ts';
import {
  askGroups,
  commonestSql,
  every,
  FIGURE_COLUMNS,
  FIGURES,
  figuresOf,
  groupPageSql,
  groupsAnswer,
  groupSql,
  type Newest,
  reaches,
  reachesSql,
  totalsOf,
} from './rows/groups.ts';
import type { HeldLink } from './rows/held-facts.ts';
import { answerOf, groupsOf, type HeldGroup, newestFlags, pageOfGroups } from './rows/held-figures.ts';
import { containsFolded, countBy, distinct, findCommonest } from './rows/held-order.ts';
import type { LinkRows } from './rows/rows.ts';
import { withStatus } from './rows/scope.ts';
import { signShares } from './rows/spam-signs.ts';

/** Enough to judge a profile: natural ones have a long tail that changes nothing. */
const COMMONEST_MAX = 1000;

/** The alternative text, language and page that most links have, and how the address of the page is spelt. */
const DETAILS = { alt: NameId, language: z.string(), target_page: NameId, flags: z.int() };
const Details = tupleOf(DETAILS);
type AnchorDetails = z.infer<typeof Details>;

const COMMON = {
  id: NameId,
  backlinks: z.int(),
  referring_main_domains: z.int(),
  image_backlinks: z.int(),
  details: Details,
};
const GROUP = { ...FIGURES, ...COMMON, referring_domains: z.int() };

const Answer = groupsAnswer(GROUP).extend({ commonest: z.array(tupleOf(COMMON)) });
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
  const answer = links === undefined ? await askedAnchors(rows, query) : heldAnchors(links, query);
  const details = rows.is_hot ? await detailsOf(rows, query.status, answer) : undefined;
  const groups = answer.page.map((group) => ({ ...group, ...(details?.get(group.id) ?? group.details) }));
  const common = answer.commonest.map((group) => ({ ...group, ...(details?.get(group.id) ?? group.details) }));
  const targets = [...groups, ...common].map(({ target_page }) => target_page);
  const names = await rows.names([
    { column: 'anchor', ids: [...groups, ...common].map(({ id }) => id) },
    { column: 'alt', ids: groups.flatMap(({ image_backlinks, alt }) => (image_backlinks > 0 ? [alt] : [])) },
    { column: 'target_page', ids: targets },
  ]);
  const ids = groups.map(({ id }) => id);
  const [titles, signs] = await Promise.all([
    rows.titles(targets, names),
    signShares(rows, links, { column: 'anchor', ids, status: query.status }),
  ]);
  const named = ({ id, target_page, flags, ...group }: (typeof common)[number]): CommonAnchorRecord => {
    const { host_key, path_key } = keysOfPage(names('target_page', target_page));
    return {
      anchor: names('anchor', id),
      backlinks: group.backlinks,
      referring_main_domains: group.referring_main_domains,
      image_backlinks: group.image_backlinks,
      target_url: urlOfKeys(host_key, path_key, flags),
      target_title: titles.get(target_page) ?? null,
    };
  };
  return {
    ...totalsOf(answer),
    anchors: groups.map((group) => ({
      ...named(group),
      ...figuresOf(group, signs(group.id)),
      referring_domains: group.referring_domains,
      image_alt: group.image_backlinks === 0 ? '' : names('alt', group.alt),
      language: nullIfEmpty(group.language),
    })),
    commonest: common.map(named),
  };
}

/** The same names stand for columns of the engine and for figures of groups that are counted here. */
const SORTS = {
  backlinks: 'backlinks',
  rank: 'rank_above',
  referring_domains: 'referring_domains',
  spam_score: 'spam_score',
  broken_backlinks: 'broken_backlinks',
} as const satisfies Readonly<Record<AnchorsQuery['sort_by'], keyof typeof GROUP>>;

const LEAST = ['backlinks', 'referring_domains'] as const;

function askedAnchors(rows: LinkRows, query: AnchorsQuery): Promise<AnchorsAnswer> {
  const asked = withStatus(query.status);
  const contains =
    query.anchor_filter === undefined ? undefined : rows.contains('anchor', groupSql('id'), query.anchor_filter);
  const commonest = groupPageSql({
    passes: sql`1`,
    by: [groupSql('backlinks')],
    id: [groupSql('id')],
    columns: Object.keys(COMMON),
    limit: COMMONEST_MAX,
    offset: 0,
  });
  return askGroups(rows, query, {
    column: 'anchor',
    columns: ANCHOR_COLUMNS,
    own: sql`${rows.distinct('source_host', asked)} AS referring_domains, ${rows.distinct('source_domain', asked)} AS referring_main_domains,
      countIf(${asked} AND ${IMAGE}) AS image_backlinks, ${rows.is_hot ? sql`(0, '', 0, 0)` : detailsSql(asked)} AS details`,
    answer: Answer,
    page: {
      passes: every([contains, reachesSql(query, LEAST)]),
      by: [groupSql(SORTS[query.sort_by]), groupSql('backlinks')],
      columns: Object.keys(GROUP),
    },
    more: sql`, ${commonest} AS commonest`,
  });
}

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
  const ids = answer.page.map(({ id }) => id);
  const withImages = answer.page.flatMap(({ id, image_backlinks }) => (image_backlinks > 0 ? [id] : []));
  const empty = (await rows.idsOf('alt', ''))[0] ?? -1;
  const [targets, languages, alts] = await Promise.all([
    mostRows(rows, [...ids, ...answer.commonest.map(({ id }) => id)], {
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
    [...targets].map(([id, { value: target_page, flags }]) => {
      const language = String(languages.get(id)?.value ?? '');
      return [id, { alt: alts.get(id)?.value ?? empty, language, target_page, flags }];
    }),
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

/** Links by their text, as the engine would count them. */
function heldAnchors(links: readonly AnchorLink[], query: AnchorsQuery): AnchorsAnswer {
  const groups = groupsOf(links, query.status, ({ anchor }) => anchor).map((group) => ({
    ...group,
    referring_domains: distinct(group.asked, ({ source_host }) => source_host),
    image_backlinks: group.asked.filter(isImage).length,
  }));
  const answer = answerOf(groups, {
    passes: (group) =>
      (query.anchor_filter === undefined || containsFolded(group.id, query.anchor_filter)) &&
      reaches(group, query, LEAST),
    by: (group) => group[SORTS[query.sort_by]],
    limit: query.limit,
    offset: query.offset,
  });
  const commonest = pageOfGroups(groups, { by: ({ backlinks }) => backlinks, limit: COMMONEST_MAX, offset: 0 });
  return { ...answer, page: answer.page.map(withDetails), commonest: commonest.map(withDetails) };
}

function isImage({ type }: AnchorLink): boolean {
  return type === IMAGE_TYPE;
}

function withDetails<Group extends HeldGroup<AnchorLink>>(
  group: Group,
): Group & Pick<AnchorsAnswer['page'][number], 'referring_main_domains' | 'details'> {
  const { asked } = group;
  const images = asked.filter((link) => isImage(link) && link.alt !== '');
  const page = findCommonest(countBy(asked, ({ target_page }) => target_page));
  return {
    ...group,
    referring_main_domains: distinct(asked, ({ source_domain }) => source_domain),
    details: {
      alt: findCommonest(countBy(images, ({ alt }) => alt)),
      language: languageOf(asked),
      target_page: page,
      flags: newestFlags(
        asked.filter(({ target_page }) => target_page === page),
        ({ target_flags }) => target_flags,
      ),
    },
  };
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
