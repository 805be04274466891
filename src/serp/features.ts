import { readDataRows } from '../kernel/data.ts';
import { type Serp, SERP_ITEM_TYPES, type SerpItem, type SerpItemType } from '../ports/serp.ts';
import { type Intent, INTENTS } from '../text/signals.ts';
import { readSite } from './results.ts';

/**
 * `not_loaded`: the page has it, but its content was not fetched; `unavailable`: the source cannot see it, so it is
 * unknown.
 */
export const FEATURE_STATUSES = ['present', 'absent', 'not_loaded', 'unavailable'] as const;
type FeatureStatus = (typeof FEATURE_STATUSES)[number];

export interface SerpFeature {
  /** A `SerpItemType`, or the source's own name for any other type. */
  readonly type: string;
  /** As a sentence names it: `the featured snippet`. */
  readonly name: string;
  readonly status: FeatureStatus;
  /** Null where the source cannot see it. */
  readonly present: boolean | null;
  /** Position among all items on the page; null if unknown. */
  readonly position: number | null;
  /** Registrable domains that it shows, in order; null if it shows none or they are unknown. */
  readonly owners: readonly string[] | null;
  /** URLs behind the owners; the domain where no URL is known. */
  readonly shown: readonly string[];
  /** Whether a site can win it; null if it is not on the page or this is unknown. */
  readonly winnable: boolean | null;
  /** How to win it. */
  readonly how: string | null;
}

interface FeatureFacts {
  readonly name: string;
  readonly intent: Intent | undefined;
  readonly winnable: boolean;
  readonly how: string | null;
}

const FACTS: ReadonlyMap<string, FeatureFacts> = new Map(
  readDataRows(import.meta.url, 'data/features.tsv').map(([type = '', name = '', intent, winnable, how = '']) => [
    type,
    {
      name,
      intent: INTENTS.find((each) => each === intent),
      winnable: winnable === 'yes',
      how: how.trim() === '' ? null : how.trim(),
    },
  ]),
);

/** Plain results are not features; types without a name of ours keep the source's name. */
const NO_FEATURE: ReadonlySet<SerpItemType> = new Set(['organic', 'other']);

/** Every feature type with what is known about it: those on the page in order, then those that are not on it. */
export function listFeatures(serp: Serp): SerpFeature[] {
  const known = SERP_ITEM_TYPES.filter((type) => !NO_FEATURE.has(type)).map((type) => describeFeature(type, serp));
  return [...known, ...listOthers(serp)].toSorted(
    (one, other) =>
      FEATURE_STATUSES.indexOf(one.status) - FEATURE_STATUSES.indexOf(other.status) ||
      (one.position ?? LAST) - (other.position ?? LAST),
  );
}

/** After everything that has a position on the page. */
const LAST = Number.MAX_SAFE_INTEGER;

/** The intent that a feature signals. */
export function findFeatureIntent(type: string): Intent | undefined {
  return FACTS.get(type)?.intent;
}

function describeFeature(type: SerpItemType, serp: Serp): SerpFeature {
  const items = serp.items.filter((item) => item.type === type);
  const status = statusOf(type, items.length > 0, serp);
  const facts = FACTS.get(type);
  const isThere = status === 'present' || status === 'not_loaded';
  return {
    type,
    name: facts?.name ?? type.replaceAll('_', ' '),
    status,
    present: status === 'unavailable' ? null : isThere,
    position: items[0]?.rank_absolute ?? null,
    ...(status === 'present' ? listOwners(listShown(type, items, serp)) : { owners: null, shown: [] }),
    ...(isThere && facts !== undefined ? { winnable: facts.winnable, how: facts.how } : { winnable: null, how: null }),
  };
}

function statusOf(type: SerpItemType, isOnPage: boolean, serp: Serp): FeatureStatus {
  if (type === 'ai_overview') return overviewStatus(serp);
  if (isOnPage) return 'present';
  const lists = { people_also_ask: serp.people_also_ask, related_searches: serp.related_searches };
  const list = type === 'people_also_ask' || type === 'related_searches' ? lists[type] : null;
  if (list !== null) return list.length > 0 ? 'present' : 'absent';
  return serp.sees.includes(type) ? 'absent' : 'unavailable';
}

function overviewStatus({ ai_overview }: Serp): FeatureStatus {
  return ai_overview.status === 'async_not_loaded' ? 'not_loaded' : ai_overview.status;
}

type Shown = Pick<SerpItem, 'url' | 'domain'>;

function listShown(type: SerpItemType, items: readonly SerpItem[], { ai_overview }: Serp): readonly Shown[] {
  return type === 'ai_overview' ? ai_overview.references : items.flatMap((item) => [item, ...item.children]);
}

function listOwners(places: readonly Shown[]): Pick<SerpFeature, 'owners' | 'shown'> {
  const named = places.filter(({ url, domain }) => readSite(url, domain) !== '');
  const owners = [...new Set(named.map(({ url, domain }) => readSite(url, domain)))];
  return { owners: owners.length === 0 ? null : owners, shown: named.map(({ url, domain }) => url ?? domain ?? '') };
}

function listOthers(serp: Serp): SerpFeature[] {
  const items = serp.items.filter(({ type }) => type === 'other');
  return [...Map.groupBy(items, ({ kind }) => kind ?? 'other')].map(([kind, group]) => ({
    type: kind,
    name: kind.replaceAll('_', ' '),
    status: 'present' as const,
    present: true,
    position: group[0]?.rank_absolute ?? null,
    ...listOwners(listShown('other', group, serp)),
    winnable: null,
    how: null,
  }));
}
