import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { killRounds, type Victim } from '../test/kill/kill-rounds.ts';
import { canMount } from '../test/small-disk.ts';

/**
 * The long form of the kill test: node bench/kill.ts [--rounds 30]
 *
 * Server, worker, embedded PostgreSQL and whoever owns it are killed in turn at random moments, PostgreSQL is frozen and
 * the disk filled for some seconds, under a load of jobs, inline calls and webhooks. Prints the counts, and every promise
 * that was broken, an answer of 500 among them; ends non-zero when there is one. Filling a disk takes the right to mount
 * one.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '30' }, disk: { type: 'string' } },
});
const WITHOUT_DISK: readonly Victim[] = ['owner', 'worker', 'postgres', 'server', 'frozen'];
/** Ten of thirty rounds fill the disk. */
const WITH_DISK: readonly Victim[] = [
  'owner',
  'disk',
  'worker',
  'postgres',
  'disk',
  'owner',
  'frozen',
  'disk',
  'server',
];

if (values.disk === undefined && canMount()) process.exitCode = onSmallDisk();
else await run();

/** The same again, where a folder is a disk of its own for this process and all that it starts. */
function onSmallDisk(): number {
  const folder = mkdtempSync(join(tmpdir(), 'seamark-kill-disk-'));
  const mount = 'mount -t tmpfs -o size=900m,mode=755 tmpfs "$0" && exec "$@"';
  const command = [process.execPath, import.meta.filename, '--rounds', values.rounds, '--disk', folder];
  const { status } = spawnSync('unshare', ['-m', 'sh', '-c', mount, folder, ...command], { stdio: 'inherit' });
  rmSync(folder, { recursive: true });
  return status ?? 1;
}

async function run(): Promise<void> {
  const { disk } = values;
  const where = disk === undefined ? { victims: WITHOUT_DISK } : { victims: WITH_DISK, parent: disk };
  const report = await killRounds(Number(values.rounds), { tell: console.log, ...where });
  console.table({ ...report.kills, ...report.account, quiet_after_s: report.quiet_after_ms / 1000 });
  for (const line of report.broken.slice(0, 50)) console.log(`broken: ${line}`);
  console.log(report.broken.length === 0 ? 'Every promise was kept.' : `${report.broken.length} promises were broken.`);
  process.exitCode = report.broken.length === 0 ? 0 : 1;
}
