import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

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

describe('the published OpenAPI file', () => {
  it('is clean for Redocly', async () => {
    expect(
      await lint('@redocly/cli/bin/cli.js', ['lint', 'docs/openapi.yaml', '--format=stylish', '--max-problems=50']),
    ).not.toMatch(/\bwarning\b|\berror\b/i);
  });

  it('is clean for Spectral', async () => {
    expect(
      await lint('@stoplight/spectral-cli/dist/index.js', ['lint', '--fail-severity=hint', 'docs/openapi.yaml']),
    ).toContain('No results');
  });
});
