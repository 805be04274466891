import { z } from 'zod';

import type { Answered } from '../../ports/define-source.ts';
import type {
  LinkCompetitorsQuery,
  LinkCompetitorsRecord,
  LinkTimeseriesQuery,
  LinkTimeseriesRecord,
} from '../../ports/links.ts';
import { registrableDomain } from '../../web/url.ts';
import { joinFilters, composeAnswer, askBacklinks, atLeast, nameTarget } from './backlinks-request.ts';
import { addCostOnFailure, countReferringDomains, rankTargets } from './bulk-figures.ts';
import type { DataForSeoContext } from './settings.ts';

/** Which targets the same sites link to, and how a target's links came and went. */

const Competitors = z.object({
  total_count: z.int().nullish(),
  items: z
    .array(z.object({ target: z.string(), rank: z.number().nullable().default(null), intersections: z.number() }))
    .nullish(),
});

/** The query also asks for its figures about them, so every further row is paid for twice. */
export const COMPETITORS_MAX = 250;

export async function askCompetitors(
  query: LinkCompetitorsQuery,
  context: DataForSeoContext,
): Promise<Answered<LinkCompetitorsRecord>> {
  const name = nameTarget(query.target);
  const task = {
    target: name,
    main_domain: query.main_domain,
    exclude_large_domains: query.exclude_domains.length > 0,
    exclude_internal_backlinks: true,
    rank_scale: 'one_thousand',
    ...joinFilters([atLeast('rank', query.rank_min), atLeast('intersections', query.intersections_min)]),
    order_by: ['intersections,desc'],
    limit: COMPETITORS_MAX,
  };
  const { result, usd } = await askBacklinks(context, 'competitors', task, Competitors);
  const excluded = new Set([...query.exclude_domains, query.target.domain]);
  const items = result?.items ?? [];
  const rivals = items.filter(({ target }) => !excluded.has(registrableDomain(target)));
  if (items.length === 0 && !('filters' in task)) {
    return composeAnswer({ rank: null, referring_main_domains: null, total_count: 0, competitors: [] }, true, usd);
  }
  const names = rivals.map(({ target }) => target);
  const counted = await countReferringDomains(context, [name, ...names], usd);
  const ranked = await rankTargets(context, [name], counted.usd);
  const competitors = rivals
    .map(({ target: domain, rank, intersections }) => {
      // It can be behind by a crawl, and no overlap is larger than the whole.
      const known = Math.max(intersections, counted.domains.get(domain) ?? 0);
      return { domain, rank, intersections, referring_main_domains: known, weighted_share: null };
    })
    .sort((one, other) => other.intersections - one.intersections || (one.domain < other.domain ? -1 : 1));
  const total = (result?.total_count ?? items.length) - (items.length - rivals.length);
  const answer = composeAnswer(
    {
      rank: ranked.ranks.get(name) ?? null,
      referring_main_domains: counted.domains.get(name) ?? null,
      total_count: total,
      competitors,
    },
    false,
    ranked.usd,
  );
  if (total <= competitors.length) return answer;
  return { ...answer, note: `It lists the ${COMPETITORS_MAX} domains with the most linking sites in common.` };
}

/** The provider has no history before it. */
const HISTORY_BEGINS = '2019-01-30';
const DAY_MS = 86_400_000;

const moved = z.number().default(0);
const Movements = z.object({
  items: z
    .array(
      z.object({
        date: z.string(),
        new_backlinks: moved,
        lost_backlinks: moved,
        new_referring_domains: moved,
        lost_referring_domains: moved,
      }),
    )
    .nullish(),
});
const Standings = z.object({ items: z.array(z.object({ backlinks: moved, referring_domains: moved })).nullish() });

export async function askTimeseries(
  query: LinkTimeseriesQuery,
  context: DataForSeoContext,
): Promise<Answered<LinkTimeseriesRecord>> {
  const today = context.now().toISOString().slice(0, 10);
  const observed = { observed_from: HISTORY_BEGINS, observed_to: today };
  const date_from = query.date_from < HISTORY_BEGINS ? HISTORY_BEGINS : query.date_from;
  const date_to = query.date_to > today ? today : query.date_to;
  if (date_to < date_from) return composeAnswer({ before: null, points: [], spam: null, ...observed }, false, 0);
  const target = { target: nameTarget(query.target), include_subdomains: query.include_subdomains };
  const range = { date_from, date_to, group_range: query.group };
  const { result, usd } = await askBacklinks(
    context,
    'timeseries_new_lost_summary',
    { ...target, ...range },
    Movements,
  );
  const points = readMovements(result ?? {}, query.group);
  const { before, paid } = await askBefore(context, target, date_from, usd);
  const isUnknown = points.length === 0 && (before === null || before.backlinks === 0);
  return composeAnswer({ before, points, spam: null, ...observed }, isUnknown, paid);
}

function readMovements(
  { items }: z.infer<typeof Movements>,
  group: LinkTimeseriesQuery['group'],
): LinkTimeseriesRecord['points'] {
  return (items ?? [])
    .filter(({ date, ...counts }) => date !== '' && Object.values(counts).some((count) => count > 0))
    .map(({ date, ...counts }) => ({ period: startPeriod(date.slice(0, 10), group), ...counts }));
}

/** The state at the end of the day before. */
async function askBefore(
  context: DataForSeoContext,
  target: Readonly<Record<string, unknown>>,
  date_from: string,
  paid: number,
): Promise<{ readonly before: LinkTimeseriesRecord['before']; readonly paid: number }> {
  const day = new Date(Date.parse(date_from) - DAY_MS).toISOString().slice(0, 10);
  if (day < HISTORY_BEGINS) return { before: null, paid };
  const task = { ...target, date_from: day, date_to: day, group_range: 'day' };
  const { result, usd } = await addCostOnFailure(paid, () =>
    askBacklinks(context, 'timeseries_summary', task, Standings),
  );
  return { before: result?.items?.[0] ?? null, paid: paid + usd };
}

/** Its dates are the last days of weeks, months and years; ours the first. */
function startPeriod(day: string, group: LinkTimeseriesQuery['group']): string {
  switch (group) {
    case 'day':
      return day;
    case 'week': {
      const time = Date.parse(day);
      return new Date(time - ((new Date(time).getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10);
    }
    case 'month':
      return `${day.slice(0, 7)}-01`;
    case 'year':
      return `${day.slice(0, 4)}-01-01`;
  }
}
