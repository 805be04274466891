import { existsSync } from 'node:fs';

import { type Browser, chromium } from 'playwright-core';

/** Debian's Chromium without windows, which shows a page in a third of the processor time, or else the whole of it. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The whole browser would start three further processes a page, for pages that may come, and draw on a GPU that is not there. */
const LEAN = ['--renderer-process-limit=1', '--in-process-gpu', '--disable-gpu'];

/** The dashboard is tested in a real browser or not at all. */
export function openBrowser(): Promise<Browser> {
  const executablePath = BROWSERS.find((file) => existsSync(file));
  if (executablePath === undefined) {
    throw new Error(
      `There is no ${BROWSERS.join(' or ')}. Install it with: apt-get install -y --no-install-recommends chromium-headless-shell`,
    );
  }
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', ...LEAN] });
}
