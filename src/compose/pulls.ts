import type { RunJob } from '../engine/worker.ts';
import { pullConsole, type PullParts, type PullProgress, requireTypes } from '../importer/console-pull/pull.ts';
import { requireProperty } from '../importer/console-pull/property.ts';
import { importView } from '../contract/import-view.ts';
import { AppError } from '../kernel/errors.ts';
import { joinWords } from '../kernel/grammar.ts';
import { Unfinished } from '../kernel/unfinished.ts';
import type { ConsoleSource } from '../ports/console-source.ts';
import type { ConsoleEngine } from '../ports/console.ts';
import type { ConnectedSource } from '../ports/define-source.ts';
import { type ImportStore, NO_OPTIONS, type PlannedImport, type PullRequest } from '../ports/imports.ts';
import type { Job } from '../ports/jobs.ts';
import { SourceFailure } from '../ports/source-failure.ts';
import { sources as definitions } from '../sources/index.ts';
import type { Index } from './indexes.ts';

const LOOK_UP_MS_MAX = 30_000;
/** Names of the sources, which are those of their definitions. */
const SOURCE_OF: Readonly<Record<ConsoleEngine, string>> = { google: 'search-console', bing: 'bing-webmaster' };

/** The connected source of an engine. @throws AppError source_not_configured */
function consoleOf(connected: readonly ConnectedSource[], engine: ConsoleEngine): ConsoleSource {
  const source = connected.find((one) => one.console?.engine === engine)?.console;
  if (source !== undefined) return source;
  const defined = definitions.find(({ name }) => name === SOURCE_OF[engine]);
  const ways = (defined?.connected_by ?? []).map((names) => joinWords(names));
  const title = defined?.title ?? engine;
  throw new AppError('source_not_configured', `${title} is not connected.`, {
    fix: `Set ${ways.join(', or ')}; docs/sources/${SOURCE_OF[engine]}.md says how to get them.`,
  });
}

/**
 * What a pull would find out at its start anyway, told at once.
 *
 * @throws AppError for a source that is not connected, and a property or type of search that it does not have
 */
export async function requirePull(connected: readonly ConnectedSource[], request: PullRequest): Promise<void> {
  const source = consoleOf(connected, request.engine);
  requireTypes(source, request.types);
  try {
    await requireProperty(source, request.property, AbortSignal.timeout(LOOK_UP_MS_MAX));
  } catch (thrown) {
    // Its job tries again.
    if (!(thrown instanceof SourceFailure && thrown.is_passing)) throw thrown;
  }
}

/** The import that a pull is listed as: one for each property and what is wanted of it. */
export function importOfPull(workspace_id: string, { engine, property, types, since }: PullRequest): PlannedImport {
  const wanted = [
    ...(types.join() === 'web' ? [] : [types.join()]),
    ...(since === undefined ? [] : [`since ${since}`]),
  ];
  const location = [`${SOURCE_OF[engine]}:${property}`, ...wanted].join(' ');
  return { kind: 'console', location, options: { ...NO_OPTIONS, property }, workspace_id };
}

export interface PullWiring {
  readonly store: ImportStore;
  readonly index: Pick<Index, 'consoleWriter' | 'consoleReader'>;
  readonly connected: readonly ConnectedSource[];
  readonly clock: () => Date;
}

export function partsOfPull({ store, index, connected, clock }: PullWiring, engine: ConsoleEngine): PullParts {
  const source = consoleOf(connected, engine);
  return { store, writer: index.consoleWriter, reader: index.consoleReader, source, now: clock };
}

/** Runs one turn of a pull; its job continues, after a quota when that is over, until all is there. */
export function pullJobs(wiring: PullWiring, turn_ms: number): (request: PullRequest) => RunJob {
  return (request) => async (job, signal, report) => {
    const planned = importOfPull(job.workspace_id, request);
    const parts = partsOfPull(wiring, request.engine);
    await noteJob(wiring.store, planned, job);
    const { file, go_on_at } = await pullConsole({ ...planned, ...request, run: job.id }, parts, {
      signal,
      pause_after_ms: turn_ms,
      onProgress: (progress) => report({ percent: progress.percent, stage: 'importing', message: textOf(progress) }),
    });
    if (file.status === 'stopped') throw new Unfinished(go_on_at);
    return { resultOf: () => ({ success: true, unchanged: false, import: importView(file) }) };
  };
}

/** Jobs of schedules are queued without anybody who could note them. */
async function noteJob(store: ImportStore, planned: PlannedImport, job: Job): Promise<void> {
  const file = await store.plan(planned);
  if (file.job_id !== job.id) await store.setJob(file.id, job.id);
}

export function textOf({ day, counts }: Pick<PullProgress, 'day' | 'counts'>): string {
  return `${counts.read.toLocaleString('en-US')} rows read${day === undefined ? '' : `, back to ${day}`}`;
}
