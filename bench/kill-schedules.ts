import { parseArgs } from 'node:util';

import { killRounds } from '../test/kill/kill-rounds.ts';

/**
 * The long form of the kill test of schedules: node bench/kill-schedules.ts [--rounds 30] [--schedules 200]
 *
 * Server, worker and embedded PostgreSQL are killed in turn at random moments while schedules come due, each of which checks a
 * rank with a paid provider. Prints the counts, and every promise that was broken; ends non-zero when there is one.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '30' }, schedules: { type: 'string', default: '200' } },
});
const report = await killRounds(Number(values.rounds), {
  schedules: Number(values.schedules),
  clients: { queued: 0, inline: 1 },
  tell: console.log,
});
console.table({ ...report.kills, ...report.scheduled });
for (const line of report.broken.slice(0, 50)) console.log(`broken: ${line}`);
console.log(report.broken.length === 0 ? 'Every promise was kept.' : `${report.broken.length} promises were broken.`);
process.exitCode = report.broken.length === 0 ? 0 : 1;
