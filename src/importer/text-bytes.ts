import { Unzipped } from '../web/unzipped.ts';
import type { ReadContext } from './reading.ts';

/** The text of a file, whether it is packed by gzip or not. Gzip can only be read from its start, so what lies before is passed over. */
export async function* textFrom(context: ReadContext, from: number): AsyncGenerator<Uint8Array> {
  if (from > 0 && !(await isGzip(context))) {
    yield* context.bytes(from);
    return;
  }
  let before = from;
  for await (const chunk of new Unzipped(context.bytes(0)).chunks()) {
    if (before >= chunk.byteLength) {
      before -= chunk.byteLength;
      continue;
    }
    yield before === 0 ? chunk : chunk.subarray(before);
    before = 0;
  }
}

async function isGzip(context: ReadContext): Promise<boolean> {
  let start: Uint8Array = new Uint8Array();
  for await (const chunk of context.bytes(0)) {
    start = Buffer.concat([start, chunk]);
    if (start.byteLength >= 2) break;
  }
  return start[0] === 0x1f && start[1] === 0x8b;
}
