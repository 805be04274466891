import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { addUser, addWorkspace, openTestDashboard, signIn, type TestDashboard } from '../../test/dashboard/server.ts';
import type { PagePrinter, RenderQuery } from '../ports/browser.ts';
import type { GuardedRequester } from '../ports/fetch.ts';
import type {
  EarlierReportsView,
  NewReportLinkView,
  ReportLinkListView,
  ReportListView,
  ReportsAboutView,
} from './views.ts';

let folder: string;
let test: TestDashboard;
/** What a browser was given to print. */
const printed: { readonly query: RenderQuery; readonly requester: GuardedRequester }[] = [];
const printer: PagePrinter = {
  print(query, requester) {
    printed.push({ query, requester });
    return Promise.resolve(Buffer.from('%PDF-1.7'));
  },
};
let cookie: string;
let otherCookie: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seamark-app-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><html><head><title>Seamark</title></head></html>');
  test = await openTestDashboard(folder, printer);
  await addWorkspace(test, 'ws_other');
  cookie = await signIn(test, await addUser(test));
  otherCookie = await signIn(test, await addUser(test, 'other@example.com', 'ws_other'));
});
afterAll(async () => {
  await test?.close();
  await rm(folder, { recursive: true, force: true });
});

const LEASE = { owner: 'a test', duration_ms: 60_000 };
const ANSWER = {
  success: true,
  backlinks: 12,
  meta: {
    sources: [{ source: 'index', coverage: 'full' }],
    credits: { charged: 5, balance: 812 },
    request_id: 'req_9',
  },
};

/** The answer of one call, as its job keeps it. */
async function keep(input: Record<string, unknown>, operation = 'backlinks.summary'): Promise<string> {
  const job = {
    workspace_id: 'ws_default',
    key_id: undefined,
    project_id: undefined,
    workflow_id: undefined,
    request_id: 'req_1',
    transport: 'dashboard',
    operation,
    input,
    credits: 0,
    attempts_max: 3,
  } as const;
  const [{ id } = { id: '' }] = await test.jobs.enqueue([job]);
  const [run] = await test.jobs.claim(LEASE, 1);
  expect(run?.id).toBe(id);
  await test.jobs.complete(LEASE.owner, { id, attempts_made: 1 }, () => ANSWER);
  return id;
}

async function share(report: string, days = 30): Promise<NewReportLinkView> {
  const answer = await test.ask(`/reports/${report}/links`, { body: { days }, cookie });
  expect(answer.statusCode).toBe(201);
  return answer.json<NewReportLinkView>();
}

function open(token: string): ReturnType<TestDashboard['ask']> {
  return test.ask('/shared', { body: { token } });
}

describe('a shared report', () => {
  it('is shown to whoever has its link, without what the call cost, who made it or what is left', async () => {
    const report = await keep({ target: 'acme.example', draft: 'x'.repeat(3000) });
    const { token } = await share(report);
    const shown = await open(token);
    expect(shown.statusCode).toBe(200);
    expect(shown.json()).toEqual({
      operation: 'backlinks.summary',
      input: { target: 'acme.example' },
      answer: { success: true, backlinks: 12, meta: { sources: [{ source: 'index', coverage: 'full' }] } },
      created_at: expect.any(String),
      expires_at: expect.any(String),
      can_print: true,
      look: { logo: null, accent: null },
    });
    expect(shown.body).not.toMatch(/812|req_|ws_default|ops@example.com/);
  });

  it('ends on its day, and says so', async () => {
    const { token, link } = await share(await keep({ target: 'ends.example' }));
    await test.database.query(`update report_links set expires_at = '2026-03-02T10:00:00Z' where id = $1`, [link.id]);
    const shown = await open(token);
    expect(shown.statusCode).toBe(404);
    expect(shown.json()).toMatchObject({ detail: 'This shared report expired on March 2, 2026.' });
  });

  it('is gone as soon as its link is withdrawn, by its own workspace alone', async () => {
    const report = await keep({ target: 'withdrawn.example' });
    const { token, link } = await share(report);
    const listed = (await test.ask(`/reports/${report}/links`, { cookie })).json<ReportLinkListView>();
    expect(listed.links.map(({ id }) => id)).toEqual([link.id]);
    const foreign = await test.ask(`/report-links/${link.id}`, { method: 'DELETE', cookie: otherCookie });
    expect(foreign.statusCode).toBe(404);
    expect((await open(token)).statusCode).toBe(200);
    expect((await test.ask(`/report-links/${link.id}`, { method: 'DELETE', cookie })).statusCode).toBe(200);
    expect((await open(token)).statusCode).toBe(404);
  });

  it('is one report of one’s own workspace: others cannot share it or see its links', async () => {
    const report = await keep({ target: 'own.example' });
    await share(report);
    expect((await test.ask(`/reports/${report}/links`, { body: {}, cookie: otherCookie })).statusCode).toBe(404);
    const listed = await test.ask(`/reports/${report}/links`, { cookie: otherCookie });
    expect(listed.json()).toEqual({ links: [] });
    expect((await test.ask(`/reports/${report}/links`, { body: {} })).statusCode).toBe(401);
  });

  it('is listed among those that are shared until its last link ends, with that day, in its own workspace alone', async () => {
    await keep({ target: 'unshared.example' });
    const report = await keep({ target: 'listed.example' });
    const { link } = await share(report);
    const later = await share(report, 60);
    const listed = async (query: string, as = cookie) => {
      const { reports } = (await test.ask(`/reports${query}`, { cookie: as })).json<ReportListView>();
      return new Map(reports.map(({ job, shared_until }) => [job.id, shared_until]));
    };
    expect((await listed('?shared=true')).get(report)).toBe(later.link.expires_at);
    expect([...(await listed('?shared=true')).values()]).not.toContain(null);
    expect([...(await listed('')).values()]).toContain(null);
    expect((await listed('?shared=true', otherCookie)).size).toBe(0);
    await test.database.query(`update report_links set expires_at = now() where id = any($1)`, [
      [link.id, later.link.id],
    ]);
    expect((await listed('?shared=true')).has(report)).toBe(false);
  });

  it('is kept beyond the days for which answers are kept, until its link ends', async () => {
    const shared = await keep({ target: 'kept.example' });
    const other = await keep({ target: 'dropped.example' });
    const { token, link } = await share(shared);
    await test.database.query(`update jobs set finished_at = now() - interval '400 days' where id = any($1)`, [
      [shared, other],
    ]);
    await test.jobs.sweep();
    expect((await test.jobs.find('ws_default', other))?.result).toBeUndefined();
    expect((await open(token)).statusCode).toBe(200);
    await test.database.query(`update report_links set expires_at = now() where id = $1`, [link.id]);
    await test.jobs.sweep();
    expect((await test.jobs.find('ws_default', shared))?.result).toBeUndefined();
  });

  it.each([
    [{ days: 0 }, 'days'],
    [{ days: 366 }, 'days'],
    [{ days: 'a week' }, 'days'],
    [{ until: 'ever' }, 'until'],
  ])('is refused for %o, with the field that is wrong', async (body, field) => {
    const answer = await test.ask(`/reports/${await keep({ target: 'days.example' })}/links`, { body, cookie });
    expect(answer.statusCode).toBe(422);
    expect(answer.json<{ errors: readonly { path: string }[] }>().errors[0]?.path).toBe(field);
  });

  it('is not found by guessing', async () => {
    expect((await open('a'.repeat(40))).statusCode).toBe(404);
    expect((await open('a'.repeat(200))).statusCode).toBe(422);
  });
});

describe('kept answers', () => {
  it('of the same question are found from a later one, the newest first, and no others', async () => {
    const first = await keep({ target: 'again.example', limit: 10 });
    const second = await keep({ target: 'again.example', limit: 10 });
    await keep({ target: 'again.example', limit: 20 });
    await keep({ target: 'again.example', limit: 10 }, 'backlinks.list');
    const third = await keep({ target: 'again.example', limit: 10 });
    const earlier = (await test.ask(`/reports/${third}/earlier`, { cookie })).json<EarlierReportsView>();
    expect(earlier.reports.map(({ id }) => id)).toEqual([second, first]);
    expect((await test.ask(`/reports/${third}/earlier`, { cookie: otherCookie })).json()).toEqual({ reports: [] });
  });

  it('about a subject are the newest of each operation, whatever the field is called', async () => {
    await keep({ target: 'subject.example' });
    const links = await keep({ target: 'subject.example', limit: 5 });
    const audit = await keep({ site: 'subject.example' }, 'site.audit');
    const gap = await keep({ targets: ['subject.example', 'b.example'] }, 'backlinks.page-intersection');
    await keep({ target: 'subject.example.org' });
    const about = await test.ask('/reports/about?value=subject.example', { cookie });
    expect(about.json<ReportsAboutView>().reports.map(({ id, operation }) => [operation, id])).toEqual([
      ['backlinks.page-intersection', gap],
      ['backlinks.summary', links],
      ['site.audit', audit],
    ]);
    expect((await test.ask('/reports/about?value=subject.example', { cookie: otherCookie })).json()).toEqual({
      reports: [],
    });
  });

  it('about a subject are looked for as text, whatever it is made of', async () => {
    const odd = `"},%_\\' or 1=1 --`;
    const report = await keep({ query: odd }, 'search');
    const about = await test.ask(`/reports/about?value=${encodeURIComponent(odd)}`, { cookie });
    expect(about.json<ReportsAboutView>().reports.map(({ id }) => id)).toEqual([report]);
    const nul = await test.ask('/reports/about?value=%00', { cookie });
    expect(nul.json()).toEqual({ reports: [] });
  });
});

describe('a report on paper', () => {
  it('is the shared page with the report in it, without what only the workspace may see', async () => {
    const id = await keep({ target: '</script><script>alert(1)</script>' });
    const answer = await test.ask(`/reports/${id}/pdf`, { cookie });
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.payload).toBe('%PDF-1.7');
    const { query } = printed.at(-1) ?? {};
    const [, data = ''] =
      /<script type="application\/json" id="printed-report">(.*?)<\/script>/s.exec(query?.html ?? '') ?? [];
    expect(JSON.parse(data)).toMatchObject({ operation: 'backlinks.summary', expires_at: null });
    expect(data).not.toMatch(/<|812|req_9|ws_default/);
    expect(query?.headers['content-security-policy']).toContain("default-src 'self'");
  });

  it('is made for whoever has its link, of this report alone, while the link lasts', async () => {
    const report = await keep({ target: 'paper.example' });
    const { token, link } = await share(report);
    const pdf = (by: string) => test.ask('/shared/pdf', { body: { token: by } });
    expect((await pdf(token)).payload).toBe('%PDF-1.7');
    const html = printed.at(-1)?.query.html ?? '';
    expect(html).toContain('paper.example');
    expect(html).not.toMatch(/812|req_|ws_default|ops@example.com/);
    expect(html).not.toContain(token);
    const count = printed.length;
    expect((await pdf('a'.repeat(40))).statusCode).toBe(404);
    await test.database.query(`update report_links set expires_at = now() where id = $1`, [link.id]);
    expect((await pdf(token)).statusCode).toBe(404);
    expect(printed).toHaveLength(count);
  });

  it('is made so often for one link, and no more', async () => {
    const { token } = await share(await keep({ target: 'often.example' }));
    const answers = await Promise.all(Array.from({ length: 12 }, () => test.ask('/shared/pdf', { body: { token } })));
    expect(answers.map(({ statusCode }) => statusCode)).toContain(429);
  });

  it('asks for nothing but the files of the app, wherever its page leads', async () => {
    await test.ask(`/reports/${await keep({ target: 'a.example' })}/pdf`, { cookie });
    const { requester } = printed.at(-1) ?? {};
    for (const url of [
      'http://seamark.invalid/dashboard/api/me',
      'http://seamark.invalid/api/v1/jobs',
      'http://127.0.0.1/dashboard/assets/a.js',
      'http://seamark.invalid/dashboard/assets/../api/me',
    ]) {
      const asked = { url, headers: {}, wants: () => true, bytes_max: 1000, timeout_ms: 1000 };
      await expect(requester?.get(asked, AbortSignal.timeout(5000))).rejects.toThrow('its own files');
    }
  });

  it('is of the own workspace alone', async () => {
    const id = await keep({ target: 'a.example' });
    expect((await test.ask(`/reports/${id}/pdf`, { cookie: otherCookie })).statusCode).toBe(404);
  });
});
