import { crc32, createInflateRaw } from 'node:zlib';

import type { ByteWindow } from './byte-window.ts';
import { TRAILER_BYTES } from './gzip-header.ts';

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
