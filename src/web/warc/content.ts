import { beginsRecord } from './record-header.ts';
import { type Piece, positionIn, type WarcPosition } from './record.ts';

/** What is unpacked of an archive and not read yet: pieces, so that nothing large is copied and places stay known. */
export class Content {
  readonly isGzip: boolean;
  private queue: Piece[] = [];
  private ended = false;
  private readonly source: AsyncIterator<Piece>;
  private last: WarcPosition;

  constructor(source: AsyncIterable<Piece>, isGzip: boolean, start: WarcPosition) {
    this.source = source[Symbol.asyncIterator]();
    this.isGzip = isGzip;
    this.last = start;
  }

  get position(): WarcPosition {
    return this.queue[0]?.position ?? this.last;
  }

  /** The first piece, unpacked if need be; undefined at the end of the file. */
  async first(): Promise<Piece | undefined> {
    if (this.queue.length === 0) await this.more();
    return this.queue[0];
  }

  /** Unpacks one more piece; false at the end of the file. */
  async more(): Promise<boolean> {
    if (this.ended) return false;
    const next = await this.source.next();
    if (next.done === true) {
      this.ended = true;
      return false;
    }
    this.queue.push(next.value);
    return true;
  }

  /** As `more`, for a record that lies in what `peek` gives: false also where no record goes on. */
  async moreOfRecord(): Promise<boolean> {
    const last = this.queue.at(-1);
    if (this.queue.length > 1 && last !== undefined && endsRecord(last)) return false;
    if (!(await this.more())) return false;
    const added = this.queue.at(-1);
    return added !== undefined && !endsRecord(added);
  }

  /** The beginning of what is in memory, at most so much and of one record; copied only where it lies in several pieces. */
  peek(bytes_max: number): Uint8Array {
    const [first, second] = this.queue;
    if (first === undefined) return new Uint8Array();
    if (first.bytes.byteLength >= bytes_max || second === undefined || endsRecord(second)) {
      return first.bytes.subarray(0, bytes_max);
    }
    const parts: Uint8Array[] = [first.bytes];
    let length = first.bytes.byteLength;
    for (const piece of this.queue.slice(1)) {
      if (length >= bytes_max || endsRecord(piece)) break;
      parts.push(piece.bytes);
      length += piece.bytes.byteLength;
    }
    return Buffer.concat(parts, Math.min(length, bytes_max));
  }

  /** Forgets so many bytes from the front, as far as they are in memory. */
  consume(count: number): void {
    let left = count;
    while (left > 0) {
      const taken = this.take(left);
      if (taken === undefined) return;
      left -= taken.bytes.byteLength;
    }
  }

  /** The first piece, or as much of it as is asked for. */
  take(bytes_max: number): Piece | undefined {
    const [piece] = this.queue;
    if (piece === undefined) return undefined;
    const { bytes } = piece;
    if (bytes.byteLength <= bytes_max) {
      this.queue.shift();
      this.last = positionIn(piece, bytes.byteLength, this.isGzip);
      return piece;
    }
    const position = positionIn(piece, bytes_max, this.isGzip);
    this.queue[0] = { bytes: bytes.subarray(bytes_max), position, startsMember: false, afterGap: false };
    return { ...piece, bytes: bytes.subarray(0, bytes_max) };
  }

  putBack(pieces: readonly Piece[]): void {
    this.queue.unshift(...pieces);
  }

  async close(): Promise<void> {
    this.queue = [];
    this.ended = true;
    await this.source.return?.();
  }
}

/** Can the record that stands before this piece not go on in it? */
export function endsRecord(piece: Piece): boolean {
  return piece.afterGap || (piece.startsMember && beginsRecord(piece.bytes) === true);
}
