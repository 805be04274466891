import type { OperationFacts } from './operation.ts';

/** What an HTTP request says: fields of its path, its query, and its body. */
interface RequestParts {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** What the operation checks: the body, or the query of a GET, with the fields of the path. */
export function readRequestInput(
  { method }: Pick<OperationFacts, 'method'>,
  { path, query, body }: RequestParts,
): unknown {
  if (method === 'GET') return { ...query, ...path };
  if (Object.keys(path).length === 0) return body;
  // A list or a text is refused as it is: with fields of the path it would pass for an object.
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body))) return body;
  return { ...body, ...path };
}
