import { z } from 'zod';

import type { Answered } from '../../ports/define-source.ts';
import type { Distribution, LinkSummaryQuery, LinkSummaryRecord } from '../../ports/links.ts';
import { joinFilters, composeAnswer, askBacklinks, nameTarget } from './backlinks-request.ts';
import { LinkAgg, readPosition, WHOLE_LISTS } from './backlinks-rows.ts';
import { readTime } from './live-task.ts';
import type { DataForSeoContext } from './settings.ts';

const counts = z.record(z.string(), z.number().nullable()).nullable().default(null);

const Summary = LinkAgg.extend({
  backlinks: z.number().nullable().default(null),
  first_seen: z.string().nullable().default(null),
  crawled_pages: z.number().nullable().default(null),
  referring_links_tld: counts,
  referring_links_platform_types: counts,
  referring_links_semantic_locations: counts,
});
type Summary = z.infer<typeof Summary>;

export async function askSummary(
  query: LinkSummaryQuery,
  context: DataForSeoContext,
): Promise<Answered<LinkSummaryRecord>> {
  const task = {
    target: nameTarget(query.target),
    include_subdomains: query.include_subdomains,
    include_indirect_links: query.include_indirect_links,
    exclude_internal_backlinks: query.exclude_internal_backlinks,
    backlinks_status_type: query.status,
    rank_scale: 'one_thousand',
    ...WHOLE_LISTS,
    ...(query.dofollow_only ? { backlinks_filters: joinFilters([['dofollow', '=', true]]).filters } : {}),
  };
  const { result, usd } = await askBacklinks(context, 'summary', task, Summary);
  const summary = result ?? Summary.parse({});
  const isUnknown = (summary.backlinks ?? 0) === 0 && summary.first_seen === null && (summary.crawled_pages ?? 0) === 0;
  return composeAnswer(readSummary(summary, query), isUnknown, usd);
}

function readSummary(summary: Summary, query: LinkSummaryQuery): LinkSummaryRecord {
  const backlinks = summary.backlinks ?? 0;
  const limit = query.list_limit;
  return {
    // It ranks what nobody links to at 0, which is no judgement.
    rank: backlinks === 0 && summary.rank === 0 ? null : summary.rank,
    backlinks,
    referring_domains: summary.referring_domains,
    referring_main_domains: summary.referring_main_domains,
    referring_pages: summary.referring_pages,
    // Its figure of this name counts hosts with at least one nofollow link, among whatever others.
    referring_domains_nofollow: null,
    dofollow_backlinks: query.dofollow_only
      ? backlinks
      : backlinks - (summary.referring_links_attributes?.['nofollow'] ?? 0),
    broken_backlinks: summary.broken_backlinks,
    broken_pages: summary.broken_pages,
    lost_backlinks: query.status === 'lost' ? backlinks : null,
    spam_score: summary.backlinks_spam_score,
    spam_signs: null,
    first_seen: readTime(summary.first_seen),
    last_seen: null,
    link_types: distribute(summary.referring_links_types, limit),
    link_attributes: distribute(summary.referring_links_attributes, limit),
    tlds: distribute(summary.referring_links_tld, limit),
    semantic_locations: distribute(joinPositions(summary.referring_links_semantic_locations), limit),
    placements: null,
    platform_types: distribute(summary.referring_links_platform_types, limit),
    languages: null,
    top_anchors: null,
    top_pages: null,
    tool_metrics: [],
  };
}

/** Largest first, then by name; what has no name is not known. */
function distribute(counted: Summary['referring_links_tld'], limit: number): Distribution {
  return Object.entries(counted ?? {})
    .map(([value, backlinks]) => ({ value, backlinks: backlinks ?? 0 }))
    .filter(({ value, backlinks }) => value !== '' && backlinks > 0)
    .sort((one, other) => other.backlinks - one.backlinks || (one.value < other.value ? -1 : 1))
    .slice(0, limit);
}

function joinPositions(counted: Summary['referring_links_tld']): Record<string, number> {
  const joined: Record<string, number> = {};
  for (const [element, backlinks] of Object.entries(counted ?? {})) {
    const position = readPosition(element) ?? '';
    joined[position] = (joined[position] ?? 0) + (backlinks ?? 0);
  }
  return joined;
}
