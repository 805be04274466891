import { createServer } from 'node:http';

import { serper } from '../providers/serper.ts';
import type { VendorRequest } from '../providers/vendor.ts';
import { closeServer } from './receiver.ts';

/** A paid provider of result pages that takes its time, and remembers every request that reached it. */
export interface SlowSerper {
  readonly url: string;
  /** Requests by keyword. */
  readonly asked: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

const WAIT_MS_MAX = 1500;

export async function startSlowSerper(): Promise<SlowSerper> {
  const asked = new Map<string, number>();
  const server = createServer((incoming, response) => {
    let text = '';
    incoming.on('data', (chunk: Buffer) => (text += chunk.toString()));
    incoming.on('end', () => {
      const body: unknown = text === '' ? {} : JSON.parse(text);
      const keyword = keywordIn(body);
      asked.set(keyword, (asked.get(keyword) ?? 0) + 1);
      const request: VendorRequest = {
        vendor: 'serper',
        method: incoming.method ?? 'POST',
        path: incoming.url ?? '/',
        query: new URLSearchParams(),
        headers: incoming.headers,
        body,
        nth: 0,
        at: new Date(),
      };
      const { status, headers, body: answer } = serper.answer(request, undefined);
      setTimeout(() => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(JSON.stringify(answer));
      }, Math.random() * WAIT_MS_MAX);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The provider listens on no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    close: () => {
      server.closeAllConnections();
      return closeServer(server);
    },
  };
}

function keywordIn(body: unknown): string {
  const q: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'q') : undefined;
  return typeof q === 'string' ? q : '';
}
