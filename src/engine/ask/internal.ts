import type { Answered, ConnectedOffer, ConnectedSource } from '../../ports/define-source.ts';
import type { Sourced } from '../../ports/source.ts';

/** A source of our own: methods that answer with where their figures come from. */
type OwnMethods = Readonly<Record<string, (query: never, signal: AbortSignal) => Promise<Sourced<unknown>>>>;

export interface OwnSource {
  readonly name: string;
  readonly title: string;
  readonly capability: string;
  readonly sees: readonly string[];
  readonly methods: OwnMethods;
  /** As `lacks` of an offer; undefined honours everything. */
  readonly lacks?: (method: string, query: unknown) => readonly string[] | undefined;
}

/** Reads of our own have time limits of their own. */
const OWN_MS_MAX = 600_000;

/** The index and the guarded fetch as sources: free, and never asked twice for a failure. */
export function connectOwn(own: OwnSource): ConnectedSource {
  return {
    name: own.name,
    title: own.title,
    is_external: false,
    usd_per_day: undefined,
    keep_days: undefined,
    sees: own.sees,
    probe: undefined,
    offer: (capability, method) => {
      const answer = capability === own.capability ? methodOf(own.methods, method) : undefined;
      return answer && offerOf(own, method, answer);
    },
  };
}

type Answer = (query: unknown, signal: AbortSignal) => Promise<Sourced<unknown>>;

function offerOf(own: OwnSource, method: string, answer: Answer): ConnectedOffer {
  return {
    lacks: (query) => (own.lacks === undefined ? [] : own.lacks(method, query)),
    usd: () => 0,
    timeout_ms: OWN_MS_MAX,
    ask: async (query, signal) => answeredOf(await answer(query, signal)),
  };
}

function answeredOf({ value, source }: Sourced<unknown>): Answered<unknown> {
  const { observed_at, coverage, measure, note } = source;
  return { value, observed_at, coverage, measure, note, is_empty: isEmpty(value) };
}

/** Rows of search and lists; a summary of nothing is told by its coverage. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== 'object' || value === null || !('items' in value)) return false;
  return Array.isArray(value.items) && value.items.length === 0;
}

/** Safe because the engine asks a method only with queries of its own capability, which the types of `Ports` hold. */
function methodOf(methods: OwnMethods, method: string): Answer | undefined {
  const answer = methods[method] as Answer | undefined;
  return answer && ((query, signal) => answer.call(methods, query, signal));
}
