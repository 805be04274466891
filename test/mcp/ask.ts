import { z } from 'zod';

/** One message over HTTP as a client would send it, without a client library in between. */
export interface Question {
  readonly key: string;
  /** `/mcp` with whatever is chosen behind it. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly era?: '2025-11-25' | '2026-07-28';
  /** Capabilities that the client declares in its message, as the newer era does. */
  readonly capabilities?: Readonly<Record<string, unknown>>;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
}

export interface Told {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Notifications first, the answer last. */
  readonly messages: readonly Record<string, unknown>[];
  readonly result: Record<string, unknown>;
  readonly error: Record<string, unknown>;
}

const Message = z.record(z.string(), z.unknown());

export async function ask(
  base: string,
  method: string,
  params: Readonly<Record<string, unknown>>,
  question: Question,
): Promise<Told> {
  const meta = { ...question.meta, ...envelopeOf(question) };
  const response = await fetch(base + (question.path ?? '/mcp'), {
    method: 'POST',
    headers: headersOf(method, params, question),
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
    ...(question.signal === undefined ? {} : { signal: question.signal }),
  });
  const text = await response.text();
  const messages = messagesIn(response.headers.get('content-type') ?? '', text);
  const last = messages.at(-1) ?? {};
  return {
    status: response.status,
    headers: response.headers,
    text,
    messages,
    result: fieldsOf(last['result']),
    error: fieldsOf(last['error']),
  };
}

/** What the newer era says with every message. */
function envelopeOf({ era, capabilities = {} }: Question): Record<string, unknown> {
  if (era !== '2026-07-28') return {};
  return {
    'io.modelcontextprotocol/protocolVersion': era,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
}

function headersOf(
  method: string,
  params: Readonly<Record<string, unknown>>,
  { era = '2025-11-25', key, headers }: Question,
): Record<string, string> {
  const name = params['name'] ?? params['uri'] ?? params['taskId'];
  const repeated = { 'mcp-method': method, ...(typeof name === 'string' ? { 'mcp-name': name } : {}) };
  const sent = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    authorization: `Bearer ${key}`,
    'mcp-protocol-version': era,
    ...(era === '2026-07-28' ? repeated : {}),
    ...headers,
  };
  // An empty value leaves the header out.
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ''));
}

function messagesIn(type: string, text: string): Record<string, unknown>[] {
  if (!type.startsWith('text/event-stream')) return [parsed(text)];
  return text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [parsed(line.slice(6))] : []));
}

function parsed(text: string): Record<string, unknown> {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return {};
  }
}

export function fieldsOf(value: unknown): Record<string, unknown> {
  const fields = Message.safeParse(value);
  return fields.success ? fields.data : {};
}

export function listOf(value: unknown): Record<string, unknown>[] {
  return z.array(Message).catch([]).parse(value);
}

/** The first text of a tool's result. */
export function textOf(result: Record<string, unknown>): string {
  const text = listOf(result['content'])[0]?.['text'];
  return typeof text === 'string' ? text : '';
}
