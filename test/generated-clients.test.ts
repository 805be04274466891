import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { openTestService, type TestService } from './service.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
/** `npm ci --prefix test/client-generators` installs them. */
const generators = join(root, 'test/client-generators/node_modules');

/**
 * A program on the client of each generator: the score of a draft, the price of the same call, and what is wrong with a bad
 * one, each read by the types that the generator made.
 */
const CLIENTS = [
  {
    name: 'openapi-typescript with openapi-fetch',
    bin: 'openapi-typescript',
    args: ['./docs/openapi.yaml', '-o', 'OUT/types.ts'],
    program: `
import createClient from 'openapi-fetch';
import type { components, paths } from './types.ts';
export async function ask(base: string, key: string, markdown: string) {
  const client = createClient<paths>({ baseUrl: base + '/api/v1', headers: { 'x-api-key': key } });
  const good = await client.POST('/content/technical-qa', { body: { markdown } });
  const priced = await client.POST('/content/technical-qa', { body: { markdown }, params: { query: { dry_run: true } } });
  const bad = await client.POST('/content/technical-qa', { body: {} as components['schemas']['ContentTechnicalQaRequest'] });
  const answer: components['schemas']['ContentTechnicalQaAnswer'] | undefined =
    good.data !== undefined && 'readiness_score' in good.data ? good.data : undefined;
  const price = priced.data !== undefined && 'dry_run' in priced.data ? priced.data.credits : undefined;
  return { score: answer?.readiness_score, price, code: bad.error?.code };
}
`,
  },
  {
    name: 'hey-api',
    bin: 'openapi-ts',
    args: ['-i', './docs/openapi.yaml', '-o', 'OUT/hey', '-c', '@hey-api/client-fetch', '--no-log-file'],
    program: `
import { createClient } from './hey/client';
import { contentTechnicalQa } from './hey/sdk.gen';
import type { ContentTechnicalQaAnswer, ContentTechnicalQaRequest } from './hey/types.gen';
export async function ask(base: string, key: string, markdown: string) {
  const client = createClient({ baseUrl: base + '/api/v1', headers: { 'x-api-key': key } });
  const good = await contentTechnicalQa({ client, body: { markdown } });
  const priced = await contentTechnicalQa({ client, body: { markdown }, query: { dry_run: true } });
  const bad = await contentTechnicalQa({ client, body: {} as ContentTechnicalQaRequest });
  const answer: ContentTechnicalQaAnswer | undefined =
    good.data !== undefined && 'readiness_score' in good.data ? good.data : undefined;
  const price = priced.data !== undefined && 'dry_run' in priced.data ? priced.data.credits : undefined;
  return { score: answer?.readiness_score, price, code: bad.error?.code };
}
`,
  },
  {
    name: 'orval',
    bin: 'orval',
    args: ['--input', './docs/openapi.yaml', '--output', 'OUT/orval.ts', '--client', 'fetch'],
    program: `
import { contentTechnicalQa, type ContentTechnicalQaAnswer, type ContentTechnicalQaRequest } from './orval';
export async function ask(base: string, key: string, markdown: string) {
  const own = globalThis.fetch;
  globalThis.fetch = (path, options) => own(base + '/api/v1' + String(path), options);
  try {
    const options = { headers: { 'x-api-key': key } };
    const good = await contentTechnicalQa({ markdown }, undefined, options);
    const priced = await contentTechnicalQa({ markdown }, { dry_run: true }, options);
    const bad = await contentTechnicalQa({} as ContentTechnicalQaRequest, undefined, options);
    const answer: ContentTechnicalQaAnswer | undefined =
      good.status === 200 && 'readiness_score' in good.data ? good.data : undefined;
    const price = priced.status === 200 && 'dry_run' in priced.data ? priced.data.credits : undefined;
    return { score: answer?.readiness_score, price, code: bad.status === 422 ? bad.data.code : undefined };
  } finally {
    globalThis.fetch = own;
  }
}
`,
  },
] as const;

const Asked = z.object({ score: z.int(), price: z.int(), code: z.string() });
const Program = z.object({ ask: z.custom<(...args: readonly string[]) => Promise<unknown>>() });

describe.skipIf(!existsSync(generators))('a client that is generated from the OpenAPI file', () => {
  let service: TestService;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'seamark-generated-'));
    await symlink(generators, join(folder, 'node_modules'));
    service = await openTestService();
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Each with its program beside it; the types of all of them are checked in one run of the compiler, which takes seconds to start. */
  it('is well typed by every generator', async () => {
    for (const { bin, args, program } of CLIENTS) {
      const out = join(folder, bin);
      await mkdir(out);
      await run(
        join(generators, '.bin', bin),
        args.map((arg) => arg.replace('OUT', out)),
        { cwd: root },
      );
      await writeFile(join(out, 'program.ts'), program);
    }
    const strict = ['--strict', '--noEmit', '--skipLibCheck', '--allowImportingTsExtensions', '--types', ''];
    const modern = ['--module', 'preserve', '--moduleResolution', 'bundler'];
    const sources = CLIENTS.map(({ bin }) => join(folder, bin, 'program.ts'));
    const compiler = join(root, 'node_modules/.bin/tsc');
    const checked = run(compiler, [...strict, ...modern, '--target', 'es2024', '--lib', 'es2024,dom', ...sources], {
      cwd: folder,
    });
    await expect(checked).resolves.toMatchObject({ stdout: '' });
  });

  it.each(CLIENTS)('by $name asks, prices and tells what is wrong', async ({ bin }) => {
    const source = join(folder, bin, 'program.ts');
    const bundle = await rolldown({ input: source, platform: 'node', logLevel: 'silent' });
    const built = join(folder, bin, 'program.mjs');
    await bundle.write({ file: built });
    const { ask } = Program.parse(await import(pathToFileURL(built).href));
    const asked = Asked.parse(await ask(service.base, service.key, '# Bicycle repair\n\nHow to mend a flat tyre.'));
    expect(asked).toEqual({ score: expect.any(Number), price: 2, code: 'invalid_input' });
  });
});
