import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Generated code passes through the project's own formatter, so that it and the check agree. */
export async function formatted(name: string, code: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'seamark-gen-'));
  try {
    const file = join(folder, name);
    writeFileSync(file, code);
    const root = join(import.meta.dirname, '../..');
    execFileSync(join(root, 'node_modules/.bin/oxfmt'), ['--config', join(root, '.oxfmtrc.json'), file], {
      stdio: 'ignore',
    });
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
