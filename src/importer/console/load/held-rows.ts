import type { ConsoleRow } from '../../../ports/console.ts';

/** Numbers by which rows of one table are told apart. */
export interface RowKey {
  /** Equal ones stand for equal queries, and 0 for none or any; so for pages. */
  readonly query: number;
  readonly page: number;
  readonly rest: number;
}

type HeldRow = { -readonly [Field in keyof ConsoleRow]: ConsoleRow[Field] };

const PLACES_MIN = 256;
const NUMBERS = 3;

/** Rows that wait to be handed over; those of equal key become one. Millions come this way, so that no key is made a text. */
export class HeldRows {
  #rows: HeldRow[] = [];
  #keys = new Int32Array(NUMBERS * PLACES_MIN);
  /** One more than the number of a row; at most half of them are taken. */
  #places = new Int32Array(2 * PLACES_MIN);

  /** True for a row of a new key. */
  add(row: ConsoleRow, key: RowKey): boolean {
    const { query, page, rest } = key;
    const keys = this.#keys;
    const last = this.#places.length - 1;
    for (let place = hashOf(query, page, rest) & last; ; place = (place + 1) & last) {
      const number = this.#places[place] ?? 0;
      if (number === 0) {
        this.#insert(row, key, place);
        return true;
      }
      const at = NUMBERS * (number - 1);
      if (keys[at] !== query || keys[at + 1] !== page || keys[at + 2] !== rest) continue;
      const held = this.#rows[number - 1];
      if (held !== undefined) addFigures(held, row);
      return false;
    }
  }

  take(): readonly ConsoleRow[] {
    const rows = this.#rows;
    this.#rows = [];
    this.#places.fill(0);
    return rows;
  }

  #insert(row: ConsoleRow, { query, page, rest }: RowKey, place: number): void {
    const at = NUMBERS * this.#rows.length;
    this.#rows.push(copyOf(row, query, page));
    this.#places[place] = this.#rows.length;
    this.#keys[at] = query;
    this.#keys[at + 1] = page;
    this.#keys[at + 2] = rest;
    if (2 * this.#rows.length >= this.#places.length) this.#grow();
  }

  #grow(): void {
    const keys = new Int32Array(2 * this.#keys.length);
    keys.set(this.#keys);
    const places = new Int32Array(2 * this.#places.length);
    const last = places.length - 1;
    for (let row = 0; row < this.#rows.length; row += 1) {
      const at = NUMBERS * row;
      let place = hashOf(keys[at] ?? 0, keys[at + 1] ?? 0, keys[at + 2] ?? 0) & last;
      while (places[place] !== 0) place = (place + 1) & last;
      places[place] = row + 1;
    }
    this.#keys = keys;
    this.#places = places;
  }
}

/** Every bit of the three has a part in the last bits (constants of MurmurHash3). */
function hashOf(query: number, page: number, rest: number): number {
  let hash = Math.imul(query, 0xcc9e_2d51) ^ Math.imul(page, 0x1b87_3593) ^ Math.imul(rest, 0xe654_6b64 | 1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return hash ^ (hash >>> 16);
}

/** Field by field, which takes a fraction of what a spread does. */
function copyOf(row: ConsoleRow, query_number: number, page_number: number): HeldRow {
  const { day, days, query, page, country, device, appearance, clicks, impressions, position_sum } = row;
  return {
    day,
    days,
    query,
    page,
    country,
    device,
    appearance,
    query_number,
    page_number,
    clicks,
    impressions,
    position_sum,
  };
}

function addFigures(held: HeldRow, row: ConsoleRow): void {
  held.clicks = addNullable(held.clicks, row.clicks);
  held.impressions += row.impressions;
  held.position_sum = addNullable(held.position_sum, row.position_sum);
}

function addNullable(one: number | null, other: number | null): number | null {
  if (one === null) return other;
  return other === null ? one : one + other;
}
