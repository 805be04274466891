import { Flights } from '../src/engine/ask/flights.ts';
import { SourceHealth } from '../src/engine/ask/health.ts';
import type { SourceDesk } from '../src/engine/ask/desk.ts';

/** A desk without sources, for tests of what needs none; whatever would pay or wait refuses. */
export function emptyDesk(changes: Partial<SourceDesk> = {}): SourceDesk {
  const refuse = (): Promise<never> => Promise.reject(new Error('This test has no sources.'));
  return {
    index_id: '',
    table: {
      assistants: [],
      browser: [],
      discussions: [],
      embeddings: [],
      fetch: [],
      keywords: [],
      links: [],
      pages: [],
      places: [],
      rankings: [],
      serp: [],
      sites: [],
    },
    stores: new Map(),
    money: { reserve: refuse, today: () => Promise.resolve(new Map()) },
    claims: { take: refuse, free: refuse },
    checkRuns: { fail: () => Promise.resolve(), recover: () => Promise.resolve() },
    flights: new Flights(),
    health: new SourceHealth(),
    locations: { resolve: () => Promise.resolve(null) },
    limits: () => ({ source_usd: undefined, total_usd: undefined }),
    deleteAt: () => undefined,
    clock: () => new Date(),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    ...changes,
  };
}
