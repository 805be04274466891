import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';
import { z } from 'zod';

/** What `npm ci` installs: each package as it was when it was chosen, and nothing that runs unasked. */

const Entry = z.object({
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
});
const Lock = z.object({ packages: z.record(z.string(), Entry) });
const Manifest = z.object({ allowScripts: z.record(z.string(), z.boolean()) });

const entries = Object.entries(Lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8'))).packages).filter(
  ([path, { link }]) => path.startsWith('node_modules/') && link !== true,
);

/** The library of the index engine for platforms other than x64 Linux, which the registry did not show to `npm install`. */
const WITHOUT_CHECKSUM = [
  'node_modules/@chdb/lib-darwin-arm64',
  'node_modules/@chdb/lib-darwin-x64',
  'node_modules/@chdb/lib-linux-arm64-gnu',
];

it('has a checksum for every package of every platform, but for those that SECURITY.md names', () => {
  const missing = entries.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true);
  expect(missing.map(([path]) => path)).toEqual(WITHOUT_CHECKSUM);
  const named = readFileSync('SECURITY.md', 'utf8');
  for (const path of WITHOUT_CHECKSUM) expect(named).toContain(path.replace('node_modules/', ''));
});

it('takes every package from the registry that npm is set up with, and none from an address', () => {
  expect(entries.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

it('says of every install script whether it may run', () => {
  const { allowScripts } = Manifest.parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const scripts = entries.filter(([, { hasInstallScript }]) => hasInstallScript === true);
  const names = scripts.map(([path]) => path.split('node_modules/').at(-1) ?? path);
  expect(names.filter((name) => !(name in allowScripts))).toEqual([]);
});
