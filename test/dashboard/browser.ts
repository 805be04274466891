import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { type Browser, chromium } from 'playwright-core';

/** Debian's Chromium without windows, which shows a page in a third of the processor time, or else the whole of it. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The whole browser would start three further processes a page, for pages that may come, and draw on a GPU that is not there. */
const LEAN = ['--renderer-process-limit=1', '--in-process-gpu', '--disable-gpu'];

const ARGUMENTS = ['--no-sandbox', '--disable-dev-shm-usage', ...LEAN];

/** The dashboard is tested in a real browser or not at all. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findBrowser(), args: ARGUMENTS });
}

export interface OpenDevTools {
  /** `http://` of a Chromium that names its own WebSocket. */
  readonly url: string;
  /** The WebSocket itself. */
  readonly socket_url: string;
  close(): Promise<void>;
}

/** The same Chromium as an operator runs it, with an open DevTools endpoint. */
export async function openDevTools(): Promise<OpenDevTools> {
  const profile = mkdtempSync(join(tmpdir(), 'seamark-chromium-'));
  const flags = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'];
  // Debian's command is a shell that waits for the browser: both end as a group.
  const browser = spawn(findBrowser(), [...ARGUMENTS, ...flags], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const ended = once(browser, 'exit');
  const close = async (): Promise<void> => {
    const isRunning = browser.exitCode === null && browser.signalCode === null;
    if (isRunning && browser.pid !== undefined) process.kill(-browser.pid, 'SIGKILL');
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  for await (const line of createInterface({ input: browser.stderr })) {
    const socket_url = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (socket_url === undefined) continue;
    browser.stderr.resume();
    return { url: `http://${new URL(socket_url).host}`, socket_url, close };
  }
  await close();
  throw new Error('Chromium ended before it listened.');
}

function findBrowser(): string {
  const file = BROWSERS.find((name) => existsSync(name));
  if (file !== undefined) return file;
  throw new Error(
    `There is no ${BROWSERS.join(' or ')}. Install it with: apt-get install -y --no-install-recommends chromium-headless-shell`,
  );
}
