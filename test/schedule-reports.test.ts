import { once } from 'node:events';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';

import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { createMailer } from '../src/adapters/mail/mailer.ts';
import { PostgresWebhooks } from '../src/adapters/postgres/webhooks.ts';
import { openVault } from '../src/adapters/secrets.ts';
import { ReportReady } from '../src/contract/report-ready.ts';
import { Closing } from '../src/kernel/closing.ts';
import { openMailServer, type MailServer } from './mail-server.ts';
import { openTestDatabase } from './postgres.ts';
import { openTestService, type TestService } from './service.ts';

interface Posted {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const PAGE = '# Gears <script>alert(1)</script>\n\nHow to index the gears of a bicycle.';

const closing = new Closing();
const posted: Posted[] = [];
let receiver: string;
let mails: MailServer;
let service: TestService;

beforeAll(async () => {
  mails = closing.add(await openMailServer((address) => address.startsWith('gone@')));
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
      const body = Buffer.concat(chunks).toString('utf8');
      posted.push({ path: request.url ?? '', headers: Object.fromEntries(headers), body });
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.defer(async () => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  receiver = `http://127.0.0.1:${address.port}`;
  service = closing.add(
    await openTestService({
      environment: {
        SEAMARK_SMTP_URL: mails.url,
        SEAMARK_MAIL_FROM: 'Seamark <seamark@example.com>',
        SEAMARK_PUBLIC_URL: 'https://seamark.example.com',
        SEAMARK_ALLOW_NETWORKS: '127.0.0.1/32',
        SEAMARK_ALLOW_PORTS: String(address.port),
      },
    }),
  );
});
afterAll(() => closing.close());

async function patch(id: string, body: unknown): Promise<{ readonly status: number; readonly json: Answered }> {
  const response = await fetch(`${service.base}/api/v1/schedules/${id}`, {
    method: 'PATCH',
    headers: { 'x-api-key': service.key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of the operation is checked where it is answered
  return { status: response.status, json: (await response.json()) as Answered };
}

interface Answered {
  readonly schedule: { readonly report: Report | null };
  readonly fix: string;
  readonly errors: readonly { readonly path: string; readonly message: string }[];
}

interface ListedSchedule {
  readonly id: string;
  readonly report: Report;
  readonly last: { readonly job_id: string | null; readonly error: string | null } | null;
}

interface Report {
  readonly recipients: readonly { readonly to: string; readonly state: string; readonly reason: string | null }[];
  readonly last: { readonly is_sent: boolean; readonly job_id: string } | null;
}

const QUESTION = { operation: 'content.technical-qa', input: { markdown: PAGE }, cadence: 'monthly' };
/** Asked by several tests at once; the answer to one that was asked before is what a first report is compared with. */
const OTHER_QUESTION = { ...QUESTION, input: { markdown: '# Chains\n\nHow to count the links of a bicycle chain.' } };

async function scheduleNamed(id: string): Promise<ListedSchedule | undefined> {
  const { json } = await service.call('/schedules', undefined);
  const schedules: unknown = json['schedules'];
  if (!Array.isArray(schedules)) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return (schedules as readonly ListedSchedule[]).find((schedule) => schedule.id === id);
}

async function reportOf(id: string): Promise<Report | undefined> {
  return (await scheduleNamed(id))?.report;
}

const until = (isSo: () => boolean | Promise<boolean>): Promise<unknown> =>
  vi.waitUntil(isSo, { timeout: 30_000, interval: 250 });

/** Has it run now, and waits for its report. */
async function run(id: string): Promise<Report | undefined> {
  const before = (await reportOf(id))?.last?.job_id;
  await service.rows(`update schedules set next_due = now() - interval '1 second' where id = '${id}'`);
  await until(async () => (await reportOf(id))?.last?.job_id !== before);
  return reportOf(id);
}

function mailsTo(address: string): readonly string[] {
  return mails.received.filter((mail) => mail.includes(`To: ${address}`));
}

/** What the webhook endpoint got. @throws where the signature is not that of its secret */
function signedReport(secret: string): ReportReady {
  const told = posted.find(({ path, body }) => path === '/hook' && body.includes('report.ready'));
  const event: unknown = new Webhook(secret).verify(told?.body ?? '', { ...told?.headers });
  expect(event).toMatchObject({ type: 'report.ready' });
  return ReportReady.parse(Reflect.get(Object(event), 'data'));
}

describe('a schedule that names recipients', () => {
  it.concurrent('sends its report by e-mail, Slack and webhook, with a link that opens it, and says who did not get it', async () => {
    const hook = await service.call('/webhooks/endpoints', { url: `${receiver}/hook`, events: ['job.failed'] });
    const slack = { url: `${receiver}/slack`, format: 'slack', events: ['job.failed'] };
    expect((await service.call('/webhooks/endpoints', slack)).status).toBe(201);
    const to = ['seo@example.com', 'gone@example.com', `${receiver}/hook`, `${receiver}/slack`];
    const { json } = await patch('gears', { ...QUESTION, report: { to } });
    // A Slack URL is all that it takes to post there, so nobody reads it here.
    const shown = ['seo@example.com', 'gone@example.com', `${receiver}/…hook`, `${receiver}/…lack`];
    expect(json.schedule.report?.recipients).toMatchObject(shown.map((each) => ({ to: each, state: 'waiting' })));
    const again = await patch('gears', { report: { to: shown } });
    expect(again.json.schedule.report).toEqual(json.schedule.report);
    await run('gears');
    const open = ['waiting', 'sending'];
    await until(async () => (await reportOf('gears'))?.recipients.every(({ state }) => !open.includes(state)) === true);
    const recipients = (await reportOf('gears'))?.recipients ?? [];
    expect(recipients.map(({ state }) => state)).toEqual(['delivered', 'failed', 'delivered', 'delivered']);
    expect(recipients[1]?.reason).toBe('The mail server answered 550.');

    const [mail = ''] = mailsTo('seo@example.com');
    expect(mail).toContain('Content-Type: multipart/alternative');
    expect(mail).not.toContain('<script');
    const report = signedReport(String(hook.json['signing_secret']));
    expect(report).toMatchObject({ schedule_id: 'gears', compared_with: null, is_unchanged: false });
    const shared = await fetch(`${service.base}/dashboard/api/shared`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: service.base, 'x-seamark-dashboard': '1' },
      body: JSON.stringify({ token: new URL(report.url).hash.replace('#token=', '') }),
    });
    expect(await shared.json()).toMatchObject({ operation: 'content.technical-qa', input: { markdown: PAGE } });
    expect(posted.filter(({ path }) => path === '/slack').map(({ body }) => body)).toContainEqual(
      expect.stringContaining('|Open the report>'),
    );
  });

  it.concurrent('sends one line where nothing changed, or nothing, as it is set, and links to the dashboard where sharing is off', async () => {
    await patch('same', { ...OTHER_QUESTION, report: { to: ['same@example.com'], link: 'dashboard' } });
    const first = await run('same');
    await until(() => mailsTo('same@example.com').length === 1);
    const unfolded = mailsTo('same@example.com')[0]?.replaceAll('=\r\n', '');
    expect(unfolded).toContain(`https://seamark.example.com/dashboard/reports/${first?.last?.job_id}`);
    expect(unfolded).not.toContain('/dashboard/shared');
    expect((await run('same'))?.last?.is_sent).toBe(true);
    await until(() => mailsTo('same@example.com').length === 2);
    expect(mailsTo('same@example.com')[1]).toContain('nothing changed');
    await patch('same', { report: { when_unchanged: 'nothing' } });
    expect((await run('same'))?.last?.is_sent).toBe(false);
    expect(mailsTo('same@example.com')).toHaveLength(2);
    await patch('same', { report: null });
    expect(await reportOf('same')).toBeNull();
  });

  it.concurrent('tells its recipients in one line that a run failed, why, and when it is tried again', async () => {
    const call = { operation: 'extract', input: { url: 'http://127.0.0.2/report' }, cadence: 'monthly' };
    await patch('broken', { ...call, report: { to: ['failed@example.com'] } });
    await service.rows(`update schedules set next_due = now() - interval '1 second' where id = 'broken'`);
    await until(() => mailsTo('failed@example.com').length === 1);
    const mail = mailsTo('failed@example.com')[0]?.replaceAll('=\r\n', '') ?? '';
    expect(mail).toMatch(/Subject: .*no report this time/);
    expect(mail).toMatch(/The run of \d+ \w+ \d{4} failed: .*\. It is tried again on \d+ \w+ \d{4} at \d\d:\d\d UTC\./);
    // What the next report is compared with stays the last one that was made.
    expect((await reportOf('broken'))?.last).toBeNull();
  });

  it.concurrent('tells them the same where the run was refused before it was a job, and shows why', async () => {
    await patch('refusing', { ...OTHER_QUESTION, report: { to: ['refused@example.com'] } });
    await service.rows(`update schedules set input = '{}', next_due = '2026-03-01T03:00:00Z' where id = 'refusing'`);
    await until(() => mailsTo('refused@example.com').length === 1);
    const mail = mailsTo('refused@example.com')[0]?.replaceAll('=\r\n', '') ?? '';
    expect(mail).toMatch(/Subject: .*no report this time/);
    expect(mail).toMatch(/failed: .*\. It is tried again on \d+ \w+ \d{4} at \d\d:\d\d UTC\./);
    expect(mail).toContain(
      'Open the schedule (login required): https://seamark.example.com/dashboard/settings/schedules',
    );
    expect((await scheduleNamed('refusing'))?.last).toMatchObject({ job_id: null, error: expect.stringMatching(/./) });
  });

  it.concurrent('tells them the same of a run whose process was killed on the last attempt, and shows why', async () => {
    await patch('killed', { ...OTHER_QUESTION, report: { to: ['killed@example.com'] } });
    await service.rows(
      `update schedules set last_job_id = 'job_killed', last_due = now(), last_at = now() where id = 'killed'`,
    );
    await service.rows(
      `insert into jobs (id, workspace_id, request_id, transport, operation, input, credits, status, attempts_made,
         attempts_max, lease_owner, lease_until)
       select 'job_killed', workspace_id, 'req', 'schedule', operation, input, 0, 'running', 3, 3, 'nobody',
         now() - interval '1 minute' from schedules where id = 'killed'`,
    );
    await until(() => mailsTo('killed@example.com').length === 1);
    const mail = mailsTo('killed@example.com')[0]?.replaceAll('=\r\n', '') ?? '';
    expect(mail).toMatch(/failed: The process that ran the job ended before the job did .* It is tried again on \d+ /);
    expect(mail).toContain('https://seamark.example.com/dashboard/reports/job_killed');
    expect((await scheduleNamed('killed'))?.last).toMatchObject({
      job_id: 'job_killed',
      error: expect.stringContaining('The process'),
    });
  });

  it.concurrent('is stopped for a mailbox by the POST of its mail client, and stays so when it is named again', async () => {
    const report = { to: ['tired@example.com', 'eager@example.com'] };
    await patch('stopped', { ...OTHER_QUESTION, report });
    const [token] = await service.rows(
      "select stop_token from schedule_recipients where schedule_id = 'stopped' and position = 1",
    );
    // Scanners of mail open every link.
    await fetch(`${service.base}/dashboard/stop/${String(token?.['stop_token'])}`, { redirect: 'manual' });
    expect((await reportOf('stopped'))?.recipients[0]?.state).toBe('waiting');
    const stopped = await fetch(`${service.base}/dashboard/stop/${String(token?.['stop_token'])}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(stopped.status).toBe(204);
    await patch('stopped', { report });
    expect((await reportOf('stopped'))?.recipients.map(({ state }) => state)).toEqual(['stopped', 'waiting']);
    await run('stopped');
    await until(() => mailsTo('eager@example.com').length === 1);
    expect(mailsTo('tired@example.com')).toEqual([]);
  });

  it('shows the price of the crawl of its site, not that of a usual one', async () => {
    const { json } = await service.call('/sites', { target: 'priced.example', crawl: { pages: 2000 } });
    const site = String(Reflect.get(Object(json['site']), 'id'));
    const { json: set } = await patch('priced', { operation: 'crawls.create', input: { site }, cadence: 'monthly' });
    expect(set.schedule).toMatchObject({ credits: 40 });
  });

  it.each([
    [{ to: ['not an address'] }, 'report.to[0]'],
    [{ to: ['seo@example.com', 'https://unknown.example.com/hook'] }, 'report.to[1]'],
    [{ to: ['mailto:a@example.com,b@example.com'] }, 'report.to[0]'],
    [{ link: 'shared' }, 'report.to'],
  ])('refuses %j and names the field', async (report, path) => {
    const { status, json } = await patch('refused', { ...QUESTION, report });
    expect(status).toBe(422);
    expect(json.errors.map((each) => each.path)).toContain(path);
  });

  it.each([
    ['imports.create', { kind: 'links', url: 'https://example.com/links.csv' }],
    ['audit.local.batch', { items: [{ domain: 'Acme', location: 'Berlin' }] }],
  ])('has no report of a call that is no single analysis: %s', async (operation, input) => {
    const call = { operation, input, cadence: 'daily', report: { to: ['seo@example.com'] } };
    const { status, json } = await patch('none', call);
    expect([status, json.errors[0]?.path]).toEqual([422, 'report']);
  });

  it('is refused a mailbox where no mail server is set up, with the setting to set', async () => {
    const test = await openTestDatabase();
    const mailer = createMailer({ smtp_url: undefined, from: undefined });
    const webhooks = new PostgresWebhooks({
      database: test.database,
      vault: await openVault({ secret: 'x'.repeat(32), data_dir: tmpdir() }),
      checkUrl: (url) => mailer.checkAddress(url),
    });
    await expect(webhooks.receivers('ws_default', ['mailto:seo@example.com'])).rejects.toMatchObject({
      code: 'invalid_input',
      fix: expect.stringContaining('SEAMARK_SMTP_URL'),
      issues: [{ path: 'report.to[0]' }],
    });
    await test.close();
  });
});
