import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { quoted } from '../database/sql.ts';
import type { InputInsert } from './statement.ts';

/** What names of the engine's `file` may not have, since they stand for several files. */
const GLOB = /[*?{}]/;

/**
 * The statement with its rows in a file: the embedded engine has no `input`, and takes no rows in a binary format with a
 * statement. The next one writes over the file, so there is one for each session that writes.
 */
export async function selectInput(
  { start, structure, format }: InputInsert,
  rows: Uint8Array,
  directory: string,
): Promise<string> {
  const folder = resolve(directory);
  const file = GLOB.test(folder) ? join(tmpdir(), `seamark-input-${process.pid}`) : join(folder, 'input');
  await writeFile(file, rows, { mode: 0o600 });
  return `${start}file(${quoted(file)}, ${format}, ${quoted(structure)})`;
}
