import { createReadStream, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';

import { AppError } from '../../kernel/errors.ts';
import type { FileState } from '../../ports/imports.ts';
import { type ByteSource, itself, type SourceFile } from './source.ts';

const CHUNK_BYTES = 256 * 1024;

/** A file on this machine. Only the operator can name one, on the command line. */
export class LocalFile implements ByteSource {
  readonly location: string;

  constructor(path: string) {
    this.location = path;
  }

  async describe(): Promise<FileState> {
    const found = await statOf(this.location);
    if (found.isDirectory()) {
      throw new AppError('invalid_input', `${this.location} is a folder.`, { fix: 'Pass the files in it instead.' });
    }
    if (!found.isFile()) {
      throw new AppError('invalid_input', `${this.location} is not a regular file.`, {
        fix: 'Write it to a file first, so that a stopped import can resume.',
      });
    }
    const { size, mtime, mtimeMs } = found;
    return { bytes: size, version: `${size}-${Math.round(mtimeMs)}`, changed_at: mtime };
  }

  files(file: FileState, signal: AbortSignal): Promise<readonly SourceFile[]> {
    return Promise.resolve(itself(this, file, signal));
  }

  async *read(from: number, file: FileState, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const stream = createReadStream(this.location, { start: from, highWaterMark: CHUNK_BYTES, signal });
    try {
      for await (const chunk of stream) if (chunk instanceof Uint8Array) yield chunk;
    } catch (thrown) {
      signal.throwIfAborted();
      throw unreadable(this.location, thrown);
    } finally {
      stream.destroy();
    }
    const now = await this.describe();
    if (now.version !== file.version) throw changed(this.location);
  }
}

/** @throws AppError invalid_input that says whether it is not there or may not be read */
export async function statOf(path: string): Promise<Stats> {
  try {
    return await stat(path);
  } catch (thrown) {
    throw unreadable(path, thrown);
  }
}

export function changed(location: string): AppError {
  return new AppError('conflict', `${location} changed while it was being read.`, {
    fix: 'Import it again once it is complete.',
  });
}

function unreadable(path: string, thrown: unknown): AppError {
  const code: unknown = thrown instanceof Error ? Reflect.get(thrown, 'code') : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new AppError('invalid_input', `There is no file ${path}.`, { fix: 'Correct its path.', cause: thrown });
  }
  const reason = code === 'EACCES' || code === 'EPERM' ? 'is not readable by this user' : 'cannot be read';
  return new AppError('invalid_input', `${path} ${reason}.`, {
    fix: 'Check the file and its permissions.',
    cause: thrown,
  });
}
