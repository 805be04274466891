import { text } from 'node:stream/consumers';

import { openService } from '../compose.ts';
import { type Flags, readConfig } from '../config.ts';
import type { Operation } from '../contract/operation.ts';
import { execute } from '../engine/execute.ts';
import { closingAfter } from '../kernel/closing.ts';
import { AppError } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { nearest } from '../kernel/similarity.ts';
import { operations } from '../operations/index.ts';
import { version } from '../version.ts';
import { callRemote } from './call-remote.ts';
import { stoppable } from './stop-signal.ts';
import { processTerminal } from './terminal.ts';

export interface CallFlags extends Flags {
  readonly json: string;
  readonly url?: string;
  readonly key?: string;
  readonly summary?: boolean;
  readonly dryRun?: boolean;
  readonly maxAge?: number;
}

/** One call along the same path as REST: on the data folder itself, or with `--url` on a running service. */
export async function callOperation(name: string, flags: CallFlags): Promise<void> {
  const operation = operationNamed(name);
  const body = bodyOf(flags.json === '-' ? await text(process.stdin) : flags.json);
  const answer = await stoppable((signal) =>
    flags.url === undefined
      ? callHere(operation, body, flags, signal)
      : callRemote(operation, body, { ...flags, url: flags.url, signal }),
  );
  const summary: unknown = answer['markdown_summary'];
  const shown = flags.summary === true && typeof summary === 'string' ? summary : JSON.stringify(answer, null, 2);
  processTerminal(false).out(shown);
}

async function callHere(
  operation: Operation,
  body: unknown,
  flags: CallFlags,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  const config = readConfig(version, flags);
  // Refused before databases are started for it.
  operation.prepare(body);
  return closingAfter(async (closing) => {
    const service = closing.add(await openService(config, { role: 'command' }));
    signal.throwIfAborted();
    const reply = await execute(service.engine, operation, body, {
      caller: await service.keys.operator(),
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
  });
}

export function operationNamed(name: string): Operation {
  const wanted = name.replace(/^\/+/, '').replaceAll('/', '.').toLowerCase();
  const found = operations.find(
    (operation) => operation.id === wanted || operation.path.slice(1).replaceAll('/', '.') === wanted,
  );
  if (found !== undefined) return found;
  const known = operations.map((operation) => operation.id);
  const meant = nearest(wanted, known);
  throw new AppError('invalid_input', `There is no operation "${name}".`, {
    fix:
      meant === undefined
        ? 'Run `seamark operations` to list them.'
        : `Did you mean ${meant}? \`seamark operations\` lists them all.`,
  });
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
