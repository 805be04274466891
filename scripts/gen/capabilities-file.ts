import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = /defineCapability<(\w+)>/;

interface Defined {
  readonly file: string;
  readonly name: string;
  /** The interface of its sources. */
  readonly source: string;
}

/** The names alone, for the settings: every command reads them, and few need what a capability is. */
export function capabilityNamesFile(folder: string): string {
  const names = definedIn(folder).map(({ name }) => `'${name}'`);
  return `// Written by \`npm run gen\`. Do not edit.\nexport const CAPABILITY_NAMES = [${names.join(', ')}] as const;\n`;
}

function definedIn(folder: string): readonly Defined[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'capability.ts')
    .toSorted()
    .flatMap((file) => {
      const source = SOURCE.exec(readFileSync(join(folder, file), 'utf8'))?.[1];
      return source === undefined ? [] : [{ file, source, name: file.replace('.ts', '') }];
    });
}

/** One import for each file of ports that defines a capability, in the order of their names. */
export function capabilitiesFile(folder: string): string {
  const found = definedIn(folder);
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
    "export { CAPABILITY_NAMES } from './capability-names.ts';",
    '',
    `export const capabilities = { ${found.map(({ name }) => name).join(', ')} } as const;`,
    '',
  ].join('\n');
}
