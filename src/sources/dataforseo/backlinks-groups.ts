import { z } from 'zod';

import type { Answered } from '../../ports/define-source.ts';
import type {
  AnchorRecord,
  AnchorsQuery,
  AnchorsRecord,
  ReferringDomainRecord,
  ReferringDomainsQuery,
  ReferringDomainsRecord,
  TargetPageRecord,
  TargetPagesQuery,
  TargetPagesRecord,
} from '../../ports/links.ts';
import { registrableDomain } from '../../web/url.ts';
import {
  joinFilters,
  composeAnswer,
  askBacklinks,
  atLeast,
  contains,
  countedLinks,
  nameTarget,
} from './backlinks-request.ts';
import { LinkAgg, readFigures, WHOLE_LISTS } from './backlinks-rows.ts';
import { readTime } from './live-task.ts';
import type { DataForSeoContext } from './settings.ts';
import { addCostOnFailure, rankTargets } from './bulk-figures.ts';

/** Links by anchor text, by host and by target page. */

const total_count = z.int().nullable().default(null);
const Anchors = z.object({ total_count, items: z.array(LinkAgg.extend({ anchor: z.string().nullable() })).nullish() });
const Hosts = z.object({ total_count, items: z.array(LinkAgg.extend({ domain: z.string() })).nullish() });

const count = z.number().nullable().default(null);
const text = z.string().nullable().default(null);
const PageMeta = z.object({
  title: text,
  words_count: count,
  internal_links_count: count,
  external_links_count: count,
});
const Page = z.object({
  page: z.string(),
  first_visited: text,
  status_code: count,
  location: text,
  meta: PageMeta.nullish().transform((meta) => meta ?? PageMeta.parse({})),
  page_summary: LinkAgg,
});
const Pages = z.object({ total_count, items: z.array(Page).nullish() });

/** How many rows a target's profile is read from; more would cost more than they reveal. */
export const COMMONEST_MAX = 100;

/** Whether the first page of the list is the list of the commonest anchors as well. */
export function isCommonest(query: AnchorsQuery): boolean {
  const { anchor_filter, backlinks_min, referring_domains_min, sort_by, offset } = query;
  return (
    [anchor_filter, backlinks_min, referring_domains_min].every((filter) => filter === undefined) &&
    sort_by === 'backlinks' &&
    offset === 0
  );
}

export async function askAnchors(query: AnchorsQuery, context: DataForSeoContext): Promise<Answered<AnchorsRecord>> {
  const { limit, offset } = query;
  const task = {
    target: nameTarget(query.target),
    ...countedLinks(query.status, query.include_indirect_links),
    ...WHOLE_LISTS,
  };
  const is_commonest = isCommonest(query);
  const common = await listAnchors(context, {
    ...task,
    order_by: ['backlinks,desc'],
    limit: is_commonest ? Math.max(limit, COMMONEST_MAX) : COMMONEST_MAX,
  });
  const commonest = common.rows;
  if (is_commonest || commonest.length === 0) {
    const anchors = is_commonest ? commonest.slice(0, limit) : [];
    const value = { total_count: common.total_count, backlinks: null, anchors, commonest };
    return composeAnswer(value, commonest.length === 0, common.usd);
  }
  const field = query.sort_by === 'spam_score' ? 'backlinks_spam_score' : query.sort_by;
  const filters = joinFilters([
    contains('anchor', query.anchor_filter),
    atLeast('backlinks', query.backlinks_min),
    atLeast('referring_domains', query.referring_domains_min),
  ]);
  const asked = { ...task, ...filters, order_by: [`${field},desc`], limit, offset };
  const page = await addCostOnFailure(common.usd, () => listAnchors(context, asked));
  const value = { total_count: page.total_count, backlinks: null, anchors: page.rows, commonest };
  return composeAnswer(value, false, common.usd + page.usd);
}

async function listAnchors(context: DataForSeoContext, task: Readonly<Record<string, unknown>>) {
  const { result, usd } = await askBacklinks(context, 'anchors', task, Anchors);
  const rows = (result?.items ?? []).map(readAnchor);
  return { rows, total_count: result === undefined ? 0 : result.total_count, usd };
}

function readAnchor({ anchor, ...group }: z.infer<typeof LinkAgg> & { readonly anchor: string | null }): AnchorRecord {
  return {
    ...readFigures(group),
    anchor: anchor ?? '',
    referring_domains: group.referring_domains,
    referring_main_domains: group.referring_main_domains,
    image_backlinks: group.referring_links_types?.['image'] ?? 0,
    image_alt: '',
    language: null,
    target_url: null,
    target_title: null,
  };
}

const RANK_ORDER = 'Linking domains are sorted by the rank that they pass to the target, not by their own rank.';

/** Its `rank` is what a host passes to the target, so the authority of the hosts is asked for apart. */
export async function askReferringDomains(
  query: ReferringDomainsQuery,
  context: DataForSeoContext,
): Promise<Answered<ReferringDomainsRecord>> {
  const field = query.sort_by === 'spam_score' ? 'backlinks_spam_score' : query.sort_by;
  const task = {
    target: nameTarget(query.target),
    ...countedLinks(query.status, query.include_indirect_links),
    ...WHOLE_LISTS,
    ...joinFilters([
      contains('domain', query.domain_filter),
      atLeast('backlinks', query.backlinks_min),
      atLeast('referring_pages', query.referring_pages_min),
    ]),
    order_by: [`${field},desc`],
    limit: query.limit,
    offset: query.offset,
  };
  const { result, usd } = await askBacklinks(context, 'referring_domains', task, Hosts);
  const items = result?.items ?? [];
  const isFiltered = 'filters' in task || query.offset > 0;
  if (items.length === 0) {
    return composeAnswer(
      { total_count: result?.total_count ?? 0, backlinks: null, domains: [], tool_reports: [] },
      !isFiltered,
      usd,
    );
  }
  const mains = items.map(({ domain }) => registrableDomain(domain));
  const ranks = await rankTargets(context, [...new Set(mains)], usd);
  const rank_min = query.rank_min;
  const domains = items
    .map(({ domain, ...group }): ReferringDomainRecord => {
      const main_domain = registrableDomain(domain);
      const domain_rank = ranks.ranks.get(main_domain) ?? null;
      return { ...readFigures(group), domain, main_domain, domain_rank, top_anchor: null, tool_metrics: [] };
    })
    .filter(({ domain_rank }) => rank_min === undefined || (domain_rank !== null && domain_rank >= rank_min));
  const total = rank_min === undefined ? (result?.total_count ?? null) : null;
  const answer = composeAnswer({ total_count: total, backlinks: null, domains, tool_reports: [] }, false, ranks.usd);
  return query.sort_by === 'rank' ? { ...answer, note: RANK_ORDER } : answer;
}

const PAGE_ORDER: Readonly<Record<TargetPagesQuery['sort_by'], string>> = {
  backlinks: 'page_summary.backlinks',
  referring_domains: 'page_summary.referring_domains',
  rank: 'page_summary.rank',
  spam_score: 'page_summary.backlinks_spam_score',
  broken_backlinks: 'page_summary.broken_backlinks',
  first_visited: 'first_visited',
  words_count: 'meta.words_count',
  external_links: 'meta.external_links_count',
};

export async function askTargetPages(
  query: TargetPagesQuery,
  context: DataForSeoContext,
): Promise<Answered<TargetPagesRecord>> {
  const task = {
    target: nameTarget(query.target),
    ...countedLinks(query.status),
    // It rejects fields that it does not know.
    include_indirect_links: undefined,
    ...WHOLE_LISTS,
    ...joinFilters([
      contains('page', query.page_filter),
      contains('meta.title', query.title_filter),
      query.status_code !== undefined && (['status_code', '=', query.status_code] as const),
      // It lists pages that nobody links to as well.
      atLeast('page_summary.backlinks', Math.max(1, query.backlinks_min ?? 1)),
      atLeast('page_summary.referring_domains', query.referring_domains_min),
    ]),
    order_by: [`${PAGE_ORDER[query.sort_by]},desc`],
    limit: query.limit,
    offset: query.offset,
  };
  const { result, usd } = await askBacklinks(context, 'domain_pages', task, Pages);
  const pages = (result?.items ?? []).map(readPage);
  const { page_filter, title_filter, status_code, backlinks_min, referring_domains_min, offset } = query;
  const narrowed = [page_filter, title_filter, status_code, backlinks_min, referring_domains_min];
  const isWhole = offset === 0 && narrowed.every((filter) => filter === undefined);
  const value = { total_count: result?.total_count ?? 0, backlinks: null, pages };
  return composeAnswer(value, isWhole && pages.length === 0, usd);
}

function readPage({
  page,
  first_visited,
  status_code,
  location,
  meta,
  page_summary,
}: z.infer<typeof Page>): TargetPageRecord {
  return {
    ...readFigures(page_summary),
    url: page,
    tool_metrics: [],
    referring_domains: page_summary.referring_domains,
    referring_main_domains: page_summary.referring_main_domains,
    title: meta.title,
    status_code,
    redirect_target: location,
    page_rank: page_summary.rank,
    // Its rank of a page is that of the page itself; what its strongest link passes, it does not say.
    rank: null,
    first_visited: readTime(first_visited),
    words_count: meta.words_count,
    internal_links: meta.internal_links_count,
    external_links: meta.external_links_count,
  };
}
