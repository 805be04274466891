import { readFileSync } from 'node:fs';

/** package.json stands one folder above src/ and dist/ alike. */
const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

export const version: string = textOf(manifest, 'version') ?? '0.0.0';

/** The oldest Node that the service runs on: `>=22.19` in the manifest. */
export const nodeFloor: string = textOf(fieldOf(manifest, 'engines'), 'node')?.replace(/^>=/, '') ?? '0';

function textOf(object: unknown, name: string): string | undefined {
  const value = fieldOf(object, name);
  return typeof value === 'string' ? value : undefined;
}

function fieldOf(object: unknown, name: string): unknown {
  return typeof object === 'object' && object !== null ? Reflect.get(object, name) : undefined;
}
