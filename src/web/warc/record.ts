import type { ByteWindow } from './byte-window.ts';

/** A place in a file where reading may begin anew. */
export interface WarcPosition {
  /** Bytes of the file before a gzip member, or before the record itself where the file is not compressed. */
  readonly offset: number;
  /** Bytes of content between the beginning of that member and the record, after unpacking; 0 where the file is not compressed. */
  readonly inner: number;
}

/** One record of an archive, whole in memory up to a bound. */
export interface WarcRecord {
  /** Reading from here gives this record first. */
  readonly position: WarcPosition;
  /** `1.0`, `1.1`, `0.18` … */
  readonly version: string;
  /** Lower case, as are the names of `headers`; the first of repeated ones counts. */
  readonly type: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly payload: Uint8Array;
  /** The length that the record states; `payload` is shorter where the record is too long to keep, or was cut off. */
  readonly length: number;
  readonly cut: boolean;
}

export type SkipReason =
  /** Bytes that are no record: garbage between records, or what stands behind a record with too small a length. */
  | 'garbage'
  /** A gzip member whose bytes do not decompress, or whose checksum is wrong. */
  | 'corrupt_gzip'
  /** A record whose header has no end within its bound, or no usable length. */
  | 'bad_header'
  /** A record that says it is longer than it is: what was there is given, marked as cut. */
  | 'wrong_length'
  /** The file ends inside of a record or member. */
  | 'cut_off'
  /** A gzip member that unpacks to far more than any archive would. */
  | 'gzip_bomb';

/** Something of a file that could not be read, and how reading went on behind it. */
export interface SkippedPart {
  readonly reason: SkipReason;
  /** Where it begins. */
  readonly position: WarcPosition;
  /** As they stand in the file, compressed for `corrupt_gzip` and `gzip_bomb`; as they unpack for the others. */
  readonly bytes: number;
}

/** A stretch of an archive's content, unpacked. */
export interface Piece {
  readonly bytes: Uint8Array;
  /** Of its first byte. */
  readonly position: WarcPosition;
  /** It is the beginning of a gzip member. */
  readonly startsMember: boolean;
  /** What stood before it could not be read, and has been told. */
  readonly afterGap: boolean;
}

const READ_BYTES = 64 * 1024;

/** The content of a file that is not compressed. */
export async function* plainPieces(window: ByteWindow): AsyncGenerator<Piece> {
  for (;;) {
    await window.fill(READ_BYTES);
    if (window.bytes.byteLength === 0) return;
    const position = { offset: window.offset, inner: 0 };
    const { bytes } = window;
    window.consume(bytes.byteLength);
    yield { bytes, position, startsMember: false, afterGap: false };
  }
}

/** The place `count` bytes behind the beginning of a piece. */
export function positionIn(piece: Piece, count: number, isGzip: boolean): WarcPosition {
  const { offset, inner } = piece.position;
  return isGzip ? { offset, inner: inner + count } : { offset: offset + count, inner };
}
