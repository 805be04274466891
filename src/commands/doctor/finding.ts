import { AppError, messageOf } from '../../kernel/errors.ts';

/** What one check found. A warning works; a failure keeps the service, or a part of it, from working. */
export interface Finding {
  readonly name: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly detail: string;
  /** What to do about it; undefined for what is well. */
  readonly fix: string | undefined;
}

export function ok(name: string, detail: string): Finding {
  return { name, state: 'ok', detail, fix: undefined };
}

export function warn(name: string, detail: string, fix: string): Finding {
  return { name, state: 'warn', detail, fix };
}

export function fail(name: string, detail: string, fix: string): Finding {
  return { name, state: 'fail', detail, fix };
}

/** Runs a check that may throw: an expected failure brings its own fix along. */
export async function checked(
  name: string,
  fix: string,
  check: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await check();
  } catch (thrown) {
    return [fail(name, messageOf(thrown), (thrown instanceof AppError ? thrown.fix : undefined) ?? fix)];
  }
}

export function megabytes(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`;
}
