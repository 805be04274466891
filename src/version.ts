import { readFileSync } from 'node:fs';

/** The version of package.json, which stands one folder above src/ and dist/ alike. */
export const version: string = versionOf(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')));

function versionOf(manifest: unknown): string {
  const value: unknown =
    typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, 'version') : undefined;
  return typeof value === 'string' ? value : '0.0.0';
}
