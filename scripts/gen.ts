import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { capabilitiesFile, capabilityNamesFile } from './gen/capabilities-file.ts';
import { formatted } from './gen/formatted.ts';
import type { OtherExample } from './gen/operation-pages.ts';
import { registryFile } from './gen/registry-file.ts';

/**
 * Writes every file that follows from the operations and ports: registry, OpenAPI, docs, client types, and the table of the command line.
 *
 * With --check it writes nothing and fails when a committed file is not what it would write.
 *
 * What reads the capabilities and operations is loaded once their lists are written.
 */
const checking = process.argv.includes('--check');
const root = join(import.meta.dirname, '..');
const stale: string[] = [];
/** The names that recorded answers from other sources carry, and what they come from. */
const OTHER_SOURCES = { serps: 'Stored result pages', provider: 'DataForSEO Labs' };
const faults: string[] = [];

put(
  'src/ports/capability-names.ts',
  await formatted('capability-names.ts', capabilityNamesFile(join(root, 'src/ports'))),
);
put('src/ports/capabilities.ts', await formatted('capabilities.ts', capabilitiesFile(join(root, 'src/ports'))));
put('src/operations/index.ts', await formatted('index.ts', registryFile(join(root, 'src/operations'))));
const { clientTypes } = await import('./gen/client-types.ts');
const { commandTable } = await import('./gen/command-table.ts');
const { configurationPage, errorsPage } = await import('./gen/reference-pages.ts');
const { findExampleFaults } = await import('./gen/example-faults.ts');
const { operationIndex, operationPage } = await import('./gen/operation-pages.ts');
const { sourceIndex, sourcePage } = await import('./gen/source-pages.ts');
const { operations } = await import('../src/operations/index.ts');
const { sources: definitions } = await import('../src/sources/index.ts');
const { openApiOf } = await import('../src/http/openapi.ts');
const { version } = await import('../src/version.ts');
const { stringify } = await import('yaml');

put('docs/openapi.yaml', stringify(openApiOf({ operations, version }), { aliasDuplicateObjects: false, lineWidth: 0 }));
put('src/commands/data/operations.json', commandTable(operations));
put('docs/configuration.md', configurationPage());
put('docs/errors.md', errorsPage());
put(
  'docs/sources/README.md',
  sourceIndex(definitions, readFileSync(join(root, 'scripts/gen/sources-guide.md'), 'utf8')),
);
for (const source of definitions) put(`docs/sources/${source.name}.md`, sourcePage(source));
put('docs/operations/README.md', operationIndex(operations));
for (const operation of operations) {
  const answer = recorded(operation.id);
  put(`docs/operations/${operation.id}.md`, operationPage(operation, answer, otherExamples(operation.id)));
  if (checking)
    faults.push(...findExampleFaults(operation, answer, operations).map((fault) => `${operation.id} ${fault}`));
}
const typeFiles = clientTypes(operations);
for (const { path, code } of typeFiles)
  put(`src/client/${path}`, path.startsWith('types/') ? code : await formatted('types.ts', code));
for (const name of readdirSync(join(root, 'src/client/types')))
  if (!typeFiles.some(({ path }) => path === `types/${name}`)) drop(`src/client/types/${name}`);

if (stale.length > 0) {
  console.error(`Stale: ${stale.join(', ')}. Run \`npm run gen\` and commit what it writes.`);
  process.exitCode = 1;
}
if (faults.length > 0) {
  console.error(`Examples with faults:\n${faults.join('\n')}`);
  process.exitCode = 1;
}

function put(path: string, text: string): void {
  const file = join(root, path);
  const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  if (before === text) return;
  if (checking) {
    stale.push(path);
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  writeFileSync(file, text);
  console.log(`wrote ${path}`);
}

/** Removes what an earlier run wrote and nothing needs any more. */
function drop(path: string): void {
  if (checking) stale.push(path);
  else rmSync(join(root, path));
}

/** The real answer that `npm run examples` recorded; undefined before its first run. */
function recorded(id: string): unknown {
  const file = join(root, 'docs/operations/examples', `${id}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Recorded answers of the same operation from one other source each. */
function otherExamples(id: string): OtherExample[] {
  return Object.entries(OTHER_SOURCES).flatMap(([name, title]) => {
    const file = `${id}.${name}.json`;
    return existsSync(join(root, 'docs/operations/examples', file)) ? [{ title, file }] : [];
  });
}
