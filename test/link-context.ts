import type { RunContext } from '../src/contract/operation.ts';
import type { Ports } from '../src/ports/sources.ts';

/** A context whose links are what a test says; any other question of it throws. */
export function contextWithLinks(links: Partial<Ports['links']>): RunContext {
  const context: RunContext = Object.assign(Object.create(null), { ports: { links } });
  return context;
}
