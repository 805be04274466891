/**
 * Sets made at run time: a subject, what is wanted of it, and one of several ways to type that, drawn by a seed.
 *
 * Every subject is asked for in several ways, so that words alone mislead: `kayak paddle price` has more in common with
 * `kayak paddle repair` than with `how much is a paddle for a kayak`.
 */
export interface Labelled {
  readonly keyword: string;
  readonly label: string;
}

const SUBJECTS = [
  'kayak paddle',
  'wool blanket',
  'bread knife',
  'garden hose',
  'camera strap',
  'cello bow',
  'desk lamp',
  'dog harness',
  'espresso cup',
  'fishing reel',
  'hair clipper',
  'inkjet printer',
  'leather wallet',
  'mountain tent',
  'piano bench',
  'rain jacket',
  'ski goggles',
  'tea kettle',
  'water filter',
  'yoga block',
] as const;

const WANTS: Readonly<Record<string, readonly string[]>> = {
  buy: ['buy {}', '{} for sale', 'order {} online', '{} shop', 'where to buy {}'],
  price: ['{} price', 'how much is a {}', '{} cost', 'price of a {}', '{} prices'],
  clean: ['how to clean a {}', 'cleaning a {}', 'clean {} at home', 'best way to clean a {}', '{} cleaning'],
  repair: ['{} repair', 'repair a {}', 'how to fix a broken {}', 'repairing a {}', '{} repairs'],
  sizes: ['{} size chart', '{} sizes', 'what size {} do i need', 'which {} size', '{} size guide'],
};

export function madeSet(seed: number, count: number): Labelled[] {
  const random = randomFrom(seed);
  const rows: Labelled[] = [];
  const subjects = shuffled(SUBJECTS, random).slice(0, 8);
  for (const subject of subjects) {
    for (const want of shuffled(Object.keys(WANTS), random).slice(0, 4)) {
      for (const way of shuffled(WANTS[want] ?? [], random).slice(0, 3 + Math.floor(random() * 3))) {
        const named = random() < 0.3 ? `${subject}s`.replace(/fes$/, 'ves').replace(/sss$/, 'sses') : subject;
        rows.push({ keyword: way.replace('{}', named), label: `${subject}: ${want}` });
      }
    }
  }
  return shuffled(rows, random).slice(0, count);
}

export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

/** Mulberry32: small, and the same on every machine. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
