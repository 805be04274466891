import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { AppError } from '../../kernel/errors.ts';
import type { FileState } from '../../ports/imports.ts';
import { LocalFile } from './local-file.ts';
import type { ByteSource, SourceFile } from './source.ts';

const FILES_MAX = 100;
const TABLE = /\.(?:csv|tsv|txt)$/i;

/** The tables of a folder of this machine, which are one export: what one of them does not say, another does. */
export class LocalFolder implements ByteSource {
  readonly location: string;

  constructor(path: string) {
    this.location = path;
  }

  async describe(): Promise<FileState> {
    const states = await Promise.all((await this.#names()).map((name) => this.#file(name).describe()));
    const versions = states.map(({ version }) => version ?? '');
    return {
      bytes: states.reduce((total, { bytes = 0 }) => total + bytes, 0),
      version: createHash('sha256').update(versions.join('\n')).digest('hex').slice(0, 32),
      changed_at: new Date(Math.max(...states.map(({ changed_at }) => changed_at?.getTime() ?? 0))),
    };
  }

  // oxlint-disable-next-line require-yield -- a folder has no bytes of its own
  async *read(): AsyncGenerator<Uint8Array> {
    await Promise.reject(
      new AppError('invalid_input', `${this.location} is a folder.`, { fix: 'Pass the files in it instead.' }),
    );
  }

  async files(_state: FileState, signal: AbortSignal): Promise<readonly SourceFile[]> {
    return Promise.all(
      (await this.#names()).map(async (name) => {
        const file = this.#file(name);
        const state = await file.describe();
        return { name, length: state.bytes, bytes: (from: number) => file.read(from, state, signal) };
      }),
    );
  }

  #file(name: string): LocalFile {
    return new LocalFile(join(this.location, name));
  }

  async #names(): Promise<readonly string[]> {
    const names = (await readdir(this.location)).filter((name) => TABLE.test(name) && !name.startsWith('.')).toSorted();
    if (names.length > 0 && names.length <= FILES_MAX) return names;
    const message =
      names.length === 0
        ? `${this.location} contains no tables.`
        : `${this.location} contains ${names.length} tables, and an export has at most ${FILES_MAX}.`;
    throw new AppError('invalid_input', message, { fix: 'Pass the folder of one export, or the files themselves.' });
  }
}
