import type { Answered } from '../../ports/define-source.ts';
import type { LinkStatus } from '../../ports/links.ts';
import type { Target } from '../../web/target.ts';
import { type LiveAnswer, runLiveTask } from './live-task.ts';
import type { DataForSeoContext } from './settings.ts';
import type { z } from 'zod';

/** What the endpoints for backlinks share: how they call a target, what they count, how they filter and what they cost. */

/** USD of a request, and of each row that it answers. */
const REQUEST_USD = 0.02;
const ROW_USD = 0.00003;

/** One condition: field, operator, value. */
export type Filter = readonly [field: string, operator: '=' | '>=' | '<=' | 'ilike', value: string | number | boolean];

/** The price of requests that answer so many rows together. */
export function priceBacklinks(requests: number, rows: number): number {
  return requests * REQUEST_USD + rows * ROW_USD;
}

/** Domains and hosts stand without `www.`, pages as absolute URLs. */
export function nameTarget(target: Target): string {
  return target.type === 'page' ? target.value : target.host.replace(/^www\./, '');
}

/** `www.` alone cannot be asked for: with it goes the rest of the domain. */
export function listTargetLacks(target: Target): readonly string[] {
  const isWww = target.type !== 'page' && target.host.startsWith('www.');
  return isWww ? ['separating the www host from its domain'] : [];
}

/** What queries count: links from other domains, indirect ones included by default. */
export function countedLinks(status: LinkStatus, include_indirect_links = true): Readonly<Record<string, unknown>> {
  return {
    include_subdomains: true,
    include_indirect_links,
    exclude_internal_backlinks: true,
    backlinks_status_type: status,
    rank_scale: 'one_thousand',
  };
}

/** Where the provider counts indirect links whatever is asked. */
export function listIndirectLacks({
  include_indirect_links,
}: {
  readonly include_indirect_links: boolean;
}): readonly string[] {
  return include_indirect_links ? [] : ['leaving out links through a redirect or canonical'];
}

/** Conditions that all have to hold, as `filters` takes them; nothing when there are none. */
export function joinFilters(filters: readonly (Filter | false | undefined)[]): { readonly filters?: unknown } {
  const given = filters.filter((filter): filter is Filter => filter !== undefined && filter !== false);
  const [only, ...others] = given;
  if (only === undefined) return {};
  return {
    filters: others.length === 0 ? only : given.flatMap((filter, at) => (at === 0 ? [filter] : ['and', filter])),
  };
}

export function contains(field: string, part: string | undefined): Filter | undefined {
  return part === undefined ? undefined : [field, 'ilike', `%${part}%`];
}

export function atLeast(field: string, least: number | undefined): Filter | undefined {
  return least === undefined ? undefined : [field, '>=', least];
}

export function atMost(field: string, most: number | undefined): Filter | undefined {
  return most === undefined ? undefined : [field, '<=', most];
}

export function askBacklinks<Result>(
  context: DataForSeoContext,
  endpoint: string,
  task: Readonly<Record<string, unknown>>,
  shape: z.ZodType<Result>,
): Promise<LiveAnswer<Result>> {
  return runLiveTask(context, `backlinks/${endpoint}/live`, task, shape);
}

/** `isUnknown`: it has no data on the target, and no filter explains that. */
export function composeAnswer<Value>(value: Value, isUnknown: boolean, usd: number): Answered<Value> {
  const none = isUnknown ? ({ coverage: 'none', is_empty: true } as const) : {};
  // It does not say when its crawler last visited.
  return { value, usd, measure: 'measured', observed_at: null, ...none };
}
