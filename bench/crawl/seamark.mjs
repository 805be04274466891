import { tell, watchEventLoop } from './tell.mjs';

/** Crawls the site with Seamark's crawler, as built, into a real frontier and a real index in other processes. */
const [built, origin, pages, concurrency, databaseUrl, indexUrl] = process.argv.slice(2);
const silentLog = { info() {}, warn() {}, error() {} };
const load = (file) => import(`${built}/${file}`);
const { connect } = await load('adapters/postgres/database.js');
const { PostgresFrontier } = await load('adapters/postgres/frontier.js');
const { createGuardedFetch } = await load('adapters/fetch/guarded-fetch.js');
const { crawl } = await load('crawler/crawl.js');
const { createPageParser } = await load('crawler/parse-pool.js');
const { ThreadedIndexWriter } = await load('index/write/writer.js');

const user_agent = 'SeamarkBot/1.0 (+https://example.com/bot)';
const database = connect({ url: databaseUrl, log: silentLog });
// Without an index the facts are dropped, as they are in the other crawler's run.
const dropping = { async write() {}, async flush() {}, async close() {} };
const writer = indexUrl === 'none' ? dropping : new ThreadedIndexWriter(indexUrl);
const parser = createPageParser();
const port = Number(new URL(origin).port);
const fetch = createGuardedFetch({ user_agent, allow_networks: ['127.0.0.0/8'], allow_ports: [port], resolve: [] });
const lag = watchEventLoop();
const began = performance.now();
const report = await crawl(
  {
    seeds: [origin],
    pages_max: Number(pages) * 2,
    depth_max: 1000,
    stay: 'host',
    rate: Number.POSITIVE_INFINITY,
    concurrency: Number(concurrency),
    sitemaps: false,
  },
  {
    requester: fetch.requester,
    frontier: new PostgresFrontier(database),
    writer,
    parser,
    user_agent,
    clock: () => new Date(),
    log: silentLog,
    onProgress: undefined,
    previous: undefined,
    remembered: undefined,
  },
  new AbortController().signal,
);
tell({
  pages: report.fetched,
  duration_ms: performance.now() - began,
  ...lag(),
  note: `problems ${JSON.stringify(report.problems)}`,
});
await parser.close();
await writer.close();
await database.close();
await fetch.close();
