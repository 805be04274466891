import { AppError, messageOf } from '../kernel/errors.ts';

/** Also ends a server that is still starting; one whose start failed has nothing to end. */
export async function stopStarted(starting: Promise<{ stop(): Promise<void> }>): Promise<void> {
  const server = await starting.catch(() => undefined);
  await server?.stop();
}

/** Names the setting that leads nowhere; what has another cause, or an embedded server, stays as it is. */
export function unreachable(name: string, url: string | undefined, thrown: unknown): unknown {
  const cause: unknown = thrown instanceof AppError ? (thrown.cause ?? thrown) : thrown;
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
  if (url === undefined || typeof code !== 'string' || !/^E(?:CONN|HOST|NET|TIMED|AI|NOTFOUND)/.test(code))
    return thrown;
  return new AppError(
    'unavailable',
    `${name} names ${new URL(url).host}, which does not respond: ${messageOf(cause)}`,
    {
      fix: `Correct ${name} or start that server; without ${name} the embedded database is used.`,
      cause: thrown,
    },
  );
}
