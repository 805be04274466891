import type { FileState } from '../../ports/imports.ts';

/** A file as an import reads it, wherever it lies. */
export interface ByteSource {
  readonly location: string;
  /** @throws AppError that says why the file cannot be read */
  describe(signal: AbortSignal): Promise<FileState>;
  /**
   * The bytes from there on, as they lie there. A dropped connection resumes where it broke.
   *
   * @throws AppError when the file cannot be read any more, or is not the described one any more
   */
  read(from: number, file: FileState, signal: AbortSignal): AsyncIterable<Uint8Array>;
}

/** Text that was sent along with an order. */
export class ContentSource implements ByteSource {
  readonly location: string;
  readonly #bytes: Uint8Array;

  constructor(location: string, content: string) {
    this.location = location;
    this.#bytes = Buffer.from(content);
  }

  describe(): Promise<FileState> {
    // The location names the content by its hash.
    return Promise.resolve({ bytes: this.#bytes.byteLength, version: this.location, changed_at: undefined });
  }

  async *read(from: number): AsyncGenerator<Uint8Array> {
    if (from < this.#bytes.byteLength) yield this.#bytes.subarray(from);
  }
}
