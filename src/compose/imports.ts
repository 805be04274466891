import { z } from 'zod';

import { KeptOptions } from '../adapters/postgres/imports.ts';
import type { PostgresIndexOwners } from '../adapters/postgres/index-owners.ts';
import type { PostgresJobs } from '../adapters/postgres/jobs.ts';
import type { Config } from '../config.ts';
import { ImportInput, readImportRequest } from '../contract/import-request.ts';
import { importView } from '../contract/import-view.ts';
import type { Operation } from '../contract/operation.ts';
import type { OwnJobs } from '../engine/schedules.ts';
import type { RunJob } from '../engine/worker.ts';
import { contentLocation, type Importer } from '../importer/importer.ts';
import { AppError } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { Unfinished } from '../kernel/unfinished.ts';
import type { Caller, KeyStore, Transport } from '../ports/accounts.ts';
import { CONSOLE_ENGINES, CONSOLE_SEARCH_TYPES } from '../ports/console.ts';
import type { ConnectedSource } from '../ports/define-source.ts';
import {
  changesLinks,
  IMPORT_KINDS,
  type ImportDesk,
  type ImportFile,
  type ImportKind,
  type ImportRequest,
  type ImportStore,
  isPrivate,
  type PlannedImport,
  type PullRequest,
} from '../ports/imports.ts';
import type { Locations } from '../ports/locations.ts';
import { hasEnded, type Job, type NewJob } from '../ports/jobs.ts';
import type { Schedule } from '../ports/schedules.ts';
import { importOfPull, requirePull } from './pulls.ts';

/** The operation whose calls become jobs of imports. */
const OPERATION = 'imports.create';
/** A run lets others have their turn after so long, where going on costs nothing. */
export const TURN_MS = 60_000;
const ATTEMPTS_MAX = 5;
const LOOK_UP_MS_MAX = 30_000;

export interface ImportDeskParts {
  readonly store: ImportStore;
  readonly jobs: PostgresJobs;
  readonly keys: KeyStore;
  readonly who: Config['imports'];
  readonly locations: Locations;
  readonly connected: readonly ConnectedSource[];
  readonly owners: Pick<PostgresIndexOwners, 'indexOf'>;
  /** Throws for an address that is never fetched, without asking the DNS. */
  readonly checkUrl: (url: string) => unknown;
}

/** Takes orders of callers for imports into the index of their workspace. */
export function openImportDesk(parts: ImportDeskParts): ImportDesk {
  const { store, jobs } = parts;
  return {
    async start(caller, request) {
      // Told at once, before a job would find out.
      await requireImport(parts, caller, request);
      const file = await store.plan(plannedOf(caller.workspace_id, request));
      const known = await jobUnderWay(jobs, file);
      if (known !== undefined) return { file, job_id: known };
      const [job] = await jobs.enqueue([newJobOf(caller, request, 'rest')]);
      if (job === undefined) throw new Error('A job that was queued is not there.');
      await store.setJob(file.id, job.id);
      return { file: { ...file, job_id: job.id }, job_id: job.id };
    },
    find: (workspaceId, id) => store.find(workspaceId, id),
    list: (workspaceId, query) => store.list(workspaceId, query),
  };
}

/** Imports that are made again and again. */
export function scheduledImports(parts: ImportDeskParts, operation: Pick<Operation, 'prepare'>): OwnJobs {
  const requestOf = (input: Schedule['input']): ImportRequest =>
    readImportRequest(ImportInput.parse(operation.prepare(input).input));
  return {
    covers: (id) => id === OPERATION,
    require: (caller, input) => requireImport(parts, caller, requestOf(input)),
    async jobsOf({ workspace_id, key_id, input }) {
      const request = requestOf(input);
      // The operator may have closed imports since the schedule was made.
      await requireImport(parts, { workspace_id }, request);
      return [newJobOf({ workspace_id, key_id }, request, 'schedule')];
    },
  };
}

async function requireImport(
  { keys, who, locations, connected, owners, checkUrl }: ImportDeskParts,
  caller: Pick<Caller, 'workspace_id'>,
  { kind, url, options, pull }: ImportRequest,
): Promise<void> {
  const isOwn = pull === undefined && (isPrivate(kind) || (await ownsIndex(owners, caller, kind)));
  await requireAllowed(caller, isOwn, keys, who);
  if (url !== undefined) requireFetchable(url, checkUrl);
  await locations.resolve({ location: options.location }, AbortSignal.timeout(LOOK_UP_MS_MAX));
  if (pull !== undefined) await requirePull(connected, pull);
}

function requireFetchable(url: string, checkUrl: ImportDeskParts['checkUrl']): void {
  try {
    checkUrl(url);
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    const { code, message, fix } = thrown;
    const issues = [{ path: 'url', message }];
    throw new AppError(code, message, { issues, cause: thrown, ...(fix === undefined ? {} : { fix }) });
  }
}

/** Lists of places are for all, whoever has an index. */
async function ownsIndex(
  owners: ImportDeskParts['owners'],
  { workspace_id }: Pick<Caller, 'workspace_id'>,
  kind: ImportKind,
): Promise<boolean> {
  return kind !== 'locations' && (await owners.indexOf(workspace_id)) !== '';
}

function plannedOf(workspace_id: string, { kind, url, content, pull, options }: ImportRequest): PlannedImport {
  if (pull !== undefined) return importOfPull(workspace_id, pull);
  const location = content === undefined ? (url ?? '') : contentLocation(content);
  return { kind, location, options, workspace_id };
}

/**
 * Files of keywords and of Search Console stay with the workspace that imports them, and everything that goes into an index
 * of its own does. The rest is for all, or is pulled with the credentials of the operator, for whose sites alone they are.
 *
 * @throws AppError key_not_allowed_here
 */
export async function requireAllowed(
  caller: Pick<Caller, 'workspace_id'>,
  isOwn: boolean,
  keys: KeyStore,
  who: Config['imports'],
): Promise<void> {
  if (who === 'all' || (who === 'operator' && isOwn)) return;
  if (who === 'operator' && caller.workspace_id === (await keys.operator()).workspace_id) return;
  throw new AppError(
    'key_not_allowed_here',
    'This key may not write into the index that workspaces share, nor use the operator’s credentials.',
    {
      fix:
        who === 'off'
          ? 'The operator can enable imports and crawls over HTTP with SEAMARK_IMPORTS=operator, or run `seamark import` and `seamark crawl`.'
          : 'Use a key of the first workspace. The operator can allow every key by setting SEAMARK_IMPORTS=all, or create the workspace with an index of its own.',
    },
  );
}

async function jobUnderWay(jobs: PostgresJobs, file: ImportFile): Promise<string | undefined> {
  if (file.job_id === undefined) return undefined;
  const job = await jobs.find(file.workspace_id, file.job_id);
  return job !== undefined && !hasEnded(job) ? job.id : undefined;
}

function newJobOf(
  { workspace_id, key_id }: { readonly workspace_id: string; readonly key_id: string | undefined },
  request: ImportRequest,
  transport: Transport,
): NewJob {
  return {
    workspace_id,
    key_id,
    project_id: undefined,
    workflow_id: undefined,
    request_id: newId('req'),
    transport,
    operation: OPERATION,
    input: { ...request, options: { ...request.options } },
    credits: 0,
    attempts_max: ATTEMPTS_MAX,
  };
}

export function isImport(job: Job): boolean {
  return job.operation === OPERATION;
}

const JobInput = z.object({
  kind: z.enum(IMPORT_KINDS),
  url: z.string().optional(),
  content: z.string().optional(),
  again: z.boolean().default(false),
  pull: z
    .object({
      engine: z.enum(CONSOLE_ENGINES),
      property: z.string(),
      types: z.array(z.enum(CONSOLE_SEARCH_TYPES)),
      since: z
        .string()
        .optional()
        .transform((day): string | undefined => day),
    })
    .transform(({ engine, property, types, since }): PullRequest => ({ engine, property, types, since }))
    .optional(),
  options: KeptOptions,
});

/** Asks for a rebuild of the index that the import went to. */
interface Wish {
  want(): Promise<void>;
}

/** Runs one turn of an import; its job continues until the file is read. */
export function importJobs(importer: Importer, upkeep: Wish, pulls: (request: PullRequest) => RunJob): RunJob {
  return async (job, signal, report) => {
    const { kind, url, content, again, options, pull } = JobInput.parse(job.input);
    if (pull !== undefined) return pulls(pull)(job, signal, report);
    const location = content === undefined ? (url ?? '') : contentLocation(content);
    const order = { kind, location, options, workspace_id: job.workspace_id, again };
    let taken = 0;
    const control = {
      signal,
      pause_after_ms: TURN_MS,
      onProgress: ({ bytes, bytes_read, counts }: Progress) => {
        taken = counts.taken;
        report({
          percent: bytes === undefined || bytes === 0 ? 0 : Math.min(99, Math.floor((100 * bytes_read) / bytes)),
          stage: 'importing',
          message:
            `${counts.read} read, ${counts.taken} taken, ${counts.skipped} skipped` +
            (changesLinks(kind) ? `, ${counts.links} links` : ''),
        });
      },
    };
    try {
      const done =
        content === undefined
          ? await importer.fromUrl(order, control)
          : await importer.fromContent(order, content, control);
      if (done.file.status === 'stopped') throw new Unfinished();
      if (taken > 0 && changesLinks(kind)) await upkeep.want();
      return {
        resultOf: () => ({ success: true, unchanged: done.outcome === 'unchanged', import: importView(done.file) }),
      };
    } catch (thrown) {
      // What came before a fault is in the index; a file that was refused has changed nothing.
      if (!(thrown instanceof Unfinished) && taken > 0 && changesLinks(kind))
        await upkeep.want().catch(() => undefined);
      throw thrown;
    }
  };
}

type Progress = Parameters<Parameters<Importer['fromUrl']>[1]['onProgress']>[0];
