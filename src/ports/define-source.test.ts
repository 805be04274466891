import { expect, it } from 'vitest';

import { type ConnectedSource, defineSource } from './define-source.ts';

const definition = defineSource({
  name: 'acme-search',
  title: 'Acme Search',
  docs: { gives: '', costs: '', access: '', terms: 'https://acme.example/terms' },
  usd_per_day: 5,
  keep_days: 30,
  settings: { SEAMARK_ACME_KEY: { kind: 'secret', what: 'The key.' } },
  offers: {},
  sees: {},
  failures: {},
  probe: () => Promise.resolve('Connected.'),
});

function connect(environment: Readonly<Record<string, string>>): ConnectedSource | undefined {
  return definition.connect(
    { SEAMARK_ACME_KEY: 'secret', ...environment },
    {
      http: () => ({ json: () => Promise.reject(new Error('Nothing is asked here.')) }),
      turns: { wait: () => Promise.resolve() },
      now: () => new Date('2026-11-22T12:00:00Z'),
    },
  );
}

it('a limit that is set for a source comes before its preset, and a limit for all takes the place of the preset', () => {
  expect(connect({})).toMatchObject({ usd_per_day: 5, keep_days: 30 });
  expect(connect({ SEAMARK_USD_PER_DAY: '2' })).toMatchObject({ usd_per_day: undefined, keep_days: 30 });
  const limited = { SEAMARK_ACME_SEARCH_USD_PER_DAY: ' 7.50 ', SEAMARK_ACME_SEARCH_KEEP_DAYS: '0' };
  expect(connect({ SEAMARK_USD_PER_DAY: '2', ...limited })).toMatchObject({ usd_per_day: 7.5, keep_days: 0 });
});

it.each([
  ['SEAMARK_ACME_SEARCH_USD_PER_DAY', '5 USD', '"5 USD" is not a number.'],
  ['SEAMARK_ACME_SEARCH_KEEP_DAYS', '-1', '"-1" is not a number.'],
  ['SEAMARK_ACME_SEARCH_KEEP_DAYS', '30000', 'It must be at most 20000.'],
])('a malformed limit is refused by name before anything is asked: %s=%s', (name, value, problem) => {
  expect(() => connect({ [name]: value })).toThrow(
    expect.objectContaining({ code: 'invalid_input', message: `${name} is not valid. ${problem}` }),
  );
});
