import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';

import { PostgresIndexOwners } from '../adapters/postgres/index-owners.ts';
import { PostgresUpkeep } from '../adapters/postgres/index-upkeep.ts';
import { PostgresImports } from '../adapters/postgres/imports.ts';
import { openAccounts } from '../compose/accounts.ts';
import { wireImporter } from '../compose/importer.ts';
import { openIndexes } from '../compose/indexes.ts';
import { openFetch } from '../compose/web.ts';
import { type Flags, readConfig } from '../config.ts';
import { createPageParser } from '../crawler/parse-pool.ts';
import type { ImportOutcome, ImportProgress } from '../importer/import-file.ts';
import { statOf } from '../importer/files/local-file.ts';
import type { Importer } from '../importer/importer.ts';
import { closingAfter } from '../kernel/closing.ts';
import { AppError } from '../kernel/errors.ts';
import { counted } from '../kernel/grammar.ts';
import { pageAddress } from '../web/url.ts';
import {
  changesLinks,
  type ImportFile,
  type ImportKind,
  type ImportOptions,
  type ImportOrder,
} from '../ports/imports.ts';
import { version } from '../version.ts';
import { computeAuthority } from './authority.ts';
import { chosenWorkspace } from './chosen-workspace.ts';
import { orStopped, STOPPED_CODE, stoppable, stopSignal } from './stop-signal.ts';
import { bar, columns, describeFailure, processTerminal, ProgressLine, styled, type Terminal } from './terminal.ts';

export interface ImportFlags extends Flags {
  readonly again?: boolean;
  /** False with --no-rebuild. */
  readonly rebuild?: boolean;
  readonly json?: boolean;
  readonly limit?: number;
  readonly release?: string;
  readonly target?: string;
  readonly location?: string;
  readonly language?: string;
  readonly property?: string;
  readonly period?: string;
  readonly columns?: string;
  readonly workspace?: string;
}

const LISTED_MAX = 1000;

/** Reads files into the index one after another, then computes authority, so that every operation can be asked at once. */
export async function importFiles(kind: ImportKind, files: readonly string[], flags: ImportFlags): Promise<void> {
  const config = readConfig(version, flags);
  const terminal = processTerminal(config.color);
  const options = optionsOf(flags);
  const { found, missing } = await lookFor(files, terminal);
  if (missing > 0) process.exitCode = 1;
  if (found.length === 0) return;
  const signal = stopSignal();
  await closingAfter(async (closing) => {
    const web = closing.add(openFetch(config));
    const accounts = closing.add(await orStopped(signal, () => openAccounts(config)));
    const indexes = closing.add(await orStopped(signal, () => openIndexes(config)));
    const parser = closing.add(createPageParser());
    signal.throwIfAborted();
    const { user_agent } = config;
    const workspace_id = await chosenWorkspace(config, accounts, flags.workspace);
    const index_id = await new PostgresIndexOwners(accounts.database).indexOf(workspace_id);
    const index = await indexes.open(index_id);
    const { importer } = wireImporter({
      database: accounts.database,
      index,
      shared: indexes.shared,
      streams: web.streams,
      parser,
      user_agent,
    });
    const order = { kind, options, workspace_id, again: flags.again === true };
    const done = await importEach(kind === 'console' ? await listExports(found) : found, order, {
      importer,
      terminal,
      signal,
      asJson: flags.json === true,
    });
    if (signal.aborted) {
      terminal.err('Stopped. Run the same command to continue.');
      process.exitCode = STOPPED_CODE;
      return;
    }
    if (done.failed > 0) process.exitCode = 1;
    if (flags.rebuild === false || done.added === 0 || !changesLinks(kind)) return;
    const quiet: Terminal = flags.json === true ? { ...terminal, out: terminal.err } : terminal;
    const upkeep = new PostgresUpkeep(accounts.database);
    if (await computeAuthority(index, (at) => upkeep.want(index_id, at), quiet, signal)) return;
    terminal.err('Stopped. What was read is in the index; run `seamark index rebuild` to compute authority.');
    process.exitCode = STOPPED_CODE;
  });
}

export async function listImports(flags: ImportFlags): Promise<void> {
  const config = readConfig(version, flags);
  const terminal = processTerminal(config.color);
  const page = await stoppable(() =>
    closingAfter(async (closing) => {
      const accounts = closing.add(await openAccounts(config));
      const workspace_id = await chosenWorkspace(config, accounts, flags.workspace);
      const all = { kind: undefined, status: undefined, limit: LISTED_MAX, offset: 0 };
      return new PostgresImports(accounts.database).list(workspace_id, all);
    }),
  );
  if (flags.json === true) return terminal.out(JSON.stringify(page.imports));
  if (page.imports.length === 0)
    return terminal.out('Nothing has been imported yet. Run `seamark import --help` to see what you can import.');
  const rows = page.imports.map((file) => [
    file.begun_at.toISOString().slice(0, 16).replace('T', ' '),
    file.kind,
    file.status,
    shareOf(file.file.bytes, file.bytes_read),
    countsText(file),
    file.location,
  ]);
  terminal.out(columns(rows));
}

/** A mistyped path is reported before databases are started, and keeps no other file from being read. */
async function lookFor(
  files: readonly string[],
  terminal: Terminal,
): Promise<{ readonly found: readonly string[]; readonly missing: number }> {
  const found: string[] = [];
  for (const file of files) {
    try {
      if (!isUrl(file)) await requireFile(file);
      found.push(file);
    } catch (thrown) {
      terminal.err(describeFailure(terminal, thrown));
    }
  }
  return { found, missing: files.length - found.length };
}

async function requireFile(path: string): Promise<void> {
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(path)) {
    throw new AppError('invalid_input', `${path} is neither a file nor a web address.`, {
      fix: 'Pass a path, or an address that begins with http:// or https://.',
    });
  }
  await statOf(resolve(path));
}

interface Running {
  readonly importer: Importer;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  readonly asJson: boolean;
}

/** A file that cannot be read is reported; the others are still read. */
async function importEach(
  files: readonly string[],
  order: Omit<ImportOrder, 'location'>,
  running: Running,
): Promise<{ readonly failed: number; readonly added: number }> {
  let failed = 0;
  let added = 0;
  for (const [at, file] of files.entries()) {
    if (running.signal.aborted) break;
    const place = files.length === 1 ? '' : `${at + 1}/${files.length} `;
    const begun = performance.now();
    try {
      const done = await importOne(file, order, running, place);
      if (done.outcome !== 'unchanged' && done.file.counts.taken > 0) added += 1;
      tell(running, done, performance.now() - begun);
    } catch (thrown) {
      if (running.signal.aborted) break;
      failed += 1;
      // What came before a fault is in the index.
      if (!(thrown instanceof AppError && thrown.code === 'invalid_input')) added += 1;
      running.terminal.err(describeFailure(running.terminal, thrown));
    }
  }
  return { failed, added };
}

async function importOne(
  file: string,
  order: Omit<ImportOrder, 'location'>,
  { importer, terminal, signal }: Running,
  place: string,
): Promise<ImportOutcome> {
  const progress = new ProgressLine(terminal);
  const begun = performance.now();
  const control = {
    signal,
    pause_after_ms: Number.POSITIVE_INFINITY,
    onProgress: (state: ImportProgress) =>
      progress.show(progressText(place + nameOf(file), state, performance.now() - begun)),
  };
  try {
    if (isUrl(file)) return await importer.fromUrl({ ...order, location: file }, control);
    const location = resolve(file);
    if (order.kind === 'console' && (await isFolder(location)))
      return await importer.fromFolder({ ...order, location }, control);
    return await importer.fromPath({ ...order, location }, control);
  } finally {
    progress.end();
  }
}

function tell({ terminal, asJson, signal }: Running, { file, outcome }: ImportOutcome, duration_ms: number): void {
  if (asJson) return terminal.out(JSON.stringify({ ...file, outcome }));
  const name = nameOf(file.location);
  if (outcome === 'unchanged') {
    const when = file.finished_at?.toISOString().slice(0, 10) ?? 'before';
    return terminal.out(`${name} was fully imported on ${when} and has not changed; pass --again to read it again.`);
  }
  const seconds = (duration_ms / 1000).toFixed(1);
  const how = outcome === 'resumed' ? ', resumed from an earlier run' : '';
  terminal.out(`${name}: ${countsText(file)} in ${seconds} s${how}${signal.aborted ? '; not complete yet' : ''}.`);
  for (const note of file.notes) terminal.out(`  ${note}`);
  if (file.problems.length === 0) return;
  terminal.out(styled(terminal, 'yellow', '  Issues found:'));
  const rows = file.problems.flatMap(({ kind, count, examples }) => [
    [`    ${kind.replaceAll('_', ' ')}`, count.toLocaleString('en-US'), printable(examples[0] ?? '')],
    ...examples.slice(1, EXAMPLES_SHOWN).map((example) => ['', '', printable(example)]),
  ]);
  terminal.out(columns(rows));
}

const EXAMPLES_SHOWN = 3;

/** Examples quote files, and some characters control a terminal. */
function printable(text: string): string {
  return text.replaceAll(/\p{C}/gu, '·');
}

const UNITS: Readonly<Record<ImportKind, string>> = {
  warc: 'record',
  wat: 'record',
  ranks: 'line',
  links: 'row',
  keywords: 'row',
  console: 'row',
  locations: 'row',
};

function countsText({ kind, counts }: Pick<ImportFile, 'kind' | 'counts'>): string {
  const { read, taken, skipped, links } = counts;
  const parts = [`${counted(read, UNITS[kind])} read`, `${taken.toLocaleString('en-US')} taken`];
  if (skipped > 0) parts.push(`${skipped.toLocaleString('en-US')} skipped`);
  if (kind !== 'ranks' && changesLinks(kind)) parts.push(counted(links, 'link'));
  return parts.join(', ');
}

function progressText(name: string, { bytes, bytes_read, counts }: ImportProgress, elapsed_ms: number): string {
  const rate = bytes_read / 1000 / Math.max(1, elapsed_ms);
  const share = bytes === undefined || bytes === 0 ? '' : `${bar(bytes_read / bytes)} `;
  const links = counts.links > 0 ? `, ${counted(counts.links, 'link')}` : '';
  const skipped = counts.skipped > 0 ? `, ${counts.skipped.toLocaleString('en-US')} skipped` : '';
  return `${share}${name} ${counts.read.toLocaleString('en-US')} read${links}${skipped}, ${(bytes_read / 1e6).toFixed(1)} MB, ${rate.toFixed(1)} MB/s`;
}

function shareOf(bytes: number | undefined, read: number): string {
  return bytes === undefined || bytes === 0 ? '' : `${Math.min(100, Math.round((100 * read) / bytes))} %`;
}

function optionsOf(flags: ImportFlags): ImportOptions {
  const { limit, release, target, location, language, property, period } = flags;
  const others = { limit, release, location, language, property, period, columns: flags.columns };
  if (target === undefined) return { ...others, target };
  const address = pageAddress(target) ?? (target.includes('://') ? undefined : pageAddress(`https://${target}`));
  if (address !== undefined) return { ...others, target: address.url };
  throw new AppError('invalid_input', `--target: "${target}" is not a web address.`, {
    fix: 'Pass the address of the linked site, such as https://example.com/.',
  });
}

/** A folder of packed or numbered files holds many exports; one of plain tables is a single export. */
async function listExports(paths: readonly string[]): Promise<readonly string[]> {
  const lists = await Promise.all(
    paths.map(async (path) => {
      if (isUrl(path) || !(await isFolder(path))) return [path];
      const names = (await readdir(path)).filter((name) => !name.startsWith('.')).toSorted();
      const exports = names.filter((name) => EXPORT_FILE.test(name));
      return exports.length === 0 ? [path] : exports.map((name) => join(path, name));
    }),
  );
  return lists.flat();
}

const EXPORT_FILE = /\.(?:zip|gz|parquet)$|\d{12}(?:\.csv)?$|\d{5}-of-\d{5}/i;

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

function isUrl(file: string): boolean {
  return /^https?:\/\//i.test(file);
}

function nameOf(location: string): string {
  return isUrl(location) ? (location.split(/[?#]/, 1)[0] ?? '').split('/').at(-1) || location : basename(location);
}
