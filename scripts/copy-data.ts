import { cpSync, readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Copies the data files of `src` into `dist`, since the compiler knows only code. */
const root = join(import.meta.dirname, '..');
const folders = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.split(sep).at(-1) === 'data')
  .filter((path) => statSync(join(root, 'src', path)).isDirectory());

for (const folder of folders) cpSync(join(root, 'src', folder), join(root, 'dist', folder), { recursive: true });
