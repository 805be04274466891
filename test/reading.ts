import { type ImportOptions, type ImportPosition, type LinkSighting, NO_OPTIONS } from '../src/ports/imports.ts';
import { NOTHING, type ReadContext, type ReadSteps, type Step, sum } from '../src/importer/files/reading.ts';
import type { ToldFacts } from '../src/ports/tool-facts.ts';
import type { SourceFile } from '../src/importer/files/source.ts';

export interface ReadReport {
  readonly counts: Step['counts'];
  readonly steps: readonly Step[];
  readonly problems: readonly string[];
  readonly notes: readonly string[];
}

interface ReadDraft {
  readonly location?: string;
  readonly options?: Partial<ImportOptions>;
  readonly position?: ImportPosition;
  /** Bytes in one part of the stream. */
  readonly part?: number;
  readonly steps_max?: number;
  /** Files of a folder, in place of the one. */
  readonly folder?: Readonly<Record<string, Uint8Array>>;
  readonly seen_at?: Date;
  /** Of a file that is too large to be held. */
  readonly chunks?: () => AsyncIterable<Uint8Array>;
}

const SEEN = new Date('2026-03-01T00:00:00Z');

/** Reads bytes with a reader of one kind, in parts as a network would bring them. */
export async function readAll(read: ReadSteps, bytes: Uint8Array, draft: ReadDraft = {}): Promise<ReadReport> {
  const problems: string[] = [];
  const notes = new Set<string>();
  const context: ReadContext = {
    bytes: (from) => partsOf(bytes.subarray(from), draft.part ?? 1000),
    files: () => Promise.resolve(filesOf(bytes, draft)),
    position: draft.position ?? { offset: 0, inner: 0 },
    counts: NOTHING,
    options: { ...NO_OPTIONS, ...draft.options },
    location: draft.location ?? '/tmp/file',
    begun_at: SEEN,
    seen_at: draft.seen_at ?? SEEN,
    problem: (kind, example) => problems.push(`${kind}: ${example ?? ''}`),
    note: (text) => notes.add(text),
  };
  const steps: Step[] = [];
  for await (const step of read(context)) {
    steps.push(step);
    if (steps.length === draft.steps_max) break;
  }
  const counts = steps.reduce((total, step) => sum(total, step.counts), NOTHING);
  return { counts, steps, problems, notes: [...notes] };
}

function filesOf(bytes: Uint8Array, draft: ReadDraft): readonly SourceFile[] {
  const { location = '/tmp/file', folder, chunks, part = 1000 } = draft;
  const own = location.split('/').at(-1) ?? '';
  if (chunks !== undefined) return [{ name: own, length: undefined, bytes: chunks }];
  const files = folder ?? { [own]: bytes };
  return Object.entries(files).map(([name, content]) => ({
    name,
    length: content.byteLength,
    bytes: (from) => partsOf(content.subarray(from), part),
  }));
}

async function* partsOf(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += length) yield bytes.subarray(at, at + length);
}

/** Keeps what it is given, as the index would. */
export class KeptSightings {
  readonly all: LinkSighting[] = [];

  write(sightings: readonly LinkSighting[]): Promise<void> {
    this.all.push(...sightings);
    return Promise.resolve();
  }

  readonly told: ToldFacts[] = [];

  tell(told: ToldFacts): Promise<void> {
    this.told.push(told);
    return Promise.resolve();
  }

  /** `source → target` of each, in order. */
  get pairs(): string[] {
    return this.all.map(({ source_url, link }) => `${source_url} → ${link.target_url}`);
  }
}
