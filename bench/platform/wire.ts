import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * The least that can be called an HTTP client: requests are bytes that were made before, and of an answer only status
 * and length are read. It shares the machine with what it measures, so what it takes for itself is taken from that.
 */

export interface Load {
  readonly rate: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
}

export interface Target {
  readonly base: string;
  readonly key: string;
}

const WARM_UP_MS = 1000;

export function requestOf({ key }: Target, method: string, path: string, body?: unknown): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const head = [`${method} ${path} HTTP/1.1`, 'host: bench', `x-api-key: ${key}`, 'content-type: application/json'];
  return `${head.join('\r\n')}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

/** Sends one request again and again on each of so many connections. */
export async function load(target: Target, text: string, connections: number, seconds: number): Promise<Load> {
  const times: number[] = [];
  const from = performance.now() + WARM_UP_MS;
  const until = from + seconds * 1000;
  const request = Buffer.from(text);
  const caller = async (): Promise<void> => {
    const line = await openLine(target);
    while (performance.now() < until) {
      const started = performance.now();
      const status = await line.ask(request);
      if (status !== 200) throw new Error(`The answer was ${status}.`);
      if (started > from) times.push(performance.now() - started);
    }
    line.close();
  };
  await Promise.all(Array.from({ length: connections }, caller));
  times.sort((left, right) => left - right);
  const share = (part: number): number => times[Math.floor(times.length * part)] ?? Number.NaN;
  return { rate: times.length / seconds, p50_ms: share(0.5), p99_ms: share(0.99) };
}

/** Sends each request once, over so many connections; answers how many a second. */
export async function sendAll(target: Target, requests: readonly string[], connections: number): Promise<number> {
  const waiting = requests.values();
  const started = performance.now();
  const caller = async (): Promise<void> => {
    const line = await openLine(target);
    for (const text of waiting) {
      const status = await line.ask(Buffer.from(text));
      if (status !== 202) throw new Error(`The answer was ${status}.`);
    }
    line.close();
  };
  await Promise.all(Array.from({ length: connections }, caller));
  return (requests.length * 1000) / (performance.now() - started);
}

interface Line {
  ask(request: Buffer): Promise<number>;
  close(): void;
}

async function openLine(target: Target): Promise<Line> {
  const socket = await open(target);
  let waiting: PromiseWithResolvers<number> | undefined;
  let left = 0;
  let status = 0;
  let head = Buffer.alloc(0);
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('The server closed the connection.')));
  socket.on('data', (chunk: Buffer) => {
    if (left === 0) {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const text = head.toString('latin1', 0, end);
      status = Number(text.slice(9, 12));
      left = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0) - (head.length - end - 4);
      head = Buffer.alloc(0);
    } else left -= chunk.length;
    if (left === 0) waiting?.resolve(status);
  });
  return {
    ask(request) {
      waiting = Promise.withResolvers();
      socket.write(request);
      return waiting.promise;
    },
    close: () => socket.destroy(),
  };
}

export interface Stream {
  /** Resolves when the first event has come. */
  readonly opened: Promise<void>;
  /** Resolves with the time when the last event has come. */
  readonly ended: Promise<number>;
}

/** One event stream, of which only begin and end are noticed. */
export async function openStream(target: Target, job: string): Promise<Stream> {
  const socket = await open(target);
  const opened = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<number>();
  let tail = '';
  socket.on('error', ended.reject);
  socket.on('data', (chunk: Buffer) => {
    const text = tail + chunk.toString('latin1');
    if (text.includes('event: job.open')) opened.resolve();
    if (/event: job\.(?:done|failed)/.test(text)) ended.resolve(Date.now());
    if (text.startsWith('HTTP/1.1 4') || text.startsWith('HTTP/1.1 5')) opened.reject(new Error(text.slice(0, 500)));
    tail = text.slice(-40);
  });
  socket.on('close', () => ended.reject(new Error('A stream was closed before its end.')));
  socket.write(requestOf(target, 'GET', `/api/v1/jobs/${job}/events`));
  return { opened: opened.promise, ended: ended.promise };
}

async function open({ base }: Target): Promise<Socket> {
  const { hostname, port } = new URL(base);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  return socket;
}
