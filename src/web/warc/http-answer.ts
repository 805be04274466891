import { headerEnd, headerLines } from './record-header.ts';

/** An HTTP answer as it was captured; the body still in its codings. */
export interface HttpAnswer {
  readonly status: number;
  /** Lower-case names; repeated headers joined by ', '. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
}

const STATUS_LINE = /^(?:HTTP|ICY)(?:\/\d(?:\.\d{1,2})?)?[ \t]+([1-9]\d\d)(?!\d)/i;
/** Answers such as `100 Continue` that come before the one that counts. */
const INTERIM_MAX = 5;
const LINE_BYTES_MAX = 4096;

/** Undefined when the bytes do not begin with a status line. */
export function readAnswer(payload: Uint8Array): HttpAnswer | undefined {
  let rest = payload;
  for (let count = 0; count <= INTERIM_MAX; count += 1) {
    rest = withoutLeadingLineEnds(rest);
    const end = headerEnd(rest) ?? rest.byteLength;
    const head = Buffer.from(rest.buffer, rest.byteOffset, end).toString('utf8');
    const lineEnd = head.indexOf('\n');
    const status = Number(
      STATUS_LINE.exec(head.slice(0, Math.min(LINE_BYTES_MAX, lineEnd === -1 ? end : lineEnd)))?.[1],
    );
    if (Number.isNaN(status)) return undefined;
    rest = rest.subarray(end);
    if (status >= 200) {
      const headers = headerLines(lineEnd === -1 ? '' : head.slice(lineEnd + 1), true);
      return { status, headers, body: rest };
    }
  }
  return undefined;
}

function withoutLeadingLineEnds(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (start < 8 && (bytes[start] === 10 || bytes[start] === 13)) start += 1;
  return bytes.subarray(start);
}

/**
 * A body without its division into chunks. Some archives keep the header and undo the division, so that a body that
 * does not begin with a chunk is taken as it is; one that breaks off ends there.
 */
export function withoutChunks(body: Uint8Array): Uint8Array {
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const whole = Buffer.allocUnsafe(body.byteLength);
  let length = 0;
  let at = 0;
  while (at < buffer.byteLength) {
    const end = buffer.subarray(at, at + LINE_BYTES_MAX).indexOf(10);
    const line = end === -1 ? '' : buffer.toString('latin1', at, at + end);
    const digits = /^\s*([0-9a-f]{1,8})\s*(?:;|$)/i.exec(line)?.[1];
    if (digits === undefined && at === 0) return body;
    const size = Number.parseInt(digits ?? '0', 16);
    if (size === 0) break;
    const start = at + end + 1;
    length += buffer.copy(whole, length, start, start + size);
    at = start + size;
    if (buffer[at] === 13) at += 1;
    if (buffer[at] === 10) at += 1;
  }
  return whole.subarray(0, length);
}
