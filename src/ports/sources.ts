import type { FetchSource } from './fetch.ts';
import type { LinksSource } from './links.ts';
import type { SerpSource } from './serp.ts';
import type { Capability, Sourced } from './source.ts';

/** What a source of each capability has to offer. */
export interface Sources {
  readonly links: LinksSource;
  readonly serp: SerpSource;
  readonly fetch: FetchSource;
}

/**
 * A source as an operation sees it: the same methods without signal and provenance. The engine passes the
 * signal on, tries the connected sources in order, and writes down in `meta.sources` which one answered.
 */
type Port<Source> = {
  readonly [Method in keyof Source]: Source[Method] extends (
    query: infer Query,
    signal: AbortSignal,
  ) => Promise<Sourced<infer Value>>
    ? (query: Query) => Promise<Value>
    : never;
};

export type Ports = { readonly [C in Capability]: Port<Sources[C]> };
