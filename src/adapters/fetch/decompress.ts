import { Readable, type Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';

import { AppError } from '../../kernel/errors.ts';
import { resumed } from '../../kernel/resume.ts';

export interface BoundedBody {
  readonly bytes: Uint8Array;
  /** The body continues after `bytes`. */
  readonly truncated: boolean;
}

/** Codings laid over one another; more than this is a trap, not a server. */
const CODINGS_MAX = 3;
/** 8 MB, the most that a zstd frame sent over HTTP may ask for (RFC 9659). */
const ZSTD_WINDOW_LOG_MAX = 23;

/**
 * Reads a body through its content codings up to a bound that counts what comes out, not what comes in.
 * Streams stop at the bound, so neither a bomb nor an endless body costs more than the bound itself.
 */
export async function readBounded(source: Readable, contentEncoding: string, bytes_max: number): Promise<BoundedBody> {
  const codings = codingsOf(contentEncoding);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    const plain = codings.reverse().reduce<AsyncIterable<Uint8Array>>(decode, bytesOf(source));
    for await (const chunk of plain) {
      chunks.push(chunk);
      length += chunk.byteLength;
      if (length > bytes_max) break;
    }
  } finally {
    source.destroy();
  }
  const whole = Buffer.concat(chunks, Math.min(length, bytes_max));
  return { bytes: whole, truncated: length > bytes_max };
}

/** Unknown codings are left out, as browsers do: servers write `utf-8` or `none` there. */
function codingsOf(contentEncoding: string): string[] {
  const known = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd']);
  const codings = contentEncoding.split(',').map((coding) => coding.trim().toLowerCase());
  const used = codings.filter((coding) => known.has(coding));
  if (used.length <= CODINGS_MAX) return used;
  throw new AppError('unfetchable_url', 'The response is compressed more than three times.');
}

async function* bytesOf(source: Readable): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) if (chunk instanceof Uint8Array) yield chunk;
}

/** A body that does not begin as its coding does was never coded: some servers only say so. */
async function* decode(source: AsyncIterable<Uint8Array>, coding: string): AsyncGenerator<Uint8Array> {
  const reader = source[Symbol.asyncIterator]();
  const first = await reader.next();
  if (first.done === true) return;
  const whole = resumed(first.value, reader);
  const decoder = decoderFor(coding, first.value);
  if (decoder === undefined) {
    yield* whole;
    return;
  }
  const piped = pipeline(Readable.from(whole), decoder);
  // The loop below sees the same failure as an error of the decoder.
  piped.catch(() => undefined);
  try {
    for await (const chunk of decoder) if (chunk instanceof Uint8Array) yield chunk;
  } finally {
    decoder.destroy();
  }
}

function decoderFor(coding: string, start: Uint8Array): Duplex | undefined {
  const [first = 0, second = 0] = start;
  switch (coding) {
    case 'br':
      return createBrotliDecompress();
    case 'zstd':
      return createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG_MAX } });
    case 'deflate':
      // "deflate" means the zlib format, but servers send the bare one too; the zlib header has a checksum.
      return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0 ? createInflate() : createInflateRaw();
    default:
      return first === 0x1f && (second === 0x8b || start.byteLength === 1) ? createGunzip() : undefined;
  }
}
