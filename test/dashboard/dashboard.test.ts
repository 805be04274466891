import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { newSetupToken, setupUrl } from '../../src/dashboard/access.ts';
import { lookUp } from '../providers/web.ts';
import { trackBikeRepair } from './tracked-ranks.ts';
import { axe, EMAIL, openWalk, overflow, PASSWORD, SHOP, type Walk } from './walk.ts';

/** Pages are slow on a busy machine; what does not come at all may take its time to fail. */
vi.setConfig({ testTimeout: 300_000 });

let walk: Walk;
beforeAll(async () => {
  walk = await openWalk();
});
afterAll(async () => {
  await walk?.close();
});

const MARKDOWN = { markdown: '# Bicycle repair\n\nHow to mend a flat tyre in ten minutes.' };
const callWith = (key: string) => walk.service.call('/content/technical-qa', MARKDOWN, { 'x-api-key': key });

/** Leaves the page; answers what the browser complained of meanwhile. */
const end = (page: Page): Promise<readonly string[]> => walk.leave(page);

const state = (page: Page, text: string) => page.locator('.facts .badge').getByText(text);
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
/** Presses a button of the open dialog. */
const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const rowWith = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

describe('the way in', () => {
  it('is a setup link that works once, then a login', async () => {
    await walk.service.rows('delete from dashboard_users');
    const url = setupUrl(walk.service.base, await newSetupToken(walk.users));
    const page = await walk.visit(url);
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByLabel('Password').fill('short');
    // The token is gone from the address bar before anything is typed.
    expect(page.url()).toBe(`${walk.service.base}/dashboard/setup`);
    await page.getByRole('button', { name: 'Create user and log in' }).click();
    await page.getByText('must have at least 10 characters').waitFor();
    expect(await page.locator(':focus').getAttribute('name')).toBe('password');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create user and log in' }).click();
    await heading(page, 'What do you want to know?').waitFor();

    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await heading(page, 'Log in to Seamark').waitFor();
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByLabel('Password').fill('a wrong password');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('alert').getByText('The email or password is incorrect.').waitFor();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await heading(page, 'What do you want to know?').waitFor();
    expect(await end(page)).toEqual([]);

    const again = await walk.visit(url);
    await again.getByText('The setup link is invalid, has expired or was already used.').waitFor();
    expect(await end(again)).toEqual([]);
  });

  it('leads to the page that somebody came for', async () => {
    await end(await walk.enter(''));
    const page = await walk.visit(`${walk.service.base}/dashboard/projects`);
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await heading(page, 'Projects').waitFor();
    expect(await end(page)).toEqual([]);
  });

  it('is shown again when the session has ended meanwhile', async () => {
    const page = await walk.enter('/keys');
    await heading(page, 'Keys').waitFor();
    await walk.service.rows('delete from dashboard_sessions');
    // A page that looks by itself may have noticed before the click.
    await page
      .getByRole('link', { name: 'Projects' })
      .click({ timeout: 3000 })
      .catch(() => undefined);
    await heading(page, 'Log in to Seamark').waitFor();
    expect(await end(page)).toEqual([]);
  });
});

describe('a user', () => {
  it('is invited by a link, reads whom to ask for what a viewer may not do, and is logged out when removed', async () => {
    await walk.service.rows("delete from dashboard_users where email like '%@client.example'");
    const page = await walk.enter('/settings/users');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('Email').fill('jo@client.example');
    await page.getByLabel('Viewer').check();
    expect(await axe(page)).toEqual([]);
    await inDialog(page, 'Invite');
    const link = await page.getByLabel('Invitation link').inputValue();
    await inDialog(page, 'Done');

    const guest = await walk.visit(link);
    await heading(guest, 'Join Default').waitFor();
    expect(await axe(guest)).toEqual([]);
    await guest.getByLabel('Password').fill(PASSWORD);
    await guest.getByRole('button', { name: 'Create account and join' }).click();
    await heading(guest, 'What do you want to know?').waitFor();
    await guest.goto(`${walk.service.base}/dashboard/sites`);
    await guest.getByText(`Viewers cannot start crawls. Ask ${EMAIL}.`).waitFor();
    expect(await guest.getByRole('main').getByRole('button', { name: 'Add site' }).count()).toBe(0);
    await guest.goto(`${walk.service.base}/dashboard/start`);
    await guest.getByRole('heading', { level: 2, name: 'Demo' }).waitFor();
    expect(await guest.getByRole('button', { name: 'Try it with the demo site' }).count()).toBe(0);
    await guest.goto(`${walk.service.base}/dashboard/look/harbour-bikes.example/links`);
    await guest.getByText(`Viewers cannot run reports. Ask ${EMAIL}.`).first().waitFor();
    expect(await guest.getByRole('main').getByRole('button', { name: 'Run' }).count()).toBe(0);
    await page.goto(`${walk.service.base}/dashboard/look/nobody.example/links/list`);
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('link', { name: 'Crawl a site' }).first().waitFor();
    await guest.goto(`${walk.service.base}/dashboard/look/nobody.example/links/list`);
    await guest.getByText(`Viewers cannot start crawls. Ask ${EMAIL}.`).first().waitFor();
    expect(await guest.getByRole('link', { name: 'Crawl a site' }).count()).toBe(0);
    await guest.goto(`${walk.service.base}/dashboard/settings/users`);
    await guest.getByText(`Viewers cannot manage users. Ask ${EMAIL}.`).waitFor();

    await page.goto(`${walk.service.base}/dashboard/settings/users`);
    await page.getByLabel('Role of jo@client.example').selectOption('member');
    await page.getByRole('status').getByText('jo@client.example is a member now.').waitFor();
    await page.getByRole('button', { name: 'Remove jo@client.example' }).click();
    await inDialog(page, 'Remove user');
    await rowWith(page, 'jo@client.example').waitFor({ state: 'detached' });
    await guest.goto(`${walk.service.base}/dashboard/sites`);
    await heading(guest, 'Log in to Seamark').waitFor();
    expect(await axe(page)).toEqual([]);
    expect([...(await end(guest)), ...(await end(page))]).toEqual([]);
  });

  it('of two workspaces goes from one to the other, and stays on the page', async () => {
    await walk.service.rows(`with made as (
        insert into workspaces (id, name, plan) values ('ws_second', 'Second', 'self_hosted') on conflict do nothing returning id
      ), account as (insert into credit_accounts (workspace_id) select id from made)
      insert into workspace_members (workspace_id, user_id, role)
      select 'ws_second', id, 'viewer' from dashboard_users where email = '${EMAIL}' on conflict do nothing`);
    const homeOf = async () =>
      (await walk.service.rows(`select workspace_id from dashboard_users where email = '${EMAIL}'`))[0]?.[
        'workspace_id'
      ];
    const page = await walk.enter('/reports');
    await heading(page, 'Reports').waitFor();
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('button', { name: /^Second/ }).click();
    await expect.poll(() => homeOf()).toBe('ws_second');
    await heading(page, 'Reports').waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard/reports');
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('button', { name: /^Default/ }).click();
    await expect.poll(() => homeOf()).toBe('ws_default');
    await heading(page, 'Reports').waitFor();
    await walk.service.rows("delete from workspace_members where workspace_id = 'ws_second'");
    expect(await end(page)).toEqual([]);
  });
});

/** Texts of others, each of them an attack: as crawled pages, anchors and titles may be. */
describe('texts of others', () => {
  const ATTACK = `"><img src=x onerror="document.title='ran'"><script>document.title='ran'</script>[x](javascript:alert(1))`;
  const FREE = /^(?:anchor|title|text|name|description|h1|snippet|reason|why|fix|heading|topic|message|content)$/;
  const attacked = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string') return FREE.test(name) || value.includes(' ') ? ATTACK : value;
    if (Array.isArray(value)) return value.map((item) => attacked(item, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, attacked(item, key)]));
  };
  const keep = async (operation: string): Promise<string> => {
    const file = join(import.meta.dirname, `../../docs/operations/examples/${operation}.json`);
    const answer: unknown = attacked(JSON.parse(await readFile(file, 'utf8')));
    const input = JSON.stringify({ target: ATTACK, url: 'https://attack.example/', keyword: ATTACK });
    const id = `job_attack_${operation.replaceAll(/\W/g, '_')}`;
    const texts = [input, JSON.stringify(answer)].map((text) => `$attack$${text}$attack$`);
    await walk.service.rows(`insert into jobs
      (id, workspace_id, request_id, transport, operation, input, status, credits, attempts_max, result, finished_at)
      values ('${id}', 'ws_default', '${id}', 'rest', '${operation}', ${texts[0]}, 'completed', 0, 1, ${texts[1]}, now())`);
    return id;
  };

  it(
    'run nothing on any page, in any report or behind a shared link, and are shown as they are',
    { timeout: 300_000 },
    async () => {
      const reports: string[] = [];
      for (const operation of ['backlinks.anchors', 'content.technical-qa', 'extract', 'search']) {
        reports.push(await keep(operation));
      }
      const page = await walk.enter('/reports');
      await heading(page, 'Reports').waitFor();
      const user = await walk.users.create({ email: `${ATTACK}@attack.example`, password: 'none' });
      await walk.service.rows(`update workspaces set name = $attack$${ATTACK}$attack$ where id = 'ws_default'`);
      await walk.service.rows(
        `insert into projects (workspace_id, id, name) values ('ws_default', $attack$${ATTACK}$attack$, $attack$${ATTACK}$attack$)`,
      );
      const addresses = [
        ...reports.map((id) => `/reports/${id}`),
        '',
        '/reports',
        '/sites',
        '/settings/users',
        '/settings/workspace',
        '/settings/brand',
        '/projects',
        '/jobs',
        '/usage',
        `/look?q=${encodeURIComponent(ATTACK)}`,
      ];
      for (const address of addresses) {
        await page.goto(`${walk.service.base}/dashboard${address}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        expect([address, await page.title()]).toEqual([address, expect.not.stringMatching(/^ran/)]);
        expect([address, await page.locator('img[src=x], main script, a[href^="javascript:" i]').count()]).toEqual([
          address,
          0,
        ]);
      }
      await page.goto(`${walk.service.base}/dashboard/reports/${reports[0] ?? ''}`);
      await page.locator('.page-head').getByRole('button', { name: 'Share', exact: true }).click();
      await inDialog(page, 'Create link');
      const stranger = await walk.visit(await page.getByLabel('Link to the report').inputValue());
      await stranger.getByText('<script>').first().waitFor();
      const seen = await stranger.content();
      expect(seen).toContain('&lt;script&gt;');
      for (const secret of ['attack.example', EMAIL, 'ws_default', reports[0] ?? ''])
        expect(seen).not.toContain(secret);
      expect(await stranger.locator('img[src=x], main script, a[href^="javascript:" i]').count()).toBe(0);
      await walk.service.rows(`update workspaces set name = 'Default' where id = 'ws_default'`);
      await walk.service.rows(`delete from dashboard_users where id = '${user.id}'`);
      expect([...(await end(stranger)), ...(await end(page))]).toEqual([]);
    },
  );
});

describe('a key', () => {
  it('is made with the keyboard alone, works, and works no more once it is revoked', async () => {
    const page = await walk.enter('/settings/keys');
    await heading(page, 'Keys').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    const focused = () => page.locator(':focus').innerText();
    // Past the parts of the settings.
    for (let tabs = 0; tabs < 24 && (tabs === 0 || (await focused()) !== 'Create key'); tabs += 1)
      await page.keyboard.press('Tab');
    expect(await focused()).toBe('Create key');
    await page.keyboard.press('Enter');
    const name = `Keyboard ${randomUUID()}`;
    await page.getByRole('dialog', { name: 'Create a key' }).waitFor();
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: `Key ${name}` }).waitFor();
    const secret = await page.locator(':focus').inputValue();
    expect(secret).toMatch(/^sk_live_/);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.locator(':focus').innerText()).toBe('Create key');
    expect(await page.content()).not.toContain(secret);

    expect((await callWith(secret)).status).toBe(200);
    await page.getByRole('button', { name: `Revoke ${name}` }).click();
    await inDialog(page, 'Revoke key');
    await page.getByRole('status').getByText(`Key ${name} revoked.`).waitFor();
    await rowWith(page, name).waitFor({ state: 'detached' });
    expect((await callWith(secret)).status).toBe(401);
    expect(await end(page)).toEqual([]);
  });

  it('is restricted to origins and operations, and the form says what it does not take', async () => {
    const page = await walk.enter('/keys');
    const name = `Restricted ${randomUUID()}`;
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Origins').fill('app.example.com/path');
    await page.getByText('Operations: all').click();
    await page.getByLabel('content.technical-qa').check();
    await inDialog(page, 'Create key');
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Origins').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(name);
    await page.getByLabel('Origins').fill('app.example.com');
    await inDialog(page, 'Create key');
    const secret = await page.getByRole('textbox', { name: 'Key', exact: true }).inputValue();
    await inDialog(page, 'I have stored it');
    await rowWith(page, name).getByText('app.example.com').waitFor();

    expect((await callWith(secret)).status).toBe(403);
    const origin = { 'x-api-key': secret, origin: 'https://app.example.com' };
    expect((await walk.service.call('/content/technical-qa', MARKDOWN, origin)).status).toBe(200);
    expect((await walk.service.call('/search', { query: 'bicycle' }, origin)).status).toBe(403);
    expect(await end(page)).toEqual([]);
  });

  it('gets a new secret, and the old one goes on for as long as was chosen', async () => {
    const page = await walk.enter('/keys');
    const name = `Rotated ${randomUUID()}`;
    const old = await walk.service.makeKey({ name });
    await page.reload();
    await page.getByRole('button', { name: `Rotate ${name}` }).click();
    await page.getByLabel('The old secret works for').selectOption('0');
    await inDialog(page, 'Rotate key');
    const secret = await page.getByRole('textbox', { name: 'Key', exact: true }).inputValue();
    expect((await callWith(secret)).status).toBe(200);
    expect((await callWith(old)).status).toBe(401);
    expect(await end(page)).toEqual([]);
  });
});

describe('usage', () => {
  it('shows calls by operation with a chart, and the days of one operation on a click', async () => {
    const key = await walk.service.makeKey({});
    await callWith(key);
    await walk.service.call('/test/inline', { label: randomUUID() }, { 'x-api-key': key });
    const page = await walk.enter('/usage?group_by=operation');
    // Usage is written in batches of a second.
    await expect
      .poll(async () => {
        await page.reload();
        await page.getByRole('table').or(page.getByText('No calls')).waitFor();
        return page.getByRole('button', { name: 'test.inline' }).count();
      })
      .toBe(1);
    expect(await page.getByRole('img', { name: /^Credits by day, .* in all, most on / }).count()).toBe(1);
    expect(await page.locator('.plot canvas').count()).toBe(1);
    await page.getByRole('button', { name: 'content.technical-qa' }).click();
    await page.getByRole('heading', { name: 'By day' }).waitFor();
    expect(page.url()).toContain('operation=content.technical-qa');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^usage-day-.*\.csv$/);
    expect(await end(page)).toEqual([]);
  });
});

describe('a project', () => {
  it('gets a budget, which is then held, and can be changed', async () => {
    const id = `acme-${randomUUID()}`;
    const page = await walk.enter('/projects');
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.getByLabel('Id', { exact: true }).fill(id);
    await page.getByLabel('Budget', { exact: true }).fill('many');
    await inDialog(page, 'Create project');
    await page.getByText('Budget must be a whole number, 0 or more.').waitFor();
    await page.getByLabel('Budget', { exact: true }).fill('4');
    await inDialog(page, 'Create project');
    await rowWith(page, id).getByText('0% of 4').waitFor();

    const call = () => walk.service.call('/test/inline', { label: randomUUID() }, { 'x-project-id': id });
    expect((await call()).status).toBe(200);
    expect((await call()).status).toBe(402);
    await page.getByRole('button', { name: `Change ${id}` }).click();
    await page.getByLabel('Budget', { exact: true }).fill('10');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await rowWith(page, id).getByText('30% of 10').waitFor();
    expect((await call()).status).toBe(200);

    await page.getByRole('button', { name: `Remove ${id}` }).click();
    await inDialog(page, 'Remove project');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await rowWith(page, id).waitFor({ state: 'detached' });
    expect(await end(page)).toEqual([]);
  });
});

describe('tracked keywords', () => {
  const TRUING = 'bicycle wheel truing';
  const STAND = 'wheel truing stand';
  const ATTACK = '<img src=x onerror=alert(1)> "=cmd|calc"';
  const listed = (page: Page, text: string) =>
    page.getByRole('table', { name: 'Tracked keywords' }).getByRole('row').filter({ hasText: text });
  const cell = (page: Page, text: string, at: number) => listed(page, text).getByRole('cell').nth(at);

  it('are added from a file, found by text, paused, tagged and deleted; wrong lines are named and attacks are plain text', async () => {
    await walk.service.rows('delete from rank_targets');
    const page = await walk.enter('/rankings');
    await page.getByText('No keywords are tracked yet.').waitFor();
    await page.getByRole('button', { name: 'Add keywords' }).click();
    const file = (text: string) => ({ name: 'keywords.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    const csv = `keyword,url,tags\n${STAND},harbour-bikes.example,wheels\n"${ATTACK.replaceAll('"', '""')}",javascript.example,<b>x</b>\n`;
    await page.getByLabel('Or choose a file').setInputFiles(file(`${csv}spokes,not a url,\n`));
    await expect.poll(() => page.getByLabel('Keywords', { exact: true }).inputValue()).toContain('spokes');
    await inDialog(page, 'Add keywords');
    await page.getByRole('dialog').getByText('line 4: url').first().waitFor();
    await page.getByLabel('Keywords', { exact: true }).fill(csv);
    await inDialog(page, 'Add keywords');
    await page.getByRole('status').getByText('2 keywords added.').waitFor();
    await page.getByText('2 keywords are tracked; none has been checked yet.').waitFor();
    expect(await cell(page, STAND, 4).innerText()).toBe('not checked yet');
    expect(await page.locator('.band .unknown').count()).toBe(6);

    await page.getByRole('button', { name: '<b>x</b>' }).click();
    await listed(page, STAND).waitFor({ state: 'detached' });
    expect(await listed(page, ATTACK).count()).toBe(1);
    expect(await page.locator('main img, main b').count()).toBe(0);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByLabel('Keyword or URL contains').fill('TRUING');
    await page.keyboard.press('Enter');
    await listed(page, ATTACK).waitFor({ state: 'detached' });

    await page.getByLabel(`Select ${STAND}`).check();
    await page.getByRole('button', { name: 'Pause' }).click();
    await cell(page, STAND, 7).getByText('paused').waitFor();
    await page.getByLabel(`Select ${STAND}`).check();
    await page.getByRole('button', { name: 'Resume' }).click();
    await cell(page, STAND, 7).getByText('active').waitFor();
    await page.getByLabel(`Select ${STAND}`).check();
    await page.getByRole('button', { name: 'Tag', exact: true }).click();
    await page.getByLabel('Tags to add').fill('city, shop');
    await page.getByRole('checkbox', { name: 'wheels' }).check();
    await inDialog(page, 'Save tags');
    await cell(page, STAND, 3).getByText('city, shop').waitFor();

    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByLabel(`Select ${ATTACK}`).check();
    await page.getByRole('button', { name: 'Delete' }).click();
    await inDialog(page, 'Delete keyword');
    await listed(page, ATTACK).waitFor({ state: 'detached' });
    expect(await end(page)).toEqual([]);
  });

  it('are checked only after their price was told, and then show where they rank', async () => {
    await walk.service.rows('delete from rank_targets');
    await walk.service.call('/rank/targets', { targets: [{ keyword: TRUING, url: urlAt(4) }] });
    walk.providers.reset();
    const page = await walk.enter('/rankings');
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText('One search costs 2 credits').waitFor();
    await page.getByText('Sources asked: serper.').waitFor();
    expect(walk.providers.requests).toHaveLength(0);
    await page.getByRole('button', { name: 'Check for 2 credits' }).click();
    await page.getByText('1 of 1 keyword ranks in the top 10').waitFor();
    expect(await cell(page, TRUING, 4).innerText()).toBe('4');
    const job = "select transport, charged from jobs where operation = 'rank.targets.check'";
    expect(await walk.service.rows(job)).toEqual([{ transport: 'dashboard', charged: 2 }]);

    await page.getByRole('link', { name: TRUING }).click();
    await page.getByText(/^Position 4 on .*; this was the first check\.$/).waitFor();
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText('One search costs 2 credits').waitFor();
    await page.getByRole('button', { name: 'Check for 2 credits' }).click();
    await page.getByRole('status').getByText('Check completed.').waitFor();
    expect(await end(page)).toEqual([]);
  });

  it('show their history with its gaps, failed checks and change of source, by keyboard too', async () => {
    const id = await trackBikeRepair(walk.service);
    const page = await walk.enter('/rankings');
    await page.getByRole('link', { name: 'bike repair', exact: true }).first().click();
    await heading(page, 'bike repair').waitFor();
    expect(page.url()).toBe(`${walk.service.base}/dashboard/rankings/${id}`);
    const chart = page.getByRole('img', { name: 'Rank over time' });
    await chart.waitFor();
    // Three runs: until the failed checks, until the days without a result, and since.
    expect(await chart.locator('.rank-line').count()).toBe(3);
    expect(await chart.locator('.failed').count()).toBe(3);
    expect(await chart.locator('.missing').count()).toBe(3);
    expect(await chart.locator('.event').count()).toBe(1);
    expect(await chart.locator('desc').textContent()).toMatch(
      /57 checks, .*: between position 4 and 11, last found at 4; not found in 3 checks; 3 checks failed; the source changed 1 time\./,
    );
    const figure = (name: string) => page.locator('.band > div').filter({ hasText: name });
    expect(await figure('Current').innerText()).toMatch(/^Current\s+4\s/);
    expect(await figure('Worst').innerText()).toMatch(/^Worst\s+11\s/);
    await page.getByText(/source changed from dataforseo to serper/).waitFor();

    await page.getByRole('group', { name: /^Rank by check/ }).focus();
    await page.keyboard.press('End');
    await page.getByText(/: position 4 · serper/).waitFor();
    await page.keyboard.press('Escape');
    await page
      .locator('.chart-day')
      .getByText(/^57 checks, /)
      .waitFor();
    await page.getByRole('button', { name: 'Show all 60 checks' }).click();
    expect(await page.getByRole('row').filter({ hasText: 'serper did not respond.' }).count()).toBe(3);
    expect(await end(page)).toEqual([]);
  });

  /** The page that stands at a place of the made-up web. */
  function urlAt(position: number): string {
    return lookUp(TRUING).pages.flat()[position - 1]?.url ?? '';
  }
});

describe('a schedule', () => {
  it('is created, paused, resumed and deleted, and says what its call does not take', async () => {
    const id = `links-${randomUUID()}`;
    const page = await walk.enter('/schedules');
    await page.getByRole('button', { name: 'Create schedule' }).click();
    await page.getByLabel('Id', { exact: true }).fill(id);
    await page.getByLabel('Call').selectOption('backlinks.summary');
    await page.getByLabel('Request body').fill('{ "target": ');
    await inDialog(page, 'Create schedule');
    await page.getByText('must be JSON').first().waitFor();
    await page.getByLabel('Request body').fill('{ "target": "not a domain" }');
    await inDialog(page, 'Create schedule');
    await page
      .getByRole('dialog')
      .getByText(/not a domain/)
      .first()
      .waitFor();
    await page.getByLabel('Request body').fill('{ "target": "example.com" }');
    await page.getByLabel('How often').selectOption('cron');
    await page.getByLabel('Cron pattern').fill('0 6 * * 1');
    await inDialog(page, 'Create schedule');
    await rowWith(page, id).getByText('0 6 * * 1').waitFor();
    await rowWith(page, id).getByText('active').waitFor();

    await page.getByRole('button', { name: `Pause ${id}` }).click();
    await rowWith(page, id).getByText('paused').waitFor();
    await page.getByRole('button', { name: `Resume ${id}` }).click();
    await page.getByRole('button', { name: `Pause ${id}` }).waitFor();
    expect(await axe(page)).toEqual([]);

    await page.getByRole('button', { name: `Delete ${id}` }).click();
    await inDialog(page, 'Delete schedule');
    await rowWith(page, id).waitFor({ state: 'detached' });
    expect(await end(page)).toEqual([]);
  });
});

describe('a site', () => {
  it('is added, shows its settings, is changed and deleted, and the form says what is wrong with which field', async () => {
    const page = await walk.enter('/sites');
    await page.getByRole('main').getByRole('button', { name: 'Add site' }).click();
    await page.getByLabel('Address', { exact: true }).fill('co.uk');
    await inDialog(page, 'Add site');
    await page.getByText('co.uk is a public suffix').first().waitFor();
    await page.getByLabel('Address', { exact: true }).fill('harbour.example');
    await page.getByText('More options').click();
    await page.getByLabel('Competitors').fill('canal.example, dock.example');
    await page.getByLabel('Markets').fill('NL, nl, Amsterdam');
    await page.getByLabel('Crawl', { exact: true }).selectOption('weekly');
    await inDialog(page, 'Add site');
    await rowWith(page, 'harbour.example').getByText('not crawled yet').waitFor();
    expect(await axe(page)).toEqual([]);

    await rowWith(page, 'harbour.example').getByRole('link', { name: 'harbour.example' }).click();
    await heading(page, 'harbour.example').waitFor();
    await page.getByText('harbour.example has not been crawled yet.').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('link', { name: 'Crawls and data' }).first().click();
    await page.getByText('You have not crawled this site yet.').waitFor();
    await page.getByRole('link', { name: 'Site settings' }).click();
    await page.getByText('canal.example, dock.example').waitFor();
    await page.getByText('Amsterdam, Netherlands, Dutch').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Change settings' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Harbour');
    await page.getByLabel('Maximum pages').fill('many');
    await inDialog(page, 'Save changes');
    await page.getByText('Maximum pages must be a number.').waitFor();
    await page.getByLabel('Maximum pages').fill('250');
    await inDialog(page, 'Save changes');
    await page.getByText('250 pages, depth 20').waitFor();
    await page.getByRole('button', { name: /Harbour.*switch site/s }).waitFor();

    await page.getByRole('button', { name: 'Delete site' }).click();
    await inDialog(page, 'Delete site');
    await page.getByText('No sites yet.').waitFor();
    expect(await end(page)).toEqual([]);
  });

  it('has pages that show what is known, run what was never asked, and keep their place when the site is switched', async () => {
    const made: string[] = [];
    for (const target of ['first-shop.example', 'second-shop.example']) {
      const { json } = await walk.service.call('/sites', { target });
      made.push(String(Reflect.get(Object(json['site']), 'id')));
    }
    const page = await walk.enter(`/s/${made[0] ?? ''}/links/anchors`);
    await heading(page, 'Links to first-shop.example').waitFor();
    await page.getByText('This report has not been run for first-shop.example yet.').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('.report').waitFor();
    // The answer is kept: it is there after a reload, and on the list of reports under its title.
    await page.reload();
    await page.locator('.report').waitFor();

    await page.keyboard.press(']');
    await page.locator('.tabs [aria-current=page]').getByText('Pages', { exact: true }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('k');
    await heading(page, 'Keywords for first-shop.example').waitFor();
    await page.keyboard.press('s');
    await page.getByRole('link', { name: 'second-shop.example' }).click();
    await heading(page, 'Keywords for second-shop.example').waitFor();
    expect(page.url()).toBe(`${walk.service.base}/dashboard/s/${made[1] ?? ''}/keywords`);
    await page.keyboard.press('/');
    await page.keyboard.type('third-shop.example');
    await page.keyboard.press('Enter');
    await heading(page, 'third-shop.example Not your site')
      .or(heading(page, 'third-shop.example ○ Not your site'))
      .waitFor();
    expect(await page.getByRole('link', { name: 'Crawls and data' }).count()).toBe(0);
    for (const id of made) await walk.service.rows(`delete from sites where id = '${id}'`);
    expect(await end(page)).toEqual([]);
  });

  it('of before is found at its old address', async () => {
    const page = await walk.enter('/keys');
    await heading(page, 'Keys').waitFor();
    expect(page.url()).toBe(`${walk.service.base}/dashboard/settings/keys`);
    expect(await end(page)).toEqual([]);
  });
});

describe('a job', () => {
  it('is seen running and then done without a reload, with what happened and its answer', async () => {
    const page = await walk.enter('/jobs');
    await heading(page, 'Jobs').waitFor();
    const label = `live ${randomUUID()}`;
    const queued = await walk.service.call('/test/queued', { label, wait_ms: 8000 });
    const id = String(queued.json['job_id']);
    await rowWith(page, id).getByText('40 %').waitFor();
    await page.getByRole('link', { name: id }).click();
    await heading(page, `Job ${id}`).waitFor();
    await page.getByRole('cell', { name: /running · 40 % · waiting · for the time to pass/ }).waitFor();
    await page.getByRole('cell', { name: 'job.done' }).waitFor();
    await state(page, 'completed').waitFor();
    await page.locator('.json').first().getByText(label).waitFor();
    expect(await end(page)).toEqual([]);
  });

  it('is cancelled', async () => {
    const queued = await walk.service.call('/test/queued', { label: randomUUID(), wait_ms: 50_000 });
    const page = await walk.enter(`/jobs/${String(queued.json['job_id'])}`);
    await page.getByRole('button', { name: 'Cancel job' }).click();
    await inDialog(page, 'Cancel job');
    await state(page, 'cancelled').waitFor();
    expect(await end(page)).toEqual([]);
  });

  it('that failed says why, and what to do', async () => {
    const input = { label: randomUUID(), failures: 9, failure_code: 'unfetchable_url' };
    const queued = await walk.service.call('/test/queued', input);
    const page = await walk.enter(`/jobs/${String(queued.json['job_id'])}`);
    await page.getByText('Why it failed').waitFor();
    await page.getByText('Run 1 fails.').waitFor();
    expect(await end(page)).toEqual([]);
  });
});

describe('a webhook endpoint', () => {
  it('is added, gets a signed test event, and shows the delivery with its attempt', async () => {
    const page = await walk.enter('/webhooks');
    const url = `${walk.receiver.url}?${randomUUID()}`;
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await page.getByLabel('Address', { exact: true }).fill(url);
    await inDialog(page, 'Add endpoint');
    const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue();
    await inDialog(page, 'I have stored it');
    await page.getByRole('button', { name: `Send a test event to ${url}` }).click();
    const delivery = page.getByRole('row', { name: 'webhook.test' }).filter({ hasText: url });
    await delivery.getByText('delivered').waitFor();
    await delivery.getByRole('button', { name: /^Attempts of/ }).click();
    await page.getByRole('listitem').filter({ hasText: '· 204' }).waitFor();

    const event = walk.receiver.received.find(({ body }) => body.includes('webhook.test'));
    expect(event).toBeDefined();
    const headers = Object.fromEntries(
      Object.entries(event?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    expect(() => new Webhook(secret).verify(event?.body ?? '', headers)).not.toThrow();
    expect(await end(page)).toEqual([]);
  });

  it('that does not take events shows the failure, and the event can be sent again', async () => {
    const page = await walk.enter('/webhooks');
    const url = new URL('/broken', walk.receiver.url).href;
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await page.getByLabel('Address', { exact: true }).fill(url);
    await inDialog(page, 'Add endpoint');
    await inDialog(page, 'I have stored it');
    await page.getByRole('button', { name: `Send a test event to ${url}` }).click();
    const delivery = page.getByRole('row', { name: 'webhook.test' }).filter({ hasText: url });
    await delivery.getByText('failed').waitFor();
    await delivery.getByRole('button', { name: 'Retry webhook.test' }).click();
    await page.getByRole('status').getByText('The event is being sent again').waitFor();
    await page.getByRole('button', { name: `Delete ${url}` }).click();
    await inDialog(page, 'Delete endpoint');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await end(page)).toEqual([]);
  });

  it('cannot be an address inside', async () => {
    const page = await walk.enter('/webhooks');
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await page.getByLabel('Address', { exact: true }).fill('http://10.0.0.1/hooks');
    await inDialog(page, 'Add endpoint');
    await page.getByRole('alert').waitFor();
    expect(await end(page)).toEqual([]);
  });
});

describe('every page', () => {
  /** Each with the button that opens its dialog. */
  const PAGES: readonly { readonly path: string; readonly opens?: string }[] = [
    { path: '' },
    { path: '/sites' },
    { path: '/alerts' },
    { path: '/settings' },
    { path: '/rankings', opens: 'Add keywords' },
    { path: '/keys', opens: 'Create key' },
    { path: '/usage?group_by=operation' },
    { path: '/projects', opens: 'Create project' },
    { path: '/jobs' },
    { path: '/schedules', opens: 'Create schedule' },
    { path: '/webhooks', opens: 'Add endpoint' },
    { path: '/account' },
    { path: '/look/harbour-bikes.example', opens: 'Run all 4' },
    { path: '/nowhere' },
  ];

  async function show(page: Page, path: string): Promise<void> {
    await page.goto(`${walk.service.base}/dashboard${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
  }

  /** What axe and the eye find on the page as it stands, wide and narrow, light and dark. Only colours differ in the dark. */
  async function faultsOf(page: Page): Promise<readonly string[]> {
    const faults = [...(await axe(page)), ...(await overflow(page))];
    await page.emulateMedia({ colorScheme: 'dark' });
    faults.push(...(await axe(page, ['color-contrast'])));
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 360, height: 740 });
    faults.push(...(await axe(page, ['scrollable-region-focusable', 'target-size'])), ...(await overflow(page)));
    await page.setViewportSize({ width: 1280, height: 740 });
    return faults;
  }

  it('is without fault to axe and fits into the window: wide and narrow, light and dark', async () => {
    await callWith(
      await walk.service.makeKey({ name: 'A key with a long name, as operators give them', scopes: ['search'] }),
    );
    const queued = await walk.service.call('/test/queued', { label: randomUUID() });
    const made = [`/jobs/${String(queued.json['job_id'])}`, `/rankings/${await trackBikeRepair(walk.service)}`];
    const page = await walk.enter('');
    await page.setViewportSize({ width: 1280, height: 740 });
    for (const { path, opens } of [...PAGES, ...made.map((each) => ({ path: each, opens: undefined }))]) {
      await show(page, path);
      expect([path, await faultsOf(page)]).toEqual([path, []]);
      if (opens === undefined) continue;
      await page.getByRole('button', { name: opens }).click();
      await page.getByRole('dialog').waitFor();
      expect([opens, await faultsOf(page)]).toEqual([opens, []]);
    }
    expect(await end(page)).toEqual([]);
  });

  it('before the login is without fault to axe, and fits into the window', async () => {
    for (const path of ['', '/setup#token=unknown', '/shared#token=unknown']) {
      const page = await walk.visit(`${walk.service.base}/dashboard${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect([path, await faultsOf(page)]).toEqual([path, []]);
      expect(await end(page)).toEqual([]);
    }
  });

  it('says what to do where there is nothing yet', async () => {
    const page = await walk.enter('/usage?date_from=2020-01-01&date_to=2020-01-07');
    await page.getByRole('cell', { name: '7 Jan 2020' }).or(page.getByText('No calls')).first().waitFor();
    await page.goto(`${walk.service.base}/dashboard/jobs?operation=content.refresh-brief`);
    await page.getByText('Prefer: respond-async').waitFor();
    expect(await end(page)).toEqual([]);
  });

  it('has the focus at its heading after a link, and its name in the title', async () => {
    const page = await walk.enter('/settings');
    await page.getByRole('link', { name: 'Keys', exact: true }).first().click();
    await heading(page, 'Keys').waitFor();
    expect(await page.locator(':focus').innerText()).toBe('Keys');
    expect(await page.title()).toBe('Keys · Seamark');
    expect(await end(page)).toEqual([]);
  });
});

describe('a question', () => {
  const TEXT = '# Bicycle <img src=x onerror=alert(1)> repair\n\nHow to mend a flat tyre in ten minutes.';

  it('is read for what it is, runs the report that fits, and its answer is kept under a title', async () => {
    const page = await walk.enter('/start');
    await heading(page, 'What do you want to know?').waitFor();
    const box = page.getByLabel('Domain, page address or keyword');
    await box.fill('harbour-bikes.example/repair');
    await page.locator('.command').getByText('Page', { exact: true }).waitFor();
    await box.fill('bike repair\nflat tyre');
    await page.locator('.command').getByText('2 keywords').waitFor();
    await box.fill('harbour-bikes.example');
    await page.locator('.command').getByText('Domain', { exact: true }).waitFor();
    await box.press('Enter');
    await heading(page, 'Backlinks of harbour-bikes.example').waitFor();
    await page.locator('.fig').getByText('not known').first().waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('link', { name: 'Crawl a site' }).first().click();
    await page.getByRole('button', { name: 'Crawl it' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await heading(page, 'Reports').waitFor();
    await page.getByRole('link', { name: 'Backlinks of harbour-bikes.example' }).first().waitFor();
    expect(await axe(page)).toEqual([]);
    expect(await end(page)).toEqual([]);
  });

  it('is a text as well: its report shows every row, sorts and opens them, and runs nothing of what it says', async () => {
    const page = await walk.enter('/ask/content.technical-qa');
    await page.getByLabel('Markdown').fill(TEXT);
    await page.getByText('This costs 2 credits.').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Run' }).click();
    await heading(page, 'Technical check of pasted text').waitFor();
    const checks = page.getByRole('grid', { name: 'Checks' });
    await checks.waitFor();
    await page.getByRole('button', { name: 'Severity' }).first().click();
    expect(await checks.getByRole('columnheader', { name: /Severity/ }).getAttribute('aria-sort')).toBe('ascending');
    // Back takes one choice away, Forward brings it back, and neither asks for the report again.
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const sortedBy = (): Promise<string | null> =>
      checks.getByRole('columnheader', { name: /Severity/ }).getAttribute('aria-sort');
    const rows = await checks.getByRole('row').count();
    await page.getByLabel('Filter Checks').pressSequentially('title');
    await expect.poll(() => checks.getByRole('row').count()).toBeLessThan(rows);
    await page.goBack();
    expect(await page.getByLabel('Filter Checks').inputValue()).toBe('');
    expect(await sortedBy()).toBe('ascending');
    await page.goBack();
    await expect.poll(sortedBy).not.toBe('ascending');
    expect(new URL(page.url()).search).toBe('');
    await page.goForward();
    await expect.poll(sortedBy).toBe('ascending');
    expect(asked).toEqual([]);
    // A link to the page shows the table as it is looked at.
    await page.reload();
    await checks.waitFor();
    expect(await checks.getByRole('columnheader', { name: /Severity/ }).getAttribute('aria-sort')).toBe('ascending');
    await page.locator('details.columns > summary').first().click();
    await page.getByRole('checkbox', { name: 'Severity' }).first().uncheck();
    await checks.getByRole('columnheader', { name: /Severity/ }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('checks.columns')).not.toContain('severity');
    await page.locator('details.columns > summary').first().click();
    await checks.getByRole('button', { name: 'More' }).first().click();
    await checks.getByText('Docs').first().waitFor();
    expect(await axe(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await overflow(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axe(page, ['color-contrast'])).toEqual([]);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Excel' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('technical-check-of-pasted-text.xlsx');
    await page.getByRole('link', { name: 'Run again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Check a page before publishing' }).waitFor();
    expect(await page.getByLabel('Markdown').inputValue()).toBe(TEXT);
    expect(await end(page)).toEqual([]);
  });

  it('that lacks a field is asked in the form, and its problem stands at the field', async () => {
    const page = await walk.enter('/tools/content');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('link', { name: /Write a brief/ }).click();
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Keyword (required)').getAttribute('aria-invalid')).toBe('true');
    expect(await end(page)).toEqual([]);
  });

  it('about an operation that is none, or is no analysis, finds nothing', async () => {
    const page = await walk.enter('/ask/keys.create');
    await page.getByText('No operation with the id keys.create was found.').waitFor();
    expect(await end(page)).toEqual([]);
  });
});

describe('a report', () => {
  const checked = async (text: string): Promise<string> => {
    const page = await walk.enter('/ask/content.technical-qa');
    await page.getByLabel('Markdown').fill(text);
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('grid', { name: 'Checks' }).waitFor();
    const id = page.url().split('/').at(-1) ?? '';
    expect(await end(page)).toEqual([]);
    return id;
  };

  it('is compared with the last answer to the same question: figures say what they were, rows what is new and gone', async () => {
    const text = '# Brakes\n\nHow to bleed a disc brake at home, step by step.';
    const first = await checked(text);
    await walk.service.rows(
      `update jobs set result = jsonb_set(jsonb_set(result::jsonb, '{readiness_score}', '3'),
        '{checks,0,id}', '"only.before"')::text where id = '${first}'`,
    );
    const second = await checked(text);
    const page = await walk.enter(`/reports/${second}`);
    await page.locator('.moved.good').getByText('from 3').waitFor();
    const checks = page.locator('section').filter({ has: page.getByRole('grid', { name: 'Checks' }) });
    await checks.getByText('1 row of').waitFor();
    await page.getByRole('button', { name: 'Severity' }).first().click();
    expect(await axe(page)).toEqual([]);
    await page.getByLabel('Compared with').selectOption('nothing');
    await page.locator('.moved').first().waitFor({ state: 'detached' });
    expect(await end(page)).toEqual([]);
  });

  it('is shown to a stranger by its link, prints, runs nothing, and is gone once the link is withdrawn', async () => {
    const id = await checked('# Chains <img src=x onerror=alert(1)>\n\nWhen to change the chain of a bicycle.');
    const page = await walk.enter(`/reports/${id}`);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await inDialog(page, 'Create link');
    const address = await page.getByLabel('Link to the report').inputValue();
    expect(await axe(page)).toEqual([]);

    const stranger = await walk.visit(address);
    await heading(stranger, 'Technical check of pasted text').waitFor();
    await stranger.getByRole('grid', { name: 'Checks' }).waitFor();
    expect(await stranger.getByRole('navigation').count()).toBe(0);
    expect(await stranger.getByRole('button', { name: 'Run again' }).count()).toBe(0);
    expect(await axe(stranger)).toEqual([]);
    await stranger.setViewportSize({ width: 390, height: 800 });
    expect(await overflow(stranger)).toEqual([]);
    await stranger.emulateMedia({ media: 'print' });
    await stranger.getByRole('grid', { name: 'Checks' }).waitFor();
    expect(await stranger.getByRole('button', { name: 'Print or PDF' }).isVisible()).toBe(false);
    expect(await end(stranger)).toEqual([]);

    await inDialog(page, 'Withdraw');
    await page.getByText('The link no longer works.').waitFor();
    const late = await walk.visit(address);
    await late.getByText('This link is not valid, or it was withdrawn.').waitFor();
    expect(await end(late)).toEqual([]);
    expect(await end(page)).toEqual([]);
  });

  it('is repeated on a schedule, once for each question', async () => {
    const id = await checked('# Gears\n\nHow to index the gears of a bicycle.');
    const page = await walk.enter(`/reports/${id}`);
    for (const cadence of ['weekly', 'monthly']) {
      await page.getByRole('button', { name: 'Schedule', exact: true }).click();
      await page.getByLabel('How often').selectOption(cadence);
      await inDialog(page, 'Schedule');
      await page.getByText(`now runs ${cadence}.`).waitFor();
    }
    const found = await walk.service.rows(`select cadence from schedules where id like 'content-technical-qa-gears%'`);
    expect(found).toMatchObject([{ cadence: 'monthly' }]);
    await page.goto(`${walk.service.base}/dashboard/reports?tab=scheduled`);
    await page.getByRole('table', { name: 'Reports that run by themselves' }).getByText('monthly').waitFor();
    expect(await axe(page)).toEqual([]);
    expect(await end(page)).toEqual([]);
  });

  it('stands beside the others about its subject, and what was not asked yet is run for a price that is told first', async () => {
    const page = await walk.enter('/look?q=gear-hub.example');
    await page.getByText('Not run yet.').first().waitFor();
    await page.getByRole('button', { name: 'Run all 4' }).click();
    await page.getByRole('dialog').getByText('4 reports for').waitFor();
    await inDialog(page, 'Run');
    await page.locator('.brief').getByText('not known').first().waitFor();
    await page.getByRole('link', { name: 'Links', exact: true }).click();
    await page.getByRole('heading', { level: 2, name: 'Profile' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await overflow(page)).toEqual([]);
    await page.goto(`${walk.service.base}/dashboard/look?q=gear-hub.example`);
    await page.getByRole('link', { name: 'Open report' }).nth(2).waitFor();
    expect(await end(page)).toEqual([]);
  });
});

describe('somebody with', () => {
  const KEYWORD = 'bicycle wheel truing';
  const makeSite = async (target: string): Promise<string> => {
    const { json } = await walk.service.call('/sites', { target });
    return String(Reflect.get(Object(json['site']), 'id'));
  };

  it('a site adds it and reads its first findings without another press', async () => {
    const page = await walk.enter('/start');
    await heading(page, 'What do you want to know?').waitFor();
    await page.locator('.top-bar').getByRole('button', { name: 'Add site' }).click();
    await page.getByLabel('Address', { exact: true }).fill(SHOP);
    await inDialog(page, 'Add site');
    await page.getByRole('cell', { name: 'finished' }).waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByText('of 100').first().waitFor();
    const tasks = page.locator('.do-next > li');
    await tasks.first().waitFor();
    expect(await tasks.count()).toBeGreaterThan(1);
    expect(await axe(page)).toEqual([]);
    // A press puts it into the plan, where it can be moved on.
    const title = (await tasks.first().locator('b').textContent()) ?? '';
    await tasks
      .first()
      .getByRole('button', { name: /^Add to plan/ })
      .click();
    await page.getByRole('status').getByText('Added to the plan.').waitFor();
    await page.getByRole('link', { name: 'Plan', exact: true }).first().click();
    // The page shows the new state before it is saved.
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.getByLabel(`State of ${title}`).selectOption('doing');
    await saved;
    await page.getByText('1 task open').waitFor();
    await page.reload();
    expect(await page.getByLabel(`State of ${title}`).inputValue()).toBe('doing');
    expect(await axe(page)).toEqual([]);
    await walk.service.rows(`delete from sites where target = '${SHOP}'`);
    expect(await end(page)).toEqual([]);
  });

  it('a text checks it in one press, has a brief written, and shares it by a link', async () => {
    const id = await makeSite('writers.example');
    const page = await walk.enter(`/s/${id}/page`);
    await page.getByRole('button', { name: 'Paste a text instead' }).click();
    await page.getByLabel('Text').fill('# True a wheel\n\nHow to true the wheel of a bicycle at home.');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('heading', { level: 2, name: 'What to fix' }).waitFor();
    expect(await axe(page)).toEqual([]);

    await page.getByRole('link', { name: 'Content', exact: true }).click();
    await page.getByLabel('Keyword', { exact: true }).fill(KEYWORD);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('link', { name: 'Share, compare, export' }).click();
    await heading(page, `Content brief for “${KEYWORD}”`).waitFor();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await inDialog(page, 'Create link');
    const stranger = await walk.visit(await page.getByLabel('Link to the report').inputValue());
    await heading(stranger, `Content brief for “${KEYWORD}”`).waitFor();
    expect(await end(stranger)).toEqual([]);
    await walk.service.rows(`delete from sites where id = '${id}'`);
    expect(await end(page)).toEqual([]);
  });

  it('thirty sites reads which one needs a look, and has its report sent every week', async () => {
    await walk.service.rows('delete from sites');
    await makeSite('client-1.example');
    await walk.service.rows(`insert into sites (id, workspace_id, target, settings)
      select 'site_client_' || at, 'ws_default', 'client-' || at || '.example', settings
      from sites, generate_series(2, 30) at`);
    const keep = (id: string, domains: number, days: number) =>
      walk.service.rows(`insert into jobs
        (id, workspace_id, request_id, transport, operation, input, status, credits, attempts_max, result, created_at, finished_at)
        values ('${id}', 'ws_default', '${id}', 'rest', 'backlinks.summary', '{"target":"client-7.example"}', 'completed', 0, 1,
          '{"referring_domains":${domains}}', now() - interval '${days} days', now() - interval '${days} days')`);
    await keep('job_client_before', 120, 8);
    await keep('job_client_now', 60, 1);
    const page = await walk.enter('/sites');
    await page.getByText('1 of 30 sites needs you: client-7.example, referring domains fell from 120 to 60.').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByLabel('Only sites with an alert').check();
    expect(await page.getByRole('table', { name: 'Your sites' }).locator('tbody > tr').count()).toBe(1);
    await page.goto(`${walk.service.base}/dashboard/reports/job_client_now`);
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await page.getByLabel('How often').selectOption('weekly');
    await inDialog(page, 'Schedule');
    await page.getByText('now runs weekly.').waitFor();
    await walk.service.rows('delete from sites');
    expect(await end(page)).toEqual([]);
  });

  it('a program copies a call from the form, and a key makes it', async () => {
    const page = await walk.enter('/ask/content.technical-qa');
    await page.getByLabel('Markdown').fill(MARKDOWN.markdown);
    await page.getByText('Copy as curl, TypeScript or MCP').click();
    const curl = (await page.locator('pre').filter({ hasText: '"markdown"' }).first().textContent()) ?? '';
    const [, address = ''] = /curl -s (\S+)/.exec(curl) ?? [];
    const [, body = ''] = /-d '(.*)'$/s.exec(curl) ?? [];
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'x-api-key': await walk.service.makeKey({}), 'content-type': 'application/json' },
      body,
    });
    expect(answer.status).toBe(200);
    expect(await end(page)).toEqual([]);
  });
});
