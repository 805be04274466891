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
