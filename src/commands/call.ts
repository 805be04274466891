import { text } from 'node:stream/consumers';

import { openService, type Service } from '../compose.ts';
import { type Flags, readConfig } from '../config.ts';
import type { Operation } from '../contract/operation.ts';
import { execute } from '../engine/execute.ts';
import { closingAfter } from '../kernel/closing.ts';
import { AppError } from '../kernel/errors.ts';
import { fieldsOf } from '../kernel/fields-of.ts';
import { newId } from '../kernel/ids.ts';
import { version } from '../version.ts';
import { readFields } from './call-fields.ts';
import { callRemote } from './call-remote.ts';
import { operationNamed } from './operation-named.ts';
import { stoppable } from './stop-signal.ts';
import { processTerminal } from './terminal.ts';

/** Where a call is made, and how. */
export interface AnswerFlags extends Flags {
  readonly url?: string;
  readonly key?: string;
  readonly dryRun?: boolean;
  readonly maxAge?: number;
}

export interface CallFlags extends AnswerFlags {
  readonly json: string;
  readonly summary?: boolean;
}

/** One call along the same path as REST: on the data folder itself, or with `--url` on a running service. */
export async function callOperation(name: string, words: readonly string[], flags: CallFlags): Promise<void> {
  const operation = operationNamed(name);
  const fields = readFields(words, operation);
  const sent = bodyOf(flags.json === '-' ? await text(process.stdin) : flags.json);
  const body = words.length === 0 ? sent : { ...fieldsOf(sent), ...fields };
  const answer = await withCalls(flags, (call) => call(operation, body));
  const summary: unknown = answer['markdown_summary'];
  const shown = flags.summary === true && typeof summary === 'string' ? summary : JSON.stringify(answer, null, 2);
  processTerminal(false).out(shown);
}

type Answer = Readonly<Record<string, unknown>>;

/** Makes one call. */
export type AnswerCall = (operation: Operation, body: unknown) => Promise<Answer>;

/** Work that makes calls, on the data folder or with `--url` on a running service. The data folder is opened for the first call, and once. */
export function withCalls<Result>(flags: AnswerFlags, work: (answer: AnswerCall) => Promise<Result>): Promise<Result> {
  const { url } = flags;
  return stoppable((signal) =>
    url === undefined
      ? withCallsHere(flags, signal, work)
      : work((operation, body) => callRemote(operation, body, { ...flags, url, signal })),
  );
}

function withCallsHere<Result>(
  flags: AnswerFlags,
  signal: AbortSignal,
  work: (answer: AnswerCall) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(version, flags);
  return closingAfter(async (closing) => {
    let opened: Service | undefined;
    return work(async (operation, body) => {
      // Refused before databases are started for it.
      operation.prepare(body);
      opened ??= closing.add(await openService(config, { role: 'command' }));
      signal.throwIfAborted();
      return callService(opened, operation, body, { flags, signal });
    });
  });
}

async function callService(
  { engine, keys }: Service,
  operation: Operation,
  body: unknown,
  { flags, signal }: { readonly flags: AnswerFlags; readonly signal: AbortSignal },
): Promise<Answer> {
  const reply = await execute(engine, operation, body, {
    caller: await keys.operator(),
    request_id: newId('req'),
    transport: 'cli',
    project_id: undefined,
    workflow_id: undefined,
    dry_run: flags.dryRun === true,
    max_age_s: flags.maxAge,
    // Nothing would run a job after this command has ended.
    mode: 'sync',
    idempotency_key: undefined,
    signal,
  });
  return reply.body;
}

function bodyOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (thrown) {
    throw new AppError(
      'invalid_input',
      `--json is not valid JSON: ${thrown instanceof Error ? thrown.message : 'it cannot be read'}`,
      {
        fix: `Quote it for your shell, for example --json '{"target":"example.com"}', or pass - and send it on standard input.`,
      },
    );
  }
}
