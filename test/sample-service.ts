import { PostgresFrontier } from '../src/adapters/postgres/frontier.ts';
import { openAccounts } from '../src/compose/accounts.ts';
import { createLog } from '../src/compose/log.ts';
import { openIndex } from '../src/compose/indexes.ts';
import { openFetch } from '../src/compose/web.ts';
import type { Operation } from '../src/contract/operation.ts';
import { crawl } from '../src/crawler/crawl.ts';
import { createPageParser } from '../src/crawler/parse-pool.ts';
import { closingAfter } from '../src/kernel/closing.ts';
import type { OpenIndex } from '../src/index/open.ts';
import type { KeywordFact } from '../src/ports/keywords.ts';
import type { KeptObservation } from '../src/ports/store.ts';
import { keywordFact } from './keyword-records.ts';
import { importSampleConsole } from './sample-console.ts';
import { OPENAI_KEY } from './providers/assistants.ts';
import { DATAFORSEO_LOGIN, DATAFORSEO_PASSWORD } from './providers/dataforseo.ts';
import { GOOGLE_PLACES_KEY } from './providers/places.ts';
import { startProviders } from './providers/providers.ts';
import { guideQuery, guideSerp } from './sample/guides.ts';
import { SAMPLE_SITES, startSampleWeb } from './sample/server.ts';
import { openTestService, type TestAnswer, type TestService } from './service.ts';

/** When the sample's history begins. Time goes on from there, since the crawler paces itself by it. */
const CRAWLED_AT = new Date('2026-03-02T09:00:00.000Z');
const STARTED = performance.now();
export const sampleClock = (): Date => new Date(CRAWLED_AT.getTime() + performance.now() - STARTED);

const FIRST_WORKSPACE = 'ws_default';

/** As an export of Keyword Planner has them. */
const SAMPLE_KEYWORDS = [
  sampleKeyword('bike repair', 40_500, 2.41),
  sampleKeyword('bike repair shop', 33_100, 2.9),
  sampleKeyword('bike repair near me', 90_500, 3.05),
  sampleKeyword('bicycle repair near me', 18_100, 2.87),
  sampleKeyword('mobile bike repair', 8100, 3.4),
  sampleKeyword('bike repair stand', 14_800, 0.62),
  sampleKeyword('how to start a bike repair business', 210, 1.1),
  sampleKeyword('bike chain repair kit', 320, 0.48),
];

function sampleKeyword(keyword: string, searches: number, cpc: number): KeywordFact {
  return keywordFact(keyword, {
    source: 'keyword-planner',
    observed_at: CRAWLED_AT.toISOString(),
    volume: { value: searches, low: null, high: null, basis: 'bucket', period: '2025-02/2026-01' },
    cpc,
    currency: 'USD',
    competition: 0.31,
  });
}

/** The answer to the example of an operation, at once also where it usually becomes a job. */
export function callExample(
  service: Pick<TestService, 'call'>,
  { method, path, runs, example }: Pick<Operation, 'method' | 'path' | 'runs' | 'example'>,
): Promise<TestAnswer> {
  if (method !== 'GET') return service.call(runs === 'queued' ? `${path}?sync=true` : path, example);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(example)) query.set(name, String(value));
  return service.call(`${path}?${query.toString()}`, undefined);
}

/** A service that has crawled the sample web of `test/sample/`. */
export async function openSampleService(): Promise<TestService> {
  const web = await startSampleWeb();
  const providers = await startProviders(sampleClock);
  const service = await openTestService({
    environment: {
      SEAMARK_RESOLVE: web.resolve.join(','),
      // An assistant and a forum that answer made-up things, for the operations that ask those.
      SEAMARK_OPENAI_KEY: OPENAI_KEY,
      SEAMARK_OPENAI_MODEL: 'gpt-small',
      SEAMARK_OPENAI_URL: `${providers.url('openai')}/v1`,
      SEAMARK_HACKER_NEWS_URL: providers.url('hacker-news'),
      // Listings and maps alone: everything else is the sample web's own.
      SEAMARK_GOOGLE_PLACES_KEY: GOOGLE_PLACES_KEY,
      SEAMARK_GOOGLE_PLACES_URL: providers.url('google-places'),
      SEAMARK_DATAFORSEO_LOGIN: DATAFORSEO_LOGIN,
      SEAMARK_DATAFORSEO_PASSWORD: DATAFORSEO_PASSWORD,
      SEAMARK_DATAFORSEO_URL: providers.url('dataforseo'),
      SEAMARK_SOURCES:
        'places=google-places,dataforseo;serp=index;keywords=index;links=index;rankings=index;assistants=openai',
    },
    clock: sampleClock,
  });
  await crawlSample(
    service,
    SAMPLE_SITES.map((site) => `http://${site.host}/`),
  );
  await service.call('/rank/targets', SAMPLE_TARGETS);
  return {
    ...service,
    close: async () => {
      await closingAfter(async (closing) => {
        closing.add(web);
        closing.add(providers);
        closing.defer(() => service.close());
      });
    },
  };
}

const SAMPLE_TARGETS = {
  url: 'harbour-bikes.example',
  language: 'en',
  targets: [
    { keyword: 'bike repair', url: 'http://harbour-bikes.example/repair', tags: ['services'] },
    { keyword: 'bike rental', tags: ['services'] },
  ],
};

async function crawlSample(service: TestService, seeds: readonly string[]): Promise<void> {
  const { config } = service;
  await closingAfter(async (closing) => {
    const web = closing.add(openFetch(config));
    const accounts = closing.add(await openAccounts(config));
    const index = closing.add(await openIndex(config));
    const settings = {
      seeds,
      pages_max: 200,
      depth_max: 10,
      stay: 'host' as const,
      rate: 1000,
      concurrency: 8,
      sitemaps: true,
    };
    const parts = {
      requester: web.requester,
      frontier: new PostgresFrontier(accounts.database),
      writer: index.writer,
      parser: closing.add(createPageParser()),
      user_agent: config.user_agent,
      clock: sampleClock,
      log: createLog(config),
      onProgress: undefined,
      previous: index.previous,
      remembered: index.remembered,
      recorder: index.recorder,
    };
    await crawl(settings, parts, AbortSignal.timeout(60_000));
    await index.admin.rebuild(() => undefined, AbortSignal.timeout(60_000));
    await index.imported.write(FIRST_WORKSPACE, SAMPLE_KEYWORDS);
    await index.observations.write(observeGuides(index));
    await importSampleConsole(index.consoleWriter, FIRST_WORKSPACE);
  });
}

/** A result page that was looked up when the sample's history began. */
function observeGuides(index: OpenIndex): KeptObservation[] {
  const serp = guideSerp(CRAWLED_AT);
  const nothingWaits = { find: () => Promise.resolve([]), flush: () => Promise.resolve() };
  return index
    .recollect(nothingWaits)
    .serp.check.observe(guideQuery(serp), serp, serp.source)
    .map((each, at) => ({
      ...each,
      id: `sample-serp-${at}`,
      source: serp.source,
      workspace_id: '',
      delete_at: undefined,
    }));
}

/** An answer without what is new at every call: the request id, how long it took, and the minutes since the sample was crawled. */
export function steady(answer: Readonly<Record<string, unknown>>): unknown {
  const text = JSON.stringify(answer)
    .replaceAll(/2026-03-02T09:\d\d:\d\d\.\d{3}Z/g, CRAWLED_AT.toISOString())
    .replace(/"request_id":"req_\w+"/, '"request_id":"req_…"')
    .replace(/"duration_ms":\d+/, '"duration_ms":0')
    .replaceAll(/"rkt_\w{20}"/g, '"rkt_…"')
    .replaceAll(/"crawl_\w{20}"/g, '"crawl_…"');
  return JSON.parse(text);
}
