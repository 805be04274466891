/** A record states its own size and that of each header line; no real header comes near to this. */
export const HEADER_BYTES_MAX = 256 * 1024;

export interface RecordHeader {
  readonly version: string;
  readonly headers: ReadonlyMap<string, string>;
  /** Undefined where the record does not say it. */
  readonly content_length: number | undefined;
}

const FIRST_LINE = /^WARC\/(\d{1,2}\.\d{1,3})[ \t\r]*$/;
const START = Buffer.from('WARC/');
/** `WARC/1.0` and its line end. */
export const START_BYTES = 16;

/** Does a record begin at `at`? Undefined when there are too few bytes to tell. */
export function beginsRecord(bytes: Uint8Array, at = 0): boolean | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(START_BYTES, bytes.byteLength - at));
  const known = Math.min(start.byteLength, START.byteLength);
  if (start.compare(START, 0, known, 0, known) !== 0) return false;
  const end = start.indexOf(10);
  if (end !== -1) return FIRST_LINE.test(start.toString('latin1', 0, end));
  return start.byteLength < START_BYTES ? undefined : false;
}

/**
 * The first place from `from` on at which a line begins that begins a record; -1 when there is none. `before` is the
 * byte that stands before all of them.
 */
export function findRecord(bytes: Uint8Array, from: number, before: number): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = buffer.indexOf(START, from); at !== -1; at = buffer.indexOf(START, at + 1)) {
    const previous = at === 0 ? before : buffer[at - 1];
    if (previous === 10 && beginsRecord(buffer, at) === true) return at;
  }
  return -1;
}

/** How many bytes the header takes, the empty line at its end included; undefined when its end is not there. */
export function headerEnd(bytes: Uint8Array): number | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, HEADER_BYTES_MAX));
  for (let line = buffer.indexOf(10); line !== -1; line = buffer.indexOf(10, line + 1)) {
    let next = line + 1;
    // Archives that went through a conversion of line ends have more than one of these.
    while (buffer[next] === 13 && next - line <= 2) next += 1;
    if (buffer[next] === 10) return next + 1;
  }
  return undefined;
}

export function readHeader(bytes: Uint8Array): RecordHeader {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const end = text.indexOf('\n');
  const version = FIRST_LINE.exec(text.slice(0, end).trimEnd())?.[1] ?? '';
  const headers = headerLines(text.slice(end + 1));
  const length = headers.get('content-length') ?? '';
  return { version, headers, content_length: /^\d{1,15}$/.test(length) ? Number(length) : undefined };
}

/**
 * Lines of `name: value`, of archives and of HTTP. A line that begins with white space continues with the one before. Of
 * repeated names the first counts, unless they are to be joined.
 */
export function headerLines(text: string, joined = false): Map<string, string> {
  const headers = new Map<string, string>();
  let name = '';
  for (const line of text.split(/\r{0,2}\n/)) {
    if (line === '') continue;
    if (line.startsWith(' ') || line.startsWith('\t')) append(headers, name, ' ' + line.trim());
    else {
      const colon = line.indexOf(':');
      name = colon === -1 ? '' : line.slice(0, colon).trim().toLowerCase();
      const value = line.slice(colon + 1).trim();
      if (!headers.has(name)) headers.set(name, value);
      else if (joined) append(headers, name, ', ' + value);
      else name = '';
    }
  }
  headers.delete('');
  return headers;
}

function append(headers: Map<string, string>, name: string, text: string): void {
  const known = headers.get(name);
  if (known !== undefined) headers.set(name, known + text);
}
