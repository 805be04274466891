import { z } from 'zod';

import { IMPORT_KINDS, IMPORT_STATUSES, type ImportFile, type ImportOptions } from '../ports/imports.ts';

/** An imported file as its owner sees it. */
export const ImportView = z
  .object({
    id: z.string(),
    kind: z.enum(IMPORT_KINDS),
    location: z.string().describe('The URL; `content:` and a hash for content sent with the request.'),
    status: z
      .enum(IMPORT_STATUSES)
      .describe('stopped and failed: send the same request again to continue. completed: everything was read.'),
    options: z.object({
      limit: z.int().nullable(),
      release: z.string().nullable(),
      target: z.string().nullable(),
      location: z.string().nullable(),
      language: z.string().nullable(),
      property: z.string().nullable(),
      period: z.string().nullable(),
      columns: z.string().nullable(),
    }),
    percent: z.int().nullable().describe('0-100; null while the length of the file is unknown.'),
    bytes: z.int().nullable(),
    bytes_read: z.int(),
    counts: z.object({
      read: z.int().describe('Records of an archive, lines of ranks, rows of a table.'),
      taken: z.int().describe('Records that added something to the index.'),
      skipped: z.int(),
      links: z.int(),
    }),
    problems: z
      .array(z.object({ kind: z.string(), count: z.int(), examples: z.array(z.string()) }))
      .describe('What could not be used, how often, and where it first occurred.'),
    notes: z.array(z.string()).describe('For example, columns that were not recognized.'),
    error: z.string().nullable(),
    job_id: z
      .string()
      .nullable()
      .describe('The job that reads it: follow its progress with GET /jobs/{id} and its events.'),
    begun_at: z.string(),
    finished_at: z.string().nullable(),
  })
  .meta({ id: 'Import', description: 'A file imported into the index.' });
export type ImportView = z.infer<typeof ImportView>;

export function importView(file: ImportFile): ImportView {
  const bytes = file.file.bytes ?? null;
  return {
    id: file.id,
    kind: file.kind,
    location: file.location,
    status: file.status,
    options: optionsView(file.options),
    percent: percentOf(file),
    bytes,
    bytes_read: file.bytes_read,
    counts: { ...file.counts },
    problems: file.problems.map(({ kind, count, examples }) => ({ kind, count, examples: [...examples] })),
    notes: [...file.notes],
    error: file.error ?? null,
    job_id: file.job_id ?? null,
    begun_at: file.begun_at.toISOString(),
    finished_at: file.finished_at?.toISOString() ?? null,
  };
}

function optionsView(options: ImportOptions): ImportView['options'] {
  const { limit, release, target, location, language, property, period, columns } = options;
  return {
    limit: limit ?? null,
    release: release ?? null,
    target: target ?? null,
    location: location ?? null,
    language: language ?? null,
    property: property ?? null,
    period: period ?? null,
    columns: columns ?? null,
  };
}

function percentOf({ status, bytes_read, file }: ImportFile): number | null {
  if (status === 'completed') return 100;
  if (file.bytes === undefined || file.bytes === 0) return null;
  return Math.min(99, Math.floor((100 * bytes_read) / file.bytes));
}
