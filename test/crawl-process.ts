import { once } from 'node:events';
import { argv, stdin, stdout } from 'node:process';

import { createGuardedFetch } from '../src/adapters/fetch/guarded-fetch.ts';
import { connect } from '../src/adapters/postgres/database.ts';
import { PostgresHostTurns } from '../src/adapters/postgres/host-turns.ts';
import { crawl } from '../src/crawler/crawl.ts';
import { createPageParser } from '../src/crawler/parse-pool.ts';
import { MemoryFrontier, MemoryWriter, TEST_LIMITS, TEST_SETTINGS } from '../src/crawler/test-crawl.ts';
import { silentLog } from './postgres.ts';

/** A crawl in a process of its own: `database-url rate url…`. It says when it is ready, and begins when its input ends. */
const [, , url = '', rate = '', ...seeds] = argv;
const user_agent = 'SeamarkBot/1.0 (+https://example.com/bot)';
const database = connect({ url, log: silentLog });
const parser = createPageParser({ threads: 1 });
const ports = [...new Set(seeds.map((seed) => Number(new URL(seed).port)))];
const fetch = createGuardedFetch({ user_agent, allow_networks: ['127.0.0.0/8'], allow_ports: ports, resolve: [] });
const turns = new PostgresHostTurns(database);
stdout.write('ready');
stdin.resume();
await once(stdin, 'end');
await crawl(
  { ...TEST_SETTINGS, depth_max: 0, rate: Number(rate), seeds },
  {
    requester: fetch.requester,
    frontier: new MemoryFrontier(),
    writer: new MemoryWriter(),
    parser,
    user_agent,
    clock: () => new Date(),
    log: { info: () => undefined, warn: () => undefined },
    onProgress: undefined,
    previous: undefined,
    remembered: undefined,
    turn: (host, spacing_ms, signal) => turns.wait(host, spacing_ms, signal),
  },
  new AbortController().signal,
  TEST_LIMITS,
);
await parser.close();
await fetch.close();
await database.close();
