const PLACES_MIN = 64;
/** Of a place. */
const NUMBERS = 4;
const POOL_MIN = 1024;

/**
 * Remembers what was read from texts that a file repeats; in bounded memory, so that it may forget.
 *
 * Texts are found where they stand, as UTF-16 in a larger one: making a string of each first costs several times as much.
 */
export class Memo<Value> {
  readonly #read: (text: string) => Value;
  readonly #max: number;
  readonly #onForget: (value: Value) => void;
  readonly #values: Value[] = [];
  /** What was found last, one more than its number: rows that follow one another often have the same. */
  #last = 0;
  #lastFrom = 0;
  #lastLength = 0;
  /** Of each text its hash, where its letters stand in the pool, how many, and one more than its number; half are taken at most. */
  #places = new Int32Array(NUMBERS * PLACES_MIN);
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
    const length = to - from;
    if (this.#last > 0 && this.#lastLength === length && this.#isAt(this.#lastFrom, units, from, to)) {
      return this.#valueOf(this.#last, units, from, to);
    }
    const hash = hashOf(units, from, to);
    const places = this.#places;
    const end = places.length - 1;
    for (let place = (NUMBERS * hash) & end; ; place = (place + NUMBERS) & end) {
      const number = places[place + 3] ?? 0;
      if (number === 0) return this.#add(units.subarray(from, to), hash);
      if (places[place] !== hash || places[place + 2] !== length) continue;
      const start = places[place + 1] ?? 0;
      if (!this.#isAt(start, units, from, to)) continue;
      this.#last = number;
      this.#lastFrom = start;
      this.#lastLength = length;
      return this.#valueOf(number, units, from, to);
    }
  }

  forget(): void {
    for (const value of this.#values) this.#onForget(value);
    this.#values.length = 0;
    this.#last = 0;
    this.#pooled = 0;
    this.#places.fill(0);
  }

  /** A text that stands for nothing is read again. */
  #valueOf(number: number, units: Uint16Array, from: number, to: number): Value {
    return this.#values[number - 1] ?? this.#read(textOf(units.subarray(from, to)));
  }

  /** From the end, since addresses begin alike. */
  #isAt(start: number, units: Uint16Array, from: number, to: number): boolean {
    const pool = this.#pool;
    const shift = start - from;
    for (let at = to - 1; at >= from; at -= 1) if (pool[at + shift] !== units[at]) return false;
    return true;
  }

  #add(units: Uint16Array, hash: number): Value {
    const value = this.#read(textOf(units));
    if (this.#values.length >= this.#max) this.forget();
    const { length } = units;
    if (this.#pooled + length > this.#pool.length) {
      const pool = new Uint16Array(2 * (this.#pooled + length));
      pool.set(this.#pool);
      this.#pool = pool;
    }
    this.#pool.set(units, this.#pooled);
    this.#values.push(value);
    if (2 * NUMBERS * this.#values.length > this.#places.length) this.#grow();
    placeIn(this.#places, [hash, this.#pooled, length, this.#values.length]);
    this.#pooled += length;
    return value;
  }

  #grow(): void {
    const places = new Int32Array(2 * this.#places.length);
    for (let place = 0; place < this.#places.length; place += NUMBERS) {
      if (this.#places[place + 3] !== 0) placeIn(places, this.#places.subarray(place, place + NUMBERS));
    }
    this.#places = places;
  }
}

function placeIn(places: Int32Array, numbers: ArrayLike<number>): void {
  const end = places.length - 1;
  let place = (NUMBERS * (numbers[0] ?? 0)) & end;
  while (places[place + 3] !== 0) place = (place + NUMBERS) & end;
  places.set(numbers, place);
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
