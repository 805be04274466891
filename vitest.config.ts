import { totalmem } from 'node:os';
import { join } from 'node:path';

import { defineConfig } from 'vitest/config';

import SlowFirst from './test/slow-first.ts';
import { temporaryFolder } from './test/temporary-folder.ts';

/**
 * Tests that change what a process has for those that follow, and cannot put it back: a mocked module, a clock, its size.
 * Or that have all of its memory collected, or start many processes: both take as long as the files before have left in it.
 */
const APART = [
  'src/adapters/fetch/guarded-*.test.ts',
  'src/adapters/postgres/embedded.test.ts',
  'src/crawler/sitemap.test.ts',
  'src/engine/offload-memory.test.ts',
  'src/engine/worker.test.ts',
  'src/importer/console/hostile.test.ts',
  'src/web/warc/reader.test.ts',
  'test/bad-input.test.ts',
];

/**
 * Tests that wait most of their time, for processes that end and jobs that come due. `npm test` runs them beside all others, by a
 * worker of their own: one of three that hardly has work leaves the processors idle.
 */
const WAITING = [
  'src/adapters/browser/*.test.ts',
  'src/crawler/crawl.test.ts',
  'src/dashboard/login.test.ts',
  'src/engine/webhooks-worker.test.ts',
  'src/http/job-events.test.ts',
  'test/crawls.test.ts',
  'test/imports.test.ts',
  'test/kill/*.test.ts',
  'test/mcp/conformance.test.ts',
  'test/rendering.test.ts',
  'test/schedule-reports.test.ts',
  'test/sources/asking.test.ts',
  'test/sources/console-service.test.ts',
  'test/stopping.test.ts',
  'test/tracking/tracked-set.test.ts',
];

/**
 * Workers keep every processor busy, so threads beside them that collect memory and compile win nothing, and take a tenth of
 * their processor time. All of the memory is collected only once it is large, on one thread; what is called less often than
 * 20,000 times is not optimized to the full.
 */
const OF_WORKERS = [
  '--single-threaded-gc',
  `--initial-old-space-size=${Math.min(2000, Math.floor(totalmem() / 2 ** 20 / 12))}`,
  '--invocation-count-for-turbofan=20000',
];

export default defineConfig({
  test: {
    setupFiles: ['test/spent-time.ts', 'test/property-seed.ts'],
    // Tests start hundreds of processes of ours, which need not compile the same files each time.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled'), ...temporaryFolder() },
    // Real PostgreSQL and the index engine start in these tests; two cores make the default 5 s too short.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is waited for comes when it comes; on a busy machine that is later than a second.
    expect: { poll: { timeout: 15_000 } },
    // Tests that run side by side wait for one rebuild of their index.
    maxConcurrency: 64,
    reporters: ['default', './test/slowest-files.ts'],
    pool: 'forks',
    execArgv: OF_WORKERS,
    // More than there are cores, since most tests wait for a database, a process or a browser much of their time.
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    projects: [
      { extends: true, test: { name: 'apart', include: APART } },
      { extends: true, test: { name: 'waiting', include: WAITING, isolate: false } },
      {
        extends: true,
        test: {
          name: 'together',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...APART, ...WAITING],
          // A worker takes half a second of processor time to start and to load what a file imports, so it takes on file after file.
          isolate: false,
        },
      },
    ],
  },
});
