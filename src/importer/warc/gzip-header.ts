/** Flags of RFC 1952, 2.3.1. */
const HEADER_CHECKSUM = 2;
const EXTRA = 4;
const NAME = 8;
const COMMENT = 16;
const RESERVED = 0xe0;
const FIXED_BYTES = 10;

export const TRAILER_BYTES = 8;
/** Extra fields reach 64 KB; names and comments beyond that are nothing that an archive has. */
export const HEADER_BYTES_MAX = 128 * 1024;

export function beginsGzip(bytes: Uint8Array, at = 0): boolean {
  return bytes[at] === 0x1f && bytes[at + 1] === 0x8b && bytes[at + 2] === 8 && ((bytes[at + 3] ?? 0) & RESERVED) === 0;
}

/** How long the header of a member is that begins at `at`; undefined when its end is not among the bytes. */
export function gzipHeaderLength(bytes: Uint8Array, at: number): number | undefined {
  const flags = bytes[at + 3] ?? 0;
  let end: number | undefined = at + FIXED_BYTES;
  if ((flags & EXTRA) !== 0) end += 2 + (bytes[end] ?? 0) + (bytes[end + 1] ?? 0) * 256;
  if ((flags & NAME) !== 0) end = behindZero(bytes, end);
  if (end !== undefined && (flags & COMMENT) !== 0) end = behindZero(bytes, end);
  if (end !== undefined && (flags & HEADER_CHECKSUM) !== 0) end += 2;
  return end === undefined || end > bytes.byteLength ? undefined : end - at;
}

function behindZero(bytes: Uint8Array, from: number): number | undefined {
  const zero = bytes.indexOf(0, from);
  return zero === -1 ? undefined : zero + 1;
}
