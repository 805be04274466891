import { expect, it } from 'vitest';

import { emptyDesk } from '../../../test/empty-desk.ts';
import type { Caller } from '../../ports/accounts.ts';
import { type ConnectedSource, defineSource } from '../../ports/define-source.ts';
import { createSourceReports } from './reports.ts';

const OFFER = { lacks: () => [], usd: () => 0, timeout_ms: 1000, ask: () => Promise.resolve({ value: [] }) };

/** Result pages, of which it says what they show, and keyword ideas, of which it says nothing. */
const both: ConnectedSource = {
  name: 'both',
  title: 'Both',
  is_external: true,
  usd_per_day: undefined,
  keep_days: undefined,
  sees: { serp: ['organic', 'video'] },
  probe: () => Promise.resolve('2 results.'),
  offer: (capability, method) => (`${capability}.${method}` === 'keywords.metrics' ? undefined : OFFER),
};

const own: ConnectedSource = { ...both, name: 'own', title: 'Own', is_external: false, sees: {}, probe: undefined };

const unconnected = defineSource({
  name: 'acme',
  title: 'Acme',
  docs: { gives: '', costs: '', access: '', terms: 'https://acme.example/terms' },
  settings: {
    SEAMARK_ACME_LOGIN: { kind: 'text', what: 'The login.' },
    SEAMARK_ACME_KEY: { kind: 'secret', what: 'The key.' },
    SEAMARK_ACME_PLAN: { kind: 'text', what: 'The plan.', preset: 'free' },
  },
  offers: {},
  sees: {},
  failures: {},
  probe: () => Promise.resolve('Connected.'),
});

const OPERATOR: Caller = {
  workspace_id: 'ws_default',
  key_id: undefined,
  key_name: 'test',
  project_id: undefined,
  allowed_domains: [],
  scopes: [],
  plan: 'self_hosted',
};

const reports = createSourceReports({
  desk: emptyDesk({ table: { ...emptyDesk().table, serp: [both, own], keywords: [both] } }),
  connected: [both],
  definitions: [unconnected],
  operator: () => Promise.resolve(OPERATOR),
});
const { signal } = new AbortController();

it('a source is listed with what it shows of each kind of data, or with the methods that it offers', async () => {
  const listed = await reports.list();
  const seen = listed.map(({ capability, sources }) => [capability, sources.map(({ sees }) => sees)]);
  expect(Object.fromEntries(seen)).toMatchObject({ serp: [['organic', 'video'], []], keywords: [['keyword ideas']] });
});

it('each source that has settings is tested once, and one that is not connected is told what connects it', async () => {
  const tested = await reports.test(OPERATOR, undefined, signal);
  expect(tested).toMatchObject([{ source: 'both', ok: true, message: '2 results.' }]);
  await expect(reports.test(OPERATOR, 'acme', signal)).rejects.toMatchObject({
    code: 'not_found',
    fix: 'Set SEAMARK_ACME_LOGIN and SEAMARK_ACME_KEY to connect Acme.',
  });
});
