import { TextDecoder } from 'node:util';

import { charsetOfStart } from '../charset.ts';

/** What the charset is told from, and what a mark of spreadsheets stands in. */
const SAMPLE_BYTES = 64 * 1024;
const FALLBACK = 'windows-1252';

/** The text of a table, by its byte order mark, its zero bytes, or what its first bytes can be. */
export async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let sample: Uint8Array = new Uint8Array();
  let decoder: TextDecoder | undefined;
  for await (const chunk of bytes) {
    if (decoder !== undefined) {
      yield decoder.decode(chunk, { stream: true });
      continue;
    }
    sample = Buffer.concat([sample, chunk]);
    if (sample.byteLength < SAMPLE_BYTES) continue;
    decoder = new TextDecoder(charsetOf(sample, true));
    yield decoder.decode(sample, { stream: true });
  }
  if (decoder !== undefined) yield decoder.decode();
  else if (sample.byteLength > 0) yield new TextDecoder(charsetOf(sample, false)).decode(sample);
}

function charsetOf(sample: Uint8Array, goesOn: boolean): string {
  return charsetOfStart(sample) ?? (isUtf8(sample, goesOn) ? 'utf-8' : FALLBACK);
}

function isUtf8(sample: Uint8Array, goesOn: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: goesOn });
    return true;
  } catch {
    return false;
  }
}
