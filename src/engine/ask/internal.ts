import type { Capability, Sources } from '../../ports/capabilities.ts';
import type { Answered, ConnectedOffer, ConnectedSource } from '../../ports/define-source.ts';
import type { QueryOf, Sourced } from '../../ports/source.ts';

export interface OwnSource<C extends Capability> {
  readonly name: string;
  readonly title: string;
  readonly capability: C;
  /** As `sees` of a definition, of its capability. */
  readonly sees?: readonly string[];
  readonly source: Partial<Sources[C]>;
  /** As `lacks` of an offer; a method that is not here honours everything. */
  readonly lacks?: {
    readonly [M in keyof Sources[C]]?: (query: QueryOf<Sources[C][M]>) => readonly string[] | undefined;
  };
}

/** Reads of our own have time limits of their own. */
const OWN_MS_MAX = 600_000;

/** The index and the guarded fetch as sources: free, and asked without anybody else being told. */
export function connectOwn<C extends Capability>(own: OwnSource<C>): ConnectedSource {
  return {
    name: own.name,
    title: own.title,
    is_external: false,
    usd_per_day: undefined,
    keep_days: undefined,
    sees: own.sees === undefined ? {} : { [own.capability]: own.sees },
    probe: undefined,
    offer: (capability, method) => (capability === own.capability ? offerOf(own, method) : undefined),
  };
}

type Answer = (query: unknown, signal: AbortSignal) => Promise<Sourced<unknown>>;
type Lacks = (query: unknown) => readonly string[] | undefined;

/**
 * A method under a type that all methods share. Safe because the engine asks it only with queries of this very capability
 * and method, which the types of `Ports` and `Sources` hold together.
 */
function offerOf<C extends Capability>({ source, lacks }: OwnSource<C>, method: string): ConnectedOffer | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee is stated above
  const answer = Reflect.get(source, method) as Answer | undefined;
  if (answer === undefined) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee is stated above
  const missing = (lacks && Reflect.get(lacks, method)) as Lacks | undefined;
  return {
    lacks: (query) => missing?.(query) ?? (missing === undefined ? [] : undefined),
    usd: () => 0,
    timeout_ms: OWN_MS_MAX,
    ask: async (query, signal) => answeredOf(await answer.call(source, query, signal)),
  };
}

function answeredOf({ value, source }: Sourced<unknown>): Answered<unknown> {
  const { observed_at, coverage, measure, note, imports = [] } = source;
  return { value, observed_at, coverage, measure, note, imports, is_empty: isEmpty(value) };
}

/** Rows of search and lists; a summary of nothing is told by its coverage. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== 'object' || value === null || !('items' in value)) return false;
  return Array.isArray(value.items) && value.items.length === 0;
}
