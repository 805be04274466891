import { join } from 'node:path';

import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: join(import.meta.dirname, '../../../dist/dashboard/site'),
    emptyOutDir: true,
    target: 'es2022',
    // Nothing inline: the page's policy takes scripts, styles and pictures from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
