import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { validate } from 'dockerfile-utils';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

import { VARIABLES } from '../src/config.ts';
import { sourceVariables } from '../src/commands/doctor/settings.ts';

const ROOT = join(import.meta.dirname, '..');
const DEPLOYED = [
  'Dockerfile',
  'compose.yaml',
  ...readdirSync(join(ROOT, 'deploy'), { recursive: true, encoding: 'utf8' }).map((file) => `deploy/${file}`),
].filter((file) => statSync(join(ROOT, file)).isFile());
const YAML_FILES = DEPLOYED.filter((file) => /\.ya?ml$/.test(file));

function text(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

it('the Dockerfile has no instruction that Docker does not know', () => {
  expect(validate(text('Dockerfile'))).toEqual([]);
});

it.each(YAML_FILES)('%s can be read', (file) => {
  const documents = parseAllDocuments(text(file), { merge: true });
  expect(documents.length).toBeGreaterThan(0);
  for (const { errors, warnings } of documents) expect([...errors, ...warnings]).toEqual([]);
});

it.each(DEPLOYED)('%s sets no variable that Seamark does not read', (file) => {
  const known = new Set<string>([...VARIABLES.map(({ name }) => name), ...sourceVariables()]);
  const set = text(file).match(/\bSEAMARK_[A-Z_]*[A-Z]\b/g) ?? [];
  expect(set.filter((name) => !known.has(name))).toEqual([]);
});

it('what the files name is there: the compiled program, the settings of SearXNG, the health paths', () => {
  expect(text('Dockerfile')).toContain('ENTRYPOINT ["node", "dist/main.js"]');
  expect(text('package.json')).toContain('"seamark": "dist/main.js"');
  expect(text('deploy/compose.sources.yaml')).toContain('./deploy/searxng/settings.yml:');
  expect(DEPLOYED).toContain('deploy/searxng/settings.yml');
  const server = text('src/http/server.ts');
  for (const path of ['/healthz', '/readyz']) expect(server).toContain(`app.get('${path}'`);
});

it('Seamark and its worker read every setting of .env under Compose, also one that no file names', () => {
  const Service = z.object({ env_file: z.unknown().optional() });
  const Compose = z.object({ services: z.record(z.string(), Service) });
  const services = ['compose.yaml', 'deploy/compose.databases.yaml'].flatMap((file) => {
    const [document] = parseAllDocuments(text(file), { merge: true });
    return Object.entries(Compose.parse(document?.toJS()).services);
  });
  const readers = services.flatMap(([name, { env_file: file }]) => (file === undefined ? [] : [[name, file]]));
  const settings = [{ path: '.env', required: false }];
  expect(readers).toEqual([
    ['seamark', settings],
    ['worker', settings],
  ]);
});
