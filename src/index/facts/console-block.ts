import type { ConsoleRow } from '../../ports/console.ts';
import { Sql } from '../database/sql.ts';

/** Columns of a row in a block, as the engine reads them. */
export const BLOCK_COLUMNS: Sql = new Sql(
  'day, days, query_id, page_id, country, device, appearance, clicks, impressions, position_sum',
);
export const BLOCK_STRUCTURE =
  'day Date, days UInt16, query_id UInt64, page_id UInt64, country LowCardinality(Nullable(String)), ' +
  'device LowCardinality(Nullable(String)), appearance LowCardinality(Nullable(String)), ' +
  'clicks UInt32, impressions UInt32, position_sum Float32';

const BYTES_MIN = 1 << 16;
const NUMBER_BYTES = 32;
const DAY_MS = 86_400_000;
/** Countries, devices and kinds of results are few. */
const WORDS_MAX = 2000;
const NO_WORD = new Uint8Array([1]);

/** Rows as RowBinary, which the engine reads in a tenth of the time that texts take. */
export class ConsoleBlock {
  rows = 0;
  #bytes = new Uint8Array(BYTES_MIN);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;
  readonly #days = new Map<string, number>();
  readonly #words = new Map<string, Uint8Array>();

  /** @param queryId 0n where the row is not split by query, as of `pageId` */
  add(row: ConsoleRow, queryId: bigint, pageId: bigint): void {
    const { country, device, appearance } = row;
    const [first, second, third] = [this.#word(country), this.#word(device), this.#word(appearance)];
    const end = this.#length + NUMBER_BYTES + first.length + second.length + third.length;
    if (end > this.#bytes.length) this.#grow(end);
    const view = this.#view;
    const at = this.#length;
    view.setUint16(at, this.#day(row.day), true);
    view.setUint16(at + 2, row.days, true);
    view.setBigUint64(at + 4, queryId, true);
    view.setBigUint64(at + 12, pageId, true);
    const figures = this.#put(third, this.#put(second, this.#put(first, at + 20)));
    view.setUint32(figures, row.clicks ?? 0, true);
    view.setUint32(figures + 4, row.impressions, true);
    view.setFloat32(figures + 8, row.position_sum ?? 0, true);
    this.#length = figures + 12;
    this.rows += 1;
  }

  /** Everything since the last time. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    this.rows = 0;
    return taken;
  }

  #day(day: string): number {
    const known = this.#days.get(day);
    if (known !== undefined) return known;
    const number = Date.parse(day) / DAY_MS;
    this.#days.set(day, number);
    return number;
  }

  #word(word: string | null): Uint8Array {
    if (word === null) return NO_WORD;
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    const letters = Buffer.from(word);
    const made = new Uint8Array([0, ...lengthBytes(letters.length), ...letters]);
    if (this.#words.size >= WORDS_MAX) this.#words.clear();
    this.#words.set(word, made);
    return made;
  }

  #put(word: Uint8Array, from: number): number {
    for (let at = 0; at < word.length; at += 1) this.#bytes[from + at] = word[at] ?? 0;
    return from + word.length;
  }

  #grow(length: number): void {
    const larger = new Uint8Array(Math.max(length, this.#bytes.length * 2));
    larger.set(this.#bytes);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

/** Seven bits a byte, the lowest first; the highest bit says that more follow. */
function lengthBytes(length: number): readonly number[] {
  return length < 128 ? [length] : [(length % 128) | 128, ...lengthBytes(Math.floor(length / 128))];
}
