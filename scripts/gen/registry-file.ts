import { readdirSync } from 'node:fs';
import { dirname } from 'node:path/posix';

/** One import for each operation's folder, in the order of their paths. */
export function registryFile(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('/operation.ts'))
    .toSorted();
  const names = files.map((file) => ({ file, name: camel(dirname(file)) }));
  return [
    '// Written by `npm run gen`. Do not edit.',
    "import type { Operation } from '../contract/operation.ts';",
    ...names.map(({ file, name }) => `import ${name} from './${file}';`),
    '',
    '/** Every operation, in the order of their files. */',
    `export const operations: readonly Operation[] = [${names.map(({ name }) => name).join(', ')}];`,
    '',
  ].join('\n');
}

function camel(path: string): string {
  return path.replaceAll(/[/-]([a-z0-9])/g, (_whole, letter: string) => letter.toUpperCase());
}
