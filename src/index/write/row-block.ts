const BYTES_AT_FIRST = 256 * 1024;
/** Most UTF-8 bytes of one UTF-16 unit. */
const BYTES_A_UNIT_MAX = 3;

/** Rows of one insert as the bytes that are sent: strings of the same rows, and joining them, would take several times that. */
export class RowBlock {
  #bytes = Buffer.allocUnsafeSlow(BYTES_AT_FIRST);
  #length = 0;
  readonly #starts: number[] = [];

  get rows(): number {
    return this.#starts.length;
  }

  get bytes(): number {
    return this.#length;
  }

  add(row: string): void {
    this.#ensure(this.#length + row.length * BYTES_A_UNIT_MAX);
    this.#starts.push(this.#length);
    this.#length += this.#bytes.write(row, this.#length);
  }

  /** The rows from one to before another, without a copy. */
  slice(from = 0, to = this.rows): Uint8Array {
    return this.#bytes.subarray(this.#starts[from] ?? this.#length, this.#starts[to] ?? this.#length);
  }

  #ensure(bytes: number): void {
    if (bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(bytes, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
