/** A refusal of the service, with what to do about it and what is wrong with which field. */
export class Problem extends Error {
  readonly status: number;
  readonly fix: string | undefined;
  readonly fields: readonly FieldProblem[];

  constructor(message: string, { status = 0, fix, fields = [] }: ProblemFacts = {}) {
    super(message);
    this.name = 'Problem';
    this.status = status;
    this.fix = fix;
    this.fields = fields;
  }
}

export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

interface ProblemFacts {
  readonly status?: number;
  readonly fix?: string | undefined;
  readonly fields?: readonly FieldProblem[];
}

type Query = Readonly<Record<string, string | number | undefined>>;

const BASE = '/dashboard/api';
const TIMEOUT_MS = 30_000;

let workspace: string | undefined;

/** Which workspace this tab shows: the service refuses what it asks after another tab has switched. */
export function setWorkspace(id: string): void {
  workspace = id;
}

let whenLoggedOut = (): void => undefined;

/** Calls `work` whenever the service says that nobody is logged in. */
export function onLoggedOut(work: () => void): void {
  whenLoggedOut = work;
}

export function get<Answer>(path: string, query: Query = {}, signal?: AbortSignal): Promise<Answer> {
  return ask<Answer>('GET', addressOf(path, query), undefined, signal);
}

/** A file that the service makes, of what it is sent where there is something. */
export async function getFile(path: string, body?: unknown): Promise<Blob> {
  const response = await request(body === undefined ? 'GET' : 'POST', addressOf(path), body);
  if (response.ok) return response.blob();
  throw problemOf(response.status, await response.json().catch(() => undefined));
}

export function send<Answer = unknown>(
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body: unknown = {},
): Promise<Answer> {
  return ask<Answer>(method, addressOf(path), body);
}

export function addressOf(path: string, query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  const text = new URLSearchParams(given).toString();
  return BASE + path + (text === '' ? '' : `?${text}`);
}

async function request(method: string, url: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  const init: RequestInit = {
    method,
    headers: {
      'content-type': 'application/json',
      'x-seamark-dashboard': '1',
      ...(workspace === undefined || url === `${BASE}/me` ? {} : { 'x-seamark-workspace': workspace }),
    },
    signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
  };
  if (body !== undefined) init.body = JSON.stringify(body);
  return fetch(url, init).catch((thrown: unknown) => {
    if (signal?.aborted === true) throw thrown;
    throw new Problem('The service does not respond.', { fix: 'Check that it is running, then try again.' });
  });
}

async function ask<Answer>(method: string, url: string, body: unknown, signal?: AbortSignal): Promise<Answer> {
  const response = await request(method, url, body, signal);
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answerOf<Answer>(answer);
  const problem = problemOf(response.status, answer);
  if (response.status === 401 && !url.endsWith('/login')) whenLoggedOut();
  throw problem;
}

/** The guarantee: app and service are built from the same types, and are of one version. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- this is the one place where answers get their type
function answerOf<Answer>(answer: unknown): Answer {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee is stated above
  return answer as Answer;
}

function problemOf(status: number, answer: unknown): Problem {
  const detail = field(answer, 'detail');
  const fix = field(answer, 'fix');
  const errors: unknown = field(answer, 'errors');
  const fields = Array.isArray(errors) ? errors.map(fieldProblemOf) : [];
  // What the service says of all of them together is for programs.
  if (fields.length > 0) return new Problem('Check what you entered.', { status, fields });
  return new Problem(typeof detail === 'string' ? detail : `The service returned status ${status}.`, {
    status,
    fix: typeof fix === 'string' ? fix : undefined,
  });
}

function fieldProblemOf(value: unknown): FieldProblem {
  return { path: String(field(value, 'path')), message: String(field(value, 'message')) };
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

export function asProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  return new Problem(thrown instanceof Error ? thrown.message : 'Something went wrong.', {
    fix: 'Reload the page.',
  });
}
