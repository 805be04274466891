import { compareText } from '../../../text/normalize.ts';
import type { Intent } from '../../../text/signals.ts';
import type { Purpose } from '../../../text/purpose.ts';
import { type Action, type Decision, decidePages, nameMainAction } from './actions.ts';
import type { Conflict } from './conflicts.ts';
import { findEditions } from './editions.ts';
import { groupConnected } from './groups.ts';
import type { Page } from './pages.ts';
import { areOfOtherKinds } from './pairs.ts';
import type { Standing } from './standing.ts';

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
  /** One for each page, the page to keep first. */
  readonly decisions: readonly Decision[];
  readonly action: Action;
  readonly intent: Intent;
}

/** Pages that conflicts connect, with the one to keep and what to do about the others; the most severe cluster first. */
export function clusterPages(conflicts: readonly Conflict[], standings: ReadonlyMap<Page, Standing>): Cluster[] {
  // Conflicts come most severe first, and so do the groups that they open.
  return groupConnected(conflicts).map((group) => toCluster(group, standings));
}

function toCluster(conflicts: readonly Conflict[], standings: ReadonlyMap<Page, Standing>): Cluster {
  const pages = [...new Set(conflicts.flatMap(({ one, other }) => [one, other]))].sort((a, b) =>
    compareText(a.key, b.key),
  );
  const scored = rankPages(pages);
  const editions = findEditions(conflicts, new Map(scored.map(({ page }, at) => [page, at])));
  const behind = (page: Page): number => {
    if (standings.get(page)?.status === 'variant') return 3;
    if (editions.has(page) || isOlderModel(page, conflicts)) return 2;
    return Number(isOneOfPlaces(page, conflicts));
  };
  const crossKinds = conflicts.every(areOfOtherKinds);
  const owned = (page: Page): number => (crossKinds ? countOwnedQueries(page, conflicts) : 0);
  const preferences = scored.toSorted(
    (one, other) => behind(one.page) - behind(other.page) || owned(other.page) - owned(one.page),
  );
  const decisions = decidePages(
    preferences.map(({ page }) => page),
    { conflicts, standings, editions },
  );
  return {
    pages,
    conflicts,
    preferences,
    decisions,
    action: nameMainAction(decisions),
    intent: judgeIntent(preferences),
  };
}

/** Whether a newer model of what the page sells is in conflict with it. */
function isOlderModel(page: Page, conflicts: readonly Conflict[]): boolean {
  return conflicts.some(({ one, other, overlap }) => {
    const rival = one === page ? other : other === page ? one : undefined;
    return overlap.other_version && rival !== undefined && (rival.year ?? 0) > (page.year ?? 0);
  });
}

/** Whether the page is for a place, and a page for the whole subject competes with it. */
function isOneOfPlaces(page: Page, conflicts: readonly Conflict[]): boolean {
  return (
    page.places.size > 0 &&
    conflicts.some(({ one, other, overlap }) => overlap.places === 'one' && (one === page || other === page))
  );
}

/** Whether a search that the page targets is one of those that a conflict is about. */
export function ownsSharedQuery(page: Page, conflicts: readonly Conflict[]): boolean {
  return countOwnedQueries(page, conflicts) > 0;
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
 * 10 × share of backlinks + 5 for a canonical to itself, and 5 for targeting the subject. What is not known earns
 * nothing; where no page has a figure of its own, those of its ranking queries are added up. Without any figure
 * relevance and a short address decide.
 */
function rankPages(pages: readonly Page[]): Preference[] {
  const clicks = readFigures(pages, 'clicks');
  const impressions = readFigures(pages, 'impressions');
  const backlinks = pages.reduce((sum, page) => sum + (page.backlinks ?? 0), 0);
  const shareOf = (value: number, total: number): number => (total > 0 ? value / total : 0);
  return pages
    .map((page) => {
      const components = {
        clicks: Math.round(POINTS.clicks * shareOf(clicks.of(page), clicks.total)),
        impressions: Math.round(POINTS.impressions * shareOf(impressions.of(page), impressions.total)),
        position: page.avg_position === null ? 0 : Math.round(POINTS.position / Math.max(1, page.avg_position)),
        backlinks: Math.round(POINTS.backlinks * shareOf(page.backlinks ?? 0, backlinks)),
        canonical: page.canonical_url !== null && page.indexable !== false ? POINTS.canonical : 0,
        relevance: scoreRelevance(page),
      };
      return { page, components, score: Object.values(components).reduce((total, each) => total + each, 0) };
    })
    .sort(
      (one, other) =>
        other.score - one.score ||
        one.page.url.length - other.page.url.length ||
        compareText(one.page.key, other.page.key),
    );
}

interface Figures {
  readonly of: (page: Page) => number;
  readonly total: number;
}

function readFigures(pages: readonly Page[], name: 'clicks' | 'impressions'): Figures {
  const isUnknown = pages.every((page) => page[name] === null);
  const figureOf = (page: Page): number =>
    isUnknown
      ? [...(page.queries?.values() ?? [])].reduce((sum, query) => sum + (query[name] ?? 0), 0)
      : (page[name] ?? 0);
  const figures = new Map(pages.map((page) => [page, figureOf(page)]));
  return { of: (page) => figures.get(page) ?? 0, total: [...figures.values()].reduce((sum, each) => sum + each, 0) };
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

/** Targets a keyword, and has it in the title. */
function scoreRelevance(page: Page): number {
  if (page.primary === undefined) return 0;
  const { terms } = page.title_subject.reading;
  return page.primary.reading.terms.every((term) => terms.includes(term)) ? POINTS.relevance : 2;
}

/** The intent of the page to keep: by its purpose, else by its words. */
function judgeIntent(preferences: readonly Preference[]): Intent {
  const kept = preferences[0]?.page;
  if (kept === undefined) return 'informational';
  return kept.purpose === undefined ? (kept.primary ?? kept.title_subject).intent.value : INTENT_OF[kept.purpose];
}
