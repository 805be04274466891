import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

import { messageOf } from '../kernel/errors.ts';
import { fieldsOf } from '../kernel/fields-of.ts';

export interface BridgeParts {
  readonly url: URL;
  readonly key: string;
  readonly signal: AbortSignal;
  /** One message of the service, without a line break. */
  readonly write: (line: string) => void;
}

type Message = Readonly<Record<string, unknown>>;
type Id = string | number;

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const PARSE_ERROR = -32_700;
const UNREACHABLE = -32_000;

/**
 * Passes messages between lines of text and the HTTP endpoint, as they are: what can be asked, and in which revision of
 * the protocol, is between the client and the service.
 */
export class McpBridge {
  readonly #parts: BridgeParts;
  readonly #underWay = new Map<Id, AbortController>();
  /** What client and service agreed on when they began; newer revisions say it with each message. */
  #version: string | undefined;

  constructor(parts: BridgeParts) {
    this.#parts = parts;
  }

  /** Ends when the input has ended and everything asked is answered, or the signal fires. */
  async run(input: Readable): Promise<void> {
    const { signal } = this.#parts;
    const asked = new Set<Promise<void>>();
    const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
    const stop = (): void => lines.close();
    signal.addEventListener('abort', stop, { once: true });
    for await (const line of lines) {
      if (line.trim() === '') continue;
      const work = this.#pass(line).finally(() => asked.delete(work));
      asked.add(work);
    }
    await Promise.all(asked);
    signal.throwIfAborted();
  }

  async #pass(line: string): Promise<void> {
    const message = parsed(line);
    if (message === undefined) {
      this.#fail(null, PARSE_ERROR, 'The line is not a JSON object.');
      return;
    }
    this.#cancelled(message);
    const id = idOf(message);
    const own = new AbortController();
    if (id !== undefined) this.#underWay.set(id, own);
    try {
      const signal = AbortSignal.any([this.#parts.signal, own.signal]);
      const response = await this.#send(message, line, signal);
      await this.#answer(response, message, id);
    } catch (thrown) {
      // Who has cancelled a request waits for no answer.
      if (!own.signal.aborted && !this.#parts.signal.aborted && id !== undefined)
        this.#fail(id, UNREACHABLE, this.#unreachable(thrown));
    } finally {
      if (id !== undefined) this.#underWay.delete(id);
    }
  }

  #send(message: Message, line: string, signal: AbortSignal): Promise<Response> {
    const { url, key } = this.#parts;
    return fetch(url, { method: 'POST', headers: this.#headersOf(message, key), body: line, signal });
  }

  #headersOf(message: Message, key: string): Record<string, string> {
    const params = fieldsOf(message['params']);
    const own = fieldsOf(params['_meta'])[VERSION];
    const version = typeof own === 'string' ? own : this.#version;
    const name = params['name'] ?? params['uri'] ?? params['taskId'];
    const method = message['method'];
    return {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      authorization: `Bearer ${key}`,
      ...(version === undefined ? {} : { 'mcp-protocol-version': version }),
      // The newer revisions repeat these two for whoever routes by headers.
      ...(typeof own === 'string' && typeof method === 'string' ? { 'mcp-method': method } : {}),
      ...(typeof own === 'string' && typeof name === 'string' ? { 'mcp-name': headerText(name) } : {}),
    };
  }

  async #answer(response: Response, request: Message, id: Id | undefined): Promise<void> {
    if (response.headers.get('content-type')?.startsWith('text/event-stream') === true && response.body !== null) {
      for await (const data of eventsOf(response.body)) this.#write(parsed(data), request);
      return;
    }
    const text = await response.text();
    if (id === undefined) return;
    const answer = parsed(text);
    // A refusal before the service has read the message names no request.
    if (answer?.['jsonrpc'] === '2.0') this.#write({ ...answer, id: answer['id'] ?? id }, request);
    else
      this.#fail(
        id,
        UNREACHABLE,
        `${this.#parts.url.origin} answered ${response.status}, which is not an MCP message.`,
      );
  }

  #write(answer: Message | undefined, request: Message): void {
    if (answer === undefined) return;
    const version = fieldsOf(answer['result'])['protocolVersion'];
    if (request['method'] === 'initialize' && typeof version === 'string') this.#version = version;
    this.#parts.write(JSON.stringify(answer));
  }

  #cancelled(message: Message): void {
    if (message['method'] !== 'notifications/cancelled') return;
    const { requestId } = fieldsOf(message['params']);
    if (typeof requestId === 'string' || typeof requestId === 'number') this.#underWay.get(requestId)?.abort();
  }

  #fail(id: Id | null, code: number, message: string): void {
    this.#parts.write(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }));
  }

  #unreachable(thrown: unknown): string {
    const { origin } = this.#parts.url;
    return `${origin} does not respond (${messageOf(thrown)}). Start the service with \`seamark serve\`, or correct --url.`;
  }
}

/** The data of server-sent events, one each. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    const events = rest.split(/\r?\n\r?\n/);
    rest = events.pop() ?? '';
    for (const event of events) {
      const data = event
        .split(/\r?\n/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).replace(/^ /, ''));
      if (data.length > 0) yield data.join('\n');
    }
  }
}

/** As the protocol writes what no header can carry. */
function headerText(text: string): string {
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?')) return text;
  return `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

function idOf(message: Message): Id | undefined {
  const { id, method } = message;
  return typeof method === 'string' && (typeof id === 'string' || typeof id === 'number') ? id : undefined;
}

function parsed(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
