import { readDataLines, readDataRows } from '../../kernel/data.ts';
import {
  defineSource,
  type SettingValues,
  type SourceContext,
  type SourceSettings,
} from '../../ports/define-source.ts';
import type { SerpItemType, SerpQuery } from '../../ports/serp.ts';
import type { SourceFailures } from '../../ports/source-failure.ts';
import { takesAny } from '../discussions/covers.ts';
import { lackingOf, pagesFor, type SerpReach } from '../result-pages/reach.ts';
import { readResultPages, type ResultPage } from '../result-pages/read-pages.ts';
import { keywordWithSites } from '../result-pages/site-filter.ts';
import { endpoint } from '../result-pages/urls.ts';
import { BRAVE_PLATFORMS, searchDiscussions } from './discussions.ts';
import { readResultPage, TITLE } from './result-page.ts';
import { SUGGEST_KEY, suggestOffers } from './suggest.ts';

const SEES = [
  'organic',
  'discussions_and_forums',
  'top_stories',
  'video',
  'people_also_ask',
  'knowledge_graph',
  'local_pack',
] as const satisfies readonly SerpItemType[];

/** A request costs the same for one result as for twenty, and ten pages is the last. */
const PAGE_RESULTS = 20;
const PAGES_MAX = 10;
const COUNTRIES: ReadonlySet<string> = new Set(readDataLines(import.meta.url, './data/countries.txt'));
/** Brave's codes by ISO code. */
const LANGUAGES: ReadonlyMap<string, string> = new Map(
  readDataRows(import.meta.url, './data/languages.tsv').map(([iso = '', code = '']) => [iso, code]),
);

const REACH: SerpReach = {
  engine: 'brave',
  sees: SEES,
  places: 'countries',
  countries: COUNTRIES,
  devices: [],
  depth_max: PAGE_RESULTS * PAGES_MAX,
};

const SETTINGS = {
  SEAMARK_BRAVE_KEY: { kind: 'secret', what: 'The API key from https://api-dashboard.search.brave.com/app/keys.' },
  SEAMARK_BRAVE_URL: { kind: 'url', what: 'The address of the API.', preset: 'https://api.search.brave.com' },
  SEAMARK_BRAVE_SUGGEST_KEY: SUGGEST_KEY,
  SEAMARK_BRAVE_USD_PER_1000: { kind: 'number', what: 'What you pay for 1,000 requests, in USD.', preset: '5' },
} as const satisfies SourceSettings;
type Context = SourceContext<typeof SETTINGS>;

const KEY_FIX = 'Set SEAMARK_BRAVE_KEY to a key from https://api-dashboard.search.brave.com/app/keys.';
const PLAN_FIX = 'Choose a plan with more requests at https://api-dashboard.search.brave.com.';
const FAILURES: SourceFailures = {
  401: { kind: 'wrong_key', fix: KEY_FIX },
  '400 not enabled': {
    kind: 'wrong_key',
    fix: 'Set SEAMARK_BRAVE_SUGGEST_KEY to the API key for your Autosuggest plan.',
  },
  402: { kind: 'no_funds', fix: PLAN_FIX },
  403: { kind: 'wrong_key', fix: KEY_FIX },
  422: { kind: 'refused' },
  '422 subscription token': { kind: 'wrong_key', fix: KEY_FIX },
  429: { kind: 'rate_limited', fix: 'Try again in a second, or choose a plan with more requests per second.' },
  '429 quota': { kind: 'no_funds', fix: PLAN_FIX },
  SUBSCRIPTION_TOKEN_INVALID: { kind: 'wrong_key', fix: KEY_FIX },
};

export const brave = defineSource({
  name: 'brave',
  title: TITLE,
  docs: {
    gives:
      'Result pages from Brave’s own index (not Google’s): organic results, discussions, news, videos, questions and ' +
      'places for 38 countries, up to 200 results deep. You cannot choose a city or a device. It also finds ' +
      'threads on Reddit, X and other forums. With a key for the ' +
      'Autosuggest plan, it also returns the keywords that Brave suggests as people type.',
    costs:
      '5 USD per 1,000 requests of twenty results each; the first 5 USD each month are free. Set SEAMARK_BRAVE_USD_PER_1000 to what you pay. ' +
      'Suggestions cost 5 USD per 10,000 requests; a list of 100 ideas takes 13.',
    access:
      'Sign up at https://api-dashboard.search.brave.com, which requires a card even for the free plan, and ' +
      'create a key. Autosuggest is a separate plan with its own key: set SEAMARK_BRAVE_SUGGEST_KEY to it.',
    terms: 'https://api-dashboard.search.brave.com/documentation/resources/terms-of-service',
  },
  usd_per_day: 5,
  // Only some plans allow results to be stored.
  keep_days: 0,
  settings: SETTINGS,
  sees: { serp: SEES, discussions: ['threads on Reddit', 'posts on X', 'threads in other forums'] },
  failures: FAILURES,
  offers: {
    keywords: suggestOffers,
    discussions: {
      find: {
        lacks: (query) => {
          if (!takesAny(query, BRAVE_PLATFORMS)) return undefined;
          return query.language === null || braveLanguage(query.language) !== undefined
            ? []
            : [`searches in the language “${query.language}”`];
        },
        usd: (_query, settings) => requestUsd(settings),
        ask: (query, context) => {
          const search_lang = query.language === null ? undefined : braveLanguage(query.language);
          return searchDiscussions(query, { search_lang, failures: FAILURES, title: TITLE }, context);
        },
      },
    },
    serp: {
      check: {
        lacks: lackingFor,
        usd: (query, settings) => pagesFor(query.depth, REACH, PAGE_RESULTS) * requestUsd(settings),
        // Page after page.
        timeout_ms: 60_000,
        ask(query, context) {
          const keyword_sent = keywordWithSites(query);
          const country = countryOf(query);
          return readResultPages({
            query,
            engine: REACH.engine,
            source: 'brave',
            title: TITLE,
            sees: SEES,
            keyword_sent,
            location: country !== undefined && query.location?.kind === 'country' ? query.location : null,
            device: null,
            pages_asked: pagesFor(query.depth, REACH, PAGE_RESULTS),
            is_shallow: query.depth > REACH.depth_max,
            signal: context.signal,
            read: (page) =>
              readPage({ q: keyword_sent, country: country ?? 'ALL', search_lang: languageOf(query) }, page, context),
          });
        },
      },
    },
  },
  async probe(context) {
    const { drafts } = await readPage({ q: 'weather', country: 'US', search_lang: 'en' }, 1, context);
    return `The key works. The test used one request and found ${drafts.length} results.`;
  },
});

async function readPage(
  asked: Readonly<Record<string, string | undefined>>,
  page: number,
  { settings, http, signal, now }: Context,
): Promise<ResultPage> {
  const { body } = await http.json({
    url: endpoint(settings.SEAMARK_BRAVE_URL, '/res/v1/web/search'),
    // `offset` counts pages.
    query: { ...asked, count: PAGE_RESULTS, offset: page - 1, text_decorations: false },
    headers: { 'X-Subscription-Token': settings.SEAMARK_BRAVE_KEY },
    signal,
  });
  return readResultPage(body, { page, now: now(), usd: requestUsd(settings), failures: FAILURES });
}

function lackingFor(query: SerpQuery): readonly string[] | undefined {
  const lacking = lackingOf(query, REACH);
  if (lacking === undefined || languageOf(query) !== undefined) return lacking;
  return [...lacking, `searches in the language “${query.language}”`];
}

/** Undefined if Brave does not know the country: it then searches everywhere. */
function countryOf({ location }: SerpQuery): string | undefined {
  return location !== null && COUNTRIES.has(location.country) ? location.country : undefined;
}

function languageOf({ language }: SerpQuery): string | undefined {
  return braveLanguage(language);
}

function braveLanguage(language: string): string | undefined {
  const code = language.toLowerCase().replace('_', '-');
  return LANGUAGES.get(code) ?? LANGUAGES.get(code.split('-')[0] ?? '');
}

function requestUsd({ SEAMARK_BRAVE_USD_PER_1000 }: SettingValues<typeof SETTINGS>): number {
  return Number(SEAMARK_BRAVE_USD_PER_1000) / 1000;
}
