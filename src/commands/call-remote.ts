import { z } from 'zod';

import type { Operation } from '../contract/operation.ts';
import { remoteKey } from '../config.ts';
import { AppError } from '../kernel/errors.ts';

/** What we read of a problem document of another Seamark. */
const Problem = z.looseObject({
  detail: z.string(),
  fix: z.string().nullish(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).default([]),
});

const Answer = z.record(z.string(), z.unknown());

interface RemoteFlags {
  readonly key?: string;
  readonly dryRun?: boolean;
}

/** Calls an operation of a running service over HTTP. */
export async function callRemote(
  operation: Operation,
  body: unknown,
  base: string,
  flags: RemoteFlags,
): Promise<z.infer<typeof Answer>> {
  const key = flags.key ?? remoteKey();
  if (key === undefined) {
    throw new AppError('invalid_input', 'A call to a running service needs an API key.', {
      fix: 'Pass --key sk_live_…, or set SEAMARK_API_KEY.',
    });
  }
  const answer = await ask(operation, body, base, key, flags.dryRun === true);
  const json: unknown = await answer.json().catch(() => undefined);
  if (answer.ok) return Answer.parse(json);
  const problem = Problem.safeParse(json);
  if (!problem.success)
    throw new AppError('source_failed', `${base} answered ${answer.status}.`, {
      fix: 'Check that the address is one of a Seamark service.',
    });
  const { detail, fix, errors } = problem.data;
  throw new AppError(answer.status === 422 ? 'invalid_input' : 'source_failed', detail, {
    issues: errors,
    ...(fix == null ? {} : { fix }),
  });
}

async function ask(operation: Operation, body: unknown, base: string, key: string, dryRun: boolean): Promise<Response> {
  const url = URL.parse(`api/v1${operation.path}`, base.endsWith('/') ? base : base + '/');
  if (url === null)
    throw new AppError('invalid_input', `"${base}" is no URL.`, {
      fix: 'Pass for example --url http://127.0.0.1:8787.',
    });
  if (dryRun) url.searchParams.set('dry_run', 'true');
  try {
    return await fetch(url, {
      method: operation.method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(120_000),
    });
  } catch (thrown) {
    throw new AppError('source_failed', `${url.origin} does not answer.`, {
      fix: 'Start the service with `seamark serve`, or correct --url.',
      cause: thrown,
    });
  }
}
