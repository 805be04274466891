import { openService, type Service } from '../compose.ts';
import type { Config } from '../config.ts';
import type { Operation } from '../contract/operation.ts';
import { execute } from '../engine/execute.ts';
import { closingAfter } from '../kernel/closing.ts';
import { newId } from '../kernel/ids.ts';
import { operations } from '../operations/index.ts';
import type { AnswerCall, AnswerFlags } from './call-service.ts';

/** Calls on the data folder itself, which is opened for the first of them, and once. */
export function withCallsHere<Result>(
  config: Config,
  { flags, signal }: { readonly flags: AnswerFlags; readonly signal: AbortSignal },
  work: (answer: AnswerCall) => Promise<Result>,
): Promise<Result> {
  return closingAfter(async (closing) => {
    let opened: Service | undefined;
    return work(async ({ id }, body) => {
      const operation = registered(id);
      // Refused before databases are started for it.
      const { input } = operation.prepare(body);
      opened ??= closing.add(await openService(config, { role: 'command' }));
      signal.throwIfAborted();
      const answer = await callHere(opened, operation, body, { flags, signal });
      const isTable = operation.csv !== undefined && input['format'] === 'csv';
      return isTable && flags.dryRun !== true ? { csv: operation.csv?.(answer) } : answer;
    });
  });
}

/** The guarantee: what the command line knows is written down from the registry, and CI refuses any other. */
function registered(id: string): Operation {
  const operation = operations.find((each) => each.id === id);
  if (operation === undefined) throw new Error(`The table of operations is stale: there is no ${id}.`);
  return operation;
}

async function callHere(
  { engine, keys }: Service,
  operation: Operation,
  body: unknown,
  { flags, signal }: { readonly flags: AnswerFlags; readonly signal: AbortSignal },
): Promise<Readonly<Record<string, unknown>>> {
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
