import { setTimeout as sleep } from 'node:timers/promises';

import { AppError } from '../../kernel/errors.ts';
import type { FileStreams, StreamAnswer } from '../../ports/fetch.ts';
import type { FileState } from '../../ports/imports.ts';
import { changed } from './local-file.ts';
import { type ByteSource, itself, type SourceFile } from './source.ts';

/** In a row, without a single byte between them. */
const FAILURES_MAX = 6;
const PAUSE_MS = 1000;
const PAUSE_MS_MAX = 30_000;
const HEADER_MAX = 300;

/** A file on the web. A dropped connection resumes where it broke, as long as the file is the same. */
export class RemoteFile implements ByteSource {
  readonly location: string;
  readonly #streams: FileStreams;
  readonly #pause_ms: number;

  constructor(url: string, streams: FileStreams, { pause_ms = PAUSE_MS }: { readonly pause_ms?: number } = {}) {
    this.location = url;
    this.#streams = streams;
    this.#pause_ms = pause_ms;
  }

  async describe(signal: AbortSignal): Promise<FileState> {
    return this.#persistently(signal, async () => {
      const answer = await this.#open({ range: 'bytes=0-0' }, signal);
      answer.close();
      // An empty file has no first byte.
      if (answer.status === 416) return { ...stateOf(answer), bytes: 0 };
      requireReadable(answer, this.location);
      return stateOf(answer);
    });
  }

  files(file: FileState, signal: AbortSignal): Promise<readonly SourceFile[]> {
    return Promise.resolve(itself(this, file, signal));
  }

  async *read(from: number, file: FileState, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    let at = from;
    let failures = 0;
    while (file.bytes === undefined || at < file.bytes) {
      try {
        for await (const chunk of this.#part(at, file, signal)) {
          at += chunk.byteLength;
          failures = 0;
          yield chunk;
        }
        if (file.bytes === undefined || at >= file.bytes) return;
        throw new AppError('source_failed', `${this.location} ended early, after ${at} of ${file.bytes} bytes.`);
      } catch (thrown) {
        signal.throwIfAborted();
        failures += 1;
        if (!isPassing(thrown) || failures > FAILURES_MAX) throw thrown;
        await this.#pause(failures, signal);
      }
    }
  }

  async *#part(at: number, file: FileState, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const answer = await this.#open(at === 0 ? {} : { range: `bytes=${at}-` }, signal);
    try {
      requireReadable(answer, this.location);
      if (stateOf(answer).version !== file.version) throw changed(this.location);
      const begin = answer.status === 206 ? beginOf(answer) : 0;
      if (begin === undefined || begin > at) {
        throw new AppError('source_failed', `${this.location} returned a different part than the one requested.`);
      }
      yield* behind(answer.body, at - begin);
    } finally {
      answer.close();
    }
  }

  #open(headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<StreamAnswer> {
    return this.#streams.open({ url: this.location, headers }, signal);
  }

  async #persistently<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    for (let failures = 1; ; failures += 1) {
      try {
        return await work();
      } catch (thrown) {
        signal.throwIfAborted();
        if (!isPassing(thrown) || failures > FAILURES_MAX / 2) throw thrown;
        await this.#pause(failures, signal);
      }
    }
  }

  async #pause(failures: number, signal: AbortSignal): Promise<void> {
    await sleep(Math.min(PAUSE_MS_MAX, this.#pause_ms * 2 ** (failures - 1)), undefined, { signal });
  }
}

/** A server that sends the whole file again, since it knows no ranges. */
async function* behind(body: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let before = bytes;
  for await (const chunk of body) {
    if (before >= chunk.byteLength) {
      before -= chunk.byteLength;
      continue;
    }
    yield before === 0 ? chunk : chunk.subarray(before);
    before = 0;
  }
}

function stateOf({ status, headers }: StreamAnswer): FileState {
  const total = /\/(\d{1,15})$/.exec(headers['content-range'] ?? '')?.[1];
  const length = status === 200 ? headers['content-length'] : total;
  const modified = headers['last-modified'];
  const changed_at = modified === undefined ? undefined : new Date(modified);
  return {
    bytes: length === undefined || !/^\d{1,15}$/.test(length) ? undefined : Number(length),
    version: (headers['etag'] ?? modified)?.slice(0, HEADER_MAX),
    changed_at: changed_at === undefined || Number.isNaN(changed_at.getTime()) ? undefined : changed_at,
  };
}

function beginOf({ headers }: StreamAnswer): number | undefined {
  const begin = /^bytes (\d{1,15})-/.exec(headers['content-range'] ?? '')?.[1];
  return begin === undefined ? undefined : Number(begin);
}

/** @throws AppError source_failed for what may pass, unfetchable_url for what will not */
function requireReadable({ status }: StreamAnswer, url: string): void {
  if (status === 200 || status === 206) return;
  if (status === 429 || status >= 500) throw new AppError('source_failed', `${url} answered ${status}.`);
  throw new AppError('unfetchable_url', `${url} answered ${status}.`, {
    fix: status === 404 ? 'Correct the URL.' : 'Use a URL that does not require a login.',
  });
}

/** A refused address stays refused; a dropped connection or a slow or busy server may recover in a moment. */
function isPassing(thrown: unknown): boolean {
  if (!(thrown instanceof AppError)) return false;
  if (thrown.code === 'source_failed' || thrown.code === 'source_timeout') return true;
  return thrown.code === 'unfetchable_url' && thrown.cause !== undefined;
}
