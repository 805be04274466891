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
  /** Whose keywords; '' for those of all sites. */
  readonly host: string;
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
    host: '',
  };
}

export async function loadSet({ tag, days, host }: Asked, signal: AbortSignal): Promise<SetView> {
  // No rows: those of the page are asked for by their ids.
  const ask = (chosen: string): Promise<RankOverviewView> =>
    get<RankOverviewView>('/rank/overview', { tag: chosen, days, limit: 1 }, signal);
  if (host !== '') {
    const own = await ranksOfSite(host, { tag, days, limit: 1 }, signal);
    const set = own ?? { ...(await ask('')), keywords: 0, checked: 0, by_tag: [] };
    return { tags: set.by_tag, set };
  }
  const [whole, tagged] = await Promise.all([ask(''), tag === '' ? undefined : ask(tag)]);
  return { tags: whole.by_tag, set: tagged ?? whole };
}

/** As many as one question about their ranks may name. */
const NAMED_MAX = 100;

/** Ranks of the tracked keywords of one site; null where it has none. Of more than a hundred beside those of other sites, the first hundred. */
export async function ranksOfSite(
  host: string,
  { tag, days, limit }: { readonly tag: string; readonly days: number; readonly limit: number },
  signal: AbortSignal,
): Promise<RankOverviewView | null> {
  const [own, all] = await Promise.all([
    get<TargetListView>('/rank/targets', { text: host, tag, state: 'active', limit: NAMED_MAX }, signal),
    get<TargetListView>('/rank/targets', { tag, state: 'active', limit: 1 }, signal),
  ]);
  const ids = own.targets.filter(({ url }) => url.includes(host)).map(({ id }) => id);
  if (ids.length === 0) return null;
  // An overview of all is one of all keywords, however many there are.
  const named = own.total_count === all.total_count ? { tag } : { ids: ids.join(',') };
  return get<RankOverviewView>('/rank/overview', { ...named, days, limit }, signal);
}

export interface Keywords {
  readonly rows: readonly TrackedView[];
  readonly total_count: number;
}

export async function loadKeywords(
  { tag, days, text, state, offset, host }: Asked,
  signal: AbortSignal,
): Promise<Keywords> {
  const asked = { tag, text: text === '' ? host : text, state, offset, limit: PAGE };
  const found = await get<TargetListView>('/rank/targets', asked, signal);
  const targets = found.targets.filter(({ url }) => host === '' || url.includes(host));
  const { total_count } = found;
  if (targets.length === 0) return { rows: [], total_count };
  const ids = targets.map(({ id }) => id).join(',');
  const { items } = await get<RankOverviewView>('/rank/overview', { ids, days, limit: PAGE }, signal);
  const ranks = new Map(items.map((item) => [item.id, item]));
  return { rows: targets.map((target) => ({ target, rank: ranks.get(target.id) })), total_count };
}
