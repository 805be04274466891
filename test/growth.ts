/** Times of each size, of which the least counts: what else the machine does only ever adds. */
const ROUNDS_MIN = 2;
/** A busy machine may disturb many rounds; work that is not linear shows in none of these that it is. */
const ROUNDS_MAX = 12;
/** Below this the work is linear beyond doubt, and further rounds would tell no more. */
const CLEARLY_LINEAR = 6;
/** A time below this is mostly that of the clock and the compiler, so that the work is repeated until it takes as long. */
const TIME_MIN_US = 2000;
const REPEATS_MAX = 4096;
/** The first runs are slow, so that they say little about how many fill that time. */
const MORE_REPEATS_MAX = 16;

/** Where larger input leaves a cache of the processor, work that is linear may seem to grow faster: at one size, never at all. */
const SCALES = [1, 4, 16];
const LINEAR_MAX = 9;

/**
 * How many times longer the work takes on four times the input: about 4 where it is linear, 16 where it is quadratic.
 *
 * Processor time of this process, so that a busy machine changes little. Expect less than 9: it holds linear work apart from
 * quadratic with room for the memory that larger input needs. What seems to grow faster is measured again at larger sizes,
 * where what is quadratic still is.
 */
export function measureGrowth(run: (size: number) => unknown, size: number): number {
  const time = (runSize: number, repeats: number): number => {
    const before = process.cpuUsage();
    for (let at = 0; at < repeats; at += 1) run(runSize);
    return spentSince(before);
  };
  const growthAt = (small: number): number => {
    let repeats = 1;
    for (let spent = time(small, 1); isTooShort(spent, repeats); spent = time(small, repeats))
      repeats = moreRepeats(repeats, spent);
    const rounds = new Rounds();
    while (!rounds.areEnough) rounds.add(time(small, repeats), time(4 * small, repeats));
    return rounds.growth;
  };
  let least = Number.POSITIVE_INFINITY;
  for (const scale of SCALES) {
    least = Math.min(least, growthAt(scale * size));
    if (least < LINEAR_MAX) break;
  }
  return least;
}

/** The same of work that is waited for. */
export async function measureGrowthAsync(run: (size: number) => Promise<unknown>, size: number): Promise<number> {
  const time = async (runSize: number, repeats: number): Promise<number> => {
    const before = process.cpuUsage();
    for (let at = 0; at < repeats; at += 1) await run(runSize);
    return spentSince(before);
  };
  const growthAt = async (small: number): Promise<number> => {
    let repeats = 1;
    for (let spent = await time(small, 1); isTooShort(spent, repeats); spent = await time(small, repeats))
      repeats = moreRepeats(repeats, spent);
    const rounds = new Rounds();
    while (!rounds.areEnough) rounds.add(await time(small, repeats), await time(4 * small, repeats));
    return rounds.growth;
  };
  let least = Number.POSITIVE_INFINITY;
  for (const scale of SCALES) {
    least = Math.min(least, await growthAt(scale * size));
    if (least < LINEAR_MAX) break;
  }
  return least;
}

function isTooShort(spent: number, repeats: number): boolean {
  return spent < TIME_MIN_US && repeats < REPEATS_MAX;
}

function moreRepeats(repeats: number, spent: number): number {
  const more = Math.min(MORE_REPEATS_MAX, Math.ceil(TIME_MIN_US / Math.max(1, spent)) + 1);
  return Math.min(REPEATS_MAX, repeats * more);
}

function spentSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

class Rounds {
  #count = 0;
  #small = Number.POSITIVE_INFINITY;
  #large = Number.POSITIVE_INFINITY;

  add(small: number, large: number): void {
    this.#count += 1;
    this.#small = Math.min(this.#small, small);
    this.#large = Math.min(this.#large, large);
  }

  get growth(): number {
    return Math.max(1, this.#large) / Math.max(1, this.#small);
  }

  get areEnough(): boolean {
    return this.#count >= ROUNDS_MAX || (this.#count >= ROUNDS_MIN && this.growth < CLEARLY_LINEAR);
  }
}
