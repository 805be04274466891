import { AppError, messageOf } from '../../kernel/errors.ts';
import { joinWords } from '../../kernel/grammar.ts';
import { type Capability, CAPABILITY_NAMES, capabilities } from '../../ports/capabilities.ts';
import { type ConnectedSource, limitVariables } from '../../ports/define-source.ts';
import type { BudgetSpent, SourceCaller } from '../../ports/money.ts';
import { SourceFailure } from '../../ports/source-failure.ts';
import type { SourceNote } from '../../ports/source.ts';
import type { Needs, Ports } from '../../ports/sources.ts';
import type { Recalled } from '../../ports/store.ts';
import { CallNotes } from './call-notes.ts';
import { type Candidate, chooseSources, type Choice } from './choose.ts';
import type { SourceDesk } from './desk.ts';
import {
  type AnyMethod,
  notConfigured,
  type Question,
  readQuestion,
  recallFresh,
  type RecallingCall,
  shortfallOf,
} from './question.ts';
import { type CheckingCall, recordChecks } from './record-checks.ts';
import { askOnce, Resting, type SourceReply, TooDear } from './one-source.ts';

/** One call as far as its sources need to know of it. */
export interface AskingCall extends SourceCaller, RecallingCall, CheckingCall {
  readonly needs: Needs;
}

/**
 * The ports of one call. Every question goes the same way: fresh in the store, else a source that covers it, paid and asked
 * once, written down whole; every source that was tried is in `notes`.
 *
 * A source that fails is passed over for the next one. When none is left the call fails as a whole, so that half an answer
 * never looks like a whole one, and an empty answer is never made of a failure.
 */
export class CallPorts {
  readonly #notes = new CallNotes();
  #turns = 0;
  readonly ports: Ports;
  readonly #desk: SourceDesk;
  readonly #call: AskingCall;

  constructor(desk: SourceDesk, call: AskingCall) {
    this.#desk = desk;
    this.#call = call;
    this.ports = portsOf((capability, method, query) => this.#ask(capability, method, query));
  }

  /** Every source that was tried, in the order of the questions. */
  get notes(): readonly SourceNote[] {
    return this.#notes.list();
  }

  async #ask(capability: Capability, method: string, query: unknown): Promise<unknown> {
    const turn = this.#turns;
    this.#turns += 1;
    const question = { ...readQuestion(this.#desk, { capability, method, query }), turn };
    return recordChecks(
      this.#desk,
      this.#call,
      question,
      () => this.#notes.failedSource(turn),
      () => this.#answer(question),
    );
  }

  async #answer(question: AskedQuestion): Promise<unknown> {
    const { capability, method } = question;
    const recalled = await recallFresh(this.#desk, question, this.#call);
    this.#noteRecalled(question, recalled);
    switch (question.definition.mode) {
      case 'stored':
        if (recalled === undefined) throw new Error(`There is no store for ${capability}.${method}.`);
        return recalled.value;
      case 'first':
        return recalled === undefined ? this.#askFirst(question) : recalled.value;
      case 'fill':
        return this.#askForRest(question, question.definition, recalled);
      case 'gather':
        return this.#askAll(question, question.definition, recalled);
    }
  }

  /** The first source that knows the answer. */
  async #askFirst(question: AskedQuestion): Promise<unknown> {
    const tally = new Tally(question);
    const choice = this.#choose(question);
    let unknown: SourceReply | undefined;
    for (const candidate of choice.candidates) {
      const reply = await this.#askCandidate(question, candidate, tally);
      if (reply === undefined) continue;
      if (reply.coverage === 'none') unknown ??= reply;
      else if (!(reply.is_empty === true && tally.hasFailures)) return reply.value;
    }
    return tally.unlessFailed(choice, unknown);
  }

  /** Each source is asked for what those before it left open. */
  async #askForRest(
    question: AskedQuestion,
    definition: Fill,
    recalled: Recalled<unknown> | undefined,
  ): Promise<unknown> {
    let value = recalled?.value;
    let unknown: SourceReply | undefined;
    const tally = new Tally(question);
    const choice = this.#choose(question);
    for (const candidate of choice.candidates) {
      const { name } = candidate.source;
      const rest = value === undefined ? question.query : definition.remaining(question.query, value, name);
      if (rest === undefined) continue;
      const reply = await this.#askCandidate({ ...question, query: rest }, candidate, tally);
      if (reply === undefined) continue;
      if (reply.coverage === 'none') unknown ??= reply;
      else value = value === undefined ? reply.value : definition.merge(value, reply.value);
    }
    return value ?? tally.unlessFailed(choice, unknown);
  }

  /** All sources at once, but for those whose answers are known. */
  async #askAll(
    question: AskedQuestion,
    definition: Gather,
    recalled: Recalled<unknown> | undefined,
  ): Promise<unknown> {
    const tally = new Tally(question);
    const choice = this.#choose(question);
    const known = new Set(recalled?.sources.map(({ source }) => source));
    const asked = choice.candidates.filter(({ source }) => !known.has(source.name));
    const replies = await Promise.all(asked.map((candidate) => this.#askCandidate(question, candidate, tally)));
    const values = replies.flatMap((reply) => (reply === undefined ? [] : [reply.value]));
    const all = recalled === undefined ? values : [recalled.value, ...values];
    const isEmpty = replies.every(
      (reply) => reply === undefined || reply.is_empty === true || reply.coverage === 'none',
    );
    if (all.length === 0 || (recalled === undefined && isEmpty && tally.hasFailures)) {
      return tally.unlessFailed(
        choice,
        replies.find((reply) => reply !== undefined),
      );
    }
    return all.reduce((one, other) => definition.merge(one, other));
  }

  #choose(question: AskedQuestion): Choice {
    const choice = chooseSources(this.#desk, question, this.#call.needs);
    for (const { source, lacks } of choice.passed) {
      if (lacks === undefined && question.definition.is_addressed === true) continue;
      // Where all are asked that can answer, the others are not passed over in favour of anybody.
      if (question.definition.mode === 'gather' && lacks === undefined) continue;
      this.#notes.add(question.turn, {
        ...BLANK,
        capability: question.capability,
        source: source.name,
        status: 'not_covered',
        note: lacksSentence(source, lacks),
      });
    }
    return choice;
  }

  /** Undefined when it came to nothing; the tally and the notes say why. */
  async #askCandidate(question: AskedQuestion, candidate: Candidate, tally: Tally): Promise<SourceReply | undefined> {
    const { source, offer, lacks } = candidate;
    const { capability, method, query, definition, turn } = question;
    const { signal } = this.#call;
    const blank = { ...BLANK, capability, source: source.name };
    const owner = definition.is_private === true ? `${this.#call.workspace_id} ` : '';
    const identity = `${owner}${capability}.${method} ${(definition.identity ?? JSON.stringify)(query)}`;
    try {
      const reply = await askOnce(this.#desk, { ...question, source, offer, identity }, this.#call, signal);
      const shortfall = shortfallOf(definition, this.#call.needs[capability], reply.value);
      if (shortfall !== undefined) {
        const failure = new SourceFailure('incomplete', `${source.title} ${shortfall}.`);
        tally.failed(source, failure);
        this.#notes.add(turn, { ...blank, status: 'failed', cost_usd: reply.usd, note: failure.message });
        return undefined;
      }
      this.#noteReply(turn, blank, reply, lacksSentence(source, lacks));
      return reply;
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      this.#noteFailure({ turn, blank, source, tally }, thrown);
      return undefined;
    }
  }

  #noteReply(turn: number, blank: SourceNote, reply: SourceReply, lacking: string): void {
    const { observed_at, measure = 'measured', usd, note, is_recalled, imports = [] } = reply;
    const coverage = reply.coverage ?? (lacking === '' ? 'full' : 'partial');
    this.#notes.add(turn, {
      ...blank,
      status: coverage === 'none' ? 'not_covered' : 'answered',
      observed_at,
      cached: is_recalled,
      coverage,
      measure: coverage === 'none' ? null : measure,
      cost_usd: usd,
      note: [note, lacking].filter(Boolean).join(' '),
    });
    for (const { tool, observed_at: imported_at } of imports) {
      this.#notes.add(turn, {
        ...blank,
        source: `import:${tool}`,
        status: 'answered',
        observed_at: imported_at,
        coverage: 'sample',
        measure,
        note: IMPORTED,
      });
    }
  }

  #noteFailure({ turn, blank, source, tally }: FailedCandidate, thrown: unknown): void {
    if (thrown instanceof TooDear) {
      tally.tooDear(source, thrown.spent);
      this.#notes.add(turn, { ...blank, status: 'too_dear', note: spentSentence(source, thrown.spent) });
      return;
    }
    // The caller's own doing, which no other source can mend.
    if (thrown instanceof AppError && thrown.status < 500) throw thrown;
    if (!(thrown instanceof Resting)) {
      this.#desk.log.warn(
        { capability: blank.capability, source: source.name, err: messageOf(thrown) },
        'a source failed',
      );
    }
    tally.failed(source, thrown);
    this.#notes.add(turn, { ...blank, status: 'failed', note: messageOf(thrown) });
  }

  #noteRecalled({ capability, turn }: AskedQuestion, recalled: Recalled<unknown> | undefined): void {
    for (const { asked_at: _asked_at, ...source } of recalled?.sources ?? []) {
      this.#notes.add(turn, { capability, status: 'answered', cost_usd: 0, ...source, cached: true });
    }
  }
}

interface AskedQuestion extends Question {
  /** Its place among the questions of the call. */
  readonly turn: number;
}

interface FailedCandidate {
  readonly turn: number;
  readonly blank: SourceNote;
  readonly source: ConnectedSource;
  readonly tally: Tally;
}

type Fill = Extract<AnyMethod, { mode: 'fill' }>;
type Gather = Extract<AnyMethod, { mode: 'gather' }>;

const BLANK = {
  capability: '',
  source: '',
  status: 'failed',
  observed_at: null,
  cached: false,
  coverage: 'none',
  measure: null,
  cost_usd: 0,
  note: '',
} as const satisfies SourceNote;

const IMPORTED = 'An imported table: links that it named are part of the answer, as its tool reported them.';

/** What went wrong with one question, source by source. */
class Tally {
  readonly #question: Pick<Question, 'capability' | 'definition' | 'query'>;
  readonly #failures: { readonly source: ConnectedSource; readonly thrown: unknown }[] = [];
  readonly #dear: { readonly source: ConnectedSource; readonly spent: BudgetSpent }[] = [];

  constructor(question: Pick<Question, 'capability' | 'definition' | 'query'>) {
    this.#question = question;
  }

  get hasFailures(): boolean {
    return this.#failures.length > 0;
  }

  failed(source: ConnectedSource, thrown: unknown): void {
    this.#failures.push({ source, thrown });
  }

  tooDear(source: ConnectedSource, spent: BudgetSpent): void {
    this.#dear.push({ source, spent });
  }

  /**
   * The answer of a source that knows nothing of the target, if that is all there is to say.
   *
   * @throws AppError source_failed, source_timeout, provider_budget_spent or source_not_configured
   */
  unlessFailed(choice: Choice, unknown: SourceReply | undefined): unknown {
    if (this.#failures.length > 0) throw this.#failure();
    const [dear] = this.#dear;
    if (dear !== undefined) throw budgetSpent(dear.source, dear.spent);
    if (unknown !== undefined) return unknown.value;
    const why = choice.passed.map(({ source, lacks }) => lacksSentence(source, lacks));
    const { capability, definition, query } = this.#question;
    const ways = definition.ways?.(query) ?? capabilities[capability].ways;
    throw notConfigured(capability, why.join(' '), [...listOwnWays(choice), ...ways]);
  }

  #failure(): AppError {
    const errors = this.#failures.map(({ thrown }) => thrown);
    const [first] = errors;
    if (errors.length === 1 && first instanceof AppError) return first;
    const isTimeout = errors.every((error) => error instanceof AppError && error.code === 'source_timeout');
    const told = this.#failures.map(({ source, thrown }) => `${source.name}: ${messageOf(thrown)}`);
    const fix = errors.find((error) => error instanceof AppError && error.fix !== undefined);
    return new AppError(isTimeout ? 'source_timeout' : 'source_failed', `Every source failed. ${told.join(' ')}`, {
      fix: fix instanceof AppError && fix.fix !== undefined ? fix.fix : 'Try again in a minute. Nothing was charged.',
      cause: new AggregateError(errors),
    });
  }
}

function budgetSpent(source: ConnectedSource, spent: BudgetSpent): AppError {
  const variable = spent.limit === 'total' ? 'SEAMARK_USD_PER_DAY' : limitVariables(source).usd_per_day;
  return new AppError('provider_budget_spent', spentSentence(source, spent), {
    fix: `Wait until ${spent.resets_at.toISOString()}, or raise ${variable}.`,
  });
}

function spentSentence({ title }: ConnectedSource, spent: BudgetSpent): string {
  const whose = spent.limit === 'total' ? 'all paid sources' : title;
  return (
    `The daily budget for ${whose} is ${spent.limit_usd} USD; ${round(spent.spent_usd)} USD is spent or reserved. ` +
    `It resets at ${spent.resets_at.toISOString()}.`
  );
}

function round(usd: number): number {
  return Math.round(usd * 10_000) / 10_000;
}

/** Fields of a request by what a source lacks for them. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ['locations', 'location'],
  ['devices', 'device'],
]);

/** What a caller can leave out so that a connected source answers. */
function listOwnWays({ passed }: Choice): string[] {
  return passed.flatMap(({ source, lacks = [] }) => {
    const fields = lacks.flatMap((lack) => FIELDS.get(lack) ?? []);
    const isEnough = fields.length > 0 && fields.length === lacks.length;
    return isEnough ? [`Leave out ${joinWords(fields)}, and ${source.title} answers.`] : [];
  });
}

function lacksSentence({ title }: ConnectedSource, lacks: readonly string[] | undefined): string {
  if (lacks === undefined) return `${title} cannot answer this query.`;
  return lacks.length === 0 ? '' : `${title} does not support ${joinWords(lacks)}.`;
}

/** One function for each method that the capabilities define, which is what `Ports` says. */
function portsOf(ask: (capability: Capability, method: string, query: unknown) => Promise<unknown>): Ports {
  const ports = CAPABILITY_NAMES.map((capability) => {
    const methods = Object.keys(capabilities[capability].methods);
    const asking = methods.map((method) => [method, (query: unknown) => ask(capability, method, query)]);
    return [capability, Object.fromEntries(asking)];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee is stated above
  return Object.fromEntries(ports) as Ports;
}
