import type { IndexWriter } from '../ports/index.ts';
import { type ArchiveKind, requireKind } from './archive-kind.ts';
import { FileHead } from './file-head.ts';
import type { ReadContext, Step } from './reading.ts';
import type { FactRules, ParseHtml } from './warc/facts.ts';
import { type FactBatch, readWarcFacts, readWatFacts } from './warc/read-facts.ts';

/** What an import of an archive needs besides the file. */
export interface ArchiveParts {
  readonly writer: IndexWriter;
  readonly parse: ParseHtml;
  readonly agent_token: string;
}

/** As facts of archives name where they come from. Common Crawl's files have its name in theirs. */
const COMMON_CRAWL = /commoncrawl|CC-MAIN-/i;

/** Pages as they were captured: they are read as a crawl reads what it fetches. */
export function readWarc({ writer, parse, agent_token }: ArchiveParts) {
  return (context: ReadContext): AsyncGenerator<Step> =>
    steps(context, writer, 'warc', (bytes) =>
      readWarcFacts(bytes, placeOf(context), rulesOf(context, agent_token), parse),
    );
}

/** What Common Crawl has extracted of the pages: links and headings, no texts. */
export function readWat({ writer, agent_token }: Omit<ArchiveParts, 'parse'>) {
  return (context: ReadContext): AsyncGenerator<Step> =>
    steps(context, writer, 'wat', (bytes) => readWatFacts(bytes, placeOf(context), rulesOf(context, agent_token)));
}

function placeOf({ position }: ReadContext): { offset: number; inner: number; is_gzip: undefined } {
  return { offset: position.offset, inner: position.inner, is_gzip: undefined };
}

function rulesOf({ begun_at, location }: ReadContext, agentToken: string): FactRules {
  const source = COMMON_CRAWL.test(location) ? 'commoncrawl' : 'archive';
  return { source, agent_token: agentToken, date_max: begun_at };
}

async function* steps(
  context: ReadContext,
  writer: IndexWriter,
  kind: ArchiveKind,
  batchesOf: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<FactBatch>,
): AsyncGenerator<Step> {
  const { limit = Number.POSITIVE_INFINITY } = context.options;
  const head = new FileHead();
  let { read } = context.counts;
  // Where something was read before, the kind was right.
  let isKnown = read > 0 || context.position.offset > 0;
  for await (const batch of batchesOf(head.keeping(context.bytes(context.position.offset)))) {
    if (!isKnown) requireKind(kind, context.location, batch, head);
    isKnown = true;
    for (const fact of batch.facts) await writer.write(fact);
    const counts = countsOf(batch, context);
    read += batch.records;
    yield { position: batch.next, counts };
    if (read >= limit) return;
  }
}

function countsOf(batch: FactBatch, context: ReadContext): Step['counts'] {
  for (const { reason, position, bytes } of batch.skipped) {
    context.problem(reason, `byte ${position.offset}: ${bytes} bytes passed over`);
  }
  let without = 0;
  let skipped = batch.skipped.length;
  for (const [reason, count] of Object.entries(batch.left_out)) {
    without += count;
    // Requests and descriptions of the crawl are in every archive, and no fault of it.
    if (reason === 'other_record') continue;
    skipped += count;
    const examples = batch.examples.filter((example) => example.reason === reason);
    for (const { place } of examples) context.problem(reason, place);
    if (count > examples.length) context.problem(reason, undefined, count - examples.length);
  }
  const links = batch.facts.reduce((total, fact) => total + fact.links.length, 0);
  return { read: batch.records, taken: batch.records - without, skipped, links };
}
