import type { IncomingMessage } from 'node:http';

interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
}

export interface Received {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/**
 * One request over HTTP. Not by `fetch`, which takes as much processor time to load as all else that a command does; an
 * import of `node:http` would load it too, for one of the names that it exports.
 */
export async function sendRequest(url: URL, { method, headers, body, signal }: Sent): Promise<Received> {
  const { request: send } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http');
  const { promise, resolve, reject } = Promise.withResolvers<Received>();
  // Node sends the body of a DELETE without its length.
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const request = send(
    url,
    { method, headers: { ...headers, ...length }, signal, agent: false },
    (response: IncomingMessage) => {
      const { statusCode: status = 0, headers: received } = response;
      textOf(response).then(
        (answer) => resolve({ status, type: received['content-type'] ?? '', body: answer }),
        reject,
      );
    },
  );
  request.on('error', reject);
  request.end(body);
  return promise;
}

/** `node:stream/consumers` would load the browser's interfaces with it. */
async function textOf(response: IncomingMessage): Promise<string> {
  response.setEncoding('utf8');
  let text = '';
  for await (const part of response) text += String(part);
  return text;
}

/** Undefined for what is no JSON. */
export function parsedJson({ body }: Received): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
