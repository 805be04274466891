import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

import { openTestIndex, type TestIndex } from '../index-engine.ts';
import { openTestDatabase, type TestDatabase } from '../postgres.ts';
import { type Providers, startProviders } from '../providers/providers.ts';
import { SERPER_KEY } from '../providers/serper.ts';

let database: TestDatabase;
let index: TestIndex;
let providers: Providers;
beforeAll(async () => {
  [database, index, providers] = await Promise.all([openTestDatabase(), openTestIndex(), startProviders()]);
});
afterAll(async () => {
  await providers.close();
  await Promise.all([database.close(), index.close()]);
});

const ROUNDS = 12;
const SCRIPT = fileURLToPath(new URL('asking-process.ts', import.meta.url));
const Notes = z.array(z.object({ cached: z.boolean(), cost_usd: z.number(), note: z.string() }));

function ask(keyword: string) {
  const args = [database.url, index.engine.url, providers.url('serper'), SERPER_KEY, keyword];
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', SCRIPT, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { child, ended: once(child, 'exit'), printed: text(child.stdout) };
}

const timesAsked = (keyword: string): number =>
  providers.requests.filter(({ body }) => z.object({ q: z.string() }).parse(body).q === keyword).length;

/** Kills a process so many milliseconds after the provider was asked, and lets another one ask the same. */
async function round(at: number): Promise<'stored' | 'said'> {
  const keyword = `garden hose ${at}`;
  const first = ask(keyword);
  await expect.poll(() => timesAsked(keyword), { interval: 1 }).toBe(1);
  await delay(at * 2);
  first.child.kill('SIGKILL');
  await first.ended;
  const second = ask(keyword);
  await second.ended;
  const [note] = Notes.parse(JSON.parse(await second.printed));
  if (note?.cached === true) {
    expect(timesAsked(keyword)).toBe(1);
    return 'stored';
  }
  expect(timesAsked(keyword)).toBe(2);
  expect(note?.note).toContain('it may have been charged twice');
  return 'said';
}

it('of a process that is killed after a provider has answered, the answer is stored, or the second charge is said', async () => {
  const outcomes: string[] = [];
  for (let at = 0; at < ROUNDS; at += 3) {
    outcomes.push(...(await Promise.all([round(at), round(at + 1), round(at + 2)])));
  }
  expect(outcomes).toHaveLength(ROUNDS);
  const [spent] = await database.database.query<{ usd: string | number }>(
    `select sum(charged_usd) as usd from source_requests where state in ('answered', 'cut_off')`,
  );
  // Whatever the vendor was asked is counted, at the price of a page.
  expect(Number(spent?.usd)).toBeCloseTo(providers.requests.length * 0.001, 6);
});
