import { compareText } from '../../../text/normalize.ts';
import type { Intent } from '../../../text/signals.ts';
import { type Purpose, findPurpose } from '../../../text/purpose.ts';
import type { Conflict } from './conflicts.ts';
import type { Page } from './pages.ts';
import type { Standing } from './standing.ts';

export const ACTIONS = ['merge', 'differentiate', 'canonicalise', 'redirect', 'internal_link', 'monitor'] as const;
export type Action = (typeof ACTIONS)[number];

interface Preference {
  readonly page: Page;
  readonly score: number;
  readonly components: Readonly<
    Record<'clicks' | 'impressions' | 'position' | 'backlinks' | 'canonical' | 'relevance', number>
  >;
}

export interface Cluster {
  readonly pages: readonly Page[];
  readonly conflicts: readonly Conflict[];
  readonly preferences: readonly Preference[];
  /** Pages of the cluster that are variants of another: they need a canonical, whatever is done about the rest. */
  readonly versions: readonly Page[];
  /** Editions that another page of the cluster replaces. */
  readonly outdated: readonly Page[];
  /** A text and a page that sells or names prices compete for one search, but neither can replace the other. */
  readonly kinds_differ: boolean;
  readonly action: Action;
  readonly intent: Intent;
}

/** Pages that conflicts connect, with the one to keep and what to do about the others; the most severe cluster first. */
export function clusterPages(conflicts: readonly Conflict[], standings: ReadonlyMap<Page, Standing>): Cluster[] {
  const parents = new Map<Page, Page>();
  const rootOf = (page: Page): Page => {
    let root = page;
    for (let up = parents.get(root); up !== undefined && up !== root; up = parents.get(root)) root = up;
    parents.set(page, root);
    return root;
  };
  for (const { one, other } of conflicts) {
    const [here, there] = [rootOf(one), rootOf(other)];
    if (here !== there) parents.set(there, here);
  }
  const groups = new Map<Page, Conflict[]>();
  for (const conflict of conflicts) {
    const root = rootOf(conflict.one);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [conflict]);
    else group.push(conflict);
  }
  // Conflicts come most severe first, and so do the groups that they open.
  return [...groups.values()].map((group) => toCluster(group, standings));
}

function toCluster(conflicts: readonly Conflict[], standings: ReadonlyMap<Page, Standing>): Cluster {
  const pages = [...new Set(conflicts.flatMap(({ one, other }) => [one, other]))].sort((a, b) =>
    compareText(a.key, b.key),
  );
  const outdated = new Set(conflicts.flatMap(findOutdated));
  const kindsDiffer = new Set(pages.map(judgeKind).filter((kind) => kind !== undefined)).size > 1;
  const preferences = rankPages(pages, standings).toSorted(
    (one, other) =>
      isVersion(one.page, standings) - isVersion(other.page, standings) ||
      Number(outdated.has(one.page)) - Number(outdated.has(other.page)) ||
      (kindsDiffer ? countOwnedQueries(other.page, conflicts) - countOwnedQueries(one.page, conflicts) : 0),
  );
  const facts = { outdated: pages.filter((page) => outdated.has(page)), kinds_differ: kindsDiffer };
  return {
    pages,
    conflicts,
    preferences,
    ...facts,
    versions: pages.filter((page) => isVersion(page, standings) === 1),
    action: chooseAction(conflicts, preferences, standings, facts),
    intent: judgeIntent(preferences),
  };
}

/** The page of a pair that another edition replaces: the older year, else the one with a year in its URL. */
export function findOutdated({ one, other, overlap }: Conflict): Page[] {
  if (overlap.sameness < ALIKE || overlap.intent < 0.8) return [];
  if (one.year !== null && other.year !== null && one.year !== other.year) return [one.year < other.year ? one : other];
  const dated = [one, other].filter(({ dated_address: isDated }) => isDated);
  return dated.length === 1 ? dated : [];
}

/** Texts on one side, pages that sell, show prices or bring visitors on the other; undefined where unsure. */
function judgeKind({ type, url }: Page): 'text' | 'offer' | undefined {
  if (TEXT_ADDRESS.test(url)) return 'text';
  if (type.confidence < SURE) return undefined;
  const purpose = findPurpose(type.value);
  if (purpose === 'inform' || purpose === 'compare') return 'text';
  return purpose === 'sell' || purpose === 'price' || purpose === 'visit' || purpose === 'use' ? 'offer' : undefined;
}

/** A page in a blog is a text, even with prices in its title. */
const TEXT_ADDRESS = /\/(?:blog|guides?|news|magazine?|articles?|advice|ratgeber|magazin)\/[^/]/i;
const SURE = 0.4;

/** Whether a search that the page targets is one of those that a conflict is about. */
export function ownsSharedQuery(page: Page, conflicts: readonly Conflict[]): boolean {
  const own = page.queries?.get(page.primary_key)?.text;
  return own !== undefined && conflicts.some(({ overlap }) => overlap.primary_shared.includes(own));
}

/** Searches that the page targets and shares with another. */
function countOwnedQueries(page: Page, conflicts: readonly Conflict[]): number {
  const own = page.queries?.get(page.primary_key)?.text;
  return conflicts.filter(
    ({ one, other, overlap }) =>
      (one === page || other === page) && own !== undefined && overlap.primary_shared.includes(own),
  ).length;
}

const POINTS = { clicks: 40, impressions: 20, position: 20, backlinks: 10, canonical: 5, relevance: 5 } as const;

/**
 * Which page to keep (formulas 4.10): 40 × share of clicks + 20 × share of impressions + 20 ÷ average position +
 * 10 × share of backlinks + 5 for a canonical to itself, and 5 for targeting the subject; a variant of
 * another page is never kept. What is not known earns nothing; without any figure relevance and a short address decide.
 */
function rankPages(pages: readonly Page[], standings: ReadonlyMap<Page, Standing>): Preference[] {
  const sum = (of: (page: Page) => number | null): number => pages.reduce((total, page) => total + (of(page) ?? 0), 0);
  const totals = {
    clicks: sum((p) => p.clicks),
    impressions: sum((p) => p.impressions),
    backlinks: sum((p) => p.backlinks),
  };
  const shareOf = (value: number | null, total: number): number => (total > 0 ? (value ?? 0) / total : 0);
  return pages
    .map((page) => {
      const components = {
        clicks: Math.round(POINTS.clicks * shareOf(page.clicks, totals.clicks)),
        impressions: Math.round(POINTS.impressions * shareOf(page.impressions, totals.impressions)),
        position: page.avg_position === null ? 0 : Math.round(POINTS.position / Math.max(1, page.avg_position)),
        backlinks: Math.round(POINTS.backlinks * shareOf(page.backlinks, totals.backlinks)),
        canonical: page.canonical_url !== null && page.indexable !== false ? POINTS.canonical : 0,
        relevance: scoreRelevance(page),
      };
      return { page, components, score: Object.values(components).reduce((total, each) => total + each, 0) };
    })
    .sort(
      (one, other) =>
        isVersion(one.page, standings) - isVersion(other.page, standings) ||
        other.score - one.score ||
        one.page.url.length - other.page.url.length ||
        compareText(one.page.key, other.page.key),
    );
}

function isVersion(page: Page, standings: ReadonlyMap<Page, Standing>): number {
  return standings.get(page)?.status === 'variant' ? 1 : 0;
}

/** Targets a keyword, and has it in the title. */
function scoreRelevance(page: Page): number {
  if (page.primary === undefined) return 0;
  const { terms } = page.title_subject.reading;
  return page.primary.reading.terms.every((term) => terms.includes(term)) ? POINTS.relevance : 2;
}

/** A page with this share of the clicks leads already. */
const WON = 0.65;
/** Overlap below which another look in a few weeks is enough. */
const WATCH_UNDER = 45;
const ALIKE = 0.75;

function chooseAction(
  conflicts: readonly Conflict[],
  preferences: readonly Preference[],
  standings: ReadonlyMap<Page, Standing>,
  { outdated, kinds_differ: kindsDiffer }: Pick<Cluster, 'outdated' | 'kinds_differ'>,
): Action {
  const [kept, ...others] = preferences.map(({ page }) => page);
  if (kept === undefined || others.every((page) => isVersion(page, standings) === 1)) return 'canonicalise';
  const highest = Math.max(...conflicts.map(({ overlap }) => overlap.score));
  if (highest < WATCH_UNDER && conflicts.every(({ severity }) => severity === 'low')) return 'monitor';
  if (kindsDiffer || conflicts.some(({ overlap }) => overlap.intent < 0.8)) return 'differentiate';
  if (others.every((page) => hasNothingToLose(page) || outdated.includes(page))) return 'redirect';
  const alike = conflicts.every(({ overlap }) => overlap.sameness >= ALIKE);
  if (!alike && hasWon(kept, others)) return 'internal_link';
  return alike || conflicts.some(({ overlap }) => overlap.same_primary) ? 'merge' : 'differentiate';
}

function hasNothingToLose({ clicks, impressions, backlinks }: Page): boolean {
  return clicks === 0 && (impressions ?? 0) === 0 && (backlinks ?? 0) === 0;
}

function hasWon(kept: Page, others: readonly Page[]): boolean {
  const own = kept.clicks ?? 0;
  return own > 0 && own >= WON * others.reduce((total, page) => total + (page.clicks ?? 0), own);
}

const INTENT_OF: Readonly<Record<Purpose, Intent>> = {
  inform: 'informational',
  compare: 'commercial',
  sell: 'transactional',
  price: 'transactional',
  visit: 'local',
  use: 'transactional',
  enter: 'navigational',
  help: 'informational',
  home: 'navigational',
  company: 'navigational',
};

/** The intent of the page to keep: by its purpose, else by its words. */
function judgeIntent(preferences: readonly Preference[]): Intent {
  const kept = preferences[0]?.page;
  if (kept === undefined) return 'informational';
  return kept.purpose === undefined ? (kept.primary ?? kept.title_subject).intent.value : INTENT_OF[kept.purpose];
}
