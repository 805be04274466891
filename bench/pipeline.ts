/**
 * Requests a second of content.technical-qa on a page of 60 kB, and where the time goes.
 *
 * Usage: npm run seamark is not needed; `node bench/pipeline.ts [--seconds N]`. Peers, all measured in this run on this machine:
 * the analysis alone in a loop, and a bare Fastify route that parses the same body and runs the same analysis.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { technicalQa } from '../src/operations/content/technical-qa/technical-qa.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '5' }, role: { type: 'string' } } });
const seconds = Number(values.seconds);
const CONNECTIONS = 8;

const html = pageOf(60_000);
const input = { html, page_type: 'auto' as const, today: '2026-01-01' };

if (values.role === 'bare') await serveBare();
else await main();

async function main(): Promise<void> {
  const alone = analysisAlone();
  const body = JSON.stringify({ html });
  const bare = await withServer(
    [import.meta.filename, '--role', 'bare'],
    (line) => /http:\S+/.exec(line)?.[0],
    (base) => load(`${base}/qa`, body, ''),
  );
  const data = await mkdtemp(join(tmpdir(), 'seamark-bench-'));
  const whole = await withServer(
    [join(import.meta.dirname, '../src/main.ts'), 'serve', '--port', '0', '--data', data],
    (printed) => {
      const base = /answers at (\S+)/.exec(printed)?.[1];
      const key = /sk_live_\w{38}/.exec(printed)?.[0];
      return base === undefined || key === undefined ? undefined : `${base} ${key}`;
    },
    async (found) => {
      const [base, key = ''] = found.split(' ');
      return load(`${base}/api/v1/content/technical-qa`, body, key);
    },
  );
  await rm(data, { recursive: true, force: true });
  const row = (name: string, rate: number): string =>
    `${name.padEnd(44)} ${rate.toFixed(0).padStart(6)}/s  ${(1000 / rate).toFixed(2).padStart(7)} ms`;
  console.log(
    `content.technical-qa, ${(html.length / 1000).toFixed(0)} kB of HTML, ${CONNECTIONS} connections, ${seconds} s each`,
  );
  console.log(row('analysis alone, in a loop', alone));
  console.log(row('bare Fastify route with the same analysis', bare.rate) + `   p99 ${bare.p99_ms.toFixed(0)} ms`);
  console.log(row('Seamark: keys, checks, credits, usage', whole.rate) + `   p99 ${whole.p99_ms.toFixed(0)} ms`);
  const spent = {
    analysis: 1000 / alone,
    transport: 1000 / bare.rate - 1000 / alone,
    pipeline: 1000 / whole.rate - 1000 / bare.rate,
  };
  console.log(
    `a call: analysis ${spent.analysis.toFixed(2)} ms, HTTP and JSON ${spent.transport.toFixed(2)} ms, pipeline and database ${spent.pipeline.toFixed(2)} ms`,
  );
  console.log(`ratio to the bare route: ${(whole.rate / bare.rate).toFixed(2)}`);
}

function analysisAlone(): number {
  for (let warm = 0; warm < 50; warm += 1) technicalQa.run(input);
  const started = performance.now();
  let calls = 0;
  while (performance.now() - started < seconds * 1000) {
    technicalQa.run(input);
    calls += 1;
  }
  return (calls * 1000) / (performance.now() - started);
}

interface Load {
  readonly rate: number;
  readonly p99_ms: number;
}

async function load(url: string, body: string, key: string): Promise<Load> {
  const times: number[] = [];
  const until = performance.now() + 1000 + seconds * 1000;
  const counted = performance.now() + 1000;
  const caller = async (): Promise<void> => {
    while (performance.now() < until) {
      const started = performance.now();
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body,
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
      if (started > counted) times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, caller));
  times.sort((left, right) => left - right);
  return { rate: times.length / seconds, p99_ms: times[Math.floor(times.length * 0.99)] ?? Number.NaN };
}

async function withServer(
  args: string[],
  ready: (line: string) => string | undefined,
  use: (base: string) => Promise<Load>,
): Promise<Load> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    const base = await new Promise<string>((resolve, reject) => {
      let text = '';
      child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
      child.stdout.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        const found = ready(text);
        if (found !== undefined) resolve(found);
      });
    });
    return await use(base);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

async function serveBare(): Promise<void> {
  const { default: Fastify } = await import('fastify');
  const app = Fastify({ bodyLimit: 2_000_000 });
  app.post<{ Body: { html: string } }>('/qa', async (request) =>
    technicalQa.run({ ...input, html: request.body.html }),
  );
  console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
  process.once('SIGTERM', () => void app.close());
}

function pageOf(bytes: number): string {
  const paragraph = (at: number): string =>
    `<h2>Step ${at}: check the spokes</h2><p>Turn the wheel and watch the gap to the brake pad <a href="/guide/step-${at}">in step ${at}</a>. ` +
    `Where it closes, loosen the spoke on that side by a quarter turn.</p><p><img src="/img/${at}.jpg" alt="A wheel in the stand" width="640" height="480"></p>`;
  const head =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>How to true a bicycle wheel at home</title><meta name="description" content="A wheel that wobbles is mended in half an hour with a spoke key and patience: how to find the place and turn the right spokes."><meta name="viewport" content="width=device-width"><link rel="canonical" href="https://www.harbour-bikes.example/guides/wheel"></head><body><main><h1>How to true a bicycle wheel</h1>';
  let text = head;
  for (let at = 1; text.length < bytes; at += 1) text += paragraph(at);
  return text + '</main></body></html>';
}
