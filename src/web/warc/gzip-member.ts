import { crc32, createInflateRaw } from 'node:zlib';

import type { ByteWindow } from './byte-window.ts';

/** What a block unpacks to waits in memory: at deflate's best ratio, sixteen megabytes. */
const BLOCK_BYTES = 16 * 1024;
const CHUNK_BYTES = 128 * 1024;
const READ_BYTES = 256 * 1024;

/** Unpacks one member block by block and leaves in the window what stands behind it. */
export class MemberStream {
  /** Bytes of content so far. */
  unpacked = 0;
  problem: 'corrupt_gzip' | 'cut_off' | undefined;
  private readonly inflater = createInflateRaw({ chunkSize: CHUNK_BYTES });
  private readonly window: ByteWindow;
  private checksum = 0;
  private waiting: Uint8Array[] = [];

  constructor(window: ByteWindow) {
    this.window = window;
    this.inflater.on('data', (bytes: Uint8Array) => this.waiting.push(bytes));
    // Failures are seen where a block is written; one in between must not end the process.
    this.inflater.on('error', () => undefined);
  }

  async *content(): AsyncGenerator<Uint8Array> {
    const { window } = this;
    let isAtEnd = false;
    while (!isAtEnd) {
      await window.fill(READ_BYTES);
      const block = window.bytes.subarray(0, BLOCK_BYTES);
      if (block.byteLength === 0) {
        this.problem = 'cut_off';
        return;
      }
      const used = await this.unpack(block);
      if (used === undefined) {
        this.problem = 'corrupt_gzip';
        return;
      }
      window.consume(used);
      isAtEnd = used < block.byteLength;
      const { waiting } = this;
      this.waiting = [];
      for (const bytes of waiting) {
        this.checksum = crc32(bytes, this.checksum);
        this.unpacked += bytes.byteLength;
        yield bytes;
      }
    }
    await this.checkTrailer();
  }

  close(): void {
    this.inflater.destroy();
  }

  /** How many bytes of the block belong to the member; undefined when they are not deflate data. */
  private async unpack(block: Uint8Array): Promise<number | undefined> {
    const { inflater } = this;
    const before = inflater.bytesWritten;
    const isWritten = await new Promise<boolean>((resolve) => {
      // After a failure the write itself is never answered.
      const onClose = (): void => resolve(false);
      inflater.once('close', onClose);
      inflater.write(block, (error) => {
        inflater.off('close', onClose);
        resolve(error === null || error === undefined);
      });
    });
    return isWritten ? inflater.bytesWritten - before : undefined;
  }

  private async checkTrailer(): Promise<void> {
    const { window } = this;
    await window.fill(TRAILER_BYTES);
    if (window.bytes.byteLength < TRAILER_BYTES) this.problem = 'cut_off';
    else if (trailerFits(window.bytes, this.checksum, this.unpacked)) window.consume(TRAILER_BYTES);
    else this.problem = 'corrupt_gzip';
  }
}

/** Checksum and length as the member states them behind its data (RFC 1952, 2.3.1). */
export function trailerFits(trailer: Uint8Array, checksum: number, length: number): boolean {
  const view = new DataView(trailer.buffer, trailer.byteOffset, TRAILER_BYTES);
  return view.getUint32(0, true) === checksum && view.getUint32(4, true) === length % 2 ** 32;
}

/** Flags of RFC 1952, 2.3.1. */
const HEADER_CHECKSUM = 2;
const EXTRA = 4;
const NAME = 8;
const COMMENT = 16;
const RESERVED = 0xe0;
const FIXED_BYTES = 10;

export const TRAILER_BYTES = 8;
/** Extra fields reach 64 KB; names and comments beyond that are nothing that an archive has. */
export const HEADER_BYTES_MAX = 128 * 1024;

export function beginsGzip(bytes: Uint8Array, at = 0): boolean {
  return bytes[at] === 0x1f && bytes[at + 1] === 0x8b && bytes[at + 2] === 8 && ((bytes[at + 3] ?? 0) & RESERVED) === 0;
}

/** How long the header of a member is that begins at `at`; undefined when its end is not among the bytes. */
export function gzipHeaderLength(bytes: Uint8Array, at: number): number | undefined {
  const flags = bytes[at + 3] ?? 0;
  let end: number | undefined = at + FIXED_BYTES;
  if ((flags & EXTRA) !== 0) end += 2 + (bytes[end] ?? 0) + (bytes[end + 1] ?? 0) * 256;
  if ((flags & NAME) !== 0) end = behindZero(bytes, end);
  if (end !== undefined && (flags & COMMENT) !== 0) end = behindZero(bytes, end);
  if (end !== undefined && (flags & HEADER_CHECKSUM) !== 0) end += 2;
  return end === undefined || end > bytes.byteLength ? undefined : end - at;
}

function behindZero(bytes: Uint8Array, from: number): number | undefined {
  const zero = bytes.indexOf(0, from);
  return zero === -1 ? undefined : zero + 1;
}
