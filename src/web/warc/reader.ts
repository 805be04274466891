import { ByteWindow } from './byte-window.ts';
import { Content } from './content.ts';
import { gzipPieces } from './gzip-pieces.ts';
import { RecordReader } from './record-reader.ts';
import { plainPieces, type SkippedPart, type WarcRecord } from './record.ts';

export interface ReadOptions {
  /** Where in the file the first of the bytes stands: 0, or the `position.offset` of a record to go on from. */
  readonly offset: number;
  /** The `position.inner` of the record to go on from. */
  readonly inner: number;
  /** Undefined: by the first two bytes. */
  readonly is_gzip: boolean | undefined;
}

/**
 * The records of an archive in their order, whatever is broken between them. `bytes` are those of the file from
 * `options.offset` on. Errors of `bytes` itself are passed on; what is wrong with their content is told to `onSkip`.
 */
export async function* readRecords(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
  onSkip: (part: SkippedPart) => void,
): AsyncGenerator<WarcRecord> {
  const window = new ByteWindow(bytes, options.offset);
  let content: Content | undefined;
  try {
    await window.fill(2);
    const isGzip = options.is_gzip ?? (window.bytes[0] === 0x1f && window.bytes[1] === 0x8b);
    const pieces = isGzip ? gzipPieces(window, onSkip) : plainPieces(window);
    content = new Content(pieces, isGzip, { offset: options.offset, inner: 0 });
    if (options.inner > 0) await skipInner(content, options.inner);
    const reader = new RecordReader(content, onSkip);
    for (let record = await reader.next(); record !== undefined; record = await reader.next()) yield record;
  } finally {
    await content?.close();
    await window.close();
  }
}

/** Goes to a record behind the beginning of a member; not beyond a gap, should the file have changed since. */
async function skipInner(content: Content, inner: number): Promise<void> {
  let left = inner;
  while (left > 0) {
    const piece = await content.first();
    if (piece === undefined || piece.afterGap) return;
    left -= content.take(left)?.bytes.byteLength ?? left;
  }
}
