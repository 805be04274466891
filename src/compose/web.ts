import { createGuardedFetch, type GuardedFetch } from '../adapters/fetch/guarded-fetch.ts';
import { createRenderer } from '../adapters/browser/renderer.ts';
import type { Config } from '../config.ts';
import type { PagePrinter, PageRenderer } from '../ports/browser.ts';

export function openFetch(config: Config, clock = (): Date => new Date()): GuardedFetch {
  const { user_agent, allow_networks, allow_ports, resolve } = config;
  return createGuardedFetch({ user_agent, allow_networks, allow_ports, resolve }, { now: () => clock().getTime() });
}

/** The browser that the operator has set up; undefined without one. */
export function openBrowser({ browser_url, user_agent }: Config): (PageRenderer & PagePrinter) | undefined {
  return browser_url === undefined ? undefined : createRenderer({ url: browser_url, user_agent });
}
