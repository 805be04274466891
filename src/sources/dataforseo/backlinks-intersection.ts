import { z } from 'zod';

import type { Answered } from '../../ports/define-source.ts';
import type {
  BacklinkRecord,
  IntersectingPage,
  PageIntersectionQuery,
  PageIntersectionRecord,
} from '../../ports/links.ts';
import {
  joinFilters,
  composeAnswer,
  askBacklinks,
  countedLinks,
  type Filter,
  nameTarget,
} from './backlinks-request.ts';
import { BacklinkRow, readBacklink } from './backlinks-rows.ts';
import type { DataForSeoContext } from './settings.ts';

export const TARGETS_MAX = 20;
export const EXCLUDED_MAX = 10;
const FILTERS_MAX = 8;
const LINKS_SHOWN = 3;

const Intersections = z.object({
  total_count: z.int().nullish(),
  items: z
    .array(z.object({ page_intersection: z.record(z.string(), z.array(BacklinkRow).nullish()).nullish() }))
    .nullish(),
});

const ORDER: Readonly<Record<PageIntersectionQuery['sort_by'], string>> = {
  rank: 'rank',
  domain_rank: 'domain_from_rank',
  page_rank: 'page_from_rank',
  first_seen: 'first_seen',
  last_seen: 'last_seen',
};

/** Pages that link to the targets, which it takes and answers by number. */
export async function askPageIntersection(
  query: PageIntersectionQuery,
  context: DataForSeoContext,
): Promise<Answered<PageIntersectionRecord>> {
  const numbered = query.targets.map((target, at) => [String(at + 1), target] as const);
  const filters = listFilters(query);
  const task = {
    targets: Object.fromEntries(numbered.map(([number, target]) => [number, nameTarget(target)])),
    ...(query.exclude_targets.length === 0 ? {} : { exclude_targets: query.exclude_targets.map(nameTarget) }),
    ...countedLinks(query.status),
    intersection_mode: query.mode,
    ...joinFilters(filters),
    order_by: [`1.${ORDER[query.sort_by]},desc`],
    limit: query.limit,
  };
  const { result, usd } = await askBacklinks(context, 'page_intersection', task, Intersections);
  const items = result?.items ?? [];
  const pages = items
    .map(({ page_intersection: links }) => readPage(numbered, links ?? {}, query))
    .filter((page): page is IntersectingPage => page !== undefined && isWanted(page, query))
    .sort(compareBy(query.sort_by));
  // Rows that were left out here were counted there.
  const total_count = pages.length === items.length ? (result?.total_count ?? items.length) : null;
  const isUnknown = items.length === 0 && filters.length === 0 && query.exclude_targets.length === 0;
  return composeAnswer({ total_count, pages }, isUnknown, usd);
}

/** Conditions on every target, which only pages that link to all of them can meet; for others rows are sifted here. */
function listFilters({ mode, targets, dofollow_only, spam_score_max }: PageIntersectionQuery): readonly Filter[] {
  const filters = targets.flatMap((_, at): Filter[] => [
    ...(dofollow_only ? [[`${at + 1}.dofollow`, '=', true] as const] : []),
    ...(spam_score_max === undefined ? [] : [[`${at + 1}.backlink_spam_score`, '<=', spam_score_max] as const]),
  ]);
  return mode === 'all' && filters.length <= FILTERS_MAX ? filters : [];
}

function isWanted({ linked_targets, spam_score }: IntersectingPage, query: PageIntersectionQuery): boolean {
  const enough = query.mode === 'all' ? query.targets.length : 1;
  const isClean = query.spam_score_max === undefined || spam_score === null || spam_score <= query.spam_score_max;
  return linked_targets.length >= enough && isClean;
}

/** Undefined when no link of the page is left. */
function readPage(
  numbered: readonly (readonly [number: string, target: PageIntersectionQuery['targets'][number]])[],
  links: Readonly<Record<string, readonly z.infer<typeof BacklinkRow>[] | null | undefined>>,
  { dofollow_only }: PageIntersectionQuery,
): IntersectingPage | undefined {
  const linked = numbered.flatMap(([number, { value }]) => {
    const rows = (links[number] ?? []).map(readBacklink).filter(({ dofollow }) => dofollow || !dofollow_only);
    return rows.length === 0 ? [] : [{ target: value, rows: rows.sort(byRank) }];
  });
  const all = linked.flatMap(({ rows }) => rows);
  const [strongest] = all.toSorted(byRank);
  if (strongest === undefined) return undefined;
  return {
    url: strongest.url_from,
    domain: strongest.domain_from,
    title: strongest.page_from_title,
    language: strongest.page_from_language,
    rank: strongest.rank,
    page_rank: strongest.page_from_rank,
    domain_rank: strongest.domain_from_rank,
    spam_score: strongest.backlink_spam_score,
    spam_signs: null,
    external_links: strongest.page_from_external_links,
    word_count: null,
    first_seen: all.reduce((first, { first_seen }) => (first_seen < first ? first_seen : first), strongest.first_seen),
    last_seen: all.reduce((last, { last_seen }) => (last_seen > last ? last_seen : last), strongest.last_seen),
    linked_targets: linked.map(({ target, rows }) => ({
      target,
      links_count: rows.length,
      links: rows.slice(0, LINKS_SHOWN),
    })),
  };
}

function byRank(one: BacklinkRecord, other: BacklinkRecord): number {
  return (other.rank ?? -1) - (one.rank ?? -1);
}

/** It sorts by the link to the first target alone, so its rows are put into our order here. */
function compareBy(
  field: PageIntersectionQuery['sort_by'],
): (one: IntersectingPage, other: IntersectingPage) => number {
  const valueOf = (page: IntersectingPage): number => {
    const value = page[field];
    return typeof value === 'string' ? Date.parse(value) : (value ?? -1);
  };
  return (one, other) =>
    valueOf(other) - valueOf(one) ||
    other.linked_targets.length - one.linked_targets.length ||
    (one.url < other.url ? -1 : 1);
}
