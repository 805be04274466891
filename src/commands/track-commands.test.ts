import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Command } from 'commander';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';

import { type Providers, startProviders } from '../../test/providers/providers.ts';
import { SERPER_KEY } from '../../test/providers/serper.ts';
import { lookUp } from '../../test/providers/web.ts';
import { openTestService, type TestService } from '../../test/service.ts';
import { addTrack } from './track-commands.ts';

let providers: Providers;
let service: TestService;
const folder = mkdtempSync(join(tmpdir(), 'seamark-track-'));
beforeAll(async () => {
  process.setMaxListeners(100);
  providers = await startProviders();
  service = await openTestService({
    environment: {
      SEAMARK_SERPER_KEY: SERPER_KEY,
      SEAMARK_SERPER_URL: providers.url('serper'),
      SEAMARK_SERPER_USD_PER_DAY: '1000',
    },
  });
}, 120_000);
afterEach(async () => {
  vi.restoreAllMocks();
  await service.rows('delete from rank_targets');
  await service.rows('delete from schedules');
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.close();
  await providers.close();
});

/** What the command prints. Rejects with what it fails with. */
async function track(...words: string[]): Promise<string> {
  const root = new Command('seamark').exitOverride().configureOutput({ writeErr: () => undefined });
  addTrack(root, (command) => command);
  for (const group of root.commands)
    for (const command of group.commands) command.exitOverride().configureOutput({ writeErr: () => undefined });
  let printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    printed += String(chunk);
    return true;
  });
  await root.parseAsync(['node', 'seamark', 'track', ...words, '--url', service.base, '--key', service.key]);
  return printed;
}

function fileOf(lines: readonly string[]): string {
  const file = join(folder, 'keywords.csv');
  writeFileSync(file, lines.join('\n'));
  return file;
}

const Rows = z.array(z.looseObject({ id: z.string() }));
const KEYWORD = 'bicycle wheel truing';
const OWN = lookUp(KEYWORD).pages.flat()[3]?.url ?? '';

it('adds keywords once, lists them, and pauses, resumes and removes them by id or tag', async () => {
  const add = () => track('add', KEYWORD, 'spokes', '--site', OWN, '--tag', 'wheels', '--device', 'mobile');
  await expect(add()).resolves.toMatch(/^Now tracking 2 new keywords\./);
  await expect(add()).resolves.toMatch(/^Now tracking 0 new keywords\. 2 keywords were tracked already\./);
  await expect(track('list')).resolves.toMatch(/^ID .*\nrkt_\w+ +bicycle wheel truing .* mobile .* active +wheels\n/);
  const [first] = Rows.parse(JSON.parse(await track('list', '--json')));
  await expect(track('pause', first?.id ?? '')).resolves.toBe('Paused 1 keyword.\n');
  await expect(track('list', '--paused')).resolves.toMatch(/^ID .*\n.* paused +wheels\n$/);
  await expect(track('resume', '--tag', 'wheels')).resolves.toBe('Resumed 2 keywords.\n');
  await expect(track('remove', '--tag', 'wheels')).resolves.toBe('Removed 2 keywords.\n');
  await expect(track('list')).resolves.toMatch(/^No keywords are tracked\./);
  await expect(track('remove')).rejects.toThrow('Which keywords do you want to remove?');
});

it('imports a file of more keywords than one call takes, whose lines name their own sites and tags', async () => {
  const many = Array.from({ length: 1001 }, (_, at) => `keyword ${at},,all`);
  const file = fileOf(['keyword,url,tags', `${KEYWORD},${OWN},wheels|top`, ...many]);
  await expect(track('import', file, '--site', 'shop.example')).resolves.toMatch(/^Now tracking 1,002 new keywords\./);
  const listed = Rows.parse(JSON.parse(await track('list', '--json')));
  expect(listed).toHaveLength(1002);
  expect(listed[0]).toMatchObject({ url: OWN, tags: ['wheels', 'top'] });
  expect(listed.at(-1)).toMatchObject({ url: 'shop.example', tags: ['all'] });
});

it('names the line of the file that is wrong, and says what was added', async () => {
  const file = fileOf(['keyword,url', `${KEYWORD},${OWN}`, '', 'spokes,not a url']);
  await expect(track('import', file)).rejects.toMatchObject({
    issues: [{ path: 'line 4, url', message: expect.any(String) }],
    fix: expect.stringContaining('Nothing was added.'),
  });
  await expect(track('import', join(folder, 'none.csv'))).rejects.toThrow('none.csv cannot be read');
});

it('checks the set on a running service, and shows the overview and the history', async () => {
  await track('add', KEYWORD, '--site', OWN, '--depth', '10');
  await expect(track('check')).resolves.toContain('1 search checked for 1 tracked keyword.');
  await expect(track('overview', '--days', '30')).resolves.toMatch(
    /1 of 1 tracked keyword ranks? in the top 3|in the top 10/,
  );
  await expect(track('history', KEYWORD, '--site', OWN)).resolves.toContain('position 4');
});

it('schedules the whole set and single tags side by side, and removes each', async () => {
  await track('add', KEYWORD, '--site', OWN, '--tag', 'wheels');
  await expect(track('schedule')).resolves.toMatch(/^Schedule rank-check checks up to 100 searches a run\. Next run: /);
  const berlin = ['--cadence', 'weekly', '--time-zone', 'Europe/Berlin'];
  expect(JSON.parse(await track('schedule', '--tag', 'wheels', ...berlin, '--json'))).toMatchObject({
    id: 'rank-check-wheels',
    operation: 'rank.targets.check',
    input: { tag: 'wheels', max_searches: 100 },
    cadence: 'weekly',
    time_zone: 'Europe/Berlin',
  });
  await expect(track('schedule', '--off')).resolves.toMatch(/^Removed the schedule rank-check\./);
  await expect(track('schedule', '--tag', 'wheels', '--off')).resolves.toContain('rank-check-wheels');
  await expect(service.rows('select id from schedules')).resolves.toEqual([]);
});

it.each([
  [['add', 'spokes'], 'commander.missingMandatoryOptionValue'],
  [['history', 'spokes', '--site', 'a.example', '--location-code', 'x'], 'commander.invalidArgument'],
  [['schedule', '--off', '--cadence', 'daily'], 'commander.conflictingOption'],
])('refuses %j', async (words, code) => {
  await expect(track(...words)).rejects.toMatchObject({ code });
});
