import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, lstatSync, statSync } from 'node:fs';

import { AppError } from '../../kernel/errors.ts';
import { serverEnvironment, type Binaries } from './binaries.ts';

/** As whom, and how, the server's programs are started. */
export interface ServerUser {
  /** Undefined: as ourselves. */
  readonly account: Account | undefined;
  /** A program that starts the given one with what it needs; empty when it can be started as it is. */
  readonly launcher: readonly string[];
}

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/**
 * PostgreSQL refuses to run as root, so root starts it as another existing user: the one who owns the data
 * already, else `postgres`, else `nobody`.
 *
 * @throws AppError unavailable when that user cannot be given access to the data or to the programs
 */
export function serverUser(data_dir: string, cluster_dir: string, binaries: Binaries): ServerUser {
  if (process.getuid?.() !== 0) return { account: undefined, launcher: [] };
  const account = ownerOf(cluster_dir) ?? ownerOf(data_dir) ?? accountNamed('postgres') ?? accountNamed('nobody');
  if (account === undefined) {
    throw unreachable('PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as.');
  }
  for (const launcher of [[], privilegedLauncher(account)]) {
    if (canReach({ account, launcher }, data_dir, binaries)) return { account, launcher };
  }
  throw unreachable(
    `PostgreSQL does not run as root, and user ${account.uid}, which would run it, cannot access ${data_dir} or ${binaries.folder}.`,
  );
}

/** The program, arguments and options to spawn `file` as the server's user. */
export function commandAs(user: ServerUser, file: string, args: readonly string[]): ServerCommand {
  const [first = file, ...rest] = [...user.launcher, file, ...args];
  const options = { cwd: process.platform === 'win32' ? undefined : '/', env: serverEnvironment() };
  return user.account === undefined || user.launcher.length > 0
    ? { file: first, args: rest, options }
    : { file: first, args: rest, options: { ...options, ...user.account } };
}

export interface ServerCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly options: {
    readonly cwd: string | undefined;
    readonly env: NodeJS.ProcessEnv | undefined;
    readonly uid?: number;
    readonly gid?: number;
  };
}

/** Gives a folder of ours to the server's user, when that is not ourselves. */
export function giveTo(user: ServerUser, folder: string): void {
  if (user.account === undefined) return;
  const { uid, gid } = lstatSync(folder);
  if (uid === user.account.uid && gid === user.account.gid) return;
  execFileSync('chown', ['-hR', `${user.account.uid}:${user.account.gid}`, folder], { timeout: 60_000 });
}

/** Root leaves its own files to the owner of the data folder, who may be the one to start the service next time. */
export function leaveToOwner(data_dir: string, path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(data_dir);
  chownSync(path, uid, gid);
}

function ownerOf(folder: string): Account | undefined {
  const stat = statSync(folder, { throwIfNoEntry: false });
  return stat === undefined || stat.uid === 0 ? undefined : { uid: stat.uid, gid: stat.gid };
}

function accountNamed(name: string): Account | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8', timeout: 5000 }));
  if (uid?.status !== 0 || gid?.status !== 0) return undefined;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

/**
 * Runs a program as the user, but past file permissions: for data in a home folder that only root may enter.
 *
 * The server only insists on not being uid 0. It checks files with access(2), which drops capabilities of
 * other users than root unless `no_setuid_fixup` is set.
 */
function privilegedLauncher({ uid, gid }: Account): readonly string[] {
  return [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--bounding-set=-all,+dac_override',
    '--',
  ];
}

function canReach(user: ServerUser, data_dir: string, binaries: Binaries): boolean {
  const check = 'cd "$1" && test -r "$2" && test -x "$3" && "$2" --version';
  const { file, args, options } = commandAs(user, '/bin/sh', [
    '-c',
    check,
    'sh',
    data_dir,
    binaries.postgres,
    binaries.initdb,
  ]);
  const { status } = spawnSync(file, args, { ...options, timeout: 20_000, stdio: 'ignore' });
  return status === 0;
}

function unreachable(message: string): AppError {
  return new AppError('unavailable', message, {
    fix: 'Set SEAMARK_DATA to a folder outside /root, or run as a normal user, or set DATABASE_URL.',
  });
}
