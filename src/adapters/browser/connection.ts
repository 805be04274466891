import { Agent, WebSocket } from 'undici';
import { z } from 'zod';

import { AppError } from '../../kernel/errors.ts';
import { raceSignal } from '../fetch/deadline.ts';

/** One connection to a browser, over which sessions with its pages run side by side. */
export interface DevTools {
  /** @throws AppError source_failed when the browser refuses the command or goes away */
  send(method: string, params?: object, sessionId?: string): Promise<unknown>;
  /** Fails once the browser has gone. */
  readonly lost: Promise<never>;
  close(): Promise<void>;
}

export interface DevToolsEvent {
  readonly method: string;
  readonly params: unknown;
  readonly sessionId: string | undefined;
}

const Message = z.object({
  id: z.int().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  sessionId: z.string().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

const CONNECT_MS_MAX = 10_000;

/** @throws AppError source_failed */
export async function connectDevTools(
  url: string,
  onEvent: (event: DevToolsEvent) => void,
  signal: AbortSignal,
): Promise<DevTools> {
  const agent = new Agent({ connect: { timeout: CONNECT_MS_MAX } });
  const socket = new WebSocket(url, { dispatcher: agent });
  const calls = new Calls(onEvent);
  socket.addEventListener('message', ({ data }) => calls.hear(data));
  socket.addEventListener('close', () => calls.fail(browserFailed('closed the connection')));
  // Whatever the error says, it says it of an address that may carry the operator's token.
  socket.addEventListener('error', () => calls.fail(browserFailed('does not answer')));
  const close = async (): Promise<void> => {
    calls.fail(browserFailed('closed the connection'));
    socket.close();
    await agent.destroy();
  };
  try {
    const opened = new Promise<void>((resolve) => socket.addEventListener('open', () => resolve()));
    await raceSignal(Promise.race([opened, calls.lost]), signal);
  } catch (error) {
    await close();
    throw error;
  }
  const send: DevTools['send'] = (method, params = {}, sessionId) =>
    calls.add((id) => {
      socket.send(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }));
    });
  return { send, lost: calls.lost, close };
}

/** Commands that wait for their answers, until the browser goes. */
class Calls {
  readonly #onEvent: (event: DevToolsEvent) => void;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;
  #failure: AppError | undefined;
  #lose: (error: AppError) => void = () => undefined;
  readonly lost = new Promise<never>((_resolve, reject) => {
    this.#lose = reject;
  });

  constructor(onEvent: (event: DevToolsEvent) => void) {
    this.#onEvent = onEvent;
    this.lost.catch(() => undefined);
  }

  add(send: (id: number) => void): Promise<unknown> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      send(id);
    });
  }

  hear(data: unknown): void {
    const message = readMessage(data);
    if (message === undefined) return;
    const { id, method, params, sessionId, result, error } = message;
    if (id === undefined) {
      if (method !== undefined) this.#onEvent({ method, params, sessionId });
      return;
    }
    const asked = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) asked?.resolve(result);
    else asked?.reject(browserFailed(`refused a command (${error.message})`));
  }

  /** The first failure is the one that is told. */
  fail(error: AppError): void {
    this.#failure ??= error;
    this.#lose(this.#failure);
    for (const { reject } of this.#waiting.values()) reject(this.#failure);
    this.#waiting.clear();
  }
}

function readMessage(data: unknown): z.infer<typeof Message> | undefined {
  if (typeof data !== 'string') return undefined;
  try {
    return Message.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}

export function browserFailed(what: string): AppError {
  return new AppError('source_failed', `The browser ${what}.`, {
    fix: 'Start the browser that SEAMARK_BROWSER_URL names, and check that this machine reaches it.',
  });
}
