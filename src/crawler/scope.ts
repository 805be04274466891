import type { PageAddress } from '../web/url.ts';

/** Which hosts a crawl stays on. Plain data, so that it can go to another thread. */
export interface Scope {
  readonly mode: 'hosts' | 'domains';
  /** Keys of hosts, or names of registrable domains. */
  readonly names: ReadonlySet<string>;
}

/**
 * The hosts of the seeds, or everything under their registrable domains.
 *
 * A host and its `www.` twin are one site to their owner, and mostly one redirects to the other, so either
 * brings in both.
 */
export function scopeOf(seeds: readonly PageAddress[], stay: 'host' | 'domain'): Scope {
  if (stay === 'domain') return { mode: 'domains', names: new Set(seeds.map((seed) => seed.domain)) };
  return { mode: 'hosts', names: new Set(seeds.flatMap((seed) => [seed.host_key, twinOf(seed.host_key)])) };
}

export function inScope(scope: Scope, address: PageAddress): boolean {
  return scope.names.has(scope.mode === 'hosts' ? address.host_key : address.domain);
}

/** `com.example.` ↔ `com.example.www.`, with the port kept. */
function twinOf(hostKey: string): string {
  const [labels = '', port] = hostKey.split(/(?=:\d+$)/);
  const twin = labels.endsWith('.www.') ? labels.slice(0, -4) : labels + 'www.';
  return twin + (port ?? '');
}
