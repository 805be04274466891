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

/** Every answer of an operation says so; a page of some other program does not. */
const Answer = z.looseObject({ success: z.literal(true) });

interface RemoteFlags {
  readonly url: string;
  readonly signal: AbortSignal;
  readonly key?: string;
  readonly dryRun?: boolean;
  readonly maxAge?: number;
}

/** Calls an operation of a running service over HTTP. */
export async function callRemote(
  operation: Operation,
  body: unknown,
  flags: RemoteFlags,
): Promise<z.infer<typeof Answer>> {
  const key = flags.key ?? remoteKey();
  if (key === undefined) {
    throw new AppError('invalid_input', 'A call to a running service needs an API key.', {
      fix: 'Pass --key sk_live_…, or set SEAMARK_API_KEY.',
    });
  }
  const answer = await ask(operation, body, key, flags);
  const json: unknown = await answer.json().catch(() => undefined);
  if (answer.ok) {
    const read = Answer.safeParse(json);
    if (!read.success) throw notSeamark(flags.url, answer.status);
    return read.data;
  }
  const problem = Problem.safeParse(json);
  if (!problem.success) throw notSeamark(flags.url, answer.status);
  const { detail, fix, errors } = problem.data;
  throw new AppError(answer.status === 422 ? 'invalid_input' : 'source_failed', detail, {
    issues: errors,
    ...(fix == null ? {} : { fix }),
  });
}

function notSeamark(base: string, status: number): AppError {
  return new AppError('source_failed', `${base} answered ${status}, which is not a Seamark response.`, {
    fix: 'Check that the address is that of a Seamark service.',
  });
}

async function ask(operation: Operation, body: unknown, key: string, flags: RemoteFlags): Promise<Response> {
  const base = flags.url;
  const fields = new Map<string, unknown>(Object.entries(body ?? {}));
  const url = URL.parse(`api/v1${filled(operation.path, fields)}`, base.endsWith('/') ? base : base + '/');
  if (url === null)
    throw new AppError('invalid_input', `"${base}" is not a URL.`, {
      fix: 'Pass a URL such as --url http://127.0.0.1:8787.',
    });
  if (flags.dryRun === true) url.searchParams.set('dry_run', 'true');
  if (flags.maxAge !== undefined) url.searchParams.set('max_age', String(flags.maxAge));
  const isGet = operation.method === 'GET';
  if (isGet) for (const [name, value] of fields) url.searchParams.set(name, String(value));
  try {
    return await fetch(url, {
      method: operation.method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(isGet || fields.size === 0 ? {} : { body: JSON.stringify(Object.fromEntries(fields)) }),
      signal: AbortSignal.any([flags.signal, AbortSignal.timeout(120_000)]),
    });
  } catch (thrown) {
    throw new AppError('source_failed', `${url.origin} does not respond.`, {
      fix: 'Start the service with `seamark serve`, or correct --url.',
      cause: thrown,
    });
  }
}

/** Takes the fields that the path names out of the input. */
function filled(path: string, fields: Map<string, unknown>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = fields.get(name);
    fields.delete(name);
    return encodeURIComponent(typeof value === 'string' ? value : '');
  });
}
