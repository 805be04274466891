import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = /defineCapability<(\w+)>/;

/** One import for each file of ports that defines a capability, in the order of their names. */
export function capabilitiesFile(folder: string): string {
  const found = readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'capability.ts')
    .toSorted()
    .flatMap((file) => {
      const source = SOURCE.exec(readFileSync(join(folder, file), 'utf8'))?.[1];
      return source === undefined ? [] : [{ file, source, name: file.replace('.ts', '') }];
    });
  return [
    '// Written by `npm run gen`. Do not edit.',
    ...found.map(({ file, source, name }) => `import { capability as ${name}, type ${source} } from './${file}';`),
    '',
    '/** What a source of each capability has to offer. */',
    'export interface Sources {',
    ...found.map(({ source, name }) => `  readonly ${name}: ${source};`),
    '}',
    '',
    'export type Capability = keyof Sources;',
    '',
    `export const CAPABILITY_NAMES: readonly Capability[] = [${found.map(({ name }) => `'${name}'`).join(', ')}];`,
    '',
    `export const capabilities = { ${found.map(({ name }) => name).join(', ')} } as const;`,
    '',
  ].join('\n');
}
