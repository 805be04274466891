import { AsyncLocalStorage } from 'node:async_hooks';

/** The id of the request that is being worked on, so that every line that is logged meanwhile can name it. */

const scope = new AsyncLocalStorage<string>();

export function withinRequest<Result>(id: string, work: () => Result): Result {
  return scope.run(id, work);
}

/** Undefined for what no request has asked for. */
export function currentRequest(): string | undefined {
  return scope.getStore();
}
