import { constants, gunzipSync } from 'node:zlib';

import { type ImportKind } from '../../ports/imports.ts';

const BYTES_MAX = 4096;
const LINE_SHOWN_MAX = 80;

/** The first bytes of a file, kept while it is read: they reveal what it is if it is not what it was imported as. */
export class FileHead {
  #bytes = Buffer.alloc(0);

  async *keeping(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      const wanted = BYTES_MAX - this.#bytes.byteLength;
      if (wanted > 0) this.#bytes = Buffer.concat([this.#bytes, chunk.subarray(0, wanted)]);
      yield chunk;
    }
  }

  get isArchive(): boolean {
    return this.#text().startsWith('WARC/');
  }

  /** What it looks like, as the end of a sentence, and the kind to import it as, where there is one. */
  get looks(): FileLooks {
    if (this.#bytes.byteLength === 0) return { what: 'it is empty', kind: undefined };
    const text = this.#text();
    const line = text.split(/\r?\n/, 1)[0] ?? '';
    const first = `its first line is "${line.slice(0, LINE_SHOWN_MAX).replaceAll(/[^\x20-\x7e]/g, '·')}"`;
    if (RANKS.test(line)) return { what: `it looks like domain ranks: ${first}`, kind: 'ranks' };
    if (isTable(line)) return { what: `it looks like a table: ${first}`, kind: 'links' };
    const what = NO_TEXT.test(text)
      ? 'it does not look like text and may be compressed with something other than gzip'
      : first;
    return { what, kind: undefined };
  }

  #text(): string {
    const bytes = unpacked(this.#bytes);
    return new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes);
  }
}

interface FileLooks {
  readonly what: string;
  readonly kind: ImportKind | undefined;
}

const RANKS = /^#?(?:harmonicc?|hc)_pos\t/;
// oxlint-disable-next-line no-control-regex -- these characters are what is looked for
const NO_TEXT = /[\x00-\x08\x0e-\x1f]/;

function isTable(line: string): boolean {
  return /[,;\t]/.test(line) && !/^\s*[<{[]/.test(line) && !NO_TEXT.test(line);
}

function unpacked(bytes: Buffer): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    // The head of a file ends in the middle of what is packed.
    return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return bytes;
  }
}
