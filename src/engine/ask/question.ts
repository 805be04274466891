import { AppError } from '../../kernel/errors.ts';
import { withinSentence } from '../../kernel/grammar.ts';
import { type Capability, capabilities } from '../../ports/capabilities.ts';
import type { MethodDefinition } from '../../ports/capability.ts';
import type { Need, Needs } from '../../ports/sources.ts';
import type { Recalled, Store } from '../../ports/store.ts';
import type { SourceDesk } from './desk.ts';

/** A method of any capability, for those who treat them all alike. */
export type AnyMethod = MethodDefinition<unknown, unknown>;

/** What an operation asks, before it is known who answers. */
export interface Question {
  readonly capability: Capability;
  readonly method: string;
  readonly query: unknown;
  readonly definition: AnyMethod;
  /** Undefined where nothing of the method is kept. */
  readonly store: Store<unknown, unknown> | undefined;
}

/** Whose question it is, as far as stores need to know. */
export interface RecallingCall {
  readonly workspace_id: string;
  /** Longest age in seconds of what may be reused, where the caller says so; 0 asks anew. */
  readonly max_age_s: number | undefined;
  /** From when that age counts back; now where it is undefined. */
  readonly asked_at?: Date | undefined;
  readonly needs: Needs;
  readonly signal: AbortSignal;
}

export function readQuestion(
  { stores }: SourceDesk,
  { capability, method, query }: Pick<Question, 'capability' | 'method' | 'query'>,
): Question {
  const definition = definitionOf(capability, method);
  return { capability, method, query, definition, store: stores.get(`${capability}.${method}`) };
}

/** What the store holds that is fresh enough for the call. */
export async function recallFresh(
  { clock }: SourceDesk,
  { capability, definition, store, query }: Question,
  { workspace_id, max_age_s, asked_at, needs: { [capability]: need }, signal }: RecallingCall,
): Promise<Recalled<unknown> | undefined> {
  const since = freshSince(definition, max_age_s ?? need?.fresh_s, asked_at ?? clock());
  const recalled = await store?.recall(query, { workspace_id, since, signal });
  return recalled === undefined || shortfallOf(definition, need, recalled.value) !== undefined ? undefined : recalled;
}

/** What an answer lacks, where the operation takes only whole ones. */
export function shortfallOf({ shortfall }: AnyMethod, need: Need | undefined, value: unknown): string | undefined {
  return need?.is_whole === true ? shortfall?.(value) : undefined;
}

/**
 * @param why of each connected source, why it cannot answer; '' where none is connected
 * @param waysOfQuery where the question takes more than any source of the capability gives
 */
export function notConfigured(capability: Capability, why: string, waysOfQuery?: readonly string[]): AppError {
  const { title, ways: waysOfAll } = capabilities[capability];
  const ways = waysOfQuery ?? waysOfAll;
  const message =
    why === '' ? `No source for ${withinSentence(title)} is connected.` : `No connected source can answer. ${why}`;
  return new AppError('source_not_configured', message, { fix: ways.join(' Or: ') });
}

/** Methods of a port and of its definition are the same, by the type of `CapabilityDefinition`. */
function definitionOf(capability: Capability, method: string): AnyMethod {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee is stated above
  const methods = capabilities[capability].methods as Readonly<Record<string, AnyMethod>>;
  const definition = methods[method];
  if (definition === undefined) throw new Error(`${capability} has no method ${method}.`);
  return definition;
}

/** Observations before this do not answer; undefined takes any age. */
function freshSince(
  { mode, fresh_s, is_lasting }: AnyMethod,
  max_age_s: number | undefined,
  now: Date,
): Date | undefined {
  const age_s = mode === 'stored' || is_lasting === true ? undefined : (max_age_s ?? fresh_s);
  return age_s === undefined ? undefined : new Date(now.getTime() - age_s * 1000);
}
