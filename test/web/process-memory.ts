import { readdirSync, readFileSync } from 'node:fs';

/**
 * Peak memory of a command by the part of it that uses it, from Linux's /proc.
 *
 * `main` is the command's own process, `engine` its Node children, `database` every postgres process that names
 * the data folder or descends from one that does. Memory is PSS, so that shared pages count once.
 */
export interface MemoryPeaks {
  readonly main_mb: number;
  readonly engine_mb: number;
  readonly database_mb: number;
}

export interface MemoryWatch {
  stop(): MemoryPeaks;
}

const SAMPLE_MS = 500;

interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

export function watchMemory(pid: number, dataFolder: string): MemoryWatch {
  const peaks = { main_mb: 0, engine_mb: 0, database_mb: 0 };
  const sample = (): void => {
    const now = memoryOf(pid, dataFolder);
    peaks.main_mb = Math.max(peaks.main_mb, now.main_mb);
    peaks.engine_mb = Math.max(peaks.engine_mb, now.engine_mb);
    peaks.database_mb = Math.max(peaks.database_mb, now.database_mb);
  };
  const timer = setInterval(sample, SAMPLE_MS);
  sample();
  return {
    stop: () => {
      clearInterval(timer);
      return peaks;
    },
  };
}

function memoryOf(pid: number, dataFolder: string): MemoryPeaks {
  const rows = processes();
  const own = descendants(rows, new Set([pid]));
  const databases = rows.filter((row) => /^\S*\bpostgres /.test(row.command) && row.command.includes(dataFolder));
  const database = descendants(rows, new Set(databases.map((row) => row.pid)));
  const engine = [...own].filter((child) => child !== pid && !database.has(child));
  return { main_mb: megabytes([pid]), engine_mb: megabytes(engine), database_mb: megabytes(database) };
}

function processes(): readonly ProcessRow[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    // The command in brackets may hold spaces and brackets itself; the parent is the second field behind it.
    const stat = readText(`/proc/${name}/stat`);
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    return [{ pid: Number(name), parent, command: readText(`/proc/${name}/cmdline`).replaceAll('\0', ' ') }];
  });
}

function descendants(rows: readonly ProcessRow[], roots: ReadonlySet<number>): ReadonlySet<number> {
  const found = new Set(roots);
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const row of rows) if (found.has(row.parent)) found.add(row.pid);
  }
  return found;
}

function megabytes(pids: Iterable<number>): number {
  let kilobytes = 0;
  for (const pid of pids) kilobytes += Number(/^Pss:\s+(\d+)/m.exec(readText(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
  return Math.round(kilobytes / 1024);
}

/** Processes end while they are looked at; an ended one has no text. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
