import { bootstrapInterval } from '../kernel/bootstrap.ts';
import { boundShare, intervalOfDifference, type Interval } from '../kernel/interval.ts';

/** A share with what is known of its error. */
export interface Rate {
  /** 0–1, to three decimals, as are its bounds. */
  readonly value: number;
  /** Cases behind it. */
  readonly n: number;
  /** The 95 % interval. */
  readonly low: number;
  readonly high: number;
  readonly method: 'wilson' | 'wilson_effective_n' | 'bootstrap_over_queries';
}

/** What the answers to one query came to. */
export interface QueryCount {
  /** Of the query, whatever else is counted. */
  readonly id: string;
  readonly hits: number;
  readonly of: number;
}

/**
 * How much alike answers to one query are, from none (0) to whatever was answered first (1): a guess on the safe side,
 * since published figures lie between .2 and .5.
 */
const LIKENESS = 0.5;
/** Fewer queries cannot be drawn anew in enough ways. */
const DRAWN_MIN = 5;

/** The share of the answers to one query; null where there are none. */
export function rateOf({ hits, of }: Pick<QueryCount, 'hits' | 'of'>): Rate | null {
  return of === 0 ? null : rounded(hits / of, of, boundShare(hits, of), 'wilson');
}

/**
 * The mean share of several queries, each with the same weight however often it was asked.
 *
 * Answers to one query are not independent, so the error is that of drawing the queries anew; with fewer than five of
 * them, or where all agree, that of Wilson on as many independent answers as they are worth (Kish 1965: n over
 * 1 + (m − 1)ρ, with m answers a query).
 */
export function poolRates(counts: readonly QueryCount[]): Rate | null {
  const known = sortById(counts.filter(({ of }) => of > 0));
  if (known.length === 0) return null;
  const n = sum(known, ({ of }) => of);
  const shares = known.map(({ hits, of }) => hits / of);
  const value = sum(shares, Number) / shares.length;
  if (known.length === 1) return rateOf(known[0] ?? { hits: 0, of: 0 });
  const drawn =
    known.length < DRAWN_MIN
      ? null
      : bootstrapInterval(
          shares.length,
          (places) => sum(places, (at) => shares[at] ?? 0) / places.length,
          seedOf(known),
        );
  if (drawn !== null && drawn.low < drawn.high) return rounded(value, n, drawn, 'bootstrap_over_queries');
  const worth = countIndependent(known);
  return rounded(value, n, boundShare(value * worth, worth), 'wilson_effective_n');
}

/**
 * A share of all that was counted, such as of all names that answers gave: queries with more of it weigh more.
 *
 * @returns null where nothing was counted
 */
export function poolShares(counts: readonly QueryCount[]): Rate | null {
  const known = sortById(counts.filter(({ of }) => of > 0));
  const [hits, n] = [sum(known, (one) => one.hits), sum(known, ({ of }) => of)];
  if (n === 0) return null;
  if (known.length === 1) return rateOf({ hits, of: n });
  const measure = (places: readonly number[]): number | null => {
    const of = sum(places, (at) => known[at]?.of ?? 0);
    return of === 0 ? null : sum(places, (at) => known[at]?.hits ?? 0) / of;
  };
  const drawn = known.length < DRAWN_MIN ? null : bootstrapInterval(known.length, measure, seedOf(known));
  if (drawn !== null && drawn.low < drawn.high) return rounded(hits / n, n, drawn, 'bootstrap_over_queries');
  const worth = countIndependent(known);
  return rounded(hits / n, n, boundShare((hits / n) * worth, worth), 'wilson_effective_n');
}

/** How a rate moved between two samplings of the same queries. */
export interface RateChange {
  readonly from: number;
  readonly to: number;
  readonly difference: number;
  /** The 95 % interval of the difference. */
  readonly low: number;
  readonly high: number;
  readonly within_noise: boolean;
  /** Null within the noise. */
  readonly direction: 'up' | 'down' | null;
  /** Queries that both samplings asked. */
  readonly queries: number;
}

/**
 * Compares two samplings by the queries that both asked. A change counts only where two intervals of it both leave out 0:
 * that of drawing the queries anew, which knows how queries differ, and Newcombe's on independent answers, which knows how
 * few they are.
 *
 * @returns null where they have no query in common
 */
export function compareRates(before: readonly QueryCount[], after: readonly QueryCount[]): RateChange | null {
  const earlier = new Map(before.filter(({ of }) => of > 0).map((count) => [count.id, count]));
  const pairs = sortById(after.filter(({ of }) => of > 0)).flatMap((now) => {
    const was = earlier.get(now.id);
    return was === undefined ? [] : [{ id: now.id, was, now }];
  });
  if (pairs.length === 0) return null;
  const from = sum(pairs, ({ was }) => was.hits / was.of) / pairs.length;
  const to = sum(pairs, ({ now }) => now.hits / now.of) / pairs.length;
  const bounds = boundChange(pairs, from, to);
  const within_noise = bounds.low <= 0 && bounds.high >= 0;
  return {
    from: round(from),
    to: round(to),
    difference: round(to - from),
    low: round(bounds.low),
    high: round(bounds.high),
    within_noise,
    direction: within_noise ? null : to > from ? 'up' : 'down',
    queries: pairs.length,
  };
}

interface Pair {
  readonly id: string;
  readonly was: QueryCount;
  readonly now: QueryCount;
}

function boundChange(pairs: readonly Pair[], from: number, to: number): Interval {
  const [before, after] = [
    countIndependent(pairs.map(({ was }) => was)),
    countIndependent(pairs.map(({ now }) => now)),
  ];
  const few = intervalOfDifference({ hits: from * before, of: before }, { hits: to * after, of: after });
  if (pairs.length < DRAWN_MIN) return few;
  const differences = pairs.map(({ was, now }) => now.hits / now.of - was.hits / was.of);
  const drawn = bootstrapInterval(
    pairs.length,
    (places) => sum(places, (at) => differences[at] ?? 0) / places.length,
    seedOf(pairs),
  );
  return drawn === null ? few : { low: Math.min(few.low, drawn.low), high: Math.max(few.high, drawn.high) };
}

/** As how many independent answers those to several queries count. */
function countIndependent(counts: readonly QueryCount[]): number {
  return sum(counts, ({ of }) => of / (1 + (of - 1) * LIKENESS));
}

function rounded(value: number, n: number, { low, high }: Interval, method: Rate['method']): Rate {
  return { value: round(value), n, low: round(Math.min(low, value)), high: round(Math.max(high, value)), method };
}

function seedOf(counts: readonly { readonly id: string }[]): string {
  return counts.map(({ id }) => id).join('\n');
}

/** The same data in another order give the same figures. */
function sortById<Item extends { readonly id: string }>(items: readonly Item[]): Item[] {
  return items.toSorted((one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0));
}

function sum<Item>(items: readonly Item[], read: (item: Item) => number): number {
  return items.reduce((total, item) => total + read(item), 0);
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000 || 0;
}
