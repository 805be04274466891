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
const Notes = z.array(z.array(z.object({ cached: z.boolean(), note: z.string() })));
const KEYWORDS = Array.from({ length: ROUNDS }, (_, at) => `garden hose ${at}`);

function ask(keywords: readonly string[]) {
  const args = [database.url, index.engine.url, providers.url('serper'), SERPER_KEY, ...keywords];
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', SCRIPT, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { child, ended: once(child, 'exit'), printed: text(child.stdout) };
}

const timesAsked = (keyword: string): number =>
  providers.requests.filter(({ body }) => z.object({ q: z.string() }).parse(body).q === keyword).length;

/** Kills a process so many milliseconds after the provider was asked. */
async function askAndKill(keyword: string, delay_ms: number): Promise<void> {
  const { child, ended } = ask([keyword]);
  await expect.poll(() => timesAsked(keyword), { interval: 1 }).toBe(1);
  await delay(delay_ms);
  child.kill('SIGKILL');
  await ended;
}

it('of processes that are killed after a provider has answered, each answer is stored, or its second charge is said', async () => {
  for (let at = 0; at < ROUNDS; at += 3) {
    await Promise.all(KEYWORDS.slice(at, at + 3).map((keyword, place) => askAndKill(keyword, 2 * (at + place))));
  }
  const again = ask(KEYWORDS);
  await again.ended;
  const notes = Notes.parse(JSON.parse(await again.printed));
  for (const [at, keyword] of KEYWORDS.entries()) {
    const isStored = notes[at]?.[0]?.cached === true;
    expect(timesAsked(keyword)).toBe(isStored ? 1 : 2);
    if (!isStored) expect(notes[at]?.[0]?.note).toContain('it may have been charged twice');
  }
  // Whatever the vendor was asked is counted, at the price of a page.
  const [spent] = await database.database.query<{ usd: string | number }>(
    `select sum(charged_usd) as usd from source_requests where state in ('answered', 'cut_off')`,
  );
  expect(Number(spent?.usd)).toBeCloseTo(providers.requests.length * 0.001, 6);
});
