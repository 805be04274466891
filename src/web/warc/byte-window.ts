/** The part of a file that is in memory, read on as it is used up. */
export class ByteWindow {
  /** What is there of the file from `offset` on. */
  bytes: Uint8Array = new Uint8Array();
  offset: number;
  /** Nothing comes behind `bytes`. */
  ended = false;
  private readonly source: AsyncIterator<Uint8Array>;

  constructor(source: AsyncIterable<Uint8Array>, offset: number) {
    this.source = source[Symbol.asyncIterator]();
    this.offset = offset;
  }

  /** Reads on until there are so many bytes, or the file ends. */
  async fill(bytes_min: number): Promise<void> {
    if (this.bytes.byteLength >= bytes_min || this.ended) return;
    const parts = [this.bytes];
    let length = this.bytes.byteLength;
    while (length < bytes_min) {
      const next = await this.source.next();
      if (next.done === true) {
        this.ended = true;
        break;
      }
      if (next.value.byteLength === 0) continue;
      parts.push(next.value);
      length += next.value.byteLength;
    }
    const [first, second] = parts;
    if (first?.byteLength === 0 && second !== undefined && parts.length === 2) this.bytes = second;
    else this.bytes = Buffer.concat(parts, length);
  }

  consume(count: number): void {
    this.bytes = this.bytes.subarray(count);
    this.offset += count;
  }

  /** Lets the source go; nothing is read from it any more. */
  async close(): Promise<void> {
    this.ended = true;
    await this.source.return?.();
  }
}

/** The bytes of a source, with the place in the file up to which they were read. */
export class CountedBytes implements AsyncIterable<Uint8Array> {
  offset: number;
  private readonly source: AsyncIterable<Uint8Array>;

  constructor(source: AsyncIterable<Uint8Array>, offset: number) {
    this.source = source;
    this.offset = offset;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for await (const bytes of this.source) {
      this.offset += bytes.byteLength;
      yield bytes;
    }
  }
}
