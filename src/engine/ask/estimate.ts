import type { AnyAsk } from '../../contract/operation.ts';
import { type Capability, CAPABILITY_NAMES } from '../../ports/capabilities.ts';
import type { Need, Needs } from '../../ports/sources.ts';
import type { AskingCall } from './ask.ts';
import { chooseSources } from './choose.ts';
import type { SourceDesk } from './desk.ts';
import { notConfigured, readQuestion, recallFresh } from './question.ts';

/** @throws AppError source_not_configured: which capability, and the quickest ways to have it */
export function requireSources(desk: SourceDesk, needs: Needs): void {
  for (const [capability, { optional }] of entriesOf(needs)) {
    if (optional === true || desk.table[capability].length > 0 || hasStore(desk, capability)) continue;
    throw notConfigured(capability, '');
  }
}

function hasStore({ stores }: SourceDesk, capability: string): boolean {
  return [...stores.keys()].some((name) => name.startsWith(`${capability}.`));
}

interface Estimate {
  readonly would_serve: readonly { readonly capability: string; readonly sources: readonly string[] }[];
  readonly requests: readonly RequestEstimate[];
  /** Of the first choice for each request. */
  readonly usd: number;
}

interface RequestEstimate {
  readonly capability: string;
  readonly method: string;
  /** When what the store has was observed; null when nothing fresh is stored. */
  readonly stored_at: string | null;
  /** In the order in which they would be asked. */
  readonly sources: readonly {
    readonly source: string;
    readonly usd: number;
    readonly does_not_support: readonly string[];
  }[];
}

/** Which sources a call would ask and what that would cost, without asking any. */
export async function estimate(desk: SourceDesk, call: AskingCall, asks: readonly AnyAsk[]): Promise<Estimate> {
  const requests = await Promise.all(asks.map((ask) => estimateAsk(desk, call, ask)));
  return {
    would_serve: entriesOf(call.needs).map(([capability]) => ({
      capability,
      sources: desk.table[capability].map(({ name }) => name),
    })),
    requests,
    usd: requests.reduce((sum, { stored_at, sources }) => sum + (stored_at === null ? (sources[0]?.usd ?? 0) : 0), 0),
  };
}

async function estimateAsk(desk: SourceDesk, call: AskingCall, ask: AnyAsk): Promise<RequestEstimate> {
  const question = readQuestion(desk, ask);
  const { capability, method, query } = question;
  const recalled = await recallFresh(desk, question, call);
  const { candidates } = chooseSources(desk, question, call.needs);
  return {
    capability,
    method,
    stored_at: recalled?.sources[0]?.observed_at ?? null,
    sources: candidates.map(({ source, offer, lacks }) => ({
      source: source.name,
      usd: offer.usd(query),
      does_not_support: lacks,
    })),
  };
}

function entriesOf(needs: Needs): [Capability, Need][] {
  return CAPABILITY_NAMES.flatMap((capability): [Capability, Need][] => {
    const need = needs[capability];
    return need === undefined ? [] : [[capability, need]];
  });
}
