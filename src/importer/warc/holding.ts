import type { WarcRecord } from './record.ts';

/** What a record has of a page: its answer, what was extracted of that as WAT or as text, or none of these. */
export type Holding = 'capture' | 'extract' | 'text' | 'other';

/** Tells the kinds of archives apart. Crawlers write metadata records of their own, so one counts only with WAT's envelope. */
export function holdingOf({ type, payload }: WarcRecord): Holding {
  if (type === 'response' || type === 'revisit') return 'capture';
  if (type === 'conversion') return 'text';
  return type === 'metadata' && isJson(payload) && hasEnvelope(payload) ? 'extract' : 'other';
}

/** Does it begin as an object of JSON does? */
export function isJson(payload: Uint8Array): boolean {
  return payload[0] === OPENING_BRACE;
}

/** It stands at the beginning, or behind a few lines on the file that was extracted from. */
function hasEnvelope({ buffer, byteOffset, byteLength }: Uint8Array): boolean {
  return Buffer.from(buffer, byteOffset, Math.min(byteLength, ENVELOPE_BYTES_MAX)).includes(ENVELOPE_MARK);
}

const OPENING_BRACE = 0x7b;
const ENVELOPE_MARK = Buffer.from('"Envelope"');
const ENVELOPE_BYTES_MAX = 16 * 1024;
