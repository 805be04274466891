import { AppError, messageOf } from '../../kernel/errors.ts';

/**
 * What the operator can do about a database that does not start, read from what the system or the server said.
 *
 * Undefined when nothing known was said.
 */
export function storageProblem(said: string, data_dir: string): AppError | undefined {
  const found = PROBLEMS.find(({ pattern }) => pattern.test(said));
  return found === undefined
    ? undefined
    : new AppError('unavailable', found.message(data_dir), { fix: found.fix, cause: new Error(said.slice(0, 2000)) });
}

/** The same for anything thrown while files are made; what is not known is thrown on as it is. */
export function storageError(thrown: unknown, data_dir: string): unknown {
  if (thrown instanceof AppError) return thrown;
  return storageProblem(messageOf(thrown), data_dir) ?? thrown;
}

interface Problem {
  readonly pattern: RegExp;
  readonly message: (data_dir: string) => string;
  readonly fix: string;
}

const PROBLEMS: readonly Problem[] = [
  {
    pattern: /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/i,
    message: (data_dir) => `The disk that holds ${data_dir} is full, so the embedded database cannot run.`,
    fix: 'Free some space (a new database needs about 100 MB), or set SEAMARK_DATA to a folder on another disk.',
  },
  {
    pattern: /EROFS|Read-only file system/i,
    message: (data_dir) => `The data folder ${data_dir} is on a read-only file system.`,
    fix: 'Mount it as writable, set SEAMARK_DATA to a writable folder, or set DATABASE_URL.',
  },
  {
    pattern: /EACCES|EPERM|Permission denied|has wrong ownership|invalid permissions/i,
    message: (data_dir) => `The data folder ${data_dir}, or a part of it, belongs to another user.`,
    fix: 'Run as the user who owns it, or give it to yourself with chown -R, or set SEAMARK_DATA to another folder.',
  },
  {
    pattern: /ENOTDIR|EEXIST|Not a directory/i,
    message: (data_dir) => `The data folder ${data_dir} cannot be created: part of its path is a file.`,
    fix: 'Set SEAMARK_DATA to a folder.',
  },
  {
    pattern: /could not (?:create|resize|map|open) shared memory|Cannot allocate memory/i,
    message: () => 'The system has too little (shared) memory for the embedded database.',
    fix: 'Give the machine or the container more memory (docker: --shm-size), or set DATABASE_URL.',
  },
];
