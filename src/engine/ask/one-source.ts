import { setTimeout as delay } from 'node:timers/promises';

import { AppError, messageOf } from '../../kernel/errors.ts';
import { settledBefore } from '../../kernel/settled.ts';
import type { Answered, ConnectedOffer, ConnectedSource } from '../../ports/define-source.ts';
import type { BudgetSpent, SourceCaller, SpendingHold } from '../../ports/money.ts';
import { SourceFailure } from '../../ports/source-failure.ts';
import type { Observation } from '../../ports/store.ts';
import type { SourceDesk } from './desk.ts';
import type { Question } from './question.ts';

/** One question to one source. */
export interface SourceQuestion extends Question {
  readonly source: ConnectedSource;
  readonly offer: ConnectedOffer;
  /** Of the question, whoever asks it and whichever source. */
  readonly identity: string;
}

export interface SourceReply extends Answered<unknown> {
  readonly observed_at: string | null;
  readonly usd: number;
  /** Another process asked the same at the same time, and its answer was taken from the store. */
  readonly is_recalled: boolean;
}

/** The budget of the day does not cover the request; nothing was sent. */
export class TooDear extends Error {
  readonly spent: BudgetSpent;

  constructor(source: string, spent: BudgetSpent) {
    super(`${source} has reached its daily budget.`);
    this.spent = spent;
  }
}

/** The source keeps failing and is left alone for a while; nothing was sent. */
export class Resting extends SourceFailure {
  constructor(title: string) {
    super('failed', `${title} failed five times in a row, so Seamark is skipping it for a minute.`);
  }
}

const TRIES_MAX = 3;
const PAUSE_MS = 250;
/** A source that asks for a longer pause is passed over. */
const PAUSE_MS_MAX = 5000;

/**
 * Asks a source once for all who ask the same now, in this process and in others.
 *
 * @throws SourceFailure, of which Resting is one, TooDear, or the caller's own doing
 */
export async function askOnce(
  desk: SourceDesk,
  question: SourceQuestion,
  caller: SourceCaller,
  signal: AbortSignal,
): Promise<SourceReply> {
  // What is read here costs nothing and waits for nobody.
  if (!question.source.is_external) return replyOf(await tryOnce(question, signal), desk, 0);
  // Workspaces with different indexes share no request: each keeps the answer for itself.
  const identity = [desk.index_id, question.source.name, question.identity].filter((part) => part !== '').join(' ');
  const { value, is_shared } = await desk.flights.join(identity, signal, (shared) =>
    askWatched(desk, question, caller, identity, shared),
  );
  return is_shared ? { ...value, usd: 0 } : value;
}

/** A request counts once for the health of its source, however many callers wait for it. */
async function askWatched(
  desk: SourceDesk,
  question: SourceQuestion,
  caller: SourceCaller,
  identity: string,
  signal: AbortSignal,
): Promise<SourceReply> {
  const { name, title } = question.source;
  if (!desk.health.mayAsk(name)) throw new Resting(title);
  try {
    const reply = await askClaimed(desk, question, caller, identity, signal);
    desk.health.note(name, 'answered');
    return reply;
  } catch (thrown) {
    desk.health.note(name, signal.aborted || thrown instanceof TooDear ? 'stopped' : 'failed');
    throw thrown;
  }
}

async function askClaimed(
  desk: SourceDesk,
  question: SourceQuestion,
  caller: SourceCaller,
  identity: string,
  signal: AbortSignal,
): Promise<SourceReply> {
  const begun = desk.clock();
  let since = begun;
  for (;;) {
    const claim = await desk.claims.take(identity);
    if (claim === undefined) {
      await desk.claims.free(identity, signal);
      signal.throwIfAborted();
      // The other's request was under way before this question, and its answer may bear the time when it was sent.
      since = new Date(begun.getTime() - question.offer.timeout_ms);
      continue;
    }
    try {
      return (await recallReply(question, caller, since, signal)) ?? (await askPaid(desk, question, caller, signal));
    } finally {
      await claim
        .release()
        .catch((thrown: unknown) => desk.log.warn({ err: messageOf(thrown) }, 'a claim was not released'));
    }
  }
}

/**
 * What whoever had the claim a moment ago has written down. Stores also recall imports and what other sources said, which
 * was known before and does not answer for this source.
 */
async function recallReply(
  question: SourceQuestion,
  caller: SourceCaller,
  begun: Date,
  signal: AbortSignal,
): Promise<SourceReply | undefined> {
  const { source, query, definition, store } = question;
  const since = definition.is_lasting === true ? undefined : begun;
  const recalled = await store?.recall(query, { workspace_id: ownerOf(question, caller), since, signal });
  const own = recalled?.sources.find(({ source: name, observed_at, asked_at = observed_at }) => {
    if (name !== source.name || asked_at === null) return false;
    return since === undefined || new Date(asked_at) >= since;
  });
  if (recalled === undefined || own === undefined) return undefined;
  const isWhole = definition.mode !== 'fill' || definition.remaining(query, recalled.value, source.name) === undefined;
  if (!isWhole) return undefined;
  return { value: recalled.value, observed_at: own.observed_at, measure: own.measure, usd: 0, is_recalled: true };
}

async function askPaid(
  desk: SourceDesk,
  question: SourceQuestion,
  caller: SourceCaller,
  signal: AbortSignal,
): Promise<SourceReply> {
  const { source, offer, capability, method, query, identity } = question;
  const usd = offer.usd(query);
  const request = { ...caller, source: source.name, capability, method, identity, usd };
  const hold = await desk.money.reserve(request, desk.limits(source));
  if (!hold.is_held) throw new TooDear(source.name, hold);
  const answered = await tried(question, hold, usd, signal);
  const reply = replyOf(answered, desk, answered.usd ?? usd);
  const observed = desk.clock();
  const deleteAt = desk.deleteAt(source, observed);
  const observations: readonly Observation[] =
    deleteAt === null ? [] : (question.store?.observe(query, answered.value, source.name, answered.raw) ?? []);
  const workspace_id = ownerOf(question, caller);
  await hold.book({
    usd: reply.usd,
    observations,
    workspace_id,
    index_id: desk.index_id,
    delete_at: deleteAt ?? undefined,
  });
  return hold.repeats === undefined ? reply : { ...reply, note: [reply.note, REPEATED].filter(Boolean).join(' ') };
}

/** Nobody's private facts where callers of several workspaces may share one request. */
function ownerOf({ definition }: SourceQuestion, { workspace_id }: SourceCaller): string {
  return definition.is_private === true ? workspace_id : '';
}

const REPEATED =
  'An earlier request for the same data was cut off before its answer was saved, so it may have been charged twice.';

/** Ends the hold of a request that comes to nothing. */
async function tried(
  question: SourceQuestion,
  hold: SpendingHold,
  usd: number,
  signal: AbortSignal,
): Promise<Answered<unknown>> {
  try {
    return await retried(question, signal);
  } catch (thrown) {
    // Nobody knows what a vendor charges for a request that it never got to answer.
    const isUncertain = signal.aborted || (thrown instanceof SourceFailure && thrown.kind === 'timeout');
    const charged = thrown instanceof SourceFailure ? thrown.usd : undefined;
    await hold.fail({ usd: charged ?? (isUncertain ? usd : 0), reason: messageOf(thrown) });
    throw thrown;
  }
}

/** What failed tries were charged is part of what the question cost. */
async function retried(question: SourceQuestion, signal: AbortSignal): Promise<Answered<unknown>> {
  let spent = 0;
  for (let tries = 1; ; tries += 1) {
    try {
      const answered = await tryOnce(question, signal);
      if (spent === 0) return answered;
      return { ...answered, usd: spent + (answered.usd ?? question.offer.usd(question.query)) };
    } catch (caught) {
      signal.throwIfAborted();
      const thrown = caught instanceof SourceFailure ? caught.after(spent) : caught;
      if (thrown instanceof SourceFailure) spent = thrown.usd ?? spent;
      const pause_ms = thrown instanceof SourceFailure && thrown.is_passing ? pauseOf(thrown, tries) : undefined;
      if (pause_ms === undefined || tries >= TRIES_MAX) throw thrown;
      await delay(pause_ms, undefined, { signal });
    }
  }
}

function pauseOf({ retry_after_s }: SourceFailure, tries: number): number | undefined {
  if (retry_after_s === undefined) return PAUSE_MS * 2 ** (tries - 1) * (0.75 + Math.random() / 2);
  return retry_after_s * 1000 > PAUSE_MS_MAX ? undefined : retry_after_s * 1000;
}

async function tryOnce({ source, offer, query }: SourceQuestion, signal: AbortSignal): Promise<Answered<unknown>> {
  const limit = AbortSignal.timeout(offer.timeout_ms);
  try {
    const either = AbortSignal.any([signal, limit]);
    return await settledBefore(offer.ask(query, either), either);
  } catch (thrown) {
    signal.throwIfAborted();
    if (limit.aborted) {
      throw new SourceFailure('timeout', `${source.title} did not respond within ${offer.timeout_ms / 1000} s.`);
    }
    // What the caller did wrong, and what sources of our own say of themselves, are told as they are.
    if (thrown instanceof AppError && thrown.code !== 'internal') throw thrown;
    throw new SourceFailure('failed', `${source.title} did not respond.`, { cause: thrown });
  }
}

function replyOf(answered: Answered<unknown>, desk: SourceDesk, usd: number): SourceReply {
  const { observed_at = desk.clock().toISOString() } = answered;
  return { ...answered, observed_at, usd, is_recalled: false };
}
