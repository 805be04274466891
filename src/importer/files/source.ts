import type { FileState } from '../../ports/imports.ts';

/** One file of those that are imported together. */
export interface SourceFile {
  readonly name: string;
  /** Undefined where nobody says. */
  readonly length: number | undefined;
  /** From there on, as it lies there. */
  bytes(from: number): AsyncIterable<Uint8Array>;
}

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
  /** The files that it is made of: itself, unless it is a folder. */
  files(file: FileState, signal: AbortSignal): Promise<readonly SourceFile[]>;
}

/** A source of a single file. */
export function itself(source: ByteSource, file: FileState, signal: AbortSignal): readonly SourceFile[] {
  const name = /([^/\\]*)$/.exec(source.location.replace(/[?#].*$/s, ''))?.[1] ?? '';
  return [{ name, length: file.bytes, bytes: (from) => source.read(from, file, signal) }];
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

  files(file: FileState, signal: AbortSignal): Promise<readonly SourceFile[]> {
    return Promise.resolve(itself(this, file, signal));
  }

  async *read(from: number): AsyncGenerator<Uint8Array> {
    if (from < this.#bytes.byteLength) yield this.#bytes.subarray(from);
  }
}
