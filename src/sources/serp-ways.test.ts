import { expect, it } from 'vitest';

import { AUSTIN, UNITED_STATES } from '../../test/source-context.ts';
import type { ConnectParts } from '../ports/define-source.ts';
import { capability, type SerpQuery } from '../ports/serp.ts';
import { sources } from './index.ts';

const QUERY: SerpQuery = {
  keyword: 'shoes',
  engine: 'google',
  location: null,
  language: 'en',
  device: null,
  depth: 30,
  stop_at: undefined,
  wants: ['organic'],
  include_domains: [],
  exclude_domains: [],
};
const PARTS: ConnectParts = {
  http: () => ({ json: () => Promise.reject(new Error('Nobody is asked.')) }),
  turns: { wait: () => Promise.resolve() },
  now: () => new Date('2026-01-01T00:00:00Z'),
};
/** A town that Google does not list, and that is asked for by its coordinates. */
const HAMLET = { ...AUSTIN, code: -4_671_654, name: 'Austin,Texas,United States' };

it.each<[string, Partial<SerpQuery>]>([
  ['a country', { location: UNITED_STATES }],
  ['a city', { location: AUSTIN }],
  ['a town by its coordinates', { location: HAMLET }],
  ['a device', { device: 'mobile' }],
  ['a device in a city', { location: AUSTIN, device: 'desktop' }],
])('names only sources that can search from %s', (_name, changes) => {
  const query = { ...QUERY, ...changes };
  const ways = capability.methods.check.ways?.(query) ?? [];
  const named = [...new Set(ways.flatMap((way) => way.match(/SEAMARK_[A-Z]+(?=_)/g) ?? []))];
  expect(named.length).toBeGreaterThan(0);
  for (const prefix of named) {
    const environment = Object.fromEntries(
      ['KEY', 'LOGIN', 'PASSWORD'].map((name) => [`${prefix}_${name}`, 'x'.repeat(40)]),
    );
    const [connected] = sources.flatMap((source) => source.connect(environment, PARTS) ?? []);
    expect(connected?.offer('serp', 'check')?.lacks(query)).toEqual([]);
  }
});
