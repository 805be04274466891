import type { RankOverviewView, RankRowView, TargetListView, TargetView } from '../../views.ts';
import { get } from '../model/api.ts';

export const PAGE = 50;
export const DAYS = [7, 28, 90] as const;
export const STATES = ['active', 'paused'] as const;

/** What the address of the page asks for; empty for all. */
export interface Asked {
  readonly tag: string;
  readonly days: number;
  readonly text: string;
  readonly state: string;
  readonly offset: number;
}

/** The set as it is chosen, and the tags of all keywords. */
export interface SetView {
  readonly tags: RankOverviewView['by_tag'];
  readonly set: RankOverviewView;
}

export interface TrackedView {
  readonly target: TargetView;
  /** Undefined for one that was deleted meanwhile. */
  readonly rank: RankRowView | undefined;
}

export function askedOf(query: Readonly<Record<string, string>>): Asked {
  return {
    tag: query['tag'] ?? '',
    days: DAYS.find((days) => String(days) === query['days']) ?? DAYS[0],
    text: query['text'] ?? '',
    state: STATES.find((state) => state === query['state']) ?? '',
    offset: Math.max(0, Math.trunc(Number(query['offset'] ?? 0)) || 0),
  };
}

export async function loadSet({ tag, days }: Asked, signal: AbortSignal): Promise<SetView> {
  // No rows: those of the page are asked for by their ids.
  const ask = (chosen: string): Promise<RankOverviewView> =>
    get<RankOverviewView>('/rank/overview', { tag: chosen, days, limit: 1 }, signal);
  const [whole, tagged] = await Promise.all([ask(''), tag === '' ? undefined : ask(tag)]);
  return { tags: whole.by_tag, set: tagged ?? whole };
}

export interface Keywords {
  readonly rows: readonly TrackedView[];
  readonly total_count: number;
}

export async function loadKeywords({ tag, days, text, state, offset }: Asked, signal: AbortSignal): Promise<Keywords> {
  const asked = { tag, text, state, offset, limit: PAGE };
  const { targets, total_count } = await get<TargetListView>('/rank/targets', asked, signal);
  if (targets.length === 0) return { rows: [], total_count };
  const ids = targets.map(({ id }) => id).join(',');
  const { items } = await get<RankOverviewView>('/rank/overview', { ids, days, limit: PAGE }, signal);
  const ranks = new Map(items.map((item) => [item.id, item]));
  return { rows: targets.map((target) => ({ target, rank: ranks.get(target.id) })), total_count };
}
