/** Longer lines than this are no lines of a table of ranks. */
const LINE_BYTES_MAX = 4096;
const NEWLINE = 0x0a;

/** Lines that follow one another. */
export interface LineBlock {
  /** Each byte as one character, without the end of the line; undefined for one that is too long to be kept. */
  readonly lines: readonly (string | undefined)[];
  /** How many bytes stand before the line that comes next. */
  readonly end: number;
}

/** Cuts bytes into lines, many at a time, in memory that does not grow with the length of a line. */
export async function* lineBlocks(bytes: AsyncIterable<Uint8Array>, from: number): AsyncGenerator<LineBlock> {
  let rest: Buffer = Buffer.alloc(0);
  let isTooLong = false;
  let end = from;
  for await (const chunk of bytes) {
    const whole =
      rest.length === 0 ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength) : Buffer.concat([rest, chunk]);
    const last = whole.lastIndexOf(NEWLINE);
    const tail = whole.subarray(last + 1);
    if (last !== -1) {
      end += last + 1;
      const lines: (string | undefined)[] = split(whole.subarray(0, last));
      if (isTooLong) lines[0] = undefined;
      isTooLong = false;
      yield { lines, end };
    }
    isTooLong ||= tail.length > LINE_BYTES_MAX;
    // Of a line that is too long only its length is of interest.
    if (isTooLong) end += tail.length;
    rest = isTooLong ? Buffer.alloc(0) : Buffer.from(tail);
  }
  if (isTooLong) yield { lines: [undefined], end };
  else if (rest.length > 0) yield { lines: split(rest), end: end + rest.length };
}

function split(bytes: Buffer): (string | undefined)[] {
  const lines = bytes.toString('latin1').split('\n');
  return lines.map((line) => {
    if (line.length > LINE_BYTES_MAX) return undefined;
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  });
}
