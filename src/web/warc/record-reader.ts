import { type Content, endsRecord } from './content.ts';
import {
  beginsRecord,
  findRecord,
  HEADER_BYTES_MAX,
  headerEnd,
  readHeader,
  type RecordHeader,
  START_BYTES,
} from './record-header.ts';
import type { Piece, SkippedPart, SkipReason, WarcPosition, WarcRecord } from './record.ts';

/** Of longer records only so much is kept. Pages are cut at 10 MB; what Common Crawl extracts of a page is less. */
const PAYLOAD_BYTES_MAX = 16 * 1024 * 1024;
/** Looking for the next record in what a lying one has swallowed reads that again; a file full of lies ends it. */
const READ_AGAIN_BYTES_MAX = 16 * PAYLOAD_BYTES_MAX;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Reads record after record; where one is broken, goes on at the next place that looks like one. */
export class RecordReader {
  private readAgainLeft = READ_AGAIN_BYTES_MAX;
  private readonly content: Content;
  private readonly onSkip: (part: SkippedPart) => void;

  constructor(content: Content, onSkip: (part: SkippedPart) => void) {
    this.content = content;
    this.onSkip = onSkip;
  }

  async next(): Promise<WarcRecord | undefined> {
    for (;;) {
      await this.takeLineEnds();
      if ((await this.content.first()) === undefined) return undefined;
      const { position } = this.content;
      const begins = await this.beginsRecord();
      if (begins !== true) {
        await this.resync(begins === undefined ? 'cut_off' : 'garbage', position, 1);
        continue;
      }
      const header = await this.header(position);
      const record = header === undefined ? undefined : await this.record(header, position);
      if (record !== undefined) return record;
    }
  }

  /** Records end with two line ends; some writers have more, and some none. */
  private async takeLineEnds(): Promise<Piece[]> {
    const taken: Piece[] = [];
    for (;;) {
      const first = await this.content.first();
      if (first === undefined) return taken;
      const { bytes } = first;
      let end = 0;
      while (bytes[end] === LINE_FEED || bytes[end] === CARRIAGE_RETURN) end += 1;
      if (end === 0 && bytes.byteLength > 0) return taken;
      const piece = this.content.take(end);
      if (piece !== undefined && taken.length < LINE_END_PIECES_MAX) taken.push(piece);
    }
  }

  /** Undefined where the file ends in what may have become one. */
  private async beginsRecord(): Promise<boolean | undefined> {
    for (;;) {
      const begins = beginsRecord(this.content.peek(START_BYTES));
      if (begins !== undefined || !(await this.content.moreOfRecord())) return begins;
    }
  }

  /** The header, taken off; undefined when it is none, which is told then. */
  private async header(position: WarcPosition): Promise<UsableHeader | undefined> {
    const { content } = this;
    let scanned = 0;
    for (;;) {
      const bytes = content.peek(HEADER_BYTES_MAX);
      const isAll = bytes.byteLength === HEADER_BYTES_MAX || !(await content.moreOfRecord());
      // Scanned anew only when it has doubled, so that a header in tiny pieces costs no more than twice its length.
      if (!isAll && bytes.byteLength < scanned * 2) continue;
      scanned = bytes.byteLength;
      const end = headerEnd(bytes);
      if (end === undefined && !isAll) continue;
      const header = end === undefined ? undefined : readHeader(bytes.subarray(0, end));
      if (end === undefined || header?.content_length === undefined) break;
      content.consume(end);
      return { ...header, content_length: header.content_length };
    }
    await this.resync('bad_header', position, START_BYTES, scanned < HEADER_BYTES_MAX);
    return undefined;
  }

  private async record(header: UsableHeader, position: WarcPosition): Promise<WarcRecord | undefined> {
    const taken = await this.take(header.content_length);
    if (taken.end === 'gap') return undefined;
    const payload = joined(taken.kept);
    const record = (bytes: Uint8Array, cut: boolean): WarcRecord => ({
      position,
      version: header.version,
      type: (header.headers.get('warc-type') ?? '').toLowerCase(),
      headers: header.headers,
      payload: bytes.subarray(0, PAYLOAD_BYTES_MAX),
      length: header.content_length,
      cut: cut || bytes.byteLength < header.content_length || bytes.byteLength > PAYLOAD_BYTES_MAX,
    });
    const between = taken.end === 'whole' ? await this.takeLineEnds() : [];
    if (taken.end === 'whole' && (await this.isBehindRecord())) return record(payload, false);
    const swallowed = this.recordIn(payload, taken);
    if (swallowed !== -1) {
      this.content.putBack([...taken.kept, ...between]);
      this.content.consume(swallowed);
      this.onSkip({ reason: 'wrong_length', position, bytes: payload.byteLength - swallowed });
      return record(withoutLineEnds(payload.subarray(0, swallowed)), true);
    }
    if (taken.end === 'whole') {
      await this.resync('wrong_length', position, 1);
      return record(payload, true);
    }
    // A member is whole where its checksum is right, so that what is missing there was never written.
    const isCutOff = taken.end === 'file' && !this.content.isGzip;
    const bytes = isCutOff ? taken.bytes : header.content_length - taken.bytes;
    this.onSkip({ reason: isCutOff ? 'cut_off' : 'wrong_length', position, bytes });
    return isCutOff ? undefined : record(withoutLineEnds(payload), true);
  }

  /** Takes a payload off, keeping no more than its bound. */
  private async take(length: number): Promise<Taken> {
    const kept: Piece[] = [];
    let left = length;
    while (left > 0) {
      const first = await this.content.first();
      const bytes = length - left;
      if (first === undefined) return { kept, bytes, end: 'file' };
      if (endsRecord(first)) return { kept, bytes, end: first.afterGap ? 'gap' : 'member' };
      const piece = this.content.take(left);
      if (piece === undefined) break;
      if (bytes < PAYLOAD_BYTES_MAX) kept.push(piece);
      left -= piece.bytes.byteLength;
    }
    return { kept, bytes: length, end: 'whole' };
  }

  /** Behind a payload of the right length comes the next record, or nothing more. */
  private async isBehindRecord(): Promise<boolean> {
    const first = await this.content.first();
    // What begins with a member of its own is no part of this record, whatever it is.
    return first === undefined || first.startsMember || endsRecord(first) || (await this.beginsRecord()) !== false;
  }

  /** Where the next record begins in a payload that has swallowed it; -1 when it has not. */
  private recordIn(payload: Uint8Array, { bytes }: Taken): number {
    if (payload.byteLength < bytes || this.readAgainLeft < bytes) return -1;
    this.readAgainLeft -= bytes;
    const at = findRecord(payload, 1, 0);
    if (at !== -1) return at;
    // Its first line may stand half behind the payload.
    const end = payload.subarray(-START_BYTES);
    const across = findRecord(Buffer.concat([end, this.content.peek(START_BYTES)]), 1, 0);
    return across === -1 || across >= end.byteLength ? -1 : payload.byteLength - end.byteLength + across;
  }

  /** Goes to the next record behind the first `from` bytes, and tells what was left out. */
  private async resync(reason: SkipReason, position: WarcPosition, from: number, isShort = false): Promise<void> {
    const { content } = this;
    let skipped = Math.min(from, content.peek(from).byteLength);
    content.consume(skipped);
    let before = 0;
    for (;;) {
      const first = await content.first();
      if (first === undefined || endsRecord(first)) break;
      const piece_bytes = first.bytes.byteLength;
      await content.moreOfRecord();
      const at = findRecord(content.peek(piece_bytes + START_BYTES), 0, before);
      const count = at === -1 ? piece_bytes : at;
      before = first.bytes[count - 1] ?? before;
      content.consume(count);
      skipped += count;
      if (at !== -1) break;
    }
    // What a gap has cut short has been told with the gap.
    if (isShort && (await content.first())?.afterGap === true) return;
    this.onSkip({ reason, position, bytes: skipped });
  }
}

/** More pieces than a few between two records are made to be many; they need not be read again. */
const LINE_END_PIECES_MAX = 64;

type UsableHeader = RecordHeader & { readonly content_length: number };

interface Taken {
  /** The first pieces of the payload, up to its bound. */
  readonly kept: readonly Piece[];
  readonly bytes: number;
  /** All of it is there; or it ends before its length, at bytes that could not be read, a member, or the end of the file. */
  readonly end: 'whole' | 'gap' | 'member' | 'file';
}

function joined(pieces: readonly Piece[]): Uint8Array {
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined) return only.bytes;
  return Buffer.concat(pieces.map(({ bytes }) => bytes));
}

/** The two line ends behind a payload, which do not belong to it. */
function withoutLineEnds(payload: Uint8Array): Uint8Array {
  let end = payload.byteLength;
  for (let count = 0; count < 2; count += 1) {
    if (end > 0 && payload[end - 1] === LINE_FEED) end -= payload[end - 2] === CARRIAGE_RETURN ? 2 : 1;
  }
  return payload.subarray(0, end);
}
