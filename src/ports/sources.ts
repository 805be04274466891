import type { Capability, Sources } from './capabilities.ts';
import type { QueryOf, ValueOf } from './source.ts';

/**
 * A capability as an operation sees it: the methods of a source without signal and provenance. The engine looks into the
 * store, chooses, pays and asks, and writes down in `meta.sources` every source that was tried.
 */
type Port<Source> = {
  readonly [Method in keyof Source]: (query: QueryOf<Source[Method]>) => Promise<ValueOf<Source[Method]>>;
};

export type Ports = { readonly [C in Capability]: Port<Sources[C]> };

/** What an operation will not take of a capability, and what it can do without. */
export interface Need {
  /** Figures of this engine only. */
  readonly engine?: string;
  /** `refuse`: a source that cannot honour place, device, depth or a needed feature must not serve; by default the nearest does. */
  readonly fallback?: 'refuse';
  /** The operation answers without it, too. */
  readonly optional?: true;
  /** Longest age in seconds of an observation that may be reused, where that is less than usual and the caller says nothing. */
  readonly fresh_s?: number;
  /** An answer that came short counts as a failure of its source. */
  readonly is_whole?: true;
  /** `alone`: our own index serves only where nothing else is connected, or it is asked for by name; it never stands in for a failure. */
  readonly own?: 'alone';
}

export type Needs = { readonly [C in Capability]?: Need };
