import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { sendHtml, type Site, startSite } from '../src/crawler/test-crawl.ts';
import { openTestService, type TestAnswer, type TestService } from './service.ts';

/** Findings that a site mutes, of a site of four pages without a viewport, one of them with two main headings. */

const BASE = 'http://loom.example';
const NO_VIEWPORT = 'html.viewport';
let loopback: Site;
let service: TestService;
let id: string;

const TEXTS: Readonly<Record<string, string>> = {
  '/': '<a href="/wool">Wool</a> <a href="/silk">Silk</a> <a href="/tag/a">Tag a</a>',
  '/wool': 'Wool of mountain sheep, spun and dyed with onion skins in the yard behind the mill.',
  '/silk': '<h1>Silk once more</h1> Silk of the mulberry moth, thrown by hand and sold by the skein.',
  '/tag/a': 'Everything about looms that begins with the letter a: arbour, apron and advance.',
};

beforeAll(async () => {
  loopback = await startSite({}, (_request, response, path) => {
    const text = TEXTS[path];
    if (text === undefined) return void response.writeHead(404).end();
    sendHtml(
      response,
      `<html lang="en"><title>Loom ${path}</title><body><h1>Loom ${path}</h1><p>${text}</p></body></html>`,
    );
  });
  const resolve = `loom.example:80:127.0.0.1:${String(loopback.port)}`;
  service = await openTestService({ environment: { SEAMARK_CONFIRM_SECONDS: '0', SEAMARK_RESOLVE: resolve } });
  const made = await service.call('/sites', { target: 'loom.example', crawl: { urls: [`${BASE}/`], rate: 1000 } });
  id = String(Object(made.json['site']).id);
  await crawl();
}, 90_000);
afterAll(async () => {
  await service?.close();
  await loopback?.close();
});

async function crawl(): Promise<void> {
  const begun = await service.call('/crawls', { site: id });
  const job = async (): Promise<unknown> =>
    Object((await service.call(`/jobs/${String(begun.json['job_id'])}`, undefined)).json['job']).status;
  await vi.waitFor(async () => expect(await job()).toBe('completed'), { timeout: 40_000, interval: 200 });
}

async function change(changes: object): Promise<TestAnswer> {
  const response = await fetch(`${service.base}/api/v1/sites/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', 'x-api-key': service.key },
    body: JSON.stringify({ audit: changes }),
  });
  const json: unknown = await response.json();
  return { status: response.status, headers: response.headers, text: '', json: Object(json) };
}

interface Rule {
  readonly id: string;
  readonly status: string;
  readonly failing: number;
  readonly share: number;
}

interface Audit {
  readonly health_score: number;
  readonly causes: readonly { readonly rule: string; readonly score_gain: number }[];
  readonly rules: readonly Rule[];
  readonly muted: readonly object[];
  readonly items: readonly { readonly url: string }[];
}

async function audit(body: object = {}, key = service.key): Promise<Audit> {
  const { status, json } = await service.call('/site/audit', { site: 'loom.example', ...body }, { 'x-api-key': key });
  expect(status).toBe(200);
  const rows: Audit = Object(json);
  return rows;
}

const ruleIn = ({ rules }: Audit, rule: string): Rule | undefined => rules.find((one) => one.id === rule);
const hasCause = ({ causes }: Audit, rule: string): boolean => causes.some((cause) => cause.rule === rule);

it('a rule that a site mutes leaves its causes and its score, and stays counted', async () => {
  const before = await audit();
  expect(ruleIn(before, NO_VIEWPORT)).toMatchObject({ status: 'failing', failing: 4 });
  expect(before.muted).toEqual([]);
  // What a call mutes for itself alone has the same score.
  const expected = (await audit({ mute: [NO_VIEWPORT] })).health_score;
  expect(expected).toBeGreaterThan(before.health_score);
  const changed = await change({ mute: [{ rule: NO_VIEWPORT }] });
  expect(changed.json['site']).toMatchObject({
    audit: { mute: [{ rule: NO_VIEWPORT, url: null }], unmute: [] },
    last_audit: { health_score: expected },
  });
  const after = await audit();
  expect(after.health_score).toBe(expected);
  expect(hasCause(after, NO_VIEWPORT)).toBe(false);
  expect(ruleIn(after, NO_VIEWPORT)).toMatchObject({ status: 'muted' });
  expect(after.muted).toMatchObject([{ rule: NO_VIEWPORT, url: null, findings: 4, pages: 4 }]);
  expect((await audit({ rule: NO_VIEWPORT })).items).toEqual([]);
});

it('a pattern mutes some addresses, and a pattern for all is as good as none', async () => {
  const whole = (await audit()).health_score;
  await change({ mute: [{ rule: NO_VIEWPORT, url: '*' }] });
  expect((await audit()).health_score).toBe(whole);
  await change({ mute: [{ rule: NO_VIEWPORT, url: '/tag/*' }] });
  const some = await audit({ rule: NO_VIEWPORT });
  expect(ruleIn(some, NO_VIEWPORT)).toMatchObject({ status: 'failing', failing: 3 });
  expect(some.muted).toMatchObject([{ rule: NO_VIEWPORT, url: '/tag/*', findings: 1, pages: 1 }]);
  expect(some.items.map(({ url }) => url).toSorted()).toEqual([`${BASE}/`, `${BASE}/silk`, `${BASE}/wool`]);
  expect(ruleIn(some, NO_VIEWPORT)?.share).toBeLessThan(1);
});

it('the next crawl and its comparison keep to it, and other workspaces see everything', async () => {
  await change({ mute: [{ rule: NO_VIEWPORT }] });
  await crawl();
  const { json } = await service.call('/site/audit', { site: 'loom.example' });
  expect(Object(json['changes'])).toMatchObject({ new: 0, fixed: 0 });
  expect(hasCause(await audit(), NO_VIEWPORT)).toBe(false);
  const theirs = await audit({}, await service.makeCustomerKey());
  expect(theirs.muted).toEqual([]);
  expect(ruleIn(theirs, NO_VIEWPORT)).toMatchObject({ status: 'failing', failing: 4 });
});

it('a notice is shown among the causes once it is unmuted, and costs nothing', async () => {
  await change({ mute: [] });
  const before = await audit();
  expect(ruleIn(before, 'h1.multiple')).toMatchObject({ status: 'failing', failing: 1 });
  expect(hasCause(before, 'h1.multiple')).toBe(false);
  await change({ unmute: ['h1.multiple'] });
  const after = await audit();
  expect(after.causes.find(({ rule }) => rule === 'h1.multiple')).toMatchObject({ score_gain: 0 });
  expect(after.health_score).toBe(before.health_score);
});

it.each([
  [{ mute: [{ rule: 'no.such-rule' }] }, 'audit.mute[0].rule'],
  [{ unmute: [NO_VIEWPORT] }, 'audit.unmute[0]'],
])('%j is refused and names the field', async (body, path) => {
  expect(await change(body)).toMatchObject({ status: 422, json: { errors: [{ path }] } });
});
