import { AppError, messageOf } from '../kernel/errors.ts';
import type {
  FileState,
  ImportCounts,
  ImportFile,
  ImportOrder,
  ImportProblem,
  ImportState,
  ImportStore,
} from '../ports/imports.ts';
import { NOTHING, type ReadContext, type Reading, sum } from './files/reading.ts';
import type { ByteSource, SourceFile } from './files/source.ts';

export interface ImportProgress {
  readonly bytes_read: number;
  /** Undefined where nobody says how long the file is. */
  readonly bytes: number | undefined;
  readonly counts: ImportCounts;
}

export interface ImportControl {
  /** Ends it in order: what was read is written down, and the next import of the file continues there. */
  readonly signal: AbortSignal;
  /** The same after so much reading, for files that can be gone on with at no cost. */
  readonly pause_after_ms: number;
  readonly onProgress: (progress: ImportProgress) => void;
}

export interface ImportRun {
  readonly store: ImportStore;
  readonly source: ByteSource;
  readonly reading: Reading;
}

export interface ImportOutcome {
  /** Also `stopped` when it was paused: the same import then resumes. */
  readonly file: ImportFile;
  readonly outcome: 'new' | 'resumed' | 'unchanged';
}

/** How often facts are made durable and progress is saved. */
const CHECKPOINT_MS = 5000;
const NOTES_MAX = 20;
const NOTE_CHARACTERS_MAX = 1000;

/**
 * Reads one file into the index.
 *
 * Facts are written first and progress second, so a kill at any moment repeats at most what was read since the
 * last save, and repetition changes nothing.
 *
 * @throws AppError if the file cannot be read; what was read before is kept, with its progress
 */
export async function importFile(order: ImportOrder, run: ImportRun, control: ImportControl): Promise<ImportOutcome> {
  const file = await describe(order, run, control.signal);
  const opened = await run.store.open(order, file);
  if (opened.outcome === 'unchanged') return opened;
  const begun = run.reading.isWhole ? { ...opened.file, ...AT_START } : opened.file;
  const ended = await new FileImport(begun, run, control).toEnd();
  return { file: ended, outcome: run.reading.isWhole ? 'new' : opened.outcome };
}

const AT_START: ImportState = {
  position: { offset: 0, inner: 0 },
  bytes_read: 0,
  counts: NOTHING,
  problems: [],
  notes: [],
};

async function describe(order: ImportOrder, { source, store }: ImportRun, signal: AbortSignal): Promise<FileState> {
  try {
    return await source.describe(signal);
  } catch (thrown) {
    if (!signal.aborted) await store.refuse(order, messageOf(thrown));
    throw thrown;
  }
}

class FileImport {
  readonly #file: ImportFile;
  readonly #run: ImportRun;
  readonly #control: ImportControl;
  readonly #problems: Problems;
  /** Of the step that is being read: one that is not finished is read again. */
  #unfinished = new Problems([]);
  readonly #notes: Set<string>;
  #position: ImportState['position'];
  #counts: ImportCounts;
  #bytes_read: number;
  /** As it was written down last. */
  #durable: ImportState;

  constructor(file: ImportFile, run: ImportRun, control: ImportControl) {
    this.#file = file;
    this.#run = run;
    this.#control = control;
    this.#problems = new Problems(file.problems);
    this.#notes = new Set(file.notes);
    this.#position = file.position;
    this.#counts = file.counts;
    this.#bytes_read = file.bytes_read;
    this.#durable = this.#state();
  }

  async toEnd(): Promise<ImportFile> {
    const { store } = this.#run;
    // What an earlier turn has read counts, should this one fail at once.
    if (this.#counts.read > 0) this.#report();
    try {
      const isWhole = await this.#read();
      await this.#flush();
      return await store.end(this.#file.id, this.#durable, {
        status: isWhole ? 'completed' : 'stopped',
        error: undefined,
      });
    } catch (thrown) {
      if (this.#control.signal.aborted) return await this.#endAfter(undefined);
      const failure = readable(thrown, this.#run);
      await this.#endAfter(failure).catch(() => undefined);
      throw failure;
    }
  }

  /** Facts read before a failure are as good as any. */
  async #endAfter(failure: unknown): Promise<ImportFile> {
    await this.#flush().catch(() => undefined);
    const error = failure === undefined ? undefined : messageOf(failure);
    const status = failure === undefined ? 'stopped' : 'failed';
    return this.#run.store.end(this.#file.id, this.#durable, { status, error });
  }

  /** False if it was stopped before the end. */
  async #read(): Promise<boolean> {
    const { signal, pause_after_ms } = this.#control;
    const { reading, store } = this.#run;
    let begun: number | undefined;
    let checkpoint = performance.now();
    for await (const step of reading.steps(this.#context())) {
      this.#position = step.position;
      this.#counts = sum(this.#counts, step.counts);
      this.#problems.take(this.#unfinished);
      this.#unfinished = new Problems([]);
      this.#report();
      const now = performance.now();
      begun ??= now;
      if (signal.aborted || (reading.pauses && now - begun > pause_after_ms)) return false;
      if (now - checkpoint < CHECKPOINT_MS) continue;
      await this.#flush();
      await store.checkpoint(this.#file.id, this.#durable);
      checkpoint = performance.now();
    }
    // A reader whose bytes stopped coming because of the signal may end as if there were no more.
    return !signal.aborted;
  }

  #report(): void {
    this.#control.onProgress({ bytes_read: this.#bytes_read, bytes: this.#file.file.bytes, counts: this.#counts });
  }

  async #flush(): Promise<void> {
    const state = this.#state();
    await this.#run.reading.flush();
    this.#durable = state;
  }

  #state(): ImportState {
    return {
      position: this.#position,
      bytes_read: this.#bytes_read,
      counts: this.#counts,
      problems: this.#problems.list(),
      notes: [...this.#notes],
    };
  }

  #context(): ReadContext {
    const { location, options, begun_at, file } = this.#file;
    return {
      bytes: (from) => this.#bytes(from),
      files: () => this.#files(),
      position: this.#position,
      counts: this.#counts,
      options,
      location,
      begun_at,
      seen_at: file.changed_at ?? begun_at,
      problem: (kind, example, count) => this.#unfinished.add(kind, example, count),
      note: (text) => {
        if (this.#notes.size < NOTES_MAX) this.#notes.add(text.slice(0, NOTE_CHARACTERS_MAX));
      },
    };
  }

  async #files(): Promise<readonly SourceFile[]> {
    const { source } = this.#run;
    const files = await source.files(this.#file.file, this.#control.signal);
    let before = 0;
    return files.map((file) => {
      const begin = before;
      before += file.length ?? 0;
      return { ...file, bytes: (from) => this.#counted(file.bytes(from), begin + from) };
    });
  }

  async *#counted(chunks: AsyncIterable<Uint8Array>, from: number): AsyncGenerator<Uint8Array> {
    this.#bytes_read = from;
    for await (const chunk of chunks) {
      this.#bytes_read += chunk.byteLength;
      yield chunk;
    }
  }

  #bytes(from: number): AsyncGenerator<Uint8Array> {
    return this.#counted(this.#run.source.read(from, this.#file.file, this.#control.signal), from);
  }
}

/** A truncated or damaged file is not a bug. */
function readable(thrown: unknown, { source, reading }: ImportRun): unknown {
  if (thrown instanceof AppError) return thrown;
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  if (!code.startsWith('Z_')) return thrown;
  const what = code === 'Z_BUF_ERROR' ? 'ends early' : 'is damaged';
  return new AppError('unfetchable_url', `${source.location} ${what}: it does not decompress any further.`, {
    fix: `Download the file again. ${reading.isWhole ? 'None of it has been imported.' : 'Everything before the error is in the index.'}`,
    cause: thrown,
  });
}

const KINDS_MAX = 40;
const EXAMPLES_MAX = 5;
const EXAMPLE_CHARACTERS_MAX = 200;

/** Counts the issues in a file and keeps the first examples of each kind. */
class Problems {
  readonly #byKind = new Map<string, { count: number; readonly examples: string[] }>();

  constructor(known: readonly ImportProblem[]) {
    for (const { kind, count, examples } of known) this.#byKind.set(kind, { count, examples: [...examples] });
  }

  add(kind: string, example: string | undefined, count = 1): void {
    this.#add(kind, example === undefined ? [] : [example], count);
  }

  take(others: Problems): void {
    for (const { kind, count, examples } of others.list()) this.#add(kind, examples, count);
  }

  #add(kind: string, examples: readonly string[], count: number): void {
    let problem = this.#byKind.get(kind);
    if (problem === undefined) {
      if (this.#byKind.size >= KINDS_MAX) return;
      problem = { count: 0, examples: [] };
      this.#byKind.set(kind, problem);
    }
    problem.count += count;
    for (const example of examples) {
      if (problem.examples.length < EXAMPLES_MAX) problem.examples.push(example.slice(0, EXAMPLE_CHARACTERS_MAX));
    }
  }

  list(): ImportProblem[] {
    return [...this.#byKind].map(([kind, { count, examples }]) => ({ kind, count, examples: [...examples] }));
  }
}
