import type { Serp, SerpEntry, SerpItem } from './serp.ts';

/** What stands on a result page, as `SerpOutline` tells it of one site. */
export interface ListedEntries {
  /** In the order of the page; references and lists that have no item of their own come last. */
  readonly entries: readonly SerpEntry[];
  readonly shown: readonly string[];
  readonly linked: readonly string[];
}

export function listEntries(serp: Serp): ListedEntries {
  const items = serp.items.flatMap(listOfItem);
  const references = serp.ai_overview.references.map(({ url }, at): SerpEntry => ({
    ...BLANK,
    type: 'ai_overview',
    role: 'reference',
    rank_absolute: at + 1,
    rank_group: at + 1,
    url,
  }));
  const lists = [...listWithoutItem(serp, 'people_also_ask'), ...listWithoutItem(serp, 'related_searches')];
  const entries = [...items, ...references, ...lists];
  return {
    entries,
    shown: typesOf(entries.filter(({ role }) => role === 'item')),
    linked: typesOf(entries.filter(({ url }) => url !== null)),
  };
}

function typesOf(entries: readonly SerpEntry[]): string[] {
  return [...new Set(entries.map(({ type }) => type))];
}

const BLANK: SerpEntry = { type: '', role: 'item', rank_absolute: 0, rank_group: 0, page: 0, url: null, top_px: null };

function listOfItem(item: SerpItem): SerpEntry[] {
  const { rank_absolute, rank_group, page, top_px, children } = item;
  const type = item.type === 'other' ? (item.kind ?? 'other') : item.type;
  const shared = { type, rank_absolute, rank_group, page, top_px };
  const url = item.url ?? (item.type === 'organic' ? null : rootOf(item.domain));
  return [
    { ...shared, role: 'item', url },
    ...children
      .map((child): SerpEntry => ({ ...shared, role: 'child', url: child.url ?? rootOf(child.domain) }))
      .filter((child) => child.url !== null),
  ];
}

/** Features often name a business by its domain alone, which is enough to know whose they are. */
function rootOf(domain: string | null): string | null {
  return domain === null ? null : `https://${domain}/`;
}

/** Questions and related searches that a source tells as a list without saying where on the page they are. */
function listWithoutItem(serp: Serp, type: 'people_also_ask' | 'related_searches'): SerpEntry[] {
  if (serp.items.some((item) => item.type === type)) return [];
  const listed: readonly (string | null)[] =
    type === 'people_also_ask'
      ? (serp.people_also_ask ?? []).map(({ url }) => url)
      : (serp.related_searches ?? []).map(() => null);
  return listed.map((url) => ({ ...BLANK, type, url }));
}
