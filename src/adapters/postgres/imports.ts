import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { AppError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import {
  type FileState,
  type ImportEnd,
  type ImportFile,
  type ImportKind,
  type ImportOptions,
  type ImportOrder,
  type ImportPage,
  type ImportQuery,
  type ImportState,
  type ImportStatus,
  type ImportStore,
  type OpenedImport,
  type PlannedImport,
  NO_OPTIONS,
} from '../../ports/imports.ts';
import type { Database, Queryable, Value } from './database.ts';
import {
  CHECKPOINT,
  COUNT,
  END,
  FIND,
  IS_FREE,
  LIST,
  LOCK_ROW,
  MAKE,
  PLAN,
  READERS,
  REFUSE,
  RESTART,
  RESUME,
  SET_JOB,
} from './imports-statements.ts';
import type { Hold } from './listener.ts';
import { storable } from './storable.ts';

/** A run that was stopped or killed a moment ago lets go of its file within this time. */
const PATIENCE_MS = 15_000;
const PAUSE_MS = 200;
const TEXT_MAX = 200_000;
const ERROR_MAX = 2000;

interface Held {
  readonly owner: string;
  readonly hold: Hold;
}

/** Imports in PostgreSQL. */
export class PostgresImports implements ImportStore {
  readonly #database: Database;
  readonly #patience_ms: number;
  readonly #held = new Map<string, Held>();

  constructor(database: Database, { patience_ms = PATIENCE_MS }: { readonly patience_ms?: number } = {}) {
    this.#database = database;
    this.#patience_ms = patience_ms;
  }

  async open(order: ImportOrder, file: FileState): Promise<OpenedImport> {
    const deadline = performance.now() + this.#patience_ms;
    for (;;) {
      const owner = newId('importer');
      const opened = await this.#database.transaction((transaction) => tryOpen(transaction, order, file, owner));
      if (opened === undefined) {
        if (performance.now() > deadline) throw isRead(order.location);
        await sleep(PAUSE_MS);
        continue;
      }
      const { row, outcome } = opened;
      if (outcome !== 'unchanged') {
        this.#held.set(row.id, { owner, hold: await this.#database.holdShared(READERS, row.number) });
      }
      return { file: fileOf(row), outcome };
    }
  }

  async plan(order: PlannedImport): Promise<ImportFile> {
    const [row] = await this.#database.query<{ id: string }>(PLAN, [newId('import'), ...namesOf(order)]);
    const planned = row === undefined ? undefined : await this.find(order.workspace_id, row.id);
    if (planned === undefined) throw new Error('An import that was planned is gone.');
    return planned;
  }

  async setJob(id: string, jobId: string): Promise<void> {
    await this.#database.query(SET_JOB, [id, jobId]);
  }

  async refuse(order: PlannedImport, error: string): Promise<void> {
    await this.#database.query(REFUSE, [fingerprintOf(order), storable(error, ERROR_MAX)]);
  }

  async checkpoint(id: string, state: ImportState): Promise<void> {
    const [kept] = await this.#database.query(CHECKPOINT, [id, this.#heldBy(id).owner, ...valuesOf(state)]);
    if (kept === undefined) throw takenOver();
  }

  async end(id: string, state: ImportState, { status, error }: ImportEnd): Promise<ImportFile> {
    const { owner, hold } = this.#heldBy(id);
    try {
      const values = [id, owner, ...valuesOf(state), status, error === undefined ? null : storable(error, ERROR_MAX)];
      const [row] = await this.#database.query<ImportRow>(END, values);
      if (row === undefined) throw takenOver();
      return fileOf(row);
    } finally {
      this.#held.delete(id);
      await hold.release();
    }
  }

  async find(workspaceId: string, id: string): Promise<ImportFile | undefined> {
    const [row] = await this.#database.query<ImportRow>(FIND, [workspaceId, storable(id, 100)]);
    return row === undefined ? undefined : fileOf(row);
  }

  async list(workspaceId: string, { kind, status, limit, offset }: ImportQuery): Promise<ImportPage> {
    const filters = [workspaceId, kind ?? null, status ?? null];
    const [rows, [count]] = await Promise.all([
      this.#database.query<ImportRow>(LIST, [...filters, limit, offset]),
      this.#database.query<{ total: number }>(COUNT, filters),
    ]);
    return { total_count: count?.total ?? 0, imports: rows.map(fileOf) };
  }

  /** The guarantee: only who has opened a file writes of it. */
  #heldBy(id: string): Held {
    const held = this.#held.get(id);
    if (held === undefined) throw new Error(`The import ${id} is not open here.`);
    return held;
  }
}

/** Undefined while another process reads the file. */
async function tryOpen(
  transaction: Queryable,
  order: ImportOrder,
  file: FileState,
  owner: string,
): Promise<{ readonly row: ImportRow; readonly outcome: OpenedImport['outcome'] } | undefined> {
  const state = [file.bytes ?? null, file.version ?? null, file.changed_at ?? null];
  const [made] = await transaction.query<ImportRow>(MAKE, [newId('import'), ...namesOf(order), ...state]);
  const [found] = made === undefined ? await transaction.query<ImportRow>(LOCK_ROW, [fingerprintOf(order)]) : [made];
  if (found === undefined) throw new Error('An import is gone within its own transaction.');
  const [free] = await transaction.query<{ is_free: boolean }>(IS_FREE, [READERS, found.number]);
  if (free?.is_free !== true) return undefined;
  const outcome = outcomeOf(found, file, order);
  if (outcome === 'unchanged') return { row: found, outcome };
  const [statement, ...values] = outcome === 'resumed' ? [RESUME] : [RESTART, ...state];
  const [row] = await transaction.query<ImportRow>(statement, [found.id, owner, ...values]);
  if (row === undefined) throw new Error('An import is gone within its own transaction.');
  return { row, outcome };
}

function outcomeOf(found: ImportRow, file: FileState, { again }: ImportOrder): OpenedImport['outcome'] {
  const isSame = file.version !== undefined && file.version === found.version && (file.bytes ?? null) === found.bytes;
  if (!isSame || found.status === 'waiting') return 'new';
  if (found.status !== 'completed') return 'resumed';
  return again ? 'new' : 'unchanged';
}

/** How many options there were, as they came to be. */
const FINGERPRINT_LENGTHS = [3, 5];

/** An equal order continues with the file. */
function fingerprintOf({ workspace_id, kind, location, options }: PlannedImport): string {
  const { limit, release, target, location: place, language, property, period, columns } = options;
  const values = [limit, release, target, place, language, property, period, columns].map((value) => value ?? null);
  // Orders without the newer options have the fingerprint that they had before there were these.
  const length = FINGERPRINT_LENGTHS.find((count) => values.slice(count).every((value) => value === null));
  return createHash('sha256')
    .update(JSON.stringify([workspace_id, kind, location, ...values.slice(0, length)]))
    .digest('hex');
}

function namesOf(order: PlannedImport): Value[] {
  const { workspace_id, kind, location, options } = order;
  return [workspace_id, kind, location, JSON.stringify(options), fingerprintOf(order)];
}

function valuesOf({ position, bytes_read, counts, problems, notes }: ImportState): Value[] {
  return [
    position.offset,
    position.inner,
    bytes_read,
    counts.read,
    counts.taken,
    counts.skipped,
    counts.links,
    storableJson(problems),
    storableJson(notes),
  ];
}

/** Notes about a file are limited where they are collected, because truncated JSON cannot be parsed. */
function storableJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > TEXT_MAX ? '[]' : text;
}

interface ImportRow {
  readonly number: number;
  readonly id: string;
  readonly workspace_id: string;
  readonly kind: ImportKind;
  readonly location: string;
  readonly options: string;
  readonly bytes: number | null;
  readonly version: string | null;
  readonly changed_at: Date | null;
  readonly status: ImportStatus;
  readonly job_id: string | null;
  readonly position_offset: number;
  readonly position_inner: number;
  readonly bytes_read: number;
  readonly rows_read: number;
  readonly rows_taken: number;
  readonly rows_skipped: number;
  readonly links: number;
  readonly problems: string;
  readonly notes: string;
  readonly error: string | null;
  readonly begun_at: Date;
  readonly finished_at: Date | null;
}

/** Options as they are kept as JSON, which leaves out those that were not given. */
export const KeptOptions = z
  .object({
    limit: z.number(),
    release: z.string(),
    target: z.string(),
    location: z.string(),
    language: z.string(),
    property: z.string(),
    period: z.string(),
    columns: z.string(),
  })
  .partial()
  .transform((given): ImportOptions => ({ ...NO_OPTIONS, ...given }));
const Problems = z.array(z.object({ kind: z.string(), count: z.number(), examples: z.array(z.string()) }));
const Notes = z.array(z.string());

function fileOf(row: ImportRow): ImportFile {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    kind: row.kind,
    location: row.location,
    options: KeptOptions.parse(JSON.parse(row.options)),
    file: {
      bytes: row.bytes ?? undefined,
      version: row.version ?? undefined,
      changed_at: row.changed_at ?? undefined,
    },
    status: row.status,
    job_id: row.job_id ?? undefined,
    error: row.error ?? undefined,
    position: { offset: row.position_offset, inner: row.position_inner },
    bytes_read: row.bytes_read,
    counts: { read: row.rows_read, taken: row.rows_taken, skipped: row.rows_skipped, links: row.links },
    problems: Problems.parse(JSON.parse(row.problems)),
    notes: Notes.parse(JSON.parse(row.notes)),
    begun_at: row.begun_at,
    finished_at: row.finished_at ?? undefined,
  };
}

function isRead(location: string): AppError {
  return new AppError('conflict', `${location} is being imported by another process.`, {
    fix: 'Wait until it is done, or stop it.',
  });
}

function takenOver(): AppError {
  return new AppError('conflict', 'Another process has taken over the import.', {
    fix: 'Nothing is lost: the other process continues from the last saved position.',
  });
}
