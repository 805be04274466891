import { cpSync, readdirSync, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';

/** Copies the data files of `src` to where the code was compiled to (`dist`, or the folder that is named): the compiler knows only code. */
const root = join(import.meta.dirname, '..');
const built = resolve(process.argv[2] ?? join(root, 'dist'));
const folders = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.split(sep).at(-1) === 'data')
  .filter((path) => statSync(join(root, 'src', path)).isDirectory());

for (const folder of folders) cpSync(join(root, 'src', folder), join(built, folder), { recursive: true });
