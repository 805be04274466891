import { connect } from '../../src/adapters/postgres/database.ts';
import { PostgresFrontier } from '../../src/adapters/postgres/frontier.ts';
import { createGuardedFetch } from '../../src/adapters/fetch/guarded-fetch.ts';
import { crawl } from '../../src/crawler/crawl.ts';
import { createPageParser } from '../../src/crawler/parse-pool.ts';
import { LIMITS } from '../../src/crawler/settings.ts';
import { ThreadedIndexWriter } from '../../src/index/write/writer.ts';
import { silentLog, tell, watchEventLoop } from './measure.ts';

/** Crawls the site with Seamark's crawler into a real frontier and a real index, which run in other processes. */
const [origin = '', pages = '0', concurrency = '16', databaseUrl = '', indexUrl = ''] = process.argv.slice(2);
const user_agent = 'SeamarkBot/1.0 (+https://example.com/bot)';
const database = connect({ url: databaseUrl, log: silentLog });
const writer = new ThreadedIndexWriter(indexUrl);
const parser = createPageParser();
const fetch = createGuardedFetch({
  user_agent,
  allow_networks: ['127.0.0.0/8'],
  allow_ports: [Number(new URL(origin).port)],
  resolve: [],
});
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
  },
  new AbortController().signal,
  LIMITS,
);
tell({ pages: report.fetched, duration_ms: performance.now() - began, ...lag(), note: JSON.stringify(report.problems) });
await parser.close();
await writer.close();
await database.close();
await fetch.close();
