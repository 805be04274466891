import { setTimeout as sleep } from 'node:timers/promises';

import { PostgresIndexOwners } from '../adapters/postgres/index-owners.ts';
import { PostgresImports } from '../adapters/postgres/imports.ts';
import { openAccounts } from '../compose/accounts.ts';
import { openIndex } from '../compose/indexes.ts';
import { importOfPull, partsOfPull, requirePull, textOf } from '../compose/pulls.ts';
import { connectSources } from '../compose/sources.ts';
import { type Config, type Flags, readConfig } from '../config.ts';
import { ImportInput, readImportRequest } from '../contract/import-request.ts';
import { pullConsole, type PullOutcome, type PullParts } from '../importer/console-pull/pull.ts';
import { closingAfter } from '../kernel/closing.ts';
import { AppError } from '../kernel/errors.ts';
import { counted } from '../kernel/grammar.ts';
import type { PlannedImport, PullRequest } from '../ports/imports.ts';
import { version } from '../version.ts';
import { chosenWorkspace } from './chosen-workspace.ts';
import { withScheduleDesk } from './schedules.ts';
import { orStopped, STOPPED_CODE, stopSignal } from './stop-signal.ts';
import { bar, processTerminal, ProgressLine, type Terminal } from './terminal.ts';

export interface PullFlags extends Flags {
  readonly property?: string;
  readonly engine?: 'google' | 'bing';
  readonly since?: string;
  readonly types?: string;
  readonly daily?: boolean;
  readonly workspace?: string;
  readonly json?: boolean;
}

/** A quota of minutes is waited for here; one of a day is not. */
const WAIT_MS_MAX = 1_800_000;
/** The same command goes on with a pull that was stopped. */
const RUN = 'cli';

/** Pulls the figures of one property into the index; with `--daily` also every day from now on. */
export async function pullProperty(flags: PullFlags): Promise<void> {
  const config = readConfig(version, flags);
  const input = inputOf(flags);
  const { pull: request } = readImportRequest(ImportInput.parse(input));
  if (request === undefined) throw nothingToImport();
  const terminal = processTerminal(config.color);
  const signal = stopSignal();
  const file = await pullNow({ config, request, terminal, signal, workspace: flags.workspace });
  if (signal.aborted) {
    terminal.err('Stopped. Run the same command to continue.');
    process.exitCode = STOPPED_CODE;
  }
  if (file !== undefined) {
    if (flags.json === true) terminal.out(JSON.stringify(file));
    else {
      terminal.out(`${file.location}: ${counted(file.counts.read, 'row')} read.`);
      for (const note of file.notes) terminal.out(`  ${note}`);
    }
    if (file.status === 'stopped') process.exitCode = STOPPED_CODE;
  }
  if (flags.daily === true) await pullDaily({ config, request, terminal, workspace: flags.workspace }, input);
}

interface Pulling {
  readonly config: Config;
  readonly request: PullRequest;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  readonly workspace: string | undefined;
}

async function pullNow({
  config,
  request,
  terminal,
  signal,
  workspace,
}: Pulling): Promise<PullOutcome['file'] | undefined> {
  return closingAfter(async (closing) => {
    const accounts = closing.add(await orStopped(signal, () => openAccounts(config)));
    const clock = (): Date => new Date();
    const connected = connectSources(config, { database: accounts.database, closing, clock });
    await requirePull(connected, request);
    const workspace_id = await chosenWorkspace(config, accounts, workspace);
    const index_id = await new PostgresIndexOwners(accounts.database).indexOf(workspace_id);
    const index = closing.add(await orStopped(signal, () => openIndex(config, index_id)));
    const store = new PostgresImports(accounts.database);
    const parts = partsOfPull({ store, index, connected, clock }, request.engine);
    const planned = importOfPull(workspace_id, request);
    return pullToEnd(planned, request, parts, { terminal, signal });
  });
}

async function pullToEnd(
  planned: PlannedImport,
  request: PullRequest,
  parts: PullParts,
  { terminal, signal }: Pick<Pulling, 'terminal' | 'signal'>,
): Promise<PullOutcome['file'] | undefined> {
  for (;;) {
    const progress = new ProgressLine(terminal);
    const control = {
      signal,
      pause_after_ms: Number.POSITIVE_INFINITY,
      onProgress: (state: Parameters<typeof textOf>[0] & { readonly percent: number }) =>
        progress.show(`${bar(state.percent / 100)} ${textOf(state)}`),
    };
    const { file, go_on_at } = await pullConsole({ ...planned, ...request, run: RUN }, parts, control).finally(() =>
      progress.end(),
    );
    const wait_ms = (go_on_at?.getTime() ?? 0) - Date.now();
    if (go_on_at === undefined || signal.aborted || wait_ms > WAIT_MS_MAX) return file;
    terminal.err(`The quota is used up; waiting until ${go_on_at.toISOString().slice(11, 16)} UTC.`);
    await sleep(Math.max(0, wait_ms), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return file;
  }
}

async function pullDaily(
  { config, request, terminal, workspace }: Omit<Pulling, 'signal'>,
  input: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { engine, property } = request;
  const id = `console-${engine}-${property}`.slice(0, 128);
  const { schedule } = await withScheduleDesk(config, (desk, caller) =>
    desk.set({ ...caller, workspace_id: workspace ?? caller.workspace_id }, id, {
      operation: 'imports.create',
      input,
      cadence: 'daily',
      cron: undefined,
      time_zone: undefined,
      is_paused: false,
      project_id: undefined,
    }),
  );
  const when = schedule.next_due?.toISOString().slice(0, 16).replace('T', ' ') ?? 'never';
  terminal.err(`Scheduled daily as ${id}; next: ${when} UTC, while \`seamark serve\` or \`seamark work\` runs.`);
}

/** @throws AppError invalid_input */
function inputOf({ property, engine, since, types }: PullFlags): Readonly<Record<string, unknown>> {
  if (property === undefined) throw nothingToImport();
  const input = {
    kind: 'console',
    property,
    ...(engine === undefined ? {} : { engine }),
    ...(since === undefined ? {} : { since }),
    ...(types === undefined ? {} : { types: types.split(',').map((type) => type.trim()) }),
  };
  const checked = ImportInput.safeParse(input);
  if (checked.success) return input;
  const [issue] = checked.error.issues;
  throw new AppError(
    'invalid_input',
    `--${String(issue?.path[0] ?? 'property')}: ${issue?.message ?? 'is not valid'}.`,
    {
      fix: 'Run `seamark import console --help` to see the options.',
    },
  );
}

function nothingToImport(): AppError {
  return new AppError('invalid_input', 'There is nothing to import.', {
    fix: 'Name files, or a property to pull with --property, such as sc-domain:example.com.',
  });
}
