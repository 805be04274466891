import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the clients were promised, to be held against what became of it. */
export interface Promised {
  /** Jobs that were accepted with 202, by the idempotency key of their call. */
  readonly jobs: ReadonlyMap<string, string>;
  /** Credits that inline calls were told they were charged, by idempotency key. */
  readonly charged: ReadonlyMap<string, number>;
  /** Answers that no client should get: not a success, and not a failure that says to try again. */
  readonly surprises: readonly string[];
  /** Times that a call had to be sent again because nobody answered. */
  readonly repeats: number;
}

export interface Target {
  /** Where the service answers now. */
  readonly base: string;
  readonly key: string;
  /** Pages that take a while, for jobs that are under way when something is killed. */
  readonly slow: string;
}

/** How many of each kind call side by side. */
export interface LoadClients {
  readonly queued: number;
  readonly inline: number;
}

const PAUSE_MS = 150;
/** Longer than a start takes on a machine that is short of processor time. */
const PATIENCE_MS = 240_000;
/** What says that the service is away or just coming back. A 500 never does: a database that fails is a 503. */
const TRY_AGAIN = [408, 409, 425, 429, 502, 503, 504];

/** Clients that send calls without end, each call until it is answered, under one idempotency key. */
export class Load {
  readonly #target: Target;
  readonly #jobs = new Map<string, string>();
  readonly #charged = new Map<string, number>();
  readonly #surprises: string[] = [];
  readonly #clients: readonly Promise<void>[];
  #repeats = 0;
  #isOver = false;

  constructor(target: Target, clients: LoadClients) {
    this.#target = target;
    this.#clients = [
      ...Array.from({ length: clients.queued }, () => this.#client(() => this.#queue())),
      ...Array.from({ length: clients.inline }, () => this.#client(() => this.#callInline())),
    ];
  }

  /** Lets every call that was begun be answered. */
  async stop(): Promise<Promised> {
    this.#isOver = true;
    await Promise.all(this.#clients);
    return { jobs: this.#jobs, charged: this.#charged, surprises: this.#surprises, repeats: this.#repeats };
  }

  async #client(call: () => Promise<void>): Promise<void> {
    while (!this.#isOver) {
      await call();
      await sleep(PAUSE_MS * Math.random() * 2);
    }
  }

  async #queue(): Promise<void> {
    const key = randomUUID();
    const wait = Math.floor(Math.random() * 800);
    const body = { url: `${this.#target.slow}/page?wait=${wait}&id=${key}` };
    const answer = await this.#untilAnswered('/extract', body, { 'idempotency-key': key, prefer: 'respond-async' });
    const id: unknown = answer?.['job_id'];
    if (typeof id === 'string') this.#jobs.set(key, id);
  }

  async #callInline(): Promise<void> {
    const key = randomUUID();
    const body = { markdown: `# Bicycle repair ${key}\n\nHow to mend a flat tyre.` };
    const answer = await this.#untilAnswered('/content/technical-qa', body, { 'idempotency-key': key });
    const charged = chargedIn(answer);
    if (charged !== undefined) this.#charged.set(key, charged);
  }

  async #untilAnswered(
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Record<string, unknown> | undefined> {
    const deadline = performance.now() + PATIENCE_MS;
    while (performance.now() < deadline) {
      const answer = await this.#send(path, body, headers);
      if (answer !== undefined && answer.status < 300) return answer.json;
      if (answer !== undefined && !TRY_AGAIN.includes(answer.status)) {
        this.#surprises.push(`${path}: ${answer.status} ${JSON.stringify(answer.json).slice(0, 300)}`);
        return undefined;
      }
      this.#repeats += 1;
      await sleep(PAUSE_MS);
    }
    this.#surprises.push(`${path}: not answered within ${PATIENCE_MS / 1000} s`);
    return undefined;
  }

  /** Undefined when the connection is refused or broken. */
  async #send(
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<{ readonly status: number; readonly json: Record<string, unknown> } | undefined> {
    try {
      const response = await fetch(`${this.#target.base}/api/v1${path}`, {
        method: 'POST',
        headers: { 'x-api-key': this.#target.key, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(30_000),
      });
      const json: unknown = await response.json();
      return { status: response.status, json: typeof json === 'object' && json !== null ? { ...json } : {} };
    } catch {
      return undefined;
    }
  }
}

function chargedIn(answer: Record<string, unknown> | undefined): number | undefined {
  const value = ['meta', 'credits', 'charged'].reduce<unknown>(
    (part, name) => (typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined),
    answer,
  );
  return typeof value === 'number' ? value : undefined;
}
