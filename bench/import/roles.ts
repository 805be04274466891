import { createReadStream } from 'node:fs';
import { availableParallelism } from 'node:os';
import { createGunzip } from 'node:zlib';

import { createPageParser } from '../../src/crawler/parse-pool.ts';
import type { FactBatch } from '../../src/importer/warc/batch.ts';
import type { FactRules } from '../../src/importer/warc/facts.ts';
import { readRecords } from '../../src/web/warc/reader.ts';
import { readWarcFacts } from '../../src/importer/warc/warc-facts.ts';
import { readWatFacts } from '../../src/importer/warc/wat-reader.ts';

/** What is measured: unpacking alone, warcio.js with its own unpacking and with Node's, our reader, and facts. */
export type Role = 'gunzip' | 'warcio' | 'gunzip, warcio' | 'reader' | 'facts';

export interface Measured {
  /** 0 when it could not be measured; `told` says why. */
  readonly seconds: number;
  readonly cpu_seconds: number;
  readonly rss_mb: number;
  readonly told: string;
}

const READ_BYTES = 256 * 1024;
const FROM_START = { offset: 0, inner: 0, is_gzip: undefined };
const RULES: FactRules = { source: 'commoncrawl', agent_token: 'seamark', date_max: new Date() };

export async function runRole(role: Role | 'told', file: string): Promise<Measured> {
  const begun = performance.now();
  const told = await work(role, file);
  const { user, system } = process.cpuUsage();
  return {
    seconds: told === undefined ? 0 : (performance.now() - begun) / 1000,
    cpu_seconds: (user + system) / 1e6,
    rss_mb: Math.round(process.resourceUsage().maxRSS / 1024),
    told: told ?? 'warcio.js is not installed: npm install in bench/',
  };
}

function work(role: Role | 'told', file: string): Promise<string | undefined> {
  switch (role) {
    case 'gunzip':
      return gunzip(file);
    case 'warcio':
      return warcio(open(file));
    case 'gunzip, warcio':
      return warcio(open(file).pipe(createGunzip({ chunkSize: READ_BYTES })));
    case 'reader':
      return reader(file);
    case 'facts':
    case 'told':
      return facts(file);
  }
}

function open(file: string) {
  return createReadStream(file, { highWaterMark: READ_BYTES });
}

async function gunzip(file: string): Promise<string> {
  let bytes = 0;
  for await (const chunk of open(file).pipe(createGunzip({ chunkSize: READ_BYTES }))) {
    if (chunk instanceof Uint8Array) bytes += chunk.byteLength;
  }
  return `${bytes} bytes`;
}

interface WarcioRecord extends AsyncIterable<Uint8Array> {
  readonly warcType: string | null;
}

interface WarcioLibrary {
  readonly WARCParser: new (source: AsyncIterable<Uint8Array>) => AsyncIterable<WarcioRecord>;
}

/** What the product is compared with is no dependency of it: who wants to compare installs it in `bench/`. */
async function warcio(source: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const name: string = 'warcio';
  let library: WarcioLibrary;
  try {
    library = await import(name);
  } catch {
    return undefined;
  }
  let records = 0;
  let bytes = 0;
  for await (const record of new library.WARCParser(source)) {
    records += 1;
    for await (const chunk of record) bytes += chunk.byteLength;
  }
  return `${records} records`;
}

async function reader(file: string): Promise<string> {
  let records = 0;
  for await (const { payload } of readRecords(open(file), FROM_START, () => undefined)) {
    if (payload.byteLength >= 0) records += 1;
  }
  return `${records} records`;
}

async function facts(file: string): Promise<string> {
  const parser = createPageParser({ threads: availableParallelism() });
  const counts = { pages: 0, documents: 0, links: 0, records: 0 };
  const skipped = new Map<string, number>();
  const parse: Parameters<typeof readWarcFacts>[3] = (answer) =>
    parser.parse(answer, { agent_token: RULES.agent_token, scope: undefined });
  const batches: AsyncIterable<FactBatch> = file.includes('.wat.')
    ? readWatFacts(open(file), FROM_START, RULES)
    : readWarcFacts(open(file), FROM_START, RULES, parse);
  for await (const batch of batches) {
    counts.records += batch.records;
    for (const fact of batch.facts) {
      counts.pages += 1;
      counts.links += fact.links.length;
      if (fact.document !== undefined) counts.documents += 1;
    }
    for (const part of batch.skipped) count(skipped, `${part.reason} (${part.bytes} bytes at ${part.position.offset})`);
    for (const [reason, times] of Object.entries(batch.left_out))
      if (reason !== 'other_record') count(skipped, reason, times);
  }
  await parser.close();
  const problems = [...skipped].map(([reason, times]) => `${times} × ${reason}`);
  return [`${counts.records} records, ${counts.pages} facts, ${counts.links} links`, ...problems].join('; ');
}

function count(counts: Map<string, number>, key: string, times = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + times);
}
