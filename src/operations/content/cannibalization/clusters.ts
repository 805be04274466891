import { compareText } from '../../../text/normalize.ts';
import type { Intent } from '../../../text/signals.ts';
import type { Purpose } from '../../../text/purpose.ts';
import { intentOf } from '../../../text/subject.ts';
import { type Action, type Decision, decidePages, isGone, nameMainAction } from './actions.ts';
import { type Conflict, listRivals, type Rivals } from './conflicts.ts';
import { findEditions } from './editions.ts';
import { groupConnected } from './groups.ts';
import type { Page } from './pages.ts';
import { canStandIn, listOwnedQueries } from './pairs.ts';
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
  const rivals = listRivals(conflicts);
  const editions = findEditions(conflicts, new Map(scored.map(({ page }, at) => [page, at])));
  const behind = (page: Page): number => {
    if (standings.get(page)?.status === 'variant') return 3;
    if (editions.has(page) || isOlderModel(page, rivals)) return 2;
    return Number(isOneOfPlaces(page, rivals));
  };
  const choose = (isApart: boolean): Pick<Cluster, 'preferences' | 'decisions'> => {
    const preferences = scored
      .map((preference) => ({
        preference,
        behind: behind(preference.page),
        owned: isApart ? listOwnedQueries(preference.page, conflicts).length : 0,
      }))
      .sort((one, other) => one.behind - other.behind || other.owned - one.owned)
      .map(({ preference }) => preference);
    const order = preferences.map(({ page }) => page);
    return { preferences, decisions: decidePages(order, { rivals, standings, editions }) };
  };
  // Where every page stays, the shared search belongs to the page that is made for it, whichever is worth the most.
  const valued = choose(!conflicts.some(canStandIn));
  const { preferences, decisions } = valued.decisions.some(isGone) ? valued : choose(true);
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
function isOlderModel(page: Page, rivals: Rivals): boolean {
  const own = [...(rivals.get(page) ?? [])];
  return own.some(([rival, { overlap }]) => overlap.other_version && (rival.year ?? 0) > (page.year ?? 0));
}

/** Whether the page is for a place, and a page for the whole subject competes with it. */
function isOneOfPlaces(page: Page, rivals: Rivals): boolean {
  return (
    page.places.size > 0 && [...(rivals.get(page)?.values() ?? [])].some(({ overlap }) => overlap.places === 'one')
  );
}

const POINTS = { clicks: 40, impressions: 20, position: 20, backlinks: 10, canonical: 5, relevance: 5 } as const;

/**
 * Which page to keep (formulas 4.10): 40 × share of clicks + 20 × share of impressions + 20 ÷ average position +
 * 10 × share of backlinks + 5 for a canonical to itself, and 5 for targeting the subject. A figure counts only where it
 * is known of every page that has any, so that no page wins by what is unknown of another; where no page has one of its
 * own, those of its ranking queries are added up. Without any figure relevance and a short address decide.
 */
function rankPages(pages: readonly Page[]): Preference[] {
  const clicks = readFigures(pages, 'clicks');
  const impressions = readFigures(pages, 'impressions');
  const backlinks = readFigures(pages, 'backlinks');
  const positions = readFigures(pages, 'avg_position');
  return pages
    .map((page) => {
      const position = positions.of(page);
      const components = {
        clicks: Math.round(POINTS.clicks * clicks.shareOf(page)),
        impressions: Math.round(POINTS.impressions * impressions.shareOf(page)),
        position: position === 0 ? 0 : Math.round(POINTS.position / Math.max(1, position)),
        backlinks: Math.round(POINTS.backlinks * backlinks.shareOf(page)),
        canonical: page.canonical_url !== null && page.indexable !== false ? POINTS.canonical : 0,
        relevance: scoreRelevance(page),
      };
      return { page, components, score: Object.values(components).reduce((total, each) => total + each, 0) };
    })
    .sort(
      (one, other) =>
        other.score - one.score ||
        Number(other.page.named_by_url === true) - Number(one.page.named_by_url === true) ||
        comparePlainness(one.page, other.page) ||
        compareText(one.page.key, other.page.key),
    );
}

/** https before http, lower case before upper case, then the shorter URL. */
function comparePlainness({ url: one }: Page, { url: other }: Page): number {
  return (
    Number(one.startsWith('http:')) - Number(other.startsWith('http:')) ||
    Number(/\p{Lu}/u.test(one)) - Number(/\p{Lu}/u.test(other)) ||
    one.length - other.length
  );
}

interface Figures {
  readonly of: (page: Page) => number;
  readonly shareOf: (page: Page) => number;
}

const FIGURES = ['clicks', 'impressions', 'avg_position', 'backlinks'] as const;

function readFigures(pages: readonly Page[], name: (typeof FIGURES)[number]): Figures {
  const measured = pages.filter((page) => FIGURES.some((each) => page[each] !== null));
  const isKnown = measured.length > 0 && measured.every((page) => page[name] !== null);
  const isNowhere = pages.every((page) => page[name] === null);
  const figureOf = (page: Page): number => {
    if (isKnown) return page[name] ?? 0;
    return isNowhere && (name === 'clicks' || name === 'impressions') ? sumQueries(page, name) : 0;
  };
  const figures = new Map(pages.map((page) => [page, figureOf(page)]));
  const total = [...figures.values()].reduce((sum, each) => sum + each, 0);
  const of = (page: Page): number => figures.get(page) ?? 0;
  return { of, shareOf: (page) => (total > 0 ? of(page) / total : 0) };
}

function sumQueries({ queries }: Page, name: 'clicks' | 'impressions'): number {
  return [...(queries?.values() ?? [])].reduce((sum, query) => sum + (query[name] ?? 0), 0);
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
  const { terms } = page.titled.whole.reading;
  return page.primary.reading.terms.every((term) => terms.includes(term)) ? POINTS.relevance : 2;
}

/** The intent of the page to keep: by its purpose, else by its words. */
function judgeIntent(preferences: readonly Preference[]): Intent {
  const kept = preferences[0]?.page;
  if (kept === undefined) return 'informational';
  return kept.purpose === undefined ? intentOf(kept.primary ?? kept.titled.whole).value : INTENT_OF[kept.purpose];
}
