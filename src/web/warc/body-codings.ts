import type { Duplex } from 'node:stream';
import {
  brotliDecompressSync,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib';

/** As a crawl cuts them. */
const BODY_BYTES_MAX = 10_000_000;
/** Codings laid over one another; more than this is a trap, not a server. */
const CODINGS_MAX = 3;
/** 8 MB, the most that a zstd frame sent over HTTP may ask for (RFC 9659). */
const ZSTD_PARAMS = { [constants.ZSTD_d_windowLogMax]: 23 };

interface Coding {
  /** Do the bytes begin as the coding does? Archives often keep the header of a coding that they have undone. */
  readonly begins: (bytes: Uint8Array) => boolean;
  readonly whole: (bytes: Uint8Array) => Uint8Array;
  readonly stream: () => Duplex;
}

const LIMIT = { maxOutputLength: BODY_BYTES_MAX };
const GZIP: Coding = {
  begins: (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b,
  whole: (bytes) => gunzipSync(bytes, LIMIT),
  stream: () => createGunzip(),
};
const ZLIB: Coding = {
  begins: ([first = 0, second = 0]) => (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0,
  whole: (bytes) => inflateSync(bytes, LIMIT),
  stream: () => createInflate(),
};
const DEFLATE: Coding = {
  begins: () => true,
  whole: (bytes) => inflateRawSync(bytes, LIMIT),
  stream: () => createInflateRaw(),
};
const BROTLI: Coding = {
  begins: () => true,
  whole: (bytes) => brotliDecompressSync(bytes, LIMIT),
  stream: () => createBrotliDecompress(),
};
const ZSTD: Coding = {
  begins: (bytes) => bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd,
  whole: (bytes) => zstdDecompressSync(bytes, { ...LIMIT, params: ZSTD_PARAMS }),
  stream: () => createZstdDecompress({ params: ZSTD_PARAMS }),
};
/** Servers mean either format by `deflate`; the first that the bytes begin as is tried. */
const CODINGS: Readonly<Record<string, readonly Coding[]>> = {
  gzip: [GZIP],
  'x-gzip': [GZIP],
  deflate: [ZLIB, DEFLATE],
  br: [BROTLI],
  zstd: [ZSTD],
};

/** A body without its content codings, as far as it can be read, and no longer than its bound. */
export async function withoutCodings(body: Uint8Array, contentEncoding: string): Promise<Uint8Array> {
  const names = contentEncoding.split(',').map((name) => name.trim().toLowerCase());
  const known = names.filter((name) => Object.hasOwn(CODINGS, name));
  let plain = body;
  for (const name of known.slice(-CODINGS_MAX).reverse()) {
    const coding = CODINGS[name]?.find(({ begins }) => begins(plain));
    if (coding !== undefined) plain = await decoded(plain, coding);
  }
  return plain.subarray(0, BODY_BYTES_MAX);
}

async function decoded(bytes: Uint8Array, coding: Coding): Promise<Uint8Array> {
  try {
    return coding.whole(bytes);
  } catch {
    // Cut off, too long or broken: what can be read of it comes as a stream.
    const start = await startOf(bytes, coding.stream());
    return start.byteLength === 0 ? bytes : start;
  }
}

async function startOf(bytes: Uint8Array, decoder: Duplex): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  decoder.end(bytes);
  try {
    for await (const part of decoder) {
      if (!(part instanceof Uint8Array)) continue;
      parts.push(part);
      length += part.byteLength;
      if (length >= BODY_BYTES_MAX) break;
    }
  } catch {
    // What came before the failure is what there is.
  } finally {
    decoder.destroy();
  }
  return Buffer.concat(parts);
}
