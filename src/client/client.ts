import { type Calls, ROUTES } from './types.ts';

export type * from './types.ts';

export interface ClientOptions {
  /** Where the service answers, such as http://127.0.0.1:8787. */
  readonly base_url: string;
  readonly api_key: string;
  /** Attribution of every call; see x-project-id and x-workflow-id. */
  readonly project_id?: string;
  readonly workflow_id?: string;
  readonly timeout_ms?: number;
}

/** A failed call: the problem document as it came, with its code and its bad fields. */
export class SeamarkError extends Error {
  readonly status: number;
  readonly problem: Readonly<Record<string, unknown>>;

  constructor(status: number, problem: Readonly<Record<string, unknown>>) {
    const { detail } = problem;
    super(typeof detail === 'string' ? detail : `The service answered ${status}.`);
    this.name = 'SeamarkError';
    this.status = status;
    this.problem = problem;
  }
}

export interface SeamarkClient {
  /** @throws SeamarkError for every answer that is not a success */
  call<Id extends keyof Calls>(
    id: Id,
    request: Calls[Id]['request'],
    signal?: AbortSignal,
  ): Promise<Calls[Id]['answer']>;
}

/** A typed client of the REST interface, on nothing but `fetch`. */
export function createClient(options: ClientOptions): SeamarkClient {
  const base = options.base_url.replace(/\/$/, '');
  const headers: Record<string, string> = { 'x-api-key': options.api_key, 'content-type': 'application/json' };
  if (options.project_id !== undefined) headers['x-project-id'] = options.project_id;
  if (options.workflow_id !== undefined) headers['x-workflow-id'] = options.workflow_id;
  return {
    async call(id, request, signal) {
      const { method, path } = ROUTES[id];
      const limits = [AbortSignal.timeout(options.timeout_ms ?? 120_000), ...(signal === undefined ? [] : [signal])];
      const { url, body: sent } = requestOf(`${base}/api/v1${path}`, method, request);
      const response = await fetch(url, {
        method,
        headers,
        ...(sent === undefined ? {} : { body: sent }),
        signal: AbortSignal.any(limits),
      });
      const body: unknown = await response.json().catch(() => ({}));
      if (!response.ok) throw new SeamarkError(response.status, asRecord(body));
      return answerOf<typeof id>(body);
    },
  };
}

/** Fields that the path names go there, those of a GET into the query, and the rest is the body. */
function requestOf(address: string, method: string, request: object): { url: string; body: string | undefined } {
  const fields = new Map<string, unknown>(Object.entries(request).filter(([, value]) => value !== undefined));
  const filled = address.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = String(fields.get(name));
    fields.delete(name);
    return encodeURIComponent(value);
  });
  if (method === 'GET') {
    const query = new URLSearchParams(
      Object.fromEntries([...fields].map(([name, value]) => [name, String(value)])),
    ).toString();
    return { url: query === '' ? filled : `${filled}?${query}`, body: undefined };
  }
  return { url: filled, body: fields.size === 0 ? undefined : JSON.stringify(Object.fromEntries(fields)) };
}

/** The service parses every answer by the schema that these types are generated from. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the operation it called
function answerOf<Id extends keyof Calls>(body: unknown): Calls[Id]['answer'] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee is stated above
  return body as Calls[Id]['answer'];
}

function asRecord(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? { ...body } : {};
}
