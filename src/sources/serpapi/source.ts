import { z } from 'zod';

import {
  type Answered,
  defineSource,
  type SettingValues,
  type SourceContext,
  type SourceSettings,
} from '../../ports/define-source.ts';
import type { AiOverview, Serp, SerpItemType, SerpQuery } from '../../ports/serp.ts';
import { SourceFailure, type SourceFailures } from '../../ports/source-failure.ts';
import { Figure, readAnswer } from '../result-pages/answer-shape.ts';
import { googleLanguage } from '../result-pages/google-language.ts';
import { isListed, lackingOf, PAGE_RESULTS, pagesFor, type SerpReach } from '../result-pages/reach.ts';
import { readResultPages } from '../result-pages/read-pages.ts';
import { keywordWithSites } from '../result-pages/site-filter.ts';
import { endpoint } from '../result-pages/urls.ts';
import { OverviewAnswer } from './answer.ts';
import { readOverview } from './overview.ts';
import { readResultPage, TITLE, type VendorPage } from './result-page.ts';

const SEES = [
  'organic',
  'paid',
  'ai_overview',
  'featured_snippet',
  'answer_box',
  'knowledge_graph',
  'local_pack',
  'top_stories',
  'people_also_ask',
  'related_searches',
  'discussions_and_forums',
  'perspectives',
  'video',
  'short_videos',
  'images',
  'shopping',
  'recipes',
  'events',
  'twitter',
] as const satisfies readonly SerpItemType[];

const REACH: SerpReach = {
  engine: 'google',
  sees: SEES,
  places: 'any',
  devices: ['desktop', 'mobile'],
  depth_max: 100,
};

const SETTINGS = {
  SEAMARK_SERPAPI_KEY: { kind: 'secret', what: 'The API key from https://serpapi.com/manage-api-key.' },
  SEAMARK_SERPAPI_URL: { kind: 'url', what: 'The address of the API.', preset: 'https://serpapi.com' },
  SEAMARK_SERPAPI_USD_PER_1000: { kind: 'number', what: 'What you pay for 1,000 searches, in USD.', preset: '25' },
} as const satisfies SourceSettings;
type Context = SourceContext<typeof SETTINGS>;

const KEY_FIX = 'Set SEAMARK_SERPAPI_KEY to the key from https://serpapi.com/manage-api-key.';
const PLAN_FIX = 'Wait until next month, or choose a larger plan at https://serpapi.com/change-plan.';
const FAILURES: SourceFailures = {
  400: { kind: 'refused' },
  401: { kind: 'wrong_key', fix: KEY_FIX },
  403: { kind: 'wrong_key', fix: KEY_FIX },
  429: { kind: 'rate_limited', fix: 'Try again within the hour, or choose a plan with more searches an hour.' },
  '429 run out': { kind: 'no_funds', fix: PLAN_FIX },
  '429 exhausted': { kind: 'no_funds', fix: PLAN_FIX },
};

export const serpapi = defineSource({
  name: 'serpapi',
  title: TITLE,
  docs: {
    gives:
      'Google result pages for any country, city and device, with AI Overviews, ads, featured snippets, local packs, People ' +
      'also ask, stories, videos, products, discussions and more.',
    costs:
      'One search per page of ten results, plus one for an AI Overview. 1,000 searches cost 25 USD on the smallest plan; set ' +
      'SEAMARK_SERPAPI_USD_PER_1000 to what you pay. 250 searches a month are free.',
    access: 'Sign up at https://serpapi.com and copy the key from the API key page.',
    terms: 'https://serpapi.com/legal',
  },
  usd_per_day: 5,
  settings: SETTINGS,
  sees: { serp: SEES },
  failures: FAILURES,
  offers: {
    serp: {
      check: {
        lacks: (query) => lackingOf(query, REACH),
        usd: (query, settings) => (pagesFor(query.depth, REACH) + (wantsOverview(query) ? 1 : 0)) * searchUsd(settings),
        ask: checkSerp,
        timeout_ms: 90_000,
      },
    },
  },
  async probe({ settings, http, signal }) {
    const { body } = await http.json({
      url: endpoint(settings.SEAMARK_SERPAPI_URL, '/account.json'),
      query: { api_key: settings.SEAMARK_SERPAPI_KEY },
      signal,
    });
    const { total_searches_left: left } = readAnswer(z.object({ total_searches_left: Figure }), body, TITLE);
    return left === null || left === undefined ? 'The key works.' : `The key works. ${left} searches are left.`;
  },
});

function checkSerp(query: SerpQuery, context: Context): Promise<Answered<Serp>> {
  const keyword_sent = keywordWithSites(query);
  return readResultPages({
    query,
    engine: REACH.engine,
    source: 'serpapi',
    title: TITLE,
    sees: SEES,
    keyword_sent,
    location: query.location !== null && isListed(query.location) ? query.location : null,
    device: query.device,
    pages_asked: pagesFor(query.depth, REACH),
    is_shallow: query.depth > REACH.depth_max,
    signal: context.signal,
    async read(page) {
      const read = await readPage(query, keyword_sent, page, context);
      // Tokens live for a minute, so that one is used before the next pages are read.
      if (page > 1 || read.overview_token === null || !wantsOverview(query)) return read;
      const { overview, usd } = await loadOverview(read.overview_token, context);
      return withOverview(read, overview, usd);
    },
  });
}

async function readPage(
  { location, language, device }: SerpQuery,
  q: string,
  page: number,
  { settings, http, signal, now }: Context,
): Promise<VendorPage> {
  const { body } = await http.json({
    url: endpoint(settings.SEAMARK_SERPAPI_URL, '/search.json'),
    query: {
      engine: 'google',
      q,
      gl: location?.country.toLowerCase(),
      location: location !== null && location.kind !== 'country' && isListed(location) ? location.name : undefined,
      hl: googleLanguage(language).toLowerCase(),
      device: device ?? undefined,
      // How Google itself addresses its pages, whatever they hold.
      start: (page - 1) * PAGE_RESULTS,
      api_key: settings.SEAMARK_SERPAPI_KEY,
    },
    signal,
  });
  return readResultPage(body, { page, now: now(), usd: searchUsd(settings), failures: FAILURES });
}

/** An overview that cannot be loaded is there all the same, and the page is not lost for it. */
async function loadOverview(
  page_token: string,
  { settings, http, signal }: Context,
): Promise<{ overview: AiOverview | undefined; usd: number }> {
  try {
    const { body } = await http.json({
      url: endpoint(settings.SEAMARK_SERPAPI_URL, '/search.json'),
      query: { engine: 'google_ai_overview', page_token, api_key: settings.SEAMARK_SERPAPI_KEY },
      signal,
    });
    const answer = readAnswer(OverviewAnswer, body, TITLE);
    return { overview: readOverview(answer.ai_overview ?? { error: answer.error }), usd: searchUsd(settings) };
  } catch (thrown) {
    if (!(thrown instanceof SourceFailure) || signal.aborted) throw thrown;
    return { overview: undefined, usd: 0 };
  }
}

function withOverview(page: VendorPage, overview: AiOverview | undefined, usd: number): VendorPage {
  const charged = { ...page, usd: page.usd + usd };
  if (overview === undefined) return charged;
  const drafts = page.drafts.map((draft) =>
    draft.type === 'ai_overview' ? { ...draft, description: overview.markdown, children: overview.references } : draft,
  );
  return { ...charged, drafts, facts: { ...page.facts, ai_overview: overview } };
}

function wantsOverview({ wants }: SerpQuery): boolean {
  return wants.includes('ai_overview');
}

function searchUsd({ SEAMARK_SERPAPI_USD_PER_1000 }: SettingValues<typeof SETTINGS>): number {
  return Number(SEAMARK_SERPAPI_USD_PER_1000) / 1000;
}
