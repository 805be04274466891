import { createFetchSource, type GuardedFetch } from '../adapters/fetch/guarded-fetch.ts';
import { createMadeRequester, MadeWeb } from '../demo/made-web.ts';
import { demoSource } from '../demo/source.ts';
import { AppError } from '../kernel/errors.ts';
import type { PageRenderer } from '../ports/browser.ts';
import type { ConnectedSource } from '../ports/define-source.ts';
import { isDemoIndex } from '../ports/demo.ts';

/** What can be asked besides an index. */
export interface World {
  readonly web: Pick<GuardedFetch, 'requester' | 'source' | 'streams'>;
  /** Undefined where no browser is connected. */
  readonly browser: PageRenderer | undefined;
  readonly connected: readonly ConnectedSource[];
}

/** By the index of a workspace: the demo has a world of its own, from which nothing reaches the other. */
export type Worlds = (indexId: string) => World;

export function openWorlds(real: World, clock: () => Date): Worlds {
  const made = openMadeWorld(clock);
  return (indexId) => (isDemoIndex(indexId) ? made : real);
}

function openMadeWorld(clock: () => Date): World {
  const requester = createMadeRequester(new MadeWeb(), clock);
  const source = createFetchSource(requester, () => clock().getTime());
  const refused = (): Promise<never> => Promise.reject(nothingOutside());
  const parts = { http: () => ({ json: refused }), turns: { wait: () => Promise.resolve() }, now: clock };
  const connected = demoSource.connect({}, parts);
  return {
    web: { requester, source, streams: { open: refused } },
    browser: undefined,
    connected: connected === undefined ? [] : [connected],
  };
}

function nothingOutside(): AppError {
  return new AppError('unfetchable_url', 'The demo reads nothing but its own made-up sites.', {
    fix: 'Leave the demo to read the web.',
  });
}
