import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

import { openTestIndex, type TestIndex } from '../index-engine.ts';
import { openTestDatabase, type TestDatabase } from '../postgres.ts';
import { OPENAI_KEY } from '../providers/assistants.ts';
import { type Providers, startProviders } from '../providers/providers.ts';
import { fieldOf } from '../providers/vendor.ts';
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

/** From the moment at which the provider was asked to the kill: before its answer, while it is stored, and after that. */
const DELAYS_MS = [0, 6, 12, 20];
const SEARCHING = fileURLToPath(new URL('asking-process.ts', import.meta.url));
const PROMPTING = fileURLToPath(new URL('asking-assistant-process.ts', import.meta.url));
const Notes = z.array(z.array(z.object({ cached: z.boolean(), note: z.string() })));
const QUESTIONS = DELAYS_MS.map((delay_ms) => `garden hose ${delay_ms}`);

/** A source that is asked by processes, and what of its requests is the question. */
interface Killed {
  readonly what: string;
  readonly script: string;
  readonly url: () => string;
  readonly key: string;
  readonly field: string;
  readonly price_usd: number;
}

const KILLED: readonly Killed[] = [
  {
    what: 'searches',
    script: SEARCHING,
    url: () => providers.url('serper'),
    key: SERPER_KEY,
    field: 'q',
    price_usd: 0.001,
  },
  {
    what: 'prompts, asked anew',
    script: PROMPTING,
    url: () => `${providers.url('openai')}/v1`,
    key: OPENAI_KEY,
    field: 'input',
    price_usd: 0.04,
  },
];

function ask({ script, url, key }: Killed, questions: readonly string[]) {
  const args = [database.url, index.engine.url, url(), key, ...questions];
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { child, ended: once(child, 'exit'), printed: text(child.stdout) };
}

const timesAsked = ({ field }: Killed, question: string): number =>
  providers.requests.filter(({ body }) => fieldOf(body, field) === question).length;

/** Kills a process as many milliseconds after the provider was asked as the question is meant for. */
async function askAndKill(killed: Killed, question: string): Promise<void> {
  const { child, ended } = ask(killed, [question]);
  await expect.poll(() => timesAsked(killed, question), { interval: 1 }).toBe(1);
  await delay(DELAYS_MS[QUESTIONS.indexOf(question)]);
  child.kill('SIGKILL');
  await ended;
}

it.each(KILLED)(
  'of processes that are killed after a provider has answered $what, each answer is stored, or its second charge is said',
  { timeout: 240_000 },
  async (killed) => {
    await database.database.query('truncate source_requests, source_days, source_usage_days, observation_inbox');
    providers.reset();
    for (const pair of [QUESTIONS.slice(0, 2), QUESTIONS.slice(2)]) {
      await Promise.all(pair.map((question) => askAndKill(killed, question)));
    }
    const again = ask(killed, QUESTIONS);
    await again.ended;
    const notes = Notes.parse(JSON.parse(await again.printed));
    for (const [at, question] of QUESTIONS.entries()) {
      const isStored = notes[at]?.[0]?.cached === true;
      expect(timesAsked(killed, question)).toBe(isStored ? 1 : 2);
      if (!isStored) expect(notes[at]?.[0]?.note).toContain('it may have been charged twice');
    }
    // Whatever the vendor was asked is counted, at the price of a request.
    const [spent] = await database.database.query<{ usd: string | number }>(
      `select sum(charged_usd) as usd from source_requests where state in ('answered', 'cut_off')`,
    );
    expect(Number(spent?.usd)).toBeCloseTo(providers.requests.length * killed.price_usd, 6);
  },
);
