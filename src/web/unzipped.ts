import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { resumed } from '../kernel/resume.ts';

const SLICE_BYTES = 64 * 1024;
const SLICES_BETWEEN_PAUSES = 16;

/** Pauses now and then, so that a large file does not hold up everything else in the process. */
export async function* slices(body: Uint8Array): AsyncGenerator<Uint8Array> {
  let count = 0;
  for (let start = 0; start < body.byteLength; start += SLICE_BYTES) {
    yield body.subarray(start, start + SLICE_BYTES);
    count += 1;
    if (count % SLICES_BETWEEN_PAUSES === 0) await setImmediate();
  }
}

/** A source without its gzip coding, which shows by the first two bytes whatever the file is called. */
export class Unzipped {
  gzipped = false;
  readonly #source: AsyncIterable<Uint8Array>;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source;
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    const reader = this.#source[Symbol.asyncIterator]();
    let start: Uint8Array = new Uint8Array();
    while (start.byteLength < 2) {
      const next = await reader.next();
      if (next.done === true) break;
      start = Buffer.concat([start, next.value]);
    }
    this.gzipped = start[0] === 0x1f && start[1] === 0x8b;
    const whole = resumed(start, reader);
    yield* this.gzipped ? gunzip(whole) : whole;
  }
}

async function* gunzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decoder = createGunzip();
  // The loop below sees the same failure as an error of the decoder.
  pipeline(Readable.from(source), decoder).catch(() => undefined);
  try {
    for await (const chunk of decoder) if (chunk instanceof Uint8Array) yield chunk;
  } finally {
    decoder.destroy();
  }
}
