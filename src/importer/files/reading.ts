import type { ImportCounts, ImportOptions, ImportPosition } from '../../ports/imports.ts';
import { Unzipped } from '../../web/unzipped.ts';
import type { SourceFile } from './source.ts';

/** What a reader of one kind of file receives and can report. */
export interface ReadContext {
  /** The file from there on, as it lies there. */
  bytes(from: number): AsyncIterable<Uint8Array>;
  /** The files that are read together: the one, or those of a folder. */
  files(): Promise<readonly SourceFile[]>;
  /** Where the last step that was written down has ended; zeros at the start. */
  readonly position: ImportPosition;
  /** Counts of the steps before. */
  readonly counts: ImportCounts;
  readonly options: ImportOptions;
  readonly location: string;
  /** Of this reading of the file, whatever runs it is made of. */
  readonly begun_at: Date;
  /** When what has no time of its own was seen: as the file was written. */
  readonly seen_at: Date;
  /** Something of the file that could not be used. */
  problem(kind: string, example: string | undefined, count?: number): void;
  /** Something that a person should know about the file; each note is reported once. */
  note(text: string): void;
}

/** A part of a file that was handed over whole; an import that is cut off continues after the last one that was flushed. */
export interface Step {
  readonly position: ImportPosition;
  /** Of this step alone. */
  readonly counts: ImportCounts;
}

/** Reads on, hands over what it finds, and says after each part how far that was. */
export type ReadSteps = (context: ReadContext) => AsyncGenerator<Step>;

/** How one kind of file is read. */
export interface Reading {
  readonly steps: ReadSteps;
  /** Makes the facts handed over durable. */
  flush(): Promise<void>;
  /** False where going on means reading from the start: such a file is better read in one go. */
  readonly pauses: boolean;
  /** Nothing counts before all of it is read, so a reading that was cut off begins again at the start. */
  readonly isWhole: boolean;
}

export const NOTHING: ImportCounts = { read: 0, taken: 0, skipped: 0, links: 0 };

export function sum(one: ImportCounts, other: ImportCounts): ImportCounts {
  return {
    read: one.read + other.read,
    taken: one.taken + other.taken,
    skipped: one.skipped + other.skipped,
    links: one.links + other.links,
  };
}

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
