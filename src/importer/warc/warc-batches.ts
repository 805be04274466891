import { BatchMaker, type FactBatch, type RecordTraits, traitsOf } from './batch.ts';
import { CountedBytes } from './counted-bytes.ts';
import type { FactRules, ParseHtml, RecordFacts } from './facts.ts';
import { type ReadOptions, readRecords } from './reader.ts';
import type { WarcRecord } from './record.ts';
import { factsOfWarc } from './warc-facts.ts';

/** Records that are being parsed while the next are read: few, and few bytes, as each is held whole. */
const AHEAD_MAX = 8;
const AHEAD_BYTES_MAX = 32 * 1024 * 1024;

interface Ahead {
  readonly traits: RecordTraits;
  readonly bytes: number;
  readonly read: Promise<RecordFacts>;
}

/** Reads pages from captured answers. `parse` may run on threads: some pages are given to it ahead. */
export async function* readWarcFacts(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
  rules: FactRules,
  parse: ParseHtml,
): AsyncGenerator<FactBatch> {
  const counted = new CountedBytes(bytes, options.offset);
  const batch = new BatchMaker();
  const ahead: Ahead[] = [];
  let aheadBytes = 0;
  const settle = async (): Promise<void> => {
    const first = ahead.shift();
    if (first === undefined) return;
    aheadBytes -= first.bytes;
    batch.add(await first.read, first.traits);
  };
  for await (const record of readRecords(counted, options, (part) => batch.skip(part))) {
    while (ahead.length >= AHEAD_MAX || (ahead.length > 0 && aheadBytes + record.payload.byteLength > AHEAD_BYTES_MAX))
      await settle();
    if (batch.isFull) yield batch.take(ahead[0]?.traits.position ?? record.position);
    ahead.push(begin(record, rules, parse));
    aheadBytes += record.payload.byteLength;
  }
  while (ahead.length > 0) await settle();
  yield batch.take({ offset: counted.offset, inner: 0 });
}

function begin(record: WarcRecord, rules: FactRules, parse: ParseHtml): Ahead {
  const read = factsOfWarc(record, rules, parse);
  // A failure is thrown when its turn comes; until then it must not count as one that nobody looks at.
  read.catch(() => undefined);
  return { traits: traitsOf(record), bytes: record.payload.byteLength, read };
}
