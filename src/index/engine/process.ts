import { type ChildProcess, spawn } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { isSmallMachine } from './machine-memory.ts';
import { siblingModule } from '../../kernel/sibling-module.ts';
import { EngineMessage, SleepMessage } from './messages.ts';
import type { OpenMessage } from './open-message.ts';

/** One run of the engine process. */
export interface EngineProcess {
  readonly pid: number | undefined;
  /** Resolves with its first message, or with `failed` if it ends before sending one or sends none for minutes. */
  readonly started: Promise<EngineMessage>;
  readonly exited: Promise<string>;
  /** It ended, or is about to, because nobody asked it anything. */
  readonly sleeps: () => boolean;
  /** Asks it to drain and end; kills it when it takes too long. */
  stop(): Promise<void>;
}

const STOP_MS_MAX = 8000;
/** An engine reads its tables before it answers, which takes seconds; one that takes longer than this hangs. */
const START_MS_MAX = 300_000;
const ERROR_TEXT_MAX = 4000;
/** JavaScript only hands statements and answers on; see `startLean` for the allocator. */
const LEAN = { flags: ['--max-semi-space-size=2'], environment: { MALLOC_ARENA_MAX: '1' } } as const;

export function startEngineProcess(open: OpenMessage): EngineProcess {
  const lean = isSmallMachine() ? LEAN : { flags: [], environment: {} };
  const child = spawn(process.execPath, [...lean.flags, fileURLToPath(siblingModule(import.meta.url, 'child'))], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // Not in the terminal's process group: Ctrl-C reaches the owner alone, which then stops the engine in order.
    detached: true,
    env: { UV_THREADPOOL_SIZE: '16', ...compileCache(), ...lean.environment },
  });
  const errors = lastErrors(child);
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(`${signal ?? `code ${code}`}${errors()}`));
  });
  let isAsleep = false;
  const word = new Promise<EngineMessage>((resolve) => {
    child.on('message', (message: unknown) => {
      isAsleep ||= SleepMessage.safeParse(message).success;
      const read = EngineMessage.safeParse(message);
      if (read.success) resolve(read.data);
    });
  });
  const failed = (message: string): EngineMessage => ({ type: 'failed', reason: 'other', message });
  const ended = exited.then((how) => failed(`It ended with ${how}.`));
  const silent = new Promise<EngineMessage>((resolve) => {
    const timer = setTimeout(() => resolve(failed('It did not answer in time.')), START_MS_MAX);
    void Promise.race([word, ended]).then(() => clearTimeout(timer));
  });
  child.send(open, () => undefined);
  return {
    pid: child.pid,
    started: Promise.race([word, ended, silent]),
    exited,
    sleeps: () => isAsleep,
    stop: () => stop(child, exited),
  };
}

/** Who keeps compiled code between starts has its engine do so too, which then starts in 70 ms less. */
function compileCache(): { NODE_COMPILE_CACHE?: string } {
  const folder = getCompileCacheDir();
  // Node answers a folder of its own version inside the one that was named.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

async function stop(child: ChildProcess, exited: Promise<string>): Promise<void> {
  if (child.connected) child.send({ type: 'stop' }, () => undefined);
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX);
  await exited;
  clearTimeout(timer);
}

/** The last output on the engine's error stream, which is read so that the engine never blocks on it. */
function lastErrors(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8');
  child.stderr?.on('data', (chunk: string) => {
    text = (text + chunk).slice(-ERROR_TEXT_MAX);
  });
  return () => (text === '' ? '' : `: ${text.trim()}`);
}
