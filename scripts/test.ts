import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { text } from 'node:stream/consumers';

/**
 * `npm test`: the checks and the tests that wait most of the time, beside all other tests. What they say stands at the end, where
 * it is seen. Arguments go to the tests.
 *
 * In a new checkout the linter checks types on the way, since it infers most of them anyway. `npm run check` has the compiler
 * do so, which remembers what did not change since the run before.
 */
const chosen = process.argv.slice(2);
const check = beside(process.execPath, ['--run', 'check:clean'], {
  // Each thread of the type checker infers the same types anew, and the tests need the other core.
  ...process.env,
  GOMAXPROCS: '1',
});
// It has until the last test ends, and the slowest tests begin at once: what those leave of the processors is enough.
if (check.pid !== undefined) setPriority(check.pid, constants.priority.PRIORITY_BELOW_NORMAL);
const waiting =
  chosen.length === 0 ? beside('vitest', ['run', '--project=waiting', '--maxWorkers=1'], process.env) : undefined;
const projects = waiting === undefined ? [] : ['--project=apart', '--project=together'];
const tests = spawn('vitest', ['run', ...projects, ...chosen], { stdio: 'inherit' });
const [testsCode] = await once(tests, 'close');
const waited = await waiting?.said;
const checked = await check.said;
if (waited !== undefined) console.log(waited.out + waited.err);
if (checked.code !== 0) console.error(`\n${checked.out}${checked.err}\n\`npm run check\` found these faults.`);
process.exitCode = [testsCode, waited?.code ?? 0, checked.code].every((code) => code === 0) ? 0 : 1;

interface Said {
  readonly code: unknown;
  readonly out: string;
  readonly err: string;
}

function beside(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): { readonly pid: number | undefined; readonly said: Promise<Said> } {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  const said = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  return { pid: child.pid, said: said.then(([[code], out, err]) => ({ code, out, err })) };
}
