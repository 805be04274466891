import { setImmediate } from 'node:timers/promises';
import { constants, crc32, gunzipSync, inflateRawSync } from 'node:zlib';

import type { ByteWindow } from './byte-window.ts';
import {
  beginsGzip,
  gzipHeaderLength,
  HEADER_BYTES_MAX,
  MemberStream,
  TRAILER_BYTES,
  trailerFits,
} from './gzip-member.ts';
import type { Piece, SkippedPart, SkipReason } from './record.ts';

/** Read ahead at least this much, so that most members are unpacked at one go. */
const READ_BYTES = 256 * 1024;
/** Members that are longer, packed or unpacked, are unpacked as a stream. */
const WHOLE_PACKED_MAX = 1024 * 1024;
const WHOLE_UNPACKED_MAX = 8 * 1024 * 1024;
const UNPACK_CHUNK_BYTES = 64 * 1024;
/** Text packs up to some fifty times; deflate itself gives up to a thousand. */
const BOMB_RATIO_MIN = 200;
const BOMB_UNPACKED_MIN = 64 * 1024 * 1024;
/** Trying whether a member begins somewhere takes time, so a file made of beginnings is given up. */
const FALSE_STARTS_MAX = 5000;
const PROBE_BYTES = 512;
const RECORD_START = Buffer.from('WARC/');

/**
 * The content of a gzip file of many members, which continues after what is broken.
 *
 * Node's own gunzip ends at zeros between members and fails at the first broken one. Here all members that are in memory
 * are unpacked in one call while that goes well; else each by itself, a large one as a stream.
 */
export async function* gzipPieces(window: ByteWindow, onSkip: (part: SkippedPart) => void): AsyncGenerator<Piece> {
  yield* new MemberReader(window, onSkip).pieces();
}

class MemberReader {
  private afterGap = false;
  private falseStarts = 0;
  /** Up to this place of the file members are unpacked one by one. */
  private singleUntil = 0;
  private readonly window: ByteWindow;
  private readonly onSkip: (part: SkippedPart) => void;

  constructor(window: ByteWindow, onSkip: (part: SkippedPart) => void) {
    this.window = window;
    this.onSkip = onSkip;
  }

  async *pieces(): AsyncGenerator<Piece> {
    const { window } = this;
    for (;;) {
      await this.skipZeros();
      if (window.bytes.byteLength === 0) break;
      const run = await this.unpackRun();
      if (run !== undefined) {
        yield run;
        continue;
      }
      const header = await this.headerLength();
      if (header === undefined) {
        await this.findMember('garbage', 0);
        continue;
      }
      const whole = await this.unpackWhole(header);
      if (whole.kind === 'unpacked') {
        const piece = this.piece(whole.content, window.offset, 0);
        window.consume(header + whole.packed + TRAILER_BYTES);
        yield piece;
      } else if (whole.kind === 'broken') await this.findMember(whole.reason, 1);
      else yield* this.unpackStream(header);
    }
    if (this.afterGap) yield this.piece(new Uint8Array(), window.offset, 0);
  }

  private piece(bytes: Uint8Array, offset: number, inner: number): Piece {
    const { afterGap } = this;
    this.afterGap = false;
    return { bytes, position: { offset, inner }, startsMember: inner === 0, afterGap };
  }

  /** Zeros fill up blocks of tapes and disks, and mean nothing. */
  private async skipZeros(): Promise<void> {
    const { window } = this;
    for (;;) {
      await window.fill(1);
      const end = window.bytes.findIndex((byte) => byte !== 0);
      if (end !== -1) return window.consume(end);
      window.consume(window.bytes.byteLength);
      if (window.ended) return;
    }
  }

  /** Unpacks all members that are in memory as a whole, in one call; undefined when that does not go well. */
  private async unpackRun(): Promise<Piece | undefined> {
    const { window } = this;
    if (window.offset < this.singleUntil) return undefined;
    await window.fill(READ_BYTES);
    const end = window.ended ? window.bytes.byteLength : bufferOf(window.bytes).lastIndexOf(MAGIC);
    if (end <= 0 || !beginsGzip(window.bytes)) return undefined;
    try {
      const { buffer: content, engine } = unpackedWithLength(gunzipSync, window.bytes.subarray(0, end));
      const piece = this.piece(content, window.offset, 0);
      window.consume(engine.bytesWritten);
      return piece;
    } catch {
      // One of them is broken, or too large: they are taken one by one.
      this.singleUntil = window.offset + end;
      return undefined;
    }
  }

  private async headerLength(): Promise<number | undefined> {
    const { window } = this;
    await window.fill(4);
    if (!beginsGzip(window.bytes)) return undefined;
    if (window.bytes.byteLength < READ_BYTES / 4) await window.fill(READ_BYTES);
    const length = gzipHeaderLength(window.bytes, 0);
    if (length !== undefined || window.bytes.byteLength >= HEADER_BYTES_MAX) return length;
    await window.fill(HEADER_BYTES_MAX);
    return gzipHeaderLength(window.bytes, 0);
  }

  /** Does nothing to the window but reading it on, up to a bound. */
  private async unpackWhole(header: number): Promise<Unpacked> {
    const { window } = this;
    for (;;) {
      const unpacked = unpackMember(window.bytes.subarray(header));
      if (unpacked.kind !== 'incomplete') return unpacked;
      if (window.ended) return { kind: 'broken', reason: 'cut_off' };
      if (window.bytes.byteLength >= WHOLE_PACKED_MAX) return { kind: 'large' };
      await window.fill(Math.min(WHOLE_PACKED_MAX, window.bytes.byteLength * 2));
    }
  }

  private async *unpackStream(header: number): AsyncGenerator<Piece> {
    const { window } = this;
    const { offset } = window;
    window.consume(header);
    const member = new MemberStream(window);
    try {
      for await (const bytes of member.content()) {
        yield this.piece(bytes, offset, member.unpacked - bytes.byteLength);
        const packed = window.offset - offset;
        if (member.unpacked > BOMB_UNPACKED_MIN && member.unpacked > packed * BOMB_RATIO_MIN) {
          await this.findMember('gzip_bomb', 0, offset);
          return;
        }
      }
    } finally {
      member.close();
    }
    if (member.problem !== undefined) await this.findMember(member.problem, 0, offset);
  }

  /** Goes to the next place where a member with a record begins, and tells what was left out. */
  private async findMember(reason: SkipReason, from: number, offset = this.window.offset): Promise<void> {
    const { window } = this;
    window.consume(Math.min(from, window.bytes.byteLength));
    while (!(await this.isAtMember()) && !(window.ended && window.bytes.byteLength === 0)) {
      const next = this.falseStarts < FALSE_STARTS_MAX ? bufferOf(window.bytes).indexOf(MAGIC, 1) : -1;
      if (next === -1) window.consume(Math.max(1, window.bytes.byteLength - (window.ended ? 0 : MAGIC.byteLength - 1)));
      else window.consume(next);
      // A search through a large file must not hold up everything else in the process.
      await setImmediate();
    }
    this.afterGap = true;
    this.onSkip({ reason, position: { offset, inner: 0 }, bytes: window.offset - offset });
  }

  private async isAtMember(): Promise<boolean> {
    const { window } = this;
    await window.fill(PROBE_BYTES * 2);
    if (!beginsGzip(window.bytes) || this.falseStarts >= FALSE_STARTS_MAX) return false;
    const header = await this.headerLength();
    if (header !== undefined && beginsRecord(window.bytes.subarray(header, header + PROBE_BYTES))) return true;
    this.falseStarts += 1;
    return false;
  }
}

const MAGIC = Buffer.from([0x1f, 0x8b, 8]);

type Unpacked =
  | { readonly kind: 'unpacked'; readonly content: Uint8Array; readonly packed: number }
  | { readonly kind: 'broken'; readonly reason: SkipReason }
  | { readonly kind: 'incomplete' | 'large' };

function unpackMember(packed: Uint8Array): Unpacked {
  try {
    const { buffer: content, engine } = unpackedWithLength(inflateRawSync, packed);
    const length = engine.bytesWritten;
    if (packed.byteLength < length + TRAILER_BYTES) return { kind: 'incomplete' };
    if (!trailerFits(packed.subarray(length), crc32(content), content.byteLength)) {
      return { kind: 'broken', reason: 'corrupt_gzip' };
    }
    return { kind: 'unpacked', content, packed: length };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'Z_BUF_ERROR') return { kind: 'incomplete' };
    if (code === 'ERR_BUFFER_TOO_LARGE') return { kind: 'large' };
    return { kind: 'broken', reason: 'corrupt_gzip' };
  }
}

/** With `info` the result is a pair, which the types of Node do not say. */
function unpackedWithLength(unpack: typeof gunzipSync, packed: Uint8Array): Unzipped {
  const options = { info: true, maxOutputLength: WHOLE_UNPACKED_MAX, chunkSize: UNPACK_CHUNK_BYTES };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee is stated above
  return unpack(packed, options) as unknown as Unzipped;
}

interface Unzipped {
  readonly buffer: Uint8Array;
  /** `bytesWritten` is how many bytes of the input were used. */
  readonly engine: { readonly bytesWritten: number };
}

/** Do the packed bytes unpack to the beginning of a record? */
function beginsRecord(packed: Uint8Array): boolean {
  try {
    const start = inflateRawSync(packed, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: WHOLE_UNPACKED_MAX });
    return start.subarray(0, RECORD_START.byteLength).equals(RECORD_START);
  } catch {
    return false;
  }
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
