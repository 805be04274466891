import { once } from 'node:events';

import { openService } from '../compose.ts';
import { type Config, type Flags, readConfig } from '../config.ts';
import { closingAfter } from '../kernel/closing.ts';
import { counted } from '../kernel/grammar.ts';
import { version } from '../version.ts';
import { orStopped, stopSignal } from './stop-signal.ts';
import { processTerminal, styled, type Terminal } from './terminal.ts';

export interface WorkFlags extends Flags {
  /** Jobs at the same time. */
  readonly jobs?: number;
}

/** SEAMARK_JOBS=0 tells the service to leave the jobs to others; those are meant here. */
const JOBS_PRESET = 4;

/** Runs queued jobs and delivers webhooks until it is told to stop, without answering requests. */
export async function work(flags: WorkFlags): Promise<void> {
  const settings = readConfig(version, { ...flags, logLevel: process.stderr.isTTY ? 'warn' : 'info' });
  const config: Config = { ...settings, jobs_max: flags.jobs ?? (settings.jobs_max || JOBS_PRESET) };
  const terminal = processTerminal(config.color);
  const signal = stopSignal();
  await closingAfter(async (closing) => {
    const service = closing.add(await orStopped(signal, () => openService(config, { role: 'work' })));
    signal.throwIfAborted();
    process.on('unhandledRejection', (reason) =>
      service.engine.log.error({ err: reason }, 'a rejected promise was not handled'),
    );
    tellWhere(terminal, config);
    if (!signal.aborted) await once(signal, 'abort');
    terminal.out('Stopping: running jobs can finish; the others go back to the queue.');
    await service.drain();
  });
}

/** A worker that looks at other databases than the service runs nothing, or answers from another index. */
function tellWhere(terminal: Terminal, { jobs_max, data_dir, database_url, clickhouse_url }: Config): void {
  const parts = [
    database_url === undefined ? `the queue in ${data_dir}` : `the queue of ${hostOf(database_url)}`,
    clickhouse_url === undefined ? `the index in ${data_dir}` : `the index of ${hostOf(clickhouse_url)}`,
  ];
  terminal.out(
    `${styled(terminal, 'bold', 'Seamark')} ${version} runs ${counted(jobs_max, 'job')} at a time, with ${parts.join(' and ')}.`,
  );
  if (database_url !== undefined && clickhouse_url !== undefined) return;
  const unset = [
    ...(database_url === undefined ? ['DATABASE_URL'] : []),
    ...(clickhouse_url === undefined ? ['CLICKHOUSE_URL'] : []),
  ].join(' and ');
  terminal.out(
    `The service has to run on this machine with the same data folder; to work for one elsewhere, set ${unset} for both.`,
  );
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
