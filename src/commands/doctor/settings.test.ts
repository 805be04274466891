import { expect, it } from 'vitest';

import { readConfig } from '../../config.ts';
import { checkRisks, checkSettings } from './settings.ts';

it('finds settings that nothing reads, and says what was probably meant', () => {
  const findings = checkSettings(['PATH', 'SEAMARK_PORT', 'SEAMARK_PROT', 'SEMARK_DATA', 'SEAMARK_COLOUR_OF_MONEY']);
  expect(findings).toEqual([
    {
      name: 'settings',
      state: 'warn',
      detail: expect.stringContaining('SEAMARK_PROT'),
      fix: 'Did you mean SEAMARK_PORT?',
    },
    {
      name: 'settings',
      state: 'warn',
      detail: expect.stringContaining('SEMARK_DATA'),
      fix: 'Did you mean SEAMARK_DATA?',
    },
    {
      name: 'settings',
      state: 'warn',
      detail: expect.stringContaining('SEAMARK_COLOUR_OF_MONEY'),
      fix: expect.stringContaining('docs/configuration.md'),
    },
  ]);
});

it('leaves alone what is set for other programs', () => {
  expect(
    checkSettings(['PATH', 'HOME', 'SEARCH_PATH', 'STARSHIP_SHELL', 'SSH_AUTH_SOCK', 'SEATD_SOCK', 'DATABASE_URL']),
  ).toEqual([{ name: 'settings', state: 'ok', detail: '1 setting: DATABASE_URL', fix: undefined }]);
});

it('warns of private networks that callers may read, a secret that machines would not share, and an address that apps cannot log in at', () => {
  const risks = (environment: Record<string, string>): string[] =>
    checkRisks(readConfig('0', {}, environment)).map(({ name }) => name);
  expect(risks({})).toEqual([]);
  expect(risks({ SEAMARK_ALLOW_NETWORKS: '10.0.0.0/8', DATABASE_URL: 'postgres://a@b/c' })).toEqual([
    'private networks',
    'secret',
  ]);
  expect(risks({ DATABASE_URL: 'postgres://a@b/c', SEAMARK_SECRET: 'x'.repeat(32) })).toEqual([]);
  expect(risks({ SEAMARK_PUBLIC_URL: 'http://seamark.example.com' })).toEqual(['apps']);
  for (const url of ['https://seamark.example.com', 'http://localhost:8787'])
    expect([url, risks({ SEAMARK_PUBLIC_URL: url })]).toEqual([url, []]);
});
