import type { Answered } from '../ports/define-source.ts';
import type { AiOverview, Serp, SerpItemType, SerpQuery } from '../ports/serp.ts';
import { NO_AI_OVERVIEW, composeSerp } from '../sources/result-pages/compose-serp.ts';
import { draftItem, type ItemDraft } from '../sources/result-pages/items.ts';
import { passesSites } from '../sources/result-pages/site-filter.ts';
import type { SerpReach } from '../sources/result-pages/reach.ts';
import { foldPhrase } from '../text/normalize.ts';
import type { MadeWeb } from './made-web.ts';
import { type MadePage, type MadeSite, SHOP } from './read-sites.ts';
import { chance, findSearch, type MadeSearch, positionOn, RESULTS_MAX, SEARCHES } from './searches.ts';

/** Result pages of a search engine that knows the made web alone. */

const SEES = [
  'organic',
  'ai_overview',
  'people_also_ask',
  'related_searches',
  'shopping',
] as const satisfies readonly SerpItemType[];

export const SERP_REACH: SerpReach = {
  engine: 'google',
  sees: SEES,
  places: 'any',
  devices: ['desktop', 'mobile'],
  depth_max: 100,
};

const PAGE_RESULTS = 10;
const PAGES_OF_HOST_MAX = 3;
const REFERENCES_MAX = 3;
const RELATED_MAX = 6;
/** Positions of the shop down to which an overview refers to it. */
const REFERRED_MAX = 5;

interface Result {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly text: string;
}

export function madeSerp(
  web: MadeWeb,
  query: SerpQuery,
  { days_ago, checked_at }: { readonly days_ago: number; readonly checked_at: Date },
): Answered<Serp> {
  const search = findSearch(query.keyword);
  const isFiltered = query.include_domains.length > 0 || query.exclude_domains.length > 0;
  const results = resultsOn(web, query.keyword, search, days_ago).filter(({ url }) => passesSites(url, query));
  const organic = results.slice(0, query.depth);
  const overview = search?.shows.includes('ai') === true ? overviewOf(search, results, days_ago) : NO_AI_OVERVIEW;
  const facts = {
    spell: null,
    total_results: search === undefined || isFiltered ? results.length : search.volume * 130,
    check_url: null,
    checked_at: checked_at.toISOString(),
    ai_overview: overview,
    people_also_ask: (search?.questions ?? []).map((question, at) => {
      const { text = null, url = null } = results[at] ?? {};
      return { question, answer: text, url };
    }),
    related_searches: relatedTo(query.keyword),
  };
  return composeSerp(
    {
      query,
      engine: SERP_REACH.engine,
      source: 'demo',
      sees: SEES,
      keyword_sent: query.keyword,
      location: query.location,
      device: query.device,
    },
    {
      drafts: draftsOf(search, organic, overview, query),
      facts,
      pages_fetched: Math.max(1, Math.ceil(organic.length / PAGE_RESULTS)),
      ended: organic.length < results.length ? 'depth_reached' : 'no_more_results',
      usd: 0,
    },
  );
}

function draftsOf(
  search: MadeSearch | undefined,
  organic: readonly Result[],
  overview: AiOverview,
  { device }: SerpQuery,
): ItemDraft[] {
  let top_px = 160;
  const placed = (height_px: number): { readonly top_px: number; readonly height_px: number } => {
    const at = { top_px, height_px };
    top_px += height_px;
    return at;
  };
  const phone = device === 'mobile' ? 1.4 : 1;
  const shows = (name: string): boolean => search?.shows.includes(name) === true;
  const before: ItemDraft[] = [
    ...(overview.status === 'present'
      ? [draftItem({ type: 'ai_overview', page: 1, ...placed(420 * phone), children: overview.references })]
      : []),
    ...(shows('shopping') ? [draftItem({ type: 'shopping', title: 'Products', page: 1, ...placed(320 * phone) })] : []),
  ];
  const list = organic.flatMap(({ url, title, description }, at) => {
    const page = Math.floor(at / PAGE_RESULTS) + 1;
    const result = draftItem({ type: 'organic', page, url, title, description, ...placed(120 * phone) });
    if (at !== 1 || !shows('paa')) return [result];
    return [result, draftItem({ type: 'people_also_ask', page, title: 'People also ask', ...placed(240 * phone) })];
  });
  return [...before, ...list, draftItem({ type: 'related_searches', page: 1, ...placed(160 * phone) })];
}

/** Of pages that have every word, or most of them in their title. */
const FIT_MIN = 2;

/** In order: those of others by how well they fit, and the shop at its place. */
function resultsOn(web: MadeWeb, keyword: string, search: MadeSearch | undefined, days_ago: number): readonly Result[] {
  const words = foldPhrase(keyword).split(' ');
  const scored = web.sites
    .filter(({ is_spam, host }) => !is_spam && (search === undefined || host !== SHOP))
    .flatMap((site) =>
      web.pagesOn(site.host, days_ago).map((page) => ({
        host: site.host,
        fit: fitOf(words, page),
        luck: chance(keyword, site.host, page.path) + chance(keyword, page.path, Math.floor(days_ago / 7)) / 4,
        result: resultOf(site, page),
      })),
    )
    // What nobody looks for finds only pages that have its words.
    .filter(({ fit }) => search !== undefined || fit >= FIT_MIN)
    .toSorted((one, other) => other.fit + other.luck - one.fit - one.luck);
  const counts = new Map<string, number>();
  const others = scored.filter(({ host }) => {
    const count = (counts.get(host) ?? 0) + 1;
    counts.set(host, count);
    return count <= PAGES_OF_HOST_MAX;
  });
  const list = others.slice(0, RESULTS_MAX).map(({ result }) => result);
  const own = search && ownResult(web, search, days_ago);
  return own === undefined ? list : list.toSpliced(own.place - 1, 0, own.result);
}

function ownResult(
  web: MadeWeb,
  search: MadeSearch,
  days_ago: number,
): { readonly place: number; readonly result: Result } | undefined {
  const position = positionOn(search, days_ago);
  const site = web.sites.find(({ host }) => host === SHOP);
  const page = web.pagesOn(SHOP, days_ago).find(({ path }) => path === search.page);
  if (position === undefined || site === undefined || page === undefined) return undefined;
  return { place: Math.round(position), result: resultOf(site, page) };
}

/** From here on, more text does not help a page. */
const WORDS_ENOUGH = 120;

/** Share of the words that the page has, those of its title counted three times; thin pages stand behind. */
function fitOf(words: readonly string[], { title, description, lines }: MadePage): number {
  const inTitle = foldPhrase(title);
  const text = foldPhrase(`${title} ${description} ${lines.join(' ')}`);
  const points = words.map((word) => (inTitle.includes(word) ? 3 : 0) + (text.includes(word) ? 1 : 0));
  const length = Math.min(1, text.split(' ').length / WORDS_ENOUGH);
  return points.reduce((sum, point) => sum + point, 0) / words.length + length;
}

function resultOf({ host }: Pick<MadeSite, 'host'>, { path, title, description, lines }: MadePage): Result {
  return { url: `https://${host}${path}`, title, description, text: firstSentences(lines) };
}

function firstSentences(lines: readonly string[]): string {
  const paragraph = lines.find((line) => /^[^#\-!{]/.test(line)) ?? '';
  return paragraph.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}

function overviewOf(search: MadeSearch, results: readonly Result[], days_ago: number): AiOverview {
  const position = positionOn(search, days_ago);
  const told = results.filter(
    ({ url, text }) => text !== '' && (!url.includes(`//${SHOP}/`) || (position ?? NEVER) <= REFERRED_MAX),
  );
  const references = told.slice(0, REFERENCES_MAX);
  return {
    status: 'present',
    markdown: references.map(({ text }) => text).join('\n\n'),
    references: references.map(({ url, title }) => ({ url, domain: new URL(url).hostname, title })),
  };
}

const NEVER = Number.POSITIVE_INFINITY;

function relatedTo(keyword: string): string[] {
  const words = new Set(foldPhrase(keyword).split(' '));
  return SEARCHES.map((search) => search.keyword)
    .filter((other) => foldPhrase(other) !== foldPhrase(keyword) && other.split(' ').some((word) => words.has(word)))
    .slice(0, RELATED_MAX);
}
