import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { text } from 'node:stream/consumers';

/**
 * `npm test`: the checks beside the tests, which wait for databases and browsers part of their time. Faults that the checks
 * find stand at the end, where they are seen. Arguments go to the tests.
 *
 * In a new checkout the linter checks types on the way, since it infers most of them anyway. `npm run check` has the compiler
 * do so, which remembers what did not change since the run before.
 */
const check = spawn(process.execPath, ['--run', 'check:clean'], {
  stdio: ['ignore', 'pipe', 'pipe'],
  // Each thread of the type checker infers the same types anew, and the tests need the other core.
  env: { ...process.env, GOMAXPROCS: '1' },
});
// They have until the last test ends, and the slowest tests begin at once: what those leave of the processors is enough.
if (check.pid !== undefined) setPriority(check.pid, constants.priority.PRIORITY_BELOW_NORMAL);
const checked = Promise.all([once(check, 'close'), text(check.stdout), text(check.stderr)]);
const tests = spawn('vitest', ['run', ...process.argv.slice(2)], { stdio: 'inherit' });
const [testCode] = await once(tests, 'close');
const [[checkCode], out, err] = await checked;
if (checkCode !== 0) console.error(`\n${out}${err}\n\`npm run check\` found these faults.`);
process.exitCode = testCode === 0 && checkCode === 0 ? 0 : 1;
