import { AppError } from '../kernel/errors.ts';
import type { ImportKind } from '../ports/imports.ts';
import type { IndexWriter } from '../ports/index.ts';
import { FileHead } from './files/file-head.ts';
import type { ReadContext, Step } from './files/reading.ts';
import type { FactBatch } from './warc/batch.ts';
import type { FactRules, ParseHtml } from './warc/facts.ts';
import { readWarcFacts } from './warc/warc-facts.ts';
import { readWatFacts } from './warc/wat-reader.ts';

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
  // If something was read before, the kind was right.
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
    context.problem(reason, `byte ${position.offset}: ${bytes} bytes skipped`);
  }
  let without = 0;
  let skipped = batch.skipped.length;
  for (const [reason, count] of Object.entries(batch.left_out)) {
    without += count;
    // Every archive contains requests and descriptions of the crawl, which are not issues.
    if (reason === 'other_record') continue;
    skipped += count;
    const examples = batch.examples.filter((example) => example.reason === reason);
    for (const { place } of examples) context.problem(reason, place);
    if (count > examples.length) context.problem(reason, undefined, count - examples.length);
  }
  const links = batch.facts.reduce((total, fact) => total + fact.links.length, 0);
  return { read: batch.records, taken: batch.records - without, skipped, links };
}

type ArchiveKind = 'warc' | 'wat';

/**
 * Refuses a file that is no archive, or one of another kind, by the first batch of it: a thousand records, or all that there
 * are where none gave a fact. Archives have records of one kind throughout, so none of it has to be read twice.
 *
 * @throws AppError that says what the file looks like, and what to import it as
 */
function requireKind(asked: ArchiveKind, location: string, batch: FactBatch, head: FileHead): void {
  if (batch.records === 0) {
    if (!isBrokenArchive(batch, head)) throw noArchive(location, head);
    return;
  }
  const [wanted, ...others] = OTHERS[asked];
  if (holds(batch, wanted)) return;
  const other = others.find((holding) => holds(batch, holding));
  if (other !== undefined) throw otherKind(location, other);
}

/** What an archive of each kind contains, and what reveals that it is of another kind. */
const OTHERS = { warc: ['capture', 'extract', 'text'], wat: ['extract', 'capture', 'text'] } as const;

const LOOKS = {
  capture: ['a WARC file: it contains captured pages', importedAs('warc')],
  extract: ['a WAT file: it contains data extracted from pages', importedAs('wat')],
  text: ['a WET file: it contains only the text of pages', 'Use the WARC or WAT file it was made from.'],
} as const;

function holds({ holdings }: FactBatch, holding: keyof typeof LOOKS): boolean {
  return (holdings[holding] ?? 0) > 0;
}

function otherKind(location: string, holding: keyof typeof LOOKS): AppError {
  const [what, fix] = LOOKS[holding];
  return new AppError('invalid_input', `${location} looks like ${what}.`, { fix });
}

/** A file that is truncated or damaged from the start is reported as such. */
function isBrokenArchive({ skipped }: FactBatch, head: FileHead): boolean {
  return head.isArchive || skipped.some(({ reason }) => reason === 'bad_header' || reason === 'wrong_length');
}

function noArchive(location: string, head: FileHead): AppError {
  const { what, kind } = head.looks;
  return new AppError('invalid_input', `${location} is not an archive: it has no WARC record, and ${what}.`, {
    fix: kind === undefined ? 'Use a file that ends in .warc.gz or .warc.wat.gz.' : importedAs(kind),
  });
}

function importedAs(kind: ImportKind): string {
  return `Import it as ${kind}: seamark import ${kind} FILE, or "kind": "${kind}" over HTTP.`;
}
