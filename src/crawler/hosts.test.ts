import { expect, it } from 'vitest';

import { Hosts } from './hosts.ts';
import { LIMITS } from './settings.ts';

const settings = {
  seeds: ['https://a.example/'],
  pages_max: 100,
  depth_max: 5,
  stay: 'host',
  concurrency: 16,
  sitemaps: false,
} as const;

/** How many requests to one host are begun, at their times, when none of them is ever answered. */
function begun(rate: number | undefined): number {
  const hosts = new Hosts({ ...settings, rate }, LIMITS);
  for (let page = 0; page < 50; page += 1) {
    hosts.push({ url: `https://a.example/${page}`, key: `a.example/${page}`, host: 'a.example', depth: 1 });
  }
  let started = 0;
  for (let now = 1_000_000; now < 2_000_000; now += 1000) {
    const next = hosts.next(now);
    if (!('host' in next)) continue;
    next.host.inFlight += 1;
    started += 1;
  }
  return started;
}

it('has two requests in flight to a host, and more only for who asks for more than the polite rate', () => {
  expect([undefined, 0.5, 2].map(begun)).toEqual([2, 2, 2]);
  expect(begun(3)).toBeGreaterThan(2);
});

it('begins requests as far apart as a rate below one asks', () => {
  const hosts = new Hosts({ ...settings, rate: 0.5 }, LIMITS);
  for (const path of ['/a', '/b']) {
    hosts.push({ url: `https://a.example${path}`, key: `a.example${path}`, host: 'a.example', depth: 1 });
  }
  expect(hosts.next(1_000_000)).toHaveProperty('visit');
  expect(hosts.next(1_001_900)).toEqual({ wait_ms: expect.toSatisfy((wait: number) => wait > 50 && wait <= 100) });
  expect(hosts.next(1_002_000)).toHaveProperty('visit');
});
