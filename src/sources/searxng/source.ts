import { z } from 'zod';

import { defineSource, type SourceContext, type SourceSettings } from '../../ports/define-source.ts';
import type { SerpItemType } from '../../ports/serp.ts';
import { SourceFailure, type SourceFailures } from '../../ports/source-failure.ts';
import { Text } from '../result-pages/answer-shape.ts';
import { lackingOf, pagesFor, type SerpReach } from '../result-pages/reach.ts';
import { readResultPages, type ResultPage } from '../result-pages/read-pages.ts';
import { keywordWithSites } from '../result-pages/site-filter.ts';
import { endpoint } from '../result-pages/urls.ts';
import { autocompleterOffers } from './autocompleter.ts';
import { readResultPage, TITLE } from './result-page.ts';

const SEES = ['organic'] as const satisfies readonly SerpItemType[];
const ENGINES_SHOWN = 12;

const SETTINGS = {
  SEAMARK_SEARXNG_URL: {
    kind: 'url',
    what: 'The address of your instance. Its settings.yml needs search.formats: [html, json].',
    example: 'http://127.0.0.1:8888',
  },
  SEAMARK_SEARXNG_ENGINE: {
    kind: 'text',
    what: 'The engine to get results from. One engine gives ranks; a blend of several does not.',
    preset: 'google',
  },
} as const satisfies SourceSettings;
type Context = SourceContext<typeof SETTINGS>;

const FAILURES: SourceFailures = {
  403: {
    kind: 'refused',
    fix: 'Add json to search.formats in the settings.yml of the instance: formats: [html, json].',
  },
  429: {
    kind: 'rate_limited',
    fix: 'Set server.limiter to false in the settings.yml of your own instance; public instances limit automated requests.',
  },
  not_json: {
    kind: 'broken',
    fix: 'Check that SEAMARK_SEARXNG_URL is the address of the instance, and that search.formats contains json.',
  },
};

export const searxng = defineSource({
  name: 'searxng',
  title: TITLE,
  docs: {
    gives:
      'Organic results from one search engine, through a metasearch engine on your own host. It shows no other ' +
      'items of the page and no AI Overviews, and you cannot choose a location or a device. It also returns the ' +
      'keywords that the instance’s autocompletion suggests, once you set search.autocomplete in its ' +
      'settings.yml.',
    costs: 'Free. Engines block hosts that search often; SearXNG then pauses them for minutes to days.',
    access:
      'Install SearXNG (https://docs.searxng.org), set search.formats to [html, json] in its settings.yml and ' +
      'set SEAMARK_SEARXNG_URL to its address. Engines that are disabled in its settings, such as google and ' +
      'bing, still answer; inactive ones do not.',
    terms: 'https://docs.searxng.org',
  },
  settings: SETTINGS,
  sees: { serp: SEES },
  failures: FAILURES,
  offers: {
    keywords: autocompleterOffers,
    serp: {
      check: {
        lacks: (query, { SEAMARK_SEARXNG_ENGINE: engine }) => lackingOf(query, reachOf(engine)),
        usd: () => 0,
        // Page after page, each of which waits for the engine.
        timeout_ms: 60_000,
        async ask(query, context) {
          const engine = context.settings.SEAMARK_SEARXNG_ENGINE;
          const reach = reachOf(engine);
          const keyword_sent = keywordWithSites(query);
          const answered = await readResultPages({
            query,
            engine,
            source: 'searxng',
            title: TITLE,
            sees: SEES,
            keyword_sent,
            location: null,
            device: null,
            pages_asked: pagesFor(query.depth, reach),
            is_shallow: query.depth > reach.depth_max,
            signal: context.signal,
            read: (page) => readPage({ q: keyword_sent, language: query.language, pageno: page }, page, context),
          });
          if (answered.is_empty === true) {
            const config = await readConfig(context);
            requireEngine(config, engine);
            if (answered.value.spell === null) requireWord(config, engine);
          }
          return answered;
        },
      },
    },
  },
  async probe(context) {
    requireEngine(await readConfig(context), context.settings.SEAMARK_SEARXNG_ENGINE);
    const { drafts } = await readPage({ q: 'weather', language: 'en', pageno: 1 }, 1, context);
    return `The instance works. Its engine ${context.settings.SEAMARK_SEARXNG_ENGINE} found ${drafts.length} results.`;
  },
});

/** Pages of most engines hold ten results, and none of them goes on for long. */
function reachOf(engine: string): SerpReach {
  return { engine, sees: SEES, places: 'none', devices: [], depth_max: 100 };
}

async function readPage(
  asked: { q: string; language: string; pageno: number },
  page: number,
  { settings, http, signal, now }: Context,
): Promise<ResultPage> {
  const engine = settings.SEAMARK_SEARXNG_ENGINE;
  const { body } = await http.json({
    url: endpoint(settings.SEAMARK_SEARXNG_URL, '/search'),
    query: { ...asked, engines: engine, format: 'json', safesearch: 0 },
    signal,
  });
  return readResultPage(body, { page, now: now(), engine });
}

const Config = z.object({ version: Text, engines: z.array(z.object({ name: z.string() })) });
type Config = z.infer<typeof Config>;

/** Versions of searx, from which SearXNG descends, are plain; those of SearXNG are dates. */
const SEARX_VERSION = /^[01]\.\d+\.\d+$/;

/** Undefined of instances that do not say what they are. */
async function readConfig({ settings, http, signal }: Context): Promise<Config | undefined> {
  const url = endpoint(settings.SEAMARK_SEARXNG_URL, '/config');
  const answer = await http.json({ url, signal }).catch((thrown: unknown) => {
    if (thrown instanceof SourceFailure && !signal.aborted) return undefined;
    throw thrown;
  });
  return Config.safeParse(answer?.body).data;
}

/** An engine that the instance does not have looks like a keyword without results. @throws SourceFailure refused */
function requireEngine(config: Config | undefined, wanted: string): void {
  const names = config?.engines.map(({ name }) => name) ?? [];
  if (names.length === 0 || names.includes(wanted)) return;
  throw new SourceFailure('refused', `${TITLE} has no engine named ${wanted}.`, {
    fix: `Activate it in settings.yml, or set SEAMARK_SEARXNG_ENGINE to one of: ${names.slice(0, ENGINES_SHOWN).join(', ')}.`,
  });
}

/** searx leaves a suspended engine out without a word, so that its empty lists prove nothing. @throws SourceFailure failed */
function requireWord(config: Config | undefined, engine: string): void {
  const version = config?.version ?? '';
  if (!SEARX_VERSION.test(version)) return;
  throw new SourceFailure(
    'failed',
    `searx ${version} returned no results and does not say whether ${engine} is suspended.`,
    {
      fix: 'Try again later, or replace searx with SearXNG, which reports this.',
    },
  );
}
