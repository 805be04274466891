import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One import an operation file, in the order of their paths. */
export function registryFile(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'index.ts')
    // What several operations of a folder use stands beside them and exports no operation.
    .filter((file) => readFileSync(join(folder, file), 'utf8').includes('export default '))
    .toSorted();
  const names = files.map((file) => ({ file, name: camel(file.replace(/\.ts$/, '')) }));
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
