import { existsSync } from 'node:fs';

import { type Browser, chromium } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';

/** What the browser does beside showing pages, and what runs twice: it takes a quarter of the processor time. */
const LEAN = [
  // Otherwise each page starts three more processes, for pages that may come.
  '--renderer-process-limit=1',
  '--in-process-gpu',
  '--disable-gpu',
  '--disable-gpu-compositing',
  '--disable-software-rasterizer',
];

/** Debian's Chromium. The dashboard is tested in a real browser or not at all. */
export function openBrowser(): Promise<Browser> {
  if (!existsSync(CHROMIUM)) {
    throw new Error(`There is no ${CHROMIUM}. Install it with: apt-get install -y --no-install-recommends chromium`);
  }
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-dev-shm-usage', ...LEAN] });
}
