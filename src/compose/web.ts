import { createGuardedFetch, type GuardedFetch } from '../adapters/fetch/guarded-fetch.ts';
import type { Config } from '../config.ts';

export function openFetch(config: Config, clock = (): Date => new Date()): GuardedFetch {
  const { user_agent, allow_networks, allow_ports, resolve } = config;
  return createGuardedFetch({ user_agent, allow_networks, allow_ports, resolve }, { now: () => clock().getTime() });
}
