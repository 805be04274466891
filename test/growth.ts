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
  const time = (runSize: number, repeats: number): number => {
    const before = process.cpuUsage();
    for (let at = 0; at < repeats; at += 1) run(runSize);
    return spentSince(before);
  };
  let repeats = 1;
  while (repeats < REPEATS_MAX && time(size, repeats) < TIME_MIN_US) repeats *= 2;
  const rounds = Array.from({ length: ROUNDS }, () => [time(size, repeats), time(4 * size, repeats)] as const);
  return growthOf(rounds);
}

/** The same of work that is waited for. */
export async function measureGrowthAsync(run: (size: number) => Promise<unknown>, size: number): Promise<number> {
  const time = async (runSize: number, repeats: number): Promise<number> => {
    const before = process.cpuUsage();
    for (let at = 0; at < repeats; at += 1) await run(runSize);
    return spentSince(before);
  };
  let repeats = 1;
  while (repeats < REPEATS_MAX && (await time(size, repeats)) < TIME_MIN_US) repeats *= 2;
  const rounds: (readonly [number, number])[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push([await time(size, repeats), await time(4 * size, repeats)]);
  }
  return growthOf(rounds);
}

function spentSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function growthOf(rounds: readonly (readonly [small: number, large: number])[]): number {
  const least = (times: readonly number[]): number => Math.max(1, Math.min(...times));
  return least(rounds.map(([, large]) => large)) / least(rounds.map(([small]) => small));
}
