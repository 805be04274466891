import { AppError } from '../../kernel/errors.ts';
import { joinWords } from '../../kernel/grammar.ts';
import type { ConsoleWriter } from '../../ports/console.ts';
import type { ImportCounts, KeywordFactWriter } from '../../ports/imports.ts';
import { decoded } from '../../web/csv/decode.ts';
import { Unzipped } from '../../web/unzipped.ts';
import { rowParts } from '../csv/table-rows.ts';
import { NOTHING, type ReadContext, type Step, sum } from '../files/reading.ts';
import type { SourceFile } from '../files/source.ts';
import { unpackZip, type ZipEntry } from '../files/zip.ts';
import { BulkReading } from './bulk/reading.ts';
import { ConsoleLoad, loadOf } from './load/console-load.ts';
import { QueryIdeas } from './load/query-ideas.ts';
import { takeExport } from './tables/export.ts';
import { TableCollection } from './tables/collection.ts';

export interface ConsoleParts {
  readonly console: ConsoleWriter;
  readonly keywords: KeywordFactWriter;
}

/**
 * Figures of Search Console, as its reports and its bulk export write them: zip, folder, CSV or Parquet.
 *
 * Nothing counts before all of it is read, so a file that breaks off leaves everything as it was.
 */
export function readConsole(parts: ConsoleParts, workspaceId: string) {
  return (context: ReadContext): AsyncGenerator<Step> => new ConsoleReading(parts, workspaceId, context).steps();
}

const TABLE = /\.(?:csv|tsv|txt)$/i;

class ConsoleReading {
  readonly #parts: ConsoleParts;
  readonly #workspaceId: string;
  readonly #context: ReadContext;
  readonly #ideas = new QueryIdeas();
  readonly #loads: ConsoleLoad[] = [];
  readonly #tables: TableCollection;
  #counts = NOTHING;
  #rows = 0;

  constructor(parts: ConsoleParts, workspaceId: string, context: ReadContext) {
    this.#parts = parts;
    this.#workspaceId = workspaceId;
    this.#context = context;
    this.#tables = new TableCollection(context);
  }

  async *steps(): AsyncGenerator<Step> {
    let isPublished = false;
    try {
      for (const file of await this.#context.files()) yield* this.#file(file);
      this.#takeTables();
      // Whoever stops the import here leaves everything as it was.
      yield this.#step();
      for (const load of this.#loads) await load.publish();
      isPublished = true;
    } finally {
      if (!isPublished) for (const load of this.#loads) await load.discard();
    }
    await this.#ideas.write(this.#parts.keywords, this.#workspaceId, this.#context.seen_at);
    yield this.#step();
  }

  async *#file(file: SourceFile): AsyncGenerator<Step> {
    const start = await startOf(file);
    if (start === 'PAR1') return yield* this.#bulk(file.name).parquet(file);
    if (start.startsWith('PK')) {
      for (const entry of await this.#entries(file)) yield* this.#text(entry.name, chunksOf(entry));
      return;
    }
    yield* this.#text(file.name, new Unzipped(file.bytes(0)).chunks());
  }

  /** A table of the bulk export is read on row by row; one of a report waits for the other tables of its export. */
  async *#text(name: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Step> {
    const texts = this.#checked(name, decoded(bytes));
    const table = this.#tables.begin(name);
    let bulk: BulkReading | undefined;
    for await (const { rows, separator } of rowParts(texts)) {
      for (const row of rows) {
        if (bulk !== undefined) bulk.take(row);
        else if (table.isEmpty && row.cells !== undefined) {
          const reading = this.#bulk(name);
          if (reading.begin(row.cells, separator)) bulk = reading;
          else table.take(row, separator);
        } else table.take(row, separator);
      }
      if (bulk !== undefined) yield* bulk.handOver();
    }
    if (bulk === undefined) this.#tables.end(table);
    else yield* bulk.end();
  }

  async *#checked(name: string, texts: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const text of texts) {
      if (text.includes('\ufffd')) {
        this.#context.problem('encoding', `${name}: some characters are not valid in the encoding of the file`);
      }
      yield text;
    }
  }

  async #entries(file: SourceFile): Promise<readonly ZipEntry[]> {
    const { location } = this.#context;
    const { entries, passed_over } = await unpackZip(file.bytes(0), location, (name) => TABLE.test(name));
    if (entries.length === 0) throw noTables(location, passed_over);
    if (passed_over.length > 0) this.#context.note(`Not read: ${joinWords(passed_over, 5)}.`);
    return entries;
  }

  #bulk(name: string): BulkReading {
    const { location, seen_at } = this.#context;
    const place = location.endsWith(name) ? location : `${location}/${name}`;
    const load = new ConsoleLoad(this.#parts.console, {
      workspace_id: this.#workspaceId,
      ...loadOf(place, seen_at),
      observed_at: seen_at,
    });
    return new BulkReading(name, {
      context: this.#context,
      load,
      ideas: this.#ideas,
      onBegin: () => this.#loads.push(load),
      step: (counts) => this.#step(counts),
    });
  }

  #takeTables(): void {
    const written = this.#tables.whole();
    if (written === undefined) return;
    const { seen_at, location } = this.#context;
    const load = new ConsoleLoad(this.#parts.console, {
      workspace_id: this.#workspaceId,
      load: `${location}@${seen_at.toISOString()}`,
      part: '',
      observed_at: seen_at,
    });
    const counts = takeExport(written, { context: this.#context, load, ideas: this.#ideas });
    this.#loads.push(load);
    this.#counts = sum(this.#counts, { ...NOTHING, ...counts });
  }

  #step(counts: ImportCounts = NOTHING): Step {
    const all = sum(this.#counts, counts);
    this.#counts = NOTHING;
    this.#rows += all.read;
    return { position: { offset: this.#rows, inner: 0 }, counts: all };
  }
}

async function startOf(file: SourceFile): Promise<string> {
  let start = Buffer.alloc(0);
  for await (const chunk of file.bytes(0)) {
    start = Buffer.concat([start, chunk.subarray(0, 4)]);
    if (start.byteLength >= 4) break;
  }
  return start.toString('latin1', 0, 4);
}

async function* chunksOf({ content }: ZipEntry): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(content);
}

function noTables(location: string, names: readonly string[]): AppError {
  if (names.some((name) => name === '[Content_Types].xml' || name === 'workbook.xml')) {
    return new AppError('invalid_input', `${location} is an Excel workbook.`, {
      fix: 'Choose "Download CSV" in Search Console, and import the zip file.',
    });
  }
  const what = names.length === 0 ? 'It is empty' : `It contains ${joinWords(names, 5)}`;
  return new AppError('invalid_input', `${location} is a zip file without CSV tables. ${what}.`, {
    fix: 'Choose "Download CSV" in Search Console, and import the zip file.',
  });
}
