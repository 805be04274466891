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
      const response = await fetch(`${base}/api/v1${path}`, {
        method,
        headers,
        body: JSON.stringify(request),
        signal: AbortSignal.any(limits),
      });
      const body: unknown = await response.json().catch(() => ({}));
      if (!response.ok) throw new SeamarkError(response.status, asRecord(body));
      return answerOf<typeof id>(body);
    },
  };
}

/** The service parses every answer by the schema that these types are generated from. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the operation it called
function answerOf<Id extends keyof Calls>(body: unknown): Calls[Id]['answer'] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee stands above
  return body as Calls[Id]['answer'];
}

function asRecord(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? { ...body } : {};
}
