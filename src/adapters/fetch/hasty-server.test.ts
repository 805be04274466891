import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

import { afterEach, expect, it } from 'vitest';

import { createGuardedFetch } from './guarded-fetch.ts';

const open: { close(): unknown }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((opened) => opened.close()));
});

it('a server that ends the connection while its answer is still being read brings nothing down', async () => {
  const page = gzipSync(`<title>Hasty</title>${'<p>One line of many.</p>'.repeat(350_000)}`, { level: 0 });
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n';
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from(head), page])));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const resolve = [`site.example:80:127.0.0.1:${address.port}`];
  const made = createGuardedFetch({ user_agent: 'Seamark/1.0', allow_networks: [], allow_ports: [], resolve });
  open.push(made, server);

  const asked = Array.from({ length: 6 }, () =>
    made.source.page({ url: 'http://site.example/', accept: ['text/html'] }, new AbortController().signal),
  );
  for (const { value } of await Promise.all(asked)) expect(value.text).toContain('<title>Hasty</title>');
});
