import type { ByteWindow } from './byte-window.ts';
import type { WarcPosition } from './record.ts';

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
