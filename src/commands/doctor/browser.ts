import { readBrowserVersion } from '../../adapters/browser/version.ts';
import type { Config } from '../../config.ts';
import { checked, type Finding, ok } from './finding.ts';

const PATIENCE_MS = 5000;

/** Whether the browser that runs the scripts of pages answers, where one is set up. */
export async function checkBrowser({ browser_url }: Pick<Config, 'browser_url'>): Promise<readonly Finding[]> {
  if (browser_url === undefined) return [];
  return checked('browser', 'Correct SEAMARK_BROWSER_URL, or unset it.', async () => [
    ok('browser', await readBrowserVersion(browser_url, AbortSignal.timeout(PATIENCE_MS))),
  ]);
}
