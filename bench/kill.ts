import { parseArgs } from 'node:util';

import { killRounds } from '../test/kill/kill-rounds.ts';

/**
 * The long form of the kill test: node bench/kill.ts [--rounds 30]
 *
 * Server, worker and embedded PostgreSQL are killed in turn at random moments under a load of jobs, inline calls and
 * webhooks. Prints the counts, and every promise that was broken; ends non-zero when there is one.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '30' } } });
const report = await killRounds(Number(values.rounds), console.log);
console.table({ ...report.kills, ...report.account, quiet_after_s: report.quiet_after_ms / 1000 });
for (const line of report.broken.slice(0, 50)) console.log(`broken: ${line}`);
console.log(report.broken.length === 0 ? 'Every promise was kept.' : `${report.broken.length} promises were broken.`);
process.exitCode = report.broken.length === 0 ? 0 : 1;
