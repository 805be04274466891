import { z } from 'zod';

import type { Answered, Offers } from '../../ports/define-source.ts';
import type { BacklinkPage, LinkListQuery } from '../../ports/links.ts';
import { askAnchors, askReferringDomains, askTargetPages, COMMONEST_MAX, isCommonest } from './backlinks-groups.ts';
import { askPageIntersection, EXCLUDED_MAX, TARGETS_MAX } from './backlinks-intersection.ts';
import { askCompetitors, askTimeseries, COMPETITORS_MAX } from './backlinks-others.ts';
import {
  joinFilters,
  composeAnswer,
  askBacklinks,
  atLeast,
  countedLinks,
  listIndirectLacks,
  listTargetLacks,
  nameTarget,
  priceBacklinks,
} from './backlinks-request.ts';
import { BacklinkRow, readBacklink } from './backlinks-rows.ts';
import { askSummary } from './backlinks-summary.ts';
import type { DataForSeoContext, DataForSeoSettings } from './settings.ts';

/** The provider's own crawl of links, for targets that the own index knows nothing of. */
export const linkOffers: NonNullable<Offers<DataForSeoSettings>['links']> = {
  summary: {
    lacks: ({ target }) => listTargetLacks(target),
    usd: () => priceBacklinks(1, 1),
    ask: askSummary,
  },
  list: {
    lacks: ({ target, status, sort_by }) => [
      ...listTargetLacks(target),
      ...(sort_by === 'lost_date' && status === 'all'
        ? ['sorting live and lost links together by the date of loss']
        : []),
    ],
    usd: ({ limit }) => priceBacklinks(1, limit),
    ask: askList,
  },
  anchors: {
    lacks: ({ target }) => listTargetLacks(target),
    usd: (query) =>
      isCommonest(query)
        ? priceBacklinks(1, Math.max(query.limit, COMMONEST_MAX))
        : priceBacklinks(2, query.limit + COMMONEST_MAX),
    ask: askAnchors,
  },
  referringDomains: {
    lacks: ({ target, rank_min }) => [
      ...listTargetLacks(target),
      ...(rank_min === undefined ? [] : ['filtering by the rank of a linking domain beyond the rows of one page']),
    ],
    usd: ({ limit }) => priceBacklinks(2, limit * 2),
    ask: askReferringDomains,
  },
  targetPages: {
    lacks: (query) =>
      query.target.type === 'page' ? undefined : [...listTargetLacks(query.target), ...listIndirectLacks(query)],
    usd: ({ limit }) => priceBacklinks(1, limit),
    ask: askTargetPages,
  },
  competitors: {
    lacks: ({ target }) => listTargetLacks(target),
    usd: () => priceBacklinks(3, COMPETITORS_MAX * 2 + 2),
    ask: askCompetitors,
  },
  timeseries: {
    lacks: (query) =>
      query.target.type === 'page' ? undefined : [...listTargetLacks(query.target), ...listIndirectLacks(query)],
    usd: ({ date_from, date_to, group }) => priceBacklinks(2, countPeriods(date_from, date_to, group) + 1),
    ask: askTimeseries,
  },
  pageIntersection: {
    lacks: ({ targets, exclude_targets }) =>
      targets.length > TARGETS_MAX || exclude_targets.length > EXCLUDED_MAX
        ? undefined
        : [...new Set([...targets, ...exclude_targets].flatMap(listTargetLacks))],
    usd: ({ limit, targets }) => priceBacklinks(1, limit * targets.length),
    ask: askPageIntersection,
  },
};

const Links = z.object({ total_count: z.int().nullish(), items: z.array(BacklinkRow).nullish() });

/** A row has no date of loss; of lost links alone, the newest visit gives their order. */
const ORDER: Readonly<Record<LinkListQuery['sort_by'], string>> = {
  rank: 'rank',
  page_rank: 'page_from_rank',
  first_seen: 'first_seen',
  lost_date: 'last_seen',
};

async function askList(query: LinkListQuery, context: DataForSeoContext): Promise<Answered<BacklinkPage>> {
  const filters = joinFilters([
    query.dofollow_only && (['dofollow', '=', true] as const),
    query.broken_only && (['is_broken', '=', true] as const),
    atLeast('rank', query.rank_min),
  ]);
  const task = {
    target: nameTarget(query.target),
    ...countedLinks(query.status, query.include_indirect_links),
    mode: query.mode,
    ...filters,
    order_by: [`${ORDER[query.sort_by]},desc`],
    limit: query.limit,
    offset: query.offset,
  };
  const { result, usd } = await askBacklinks(context, 'backlinks', task, Links);
  const backlinks = (result?.items ?? []).map(readBacklink);
  const isWhole = !('filters' in filters) && query.offset === 0 && query.status !== 'lost';
  return composeAnswer({ total_count: result?.total_count ?? 0, backlinks }, isWhole && backlinks.length === 0, usd);
}

const DAYS = { day: 1, week: 7, month: 28, year: 365 } as const;

function countPeriods(from: string, to: string, group: keyof typeof DAYS): number {
  return Math.max(1, Math.ceil((Date.parse(to) - Date.parse(from)) / 86_400_000 / DAYS[group]) + 1);
}
