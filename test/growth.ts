/** Times of each size, of which the least counts: what else the machine does only ever adds. */
const ROUNDS = 5;
/** A time below this is mostly that of the clock and the compiler, so that the work is repeated until it takes as long. */
const TIME_MIN_US = 4000;
const REPEATS_MAX = 4096;

/**
 * How many times longer the work takes on four times the input: about 4 where it is linear, 16 where it is quadratic.
 *
 * Processor time of this process, so that a busy machine changes little. Expect less than 9: it holds linear work apart from
 * quadratic with room for the memory that larger input needs.
 */
export function measureGrowth(run: (size: number) => unknown, size: number): number {
  let repeats = 1;
  while (repeats < REPEATS_MAX && timeOf(run, size, repeats) < TIME_MIN_US) repeats *= 2;
  const small: number[] = [];
  const large: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    small.push(timeOf(run, size, repeats));
    large.push(timeOf(run, 4 * size, repeats));
  }
  return Math.min(...large) / Math.max(1, Math.min(...small));
}

function timeOf(run: (size: number) => unknown, size: number, repeats: number): number {
  const before = process.cpuUsage();
  for (let at = 0; at < repeats; at += 1) run(size);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
