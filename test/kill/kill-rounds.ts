import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { readConfig } from '../../src/config.ts';
import { openAccounts } from '../../src/compose/accounts.ts';
import { closingAfter } from '../../src/kernel/closing.ts';
import { newSecret } from '../../src/kernel/api-key.ts';
import { SERPER_KEY } from '../providers/serper.ts';
import { Load, type LoadClients } from './load.ts';
import { fillDisk, freezePostgres, Kept, killOwner, killPostgres } from './processes.ts';
import { closeServer, type Receiver, startReceiver } from './receiver.ts';
import { readHistory, startScheduleLoad } from './schedule-load.ts';
import { startSlowSerper } from './slow-serper.ts';
import { type Account, isQuiet, verify } from './verify.ts';
import { type ScheduleAccount, verifySchedules } from './verify-schedules.ts';

/**
 * A load of jobs, inline calls and webhooks, while server, worker and embedded PostgreSQL are killed (SIGKILL) at random
 * moments and started again as an init system starts them. Afterwards every promise is held against what became of it.
 */
export interface KillReport {
  readonly account: Account;
  /** Undefined without schedules. */
  readonly scheduled: ScheduleAccount | undefined;
  readonly broken: readonly string[];
  /** How often each of them was killed. */
  readonly kills: Readonly<Record<string, number>>;
  readonly quiet_after_ms: number;
}

const GRANTED = 1_000_000;
const QUIET_MS_MAX = 180_000;
const BETWEEN_KILLS_MS_LEAST = 500;

export interface KillOptions {
  readonly tell: (line: string) => void;
  /** Each in its turn. */
  readonly victims: readonly Victim[];
  /** Where the data goes; a small disk of its own where `disk` is a victim. */
  readonly parent: string;
  /** How many come due again and again beside the other load. */
  readonly schedules: number;
  readonly clients: LoadClients;
  readonly between_kills_ms_max: number;
}

/** `owner` is whoever looks after the embedded PostgreSQL; `frozen` stops it for a while, and `disk` fills the disk. */
export type Victim = 'server' | 'worker' | 'postgres' | 'owner' | 'frozen' | 'disk';

export async function killRounds(rounds: number, options: Partial<KillOptions> = {}): Promise<KillReport> {
  const { tell = () => undefined, victims = PROCESSES, parent = tmpdir(), schedules = 0 } = options;
  const { clients = { queued: 6, inline: 3 }, between_kills_ms_max = 8000 } = options;
  return closingAfter(async (closing) => {
    const data = await mkdtemp(join(parent, 'seamark-kill-'));
    closing.defer(() => rm(data, { recursive: true, force: true }));
    const receiver = closing.add(await startReceiver());
    const pages = closing.add(await startSlowPages());
    const provider = closing.add(await startSlowSerper());
    const port = await freePort();
    const key = newSecret();
    const environment = {
      SEAMARK_DATA: data,
      SEAMARK_INIT_API_KEY: key,
      // What a killed call has reserved is given back half a minute after callers stop waiting.
      SEAMARK_SYNC_TIMEOUT: '10',
      SEAMARK_ALLOW_NETWORKS: '127.0.0.0/8',
      SEAMARK_ALLOW_PORTS: `${receiver.port},${pages.port}`,
      SEAMARK_SERPER_KEY: SERPER_KEY,
      SEAMARK_SERPER_URL: provider.url,
      SEAMARK_SOURCES: 'serp=serper',
    };
    const server = new Kept('server', ['serve', '--port', String(port)], environment);
    closing.defer(async () => void (await server.stop()));
    const base = `http://127.0.0.1:${port}`;
    await untilReady(base, server);
    const accounts = closing.add(
      await openAccounts(readConfig('0.0.0-test', {}, { ...environment, SEAMARK_LOG_LEVEL: 'silent' })),
    );
    const { workspace_id } = await accounts.keys.operator();
    await accounts.ledger.setBalance(workspace_id, GRANTED, 'kill test');
    await subscribe(base, key, receiver);
    const worker = new Kept('worker', ['work'], environment);
    closing.defer(async () => void (await worker.stop()));

    const load = new Load({ base, key, slow: `http://127.0.0.1:${pages.port}` }, clients);
    const scheduling = await startScheduleLoad(accounts.database, workspace_id, schedules);
    const victimsOf = { server, worker, data, parent, base, between_kills_ms_max };
    const kills = await killAtRandom(rounds, victimsOf, tell, victims);
    await scheduling.stop();
    await untilReady(base, server);
    const promised = await load.stop();
    const quietAfter = await untilQuiet(
      async () => (await isQuiet(accounts.database)) && (await scheduling.isCaughtUp()),
    );
    const { database } = accounts;
    const { account, broken } = await verify({ database, promised, told: receiver.told, granted: GRANTED });
    const historyOf = (keyword: string): Promise<number> => readHistory(base, key, keyword);
    const ofSchedules = await verifySchedules({ database, asked: provider.asked, historyOf });
    broken.push(...ofSchedules.broken);
    if (receiver.forged > 0) broken.push(`${receiver.forged} deliveries were not genuine`);
    if (quietAfter >= QUIET_MS_MAX) broken.push('the work did not come to its end');
    if (broken.length > 0) tell(`${server.output}\n${worker.output}`);
    const scheduled = schedules === 0 ? undefined : ofSchedules.account;
    return { account, scheduled, broken, kills, quiet_after_ms: quietAfter };
  });
}

interface Victims {
  readonly server: Kept;
  readonly worker: Kept;
  readonly data: string;
  /** The disk that holds it. */
  readonly parent: string;
  /** Where the service answers, when a full disk is to be followed by a whole start. */
  readonly base: string;
  readonly between_kills_ms_max: number;
}

async function killAtRandom(
  rounds: number,
  victimsOf: Victims,
  tell: (line: string) => void,
  victims: readonly Victim[],
): Promise<Record<string, number>> {
  const kills: Record<string, number> = Object.fromEntries(victims.map((victim) => [victim, 0]));
  for (let round = 0; round < rounds; round += 1) {
    await sleep(BETWEEN_KILLS_MS_LEAST + Math.random() * (victimsOf.between_kills_ms_max - BETWEEN_KILLS_MS_LEAST));
    // Each of them in turn, so that a short run meets all; the moment is what is random.
    const victim = victims[round % victims.length] ?? 'server';
    if (!(await strike(victim, victimsOf))) continue;
    kills[victim] = (kills[victim] ?? 0) + 1;
    tell(`round ${round + 1} of ${rounds}: ${victim} killed`);
    // A start that a full disk has hurt shows here; the others are killed in the midst of a start too.
    if (victim === 'disk') await untilReady(victimsOf.base, victimsOf.server);
  }
  return kills;
}

const PROCESSES: readonly Victim[] = ['server', 'worker', 'postgres'];
const FROZEN_MS = 8000;
const FULL_MS = 4000;

/** False where there was nothing to strike. */
async function strike(victim: Victim, { server, worker, data, parent }: Victims): Promise<boolean> {
  switch (victim) {
    case 'server':
      server.kill();
      return true;
    case 'worker':
      worker.kill();
      return true;
    case 'postgres':
      return killPostgres(data);
    case 'owner':
      return killOwner(data);
    case 'frozen':
      return freezePostgres(data, FROZEN_MS);
    case 'disk':
      await fillDisk(parent, FULL_MS);
      return true;
  }
}

/** A site whose pages take as long as their address says. */
async function startSlowPages(): Promise<{ readonly port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const wait = Number(new URL(request.url ?? '/', 'http://site').searchParams.get('wait') ?? 0);
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<title>Tyres</title><main><h1>Tyres</h1><p>How to mend a flat tyre on the road.</p></main>');
    }, wait);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The site listens on no port.');
  return {
    port: address.port,
    close: () => closeServer(server),
  };
}

export async function freePort(): Promise<number> {
  const site = await startSlowPages();
  await site.close();
  return site.port;
}

async function subscribe(base: string, key: string, receiver: Receiver): Promise<void> {
  const response = await fetch(`${base}/api/v1/webhooks/endpoints`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ url: receiver.url, events: ['job.completed', 'job.failed'] }),
  });
  const answer: unknown = await response.json();
  const secret: unknown =
    typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'signing_secret') : undefined;
  if (typeof secret !== 'string') throw new Error(`No endpoint was made: ${JSON.stringify(answer)}`);
  receiver.secret = secret;
}

/** A start that hangs does so for ever; on a machine that is short of processor time it takes minutes. */
const READY_MS_MAX = 240_000;

export async function untilReady(base: string, server: Kept): Promise<void> {
  const deadline = performance.now() + READY_MS_MAX;
  while (performance.now() < deadline) {
    const answer = await fetch(`${base}/readyz`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok === true) return;
    await sleep(100);
  }
  throw new Error(`The server did not come up:\n${server.output}`);
}

/** Milliseconds until it was quiet; at most the limit. */
async function untilQuiet(look: () => Promise<boolean>): Promise<number> {
  const started = performance.now();
  while (performance.now() - started < QUIET_MS_MAX) {
    if (await look().catch(() => false)) return Math.round(performance.now() - started);
    await sleep(250);
  }
  return QUIET_MS_MAX;
}
