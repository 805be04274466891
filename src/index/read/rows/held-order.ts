import type { LinkStatus } from '../../../ports/links.ts';
import type { HeldLink } from './held-facts.ts';

/** How the engine orders and compares, for links that are held. */
export type Order<Row> = (one: Row, other: Row) => number;

const SURROGATE = /[\ud800-\udfff]/;

/** By the bytes of the texts, as the engine does; what is written in pairs of units sorts behind all other characters. */
export function byBytes(one: string, other: string): number {
  if (one === other) return 0;
  if (SURROGATE.test(one) || SURROGATE.test(other)) return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return one < other ? -1 : 1;
}

export function falling<Row>(value: (row: Row) => number): Order<Row> {
  return (one, other) => value(other) - value(one);
}

export function rising<Row>(value: (row: Row) => number): Order<Row> {
  return (one, other) => value(one) - value(other);
}

export function named<Row>(name: (row: Row) => string): Order<Row> {
  return (one, other) => byBytes(name(one), name(other));
}

export function inTurn<Row>(...orders: readonly Order<Row>[]): Order<Row> {
  return (one, other) => {
    for (const order of orders) {
      const difference = order(one, other);
      if (difference !== 0) return difference;
    }
    return 0;
  };
}

/**
 * The first so many rows in an order, as sorting all of them would put them. An answer shows a few of thousands, so that most rows are
 * compared once, with the last of the best so far.
 */
export function firstInOrder<Row>(rows: readonly Row[], order: Order<Row>, count: number): readonly Row[] {
  if (count <= 0) return [];
  if (rows.length <= 2 * count) return rows.toSorted(order).slice(0, count);
  let best = rows.slice(0, count).toSorted(order);
  let further: Row[] = [];
  const take = (): void => {
    best = [...best, ...further].toSorted(order).slice(0, count);
    further = [];
  };
  for (const row of rows.slice(count)) {
    const last = best.at(-1);
    if (last === undefined || order(row, last) >= 0) continue;
    further.push(row);
    if (further.length >= count) take();
  }
  take();
  return best;
}

/** The first of some rows, of which there is one at least. */
export function firstOf<Row>(rows: readonly Row[], order: Order<Row>): Row {
  return rows.reduce((first, row) => (order(row, first) < 0 ? row : first));
}

/** What most have; of equal ones the smallest. */
export function findCommonest(counts: ReadonlyMap<string, number>): string {
  let most = '';
  let largest = 0;
  for (const [name, count] of counts) {
    if (count < largest || (count === largest && byBytes(name, most) > 0)) continue;
    most = name;
    largest = count;
  }
  return most;
}

export function countBy<Row>(rows: Iterable<Row>, name: (row: Row) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const key = name(row);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

export function distinct<Row>(rows: readonly Row[], value: (row: Row) => string | number): number {
  return rows.length < 2 ? rows.length : new Set(rows.map(value)).size;
}

/** Links with the status that was asked for. */
export function hasStatus(status: LinkStatus): (link: Pick<HeldLink, 'lost_at'>) => boolean {
  if (status === 'all') return () => true;
  return status === 'live' ? ({ lost_at }) => lost_at === 0 : ({ lost_at }) => lost_at !== 0;
}

/** Whether a text holds another one whatever the case, letter by letter. */
export function containsFolded(text: string, part: string): boolean {
  return folded(text).includes(folded(part));
}

const ASCII = /^\p{ASCII}*$/u;

/** Letters that become several ones stay as they are, so that one letter is compared with one letter. */
function folded(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return Array.from(text, (letter) => {
    const lower = letter.toLowerCase();
    return lower.length === letter.length ? lower : letter;
  }).join('');
}

/** A rank and one more, so that the unknown one is 0, and the last in falling order. */
export function above(rank: number): number {
  return (rank + 1) & 0xff_ff;
}
