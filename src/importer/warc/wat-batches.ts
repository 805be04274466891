import type { PageFact } from '../../ports/index.ts';
import { BatchMaker, type FactBatch, traitsOf } from './batch.ts';
import { one } from './capture.ts';
import { CountedBytes } from './counted-bytes.ts';
import type { FactRules } from './facts.ts';
import { type ReadOptions, readRecords } from './reader.ts';
import type { WarcRecord } from './record.ts';
import { factsOfWat, withWatLanguage } from './wat-facts.ts';

/** Reads pages from what Common Crawl has extracted of them. */
export async function* watBatches(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
  rules: FactRules,
): AsyncGenerator<FactBatch> {
  const counted = new CountedBytes(bytes, options.offset);
  const batch = new BatchMaker();
  let held: Held | undefined;
  for await (const record of readRecords(counted, options, (part) => batch.skip(part))) {
    // A page waits for the record behind its own, which may name its language.
    if (held !== undefined) batch.add(one(withWatLanguage(held.fact, held.record, record)), traitsOf(held.record));
    held = undefined;
    if (batch.isFull) yield batch.take(record.position);
    const read = factsOfWat(record, rules);
    const [fact] = read.facts;
    if (fact === undefined) batch.add(read, traitsOf(record));
    else held = { fact, record };
  }
  if (held !== undefined) batch.add(one(held.fact), traitsOf(held.record));
  yield batch.take({ offset: counted.offset, inner: 0 });
}

interface Held {
  readonly fact: PageFact;
  readonly record: WarcRecord;
}
