/** Archives as facts: what the rest of the importer reads them by. */
export type { FactBatch } from './batch.ts';
export { readWarcFacts } from './warc-batches.ts';
export { readWatFacts } from './wat-reader.ts';
