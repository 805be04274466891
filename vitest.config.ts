import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Real PostgreSQL and the index engine start in these tests; two cores make the default 5 s too short.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is waited for comes when it comes; on a busy machine that is later than a second.
    expect: { poll: { timeout: 15_000 } },
    pool: 'forks',
    maxWorkers: 2,
  },
});
