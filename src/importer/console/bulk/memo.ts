const PLACES_MIN = 64;
const POOL_MIN = 1024;

interface Known<Value> {
  /** Where its letters stand in the pool. */
  readonly from: number;
  readonly length: number;
  readonly value: Value;
}

/**
 * Remembers what was read from texts that a file repeats; in bounded memory, so that it may forget.
 *
 * Texts are found where they stand, as UTF-16 in a larger one: making a string of each first costs several times as much.
 */
export class Memo<Value> {
  readonly #read: (text: string) => Value;
  readonly #max: number;
  readonly #onForget: (value: Value) => void;
  #known: Known<Value>[] = [];
  /** The one that was found last: rows that follow one another often have the same. */
  #last: Known<Value> | undefined;
  /** Pairs of a hash, and one more than the number of what is known; at most half of them are taken. */
  #places = new Int32Array(2 * PLACES_MIN);
  /** The letters of what is known. */
  #pool = new Uint16Array(POOL_MIN);
  #pooled = 0;

  constructor(read: (text: string) => Value, max: number, onForget: (value: Value) => void = () => undefined) {
    this.#read = read;
    this.#max = max;
    this.#onForget = onForget;
  }

  get(text: string): Value {
    return this.cut(unitsOf(text), 0, text.length);
  }

  /** What a part of a text stands for. */
  cut(units: Uint16Array, from: number, to: number): Value {
    if (this.#last !== undefined && this.#is(this.#last, units, from, to)) return this.#last.value;
    const hash = hashOf(units, from, to);
    const places = this.#places;
    const end = places.length - 1;
    for (let place = (2 * hash) & end; ; place = (place + 2) & end) {
      const number = places[place + 1] ?? 0;
      if (number === 0) return this.#add(units.subarray(from, to), hash);
      if (places[place] !== hash) continue;
      const known = this.#known[number - 1];
      if (known === undefined || !this.#is(known, units, from, to)) continue;
      this.#last = known;
      return known.value;
    }
  }

  forget(): void {
    for (const { value } of this.#known) this.#onForget(value);
    this.#known = [];
    this.#last = undefined;
    this.#pooled = 0;
    this.#places.fill(0);
  }

  /** From the end, since addresses begin alike. */
  #is(known: Known<Value>, units: Uint16Array, from: number, to: number): boolean {
    if (known.length !== to - from) return false;
    const pool = this.#pool;
    const shift = known.from - from;
    for (let at = to - 1; at >= from; at -= 1) if (pool[at + shift] !== units[at]) return false;
    return true;
  }

  #add(units: Uint16Array, hash: number): Value {
    const value = this.#read(textOf(units));
    if (this.#known.length >= this.#max) this.forget();
    const { length } = units;
    if (this.#pooled + length > this.#pool.length) {
      const pool = new Uint16Array(2 * (this.#pooled + length));
      pool.set(this.#pool);
      this.#pool = pool;
    }
    this.#pool.set(units, this.#pooled);
    this.#known.push({ from: this.#pooled, length, value });
    this.#pooled += length;
    if (4 * this.#known.length > this.#places.length) this.#grow();
    placeIn(this.#places, hash, this.#known.length);
    return value;
  }

  #grow(): void {
    const places = new Int32Array(2 * this.#places.length);
    for (let place = 0; place < this.#places.length; place += 2) {
      const number = this.#places[place + 1] ?? 0;
      if (number > 0) placeIn(places, this.#places[place] ?? 0, number);
    }
    this.#places = places;
  }
}

function placeIn(places: Int32Array, hash: number, number: number): void {
  const end = places.length - 1;
  let place = (2 * hash) & end;
  while (places[place + 1] !== 0) place = (place + 2) & end;
  places[place] = hash;
  places[place + 1] = number;
}

/** FNV-1a over pairs of UTF-16 units, with the bits mixed as MurmurHash3 ends. */
function hashOf(units: Uint16Array, from: number, to: number): number {
  let hash = 0x811c_9dc5 ^ (to - from);
  let at = from;
  for (; at + 1 < to; at += 2) {
    hash = Math.imul(hash ^ ((units[at] ?? 0) | ((units[at + 1] ?? 0) << 16)), 0x0100_0193);
    hash ^= hash >>> 15;
  }
  if (at < to) hash = Math.imul(hash ^ (units[at] ?? 0), 0x0100_0193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return hash ^ (hash >>> 16);
}

export function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  Buffer.from(units.buffer).write(text, 'utf16le');
  return units;
}

/** A text of its own, in one byte a letter where these are enough. */
function textOf(units: Uint16Array): string {
  const text = Buffer.from(units.buffer, units.byteOffset, units.byteLength).toString('utf16le');
  return Buffer.from(text).toString();
}
