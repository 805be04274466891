import type { z } from 'zod';

import type { InputIssue } from '../kernel/errors.ts';
import type { Task } from '../kernel/task.ts';
import type { AccountPorts } from '../ports/account.ts';
import type { Caller } from '../ports/accounts.ts';
import type { Capability, Sources } from '../ports/capabilities.ts';
import type { LocationQuery, Location } from '../ports/locations.ts';
import type { Brand } from '../ports/projects.ts';
import type { RankTarget } from '../ports/rank-targets.ts';
import type { QueryOf, SourceNote } from '../ports/source.ts';
import type { Muting } from '../ports/sites.ts';
import type { Need, Needs, Ports } from '../ports/sources.ts';
import type { Alert } from '../ports/alerts.ts';
import { BESIDE_RESULT, type Guidance } from './envelope.ts';
import { check, checkerOf, refuseIf } from './input-check.ts';
import type { Price } from './price.ts';
import type { SupportDraft, WorkflowDraft } from './workflow.ts';

interface TrackedFilter {
  readonly tag: string | undefined;
  readonly ids?: readonly string[] | undefined;
}

/** What a running operation has. It reaches the outside through here only. */
export interface OperationContext<Used extends Capability = Capability> {
  readonly ports: Pick<Ports, Used>;
  /**
   * The place that a caller named; null when none was.
   *
   * @throws AppError invalid_input: unknown, with the nearest names, or ambiguous, with the candidates
   */
  readonly locate: (query: LocationQuery) => Promise<Location | null>;
  /** The brand of the project that the call counts toward, or else of its site; null where it has neither. */
  readonly brand: () => Promise<Brand | null>;
  /**
   * The keywords that the workspace tracks, within the project of the call, oldest first. Paused ones are among them only
   * where ids name them.
   */
  readonly tracked: (filter: TrackedFilter) => Promise<readonly RankTarget[]>;
  /** What whoever looks after a site has muted, by its address or id; nothing for a site that nobody looks after. */
  readonly muting: (site: string) => Promise<Muting>;
  /** The hosts that compete with a site, as whoever looks after it has set them; none for any other. */
  readonly competitors: (site: string) => Promise<readonly string[]>;
  readonly now: Date;
  /** Of the request that the run answers. A job that runs again after it was cut off has the same one. */
  readonly request_id: string;
  readonly signal: AbortSignal;
  /** Runs a pure task, on another thread and under a time limit when its input is large. */
  readonly compute: <Input, Output>(task: Task<Input, Output>, input: Input) => Promise<Output>;
  /** Tells how far a long run has come; those who watch its job see it. Returns at once. */
  readonly report: (percent: number, stage: string, message?: string) => void;
}

/** What the engine hands to a run: an analysis sees its sources, an account operation the caller's workspace. */
export interface RunContext extends OperationContext {
  readonly caller: Caller;
  readonly account: AccountPorts;
}

/** What an operation belongs to, as tags of OpenAPI, the docs and the dashboard show it. */
type Group =
  | 'Backlinks'
  | 'Rank and AI visibility'
  | 'Keywords and competitors'
  | 'Opportunities and signals'
  | 'Content and page quality'
  | 'Search and extraction'
  | 'Crawls and imports'
  | 'Jobs and webhooks'
  | 'Usage and credits'
  | 'Users';

/** What an account operation runs on: the caller's own workspace, and nothing outside. */
export type AccountContext = Pick<RunContext, 'caller' | 'account' | 'now' | 'signal'>;

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** What every transport may know of an operation without running it. */
export interface OperationFacts {
  /** `backlinks.summary`: group and verb, as CLI, jobs and scopes name it. */
  readonly id: string;
  readonly method: Method;
  /** Below /api/v1. */
  readonly path: string;
  readonly group: Group;
  readonly title: string;
  readonly description: string;
  /** Whether a caller that asks for neither waits for the answer or gets a job. */
  readonly runs: 'inline' | 'queued';
  readonly guidance: Guidance;
  /** One of these fields has to be given. */
  readonly one_of: readonly string[];
  /** Fields that examples of the interface carry and that have no effect. */
  readonly also_accepts: readonly string[];
  /** About the caller's own workspace: free, without guidance, and no row in the usage. */
  readonly is_account: boolean;
  readonly success_status: 200 | 201;
  /** How long its request bodies may be, where that is more than others need. */
  readonly body_bytes?: number | undefined;
  /** Fields of the result that nobody may see twice: an answer that is kept for an idempotency key has null there. */
  readonly shown_once: readonly string[];
  /** The result as comma-separated values, for callers that ask for `format=csv`. */
  readonly csv: ((result: Readonly<Record<string, unknown>>) => string) | undefined;
  /** Always answers 202 with one job for each of its items. */
  readonly is_batch: boolean;
}

/** What `run` answers: the result of its schema, guidance for the caller's next step, and a summary. */
interface Outcome<Result> {
  /** Fewer than the price where less was done than was asked; by default the price, or nothing where no source knew the target. */
  readonly credits?: number;
  readonly result: Result;
  readonly guidance: WorkflowDraft | SupportDraft;
  readonly markdown_summary: string;
  /** Told to the workspace's webhooks in the transaction that ends the job; a caller who waits for the answer reads it there. */
  readonly alerts?: readonly Alert[];
  /** What `meta.sources` says of a source that answered, but not what was asked. */
  readonly restateSource?: (note: SourceNote) => SourceNote;
}

/** What the engine gets of a run. An account operation has a result alone. */
export type RunOutcome =
  | Outcome<Record<string, unknown>>
  | {
      readonly result: Record<string, unknown>;
      readonly guidance: undefined;
      readonly markdown_summary: undefined;
      readonly credits?: undefined;
      readonly alerts?: undefined;
      readonly restateSource?: undefined;
    };

/** One call of another operation, as a batch makes them. */
interface BatchItem {
  readonly operation: string;
  /** Where it stands in the request of the batch, as errors name it. */
  readonly path: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Exactly the capabilities that are used, each with what is needed of it. */
type NeedsOf<Used extends Capability> = { readonly [C in Used]: Need };

/** One question that a run will ask. */
type PlannedAsk<Used extends Capability = Capability> = {
  [C in Used]: {
    [M in keyof Sources[C] & string]: {
      readonly capability: C;
      readonly method: M;
      readonly query: QueryOf<Sources[C][M]>;
    };
  }[keyof Sources[C] & string];
}[Used];

/** The same for those who treat all capabilities alike. */
export interface AnyAsk {
  readonly capability: Capability;
  readonly method: string;
  readonly query: unknown;
}

interface OperationDefinition<
  Input extends z.ZodObject,
  Result extends z.ZodObject,
  Used extends Capability,
> extends Omit<
  OperationFacts,
  'one_of' | 'also_accepts' | 'is_account' | 'is_batch' | 'shown_once' | 'csv' | 'success_status'
> {
  readonly one_of?: readonly string[];
  readonly also_accepts?: readonly string[];
  readonly input: Input;
  readonly result: Result;
  /** Capabilities that a run may touch. An empty list proves that the operation makes no external calls. */
  readonly needs: NeedsOf<Used>;
  readonly price: Price<z.output<Input>>;
  readonly example: z.input<Input>;
  /** Rules between fields that a schema cannot say. */
  readonly rules?: (input: z.output<Input>) => readonly InputIssue[];
  /** Capabilities of `needs` that this very input does not touch. */
  readonly spares?: (input: z.output<Input>) => readonly NoInfer<Used>[];
  /** What a run will ask of its sources, so that a dry run can tell who would answer and what that costs. */
  readonly asks?: (
    input: z.output<Input>,
    context: Pick<OperationContext, 'locate'>,
  ) => Promise<readonly NoInfer<PlannedAsk<Used>>[]>;
  /** The result as comma-separated values, for callers that ask for `format=csv`. */
  readonly csv?: (result: z.output<Result>) => string;
  /** Makes the operation a batch: it always queues, one job for each of these calls, and `run` is never asked. */
  readonly batch?: (input: z.output<Input>) => readonly BatchItem[];
  /** Whether this very input is so much work that it becomes a job, whatever the caller asks for. */
  readonly always_queues?: (input: z.output<Input>) => boolean;
  readonly run: (input: z.output<Input>, context: OperationContext<Used>) => Promise<Outcome<z.input<Result>>>;
}

/**
 * One operation as REST, MCP, CLI, client, docs and jobs see it.
 *
 * The input type is closed over by `prepare`, so a list of operations needs no `any` and no cast.
 */
export interface Operation<
  Input extends z.ZodObject = z.ZodObject,
  Result extends z.ZodObject = z.ZodObject,
> extends OperationFacts {
  readonly input: Input;
  readonly result: Result;
  readonly needs: Needs;
  readonly price_rule: string;
  readonly example: z.input<Input>;
  /** Checks raw input once. @throws AppError invalid_input that names every bad field */
  prepare(rawInput: unknown): PreparedCall;
  /**
   * Checks raw input and answers it at once: how the dashboard asks what REST asks, by the same rules. Undefined for
   * what is priced and metered, which goes through the engine alone.
   */
  readonly answer: ((rawInput: unknown, context: AccountContext) => Promise<Record<string, unknown>>) | undefined;
}

export interface PreparedCall {
  /** The checked input with defaults applied. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly credits: number;
  /** What a dry run tells: `credits`, or those of the job that the call would make. */
  quote(context: Pick<AccountContext, 'caller' | 'account'>): Promise<number>;
  readonly needs: Needs;
  /** What it will ask of its sources, as far as that is known before the run. */
  asks(context: Pick<OperationContext, 'locate'>): Promise<readonly AnyAsk[]>;
  /** The calls of a batch; undefined for everything else. */
  readonly batch: readonly BatchItem[] | undefined;
  /** Whether it becomes a job, whatever the caller asks for. */
  readonly always_queues: boolean;
  run(context: RunContext): Promise<RunOutcome>;
}

/** What stands beside the result in an answer would take the place of a field of that name. */
function refuseHidden({ id, result }: { readonly id: string; readonly result: z.ZodObject }): void {
  const hidden = ['success', ...BESIDE_RESULT].find((name) => name in result.shape);
  if (hidden !== undefined) throw new TypeError(`${id}: every answer has a ${hidden} that would hide this one.`);
}

export function defineOperation<
  Input extends z.ZodObject,
  Result extends z.ZodObject,
  const Used extends Capability = never,
>(definition: OperationDefinition<Input, Result, Used>): Operation<Input, Result> {
  const { price, run, rules, spares, asks, batch, always_queues, csv, ...facts } = definition;
  const checker = checkerOf(facts);
  refuseHidden(definition);
  return {
    ...facts,
    one_of: checker.one_of,
    also_accepts: checker.also_accepts,
    is_account: false,
    shown_once: [],
    csv: csv === undefined ? undefined : (result) => csv(definition.result.parse(result)),
    is_batch: batch !== undefined,
    success_status: 200,
    price_rule: price.rule,
    answer: undefined,
    prepare(rawInput) {
      const input = check(checker, rawInput);
      refuseIf(facts.id, rules?.(input) ?? []);
      const spared: readonly Capability[] = spares?.(input) ?? [];
      const credits = price.credits(input);
      return {
        input,
        credits,
        quote: async () => credits,
        needs: withoutSpared(facts.needs, spared),
        asks: async (context) => (asks === undefined ? [] : asks(input, context)),
        batch: batch?.(input),
        always_queues: always_queues?.(input) ?? false,
        run: async (context) => {
          const outcome = await run(input, context);
          // Parsed so that nothing leaves that the contract does not name.
          return { ...outcome, result: definition.result.parse(outcome.result) };
        },
      };
    },
  };
}

function withoutSpared(needs: Needs, spared: readonly Capability[]): Needs {
  return Object.fromEntries(Object.entries(needs).filter(([capability]) => !spared.some((one) => one === capability)));
}
