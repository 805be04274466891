import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';

import { openApiOf } from '../src/http/openapi.ts';
import { operations } from '../src/operations/index.ts';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);

/** Output and exit code of a linter, without the version checks that would ask the network. */
const lint = async (bin: string, args: readonly string[]): Promise<string> => {
  try {
    const { stdout, stderr } = await run(process.execPath, [join(root, 'node_modules', bin), ...args], {
      cwd: root,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' },
    });
    return stdout + stderr;
  } catch (thrown) {
    const { stdout, stderr } = Object.assign({ stdout: '', stderr: '' }, thrown);
    throw new Error(`${stdout}${stderr}`, { cause: thrown });
  }
};

interface Shown {
  /** JSON pointer of the schema that the value belongs to. */
  readonly schema: string;
  readonly key: string;
  readonly value: unknown;
}

/** Every default and example of the document, with the schema that it has to satisfy. */
function shownValues(node: unknown, at = ''): Shown[] {
  if (typeof node !== 'object' || node === null) return [];
  const parts: readonly (readonly [string, unknown])[] = Object.entries(node);
  // Whatever is named so among properties is one of them.
  const isMap = /\/(properties|patternProperties|\$defs|schemas|responses|headers)$/.test(at);
  const schema = 'schema' in node ? `${at}/schema` : at;
  return parts.flatMap(([key, value]): Shown[] => {
    if (!isMap && (key === 'default' || key === 'example')) return [{ schema, key, value }];
    if (!isMap && key === 'examples') return examplesIn(value).map((example) => ({ schema, key, value: example }));
    return shownValues(value, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  });
}

/** Schemas have a list of them, media types and parameters a name for each. */
function examplesIn(examples: unknown): unknown[] {
  if (Array.isArray(examples)) return examples;
  return Object.values(Object(examples)).map((example) => Object(example).value);
}

describe('the published OpenAPI file', () => {
  it('is clean for Redocly', async () => {
    expect(
      await lint('@redocly/cli/bin/cli.js', ['lint', 'docs/openapi.yaml', '--format=stylish', '--max-problems=50']),
    ).not.toMatch(/\bwarning\b|\berror\b/i);
  });

  it('shows no default and no example that its own schema would refuse', () => {
    const document = openApiOf({ operations, version: '1.0.0' });
    const ajv = new Ajv2020({ strict: false, schemas: { document } });
    addFormats.default(ajv);
    const shown = shownValues(document);
    expect(shown.length).toBeGreaterThan(300);
    const refused = shown.filter(({ schema, value }) => {
      const pointer = schema.split('/').map(encodeURIComponent).join('/');
      return !ajv.validate({ $ref: `document#${pointer}` }, value);
    });
    expect(refused).toEqual([]);
  });
});
