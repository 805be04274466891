import type { z } from 'zod';

import { AppError, type InputIssue } from '../kernel/errors.ts';
import type { Task } from '../kernel/task.ts';
import type { AccountPorts } from '../ports/account.ts';
import type { Caller } from '../ports/accounts.ts';
import type { Capability } from '../ports/source.ts';
import type { Ports } from '../ports/sources.ts';
import type { Guidance } from './envelope.ts';
import type { Price } from './price.ts';
import { issuesOf } from './validation.ts';
import type { SupportDraft, WorkflowDraft } from './workflow.ts';

/** What a running operation has. It reaches the outside through here only. */
export interface OperationContext<Needs extends Capability = Capability> {
  readonly ports: Pick<Ports, Needs>;
  readonly now: Date;
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

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** What every transport may know of an operation without running it. */
interface OperationFacts {
  /** `backlinks.summary`: group and verb, as CLI, jobs and scopes name it. */
  readonly id: string;
  readonly method: Method;
  /** Below /api/v1. */
  readonly path: string;
  readonly group: string;
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
  /** Fields of the result that nobody may see twice: an answer that is kept for an idempotency key has null there. */
  readonly shown_once: readonly string[];
  /** The result as comma-separated values, for callers that ask for `format=csv`. */
  readonly csv: ((result: Readonly<Record<string, unknown>>) => string) | undefined;
  /** Always answers 202 with one job for each of its items. */
  readonly is_batch: boolean;
}

/** What `run` answers: the result of its schema, guidance for the caller's next step, and a summary. */
interface Outcome<Result> {
  readonly result: Result;
  readonly guidance: WorkflowDraft | SupportDraft;
  readonly markdown_summary: string;
}

/** What the engine gets of a run. An account operation has a result alone. */
export type RunOutcome =
  | Outcome<Record<string, unknown>>
  | { readonly result: Record<string, unknown>; readonly guidance: undefined; readonly markdown_summary: undefined };

/** One call of another operation, as a batch makes them. */
interface BatchItem {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

interface OperationDefinition<
  Input extends z.ZodObject,
  Result extends z.ZodObject,
  Needs extends Capability,
> extends Omit<
  OperationFacts,
  'one_of' | 'also_accepts' | 'is_account' | 'is_batch' | 'shown_once' | 'csv' | 'success_status'
> {
  readonly one_of?: readonly string[];
  readonly also_accepts?: readonly string[];
  readonly input: Input;
  readonly result: Result;
  /** Capabilities that a run may touch. An empty list proves that the operation makes no outside call. */
  readonly needs: readonly Needs[];
  readonly price: Price<z.output<Input>>;
  readonly example: z.input<Input>;
  /** Rules between fields that a schema cannot say. */
  readonly rules?: (input: z.output<Input>) => readonly InputIssue[];
  /** Capabilities of `needs` that this very input does not touch. */
  readonly spares?: (input: z.output<Input>) => readonly Needs[];
  /** Makes the operation a batch: it always queues, one job for each of these calls, and `run` is never asked. */
  readonly batch?: (input: z.output<Input>) => readonly BatchItem[];
  readonly run: (input: z.output<Input>, context: OperationContext<Needs>) => Promise<Outcome<z.input<Result>>>;
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
  readonly needs: readonly Capability[];
  readonly price_rule: string;
  readonly example: z.input<Input>;
  /** Checks raw input once. @throws AppError invalid_input that names every bad field */
  prepare(rawInput: unknown): PreparedCall;
}

export interface PreparedCall {
  /** The checked input with defaults applied. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly credits: number;
  readonly needs: readonly Capability[];
  /** The calls of a batch; undefined for everything else. */
  readonly batch: readonly BatchItem[] | undefined;
  run(context: RunContext): Promise<RunOutcome>;
}

export function defineOperation<
  Input extends z.ZodObject,
  Result extends z.ZodObject,
  const Needs extends Capability = never,
>(definition: OperationDefinition<Input, Result, Needs>): Operation<Input, Result> {
  const { price, run, rules, spares, batch, ...facts } = definition;
  const checker = checkerOf(facts);
  return {
    ...facts,
    one_of: checker.one_of,
    also_accepts: checker.also_accepts,
    is_account: false,
    shown_once: [],
    csv: undefined,
    is_batch: batch !== undefined,
    success_status: 200,
    price_rule: price.rule,
    prepare(rawInput) {
      const input = check(checker, rawInput);
      refuseIf(facts.id, rules?.(input) ?? []);
      const spared: readonly Capability[] = spares?.(input) ?? [];
      return {
        input,
        credits: price.credits(input),
        needs: facts.needs.filter((capability) => !spared.includes(capability)),
        batch: batch?.(input),
        run: async (context) => {
          const outcome = await run(input, context);
          // Parsed so that nothing leaves that the contract does not name.
          return { ...outcome, result: definition.result.parse(outcome.result) };
        },
      };
    },
  };
}

/** An operation about the caller's own workspace: its jobs, webhooks, usage or credits. */
export function defineAccountOperation<Input extends z.ZodObject, Result extends z.ZodObject>(
  definition: AccountDefinition<Input, Result>,
): Operation<Input, Result> {
  const { run, csv, ...facts } = definition;
  const checker = checkerOf(facts);
  return {
    ...facts,
    one_of: checker.one_of,
    also_accepts: [],
    runs: 'inline',
    guidance: 'none',
    is_account: true,
    shown_once: facts.shown_once ?? [],
    csv: csv === undefined ? undefined : (result) => csv(definition.result.parse(result)),
    is_batch: false,
    success_status: facts.success_status ?? 200,
    needs: [],
    price_rule: 'free',
    prepare(rawInput) {
      const input = check(checker, rawInput);
      return {
        input,
        credits: 0,
        needs: [],
        batch: undefined,
        run: async ({ caller, account, now, signal }) => {
          const result = await run(input, { caller, account, now, signal });
          return { result: definition.result.parse(result), guidance: undefined, markdown_summary: undefined };
        },
      };
    },
  };
}

type AccountContext = Pick<RunContext, 'caller' | 'account' | 'now' | 'signal'>;

interface AccountDefinition<Input extends z.ZodObject, Result extends z.ZodObject> extends Pick<
  OperationFacts,
  'id' | 'method' | 'path' | 'group' | 'title' | 'description'
> {
  readonly one_of?: readonly string[];
  readonly input: Input;
  readonly result: Result;
  readonly success_status?: 200 | 201;
  readonly shown_once?: readonly (keyof z.output<Result> & string)[];
  readonly csv?: (result: z.output<Result>) => string;
  readonly example: z.input<Input>;
  readonly run: (input: z.output<Input>, context: AccountContext) => Promise<z.input<Result>>;
}

interface Checker<Input extends z.ZodObject> {
  readonly id: string;
  readonly input: Input;
  /** The same fields, and no others. */
  readonly strict: z.ZodObject;
  readonly one_of: readonly string[];
  readonly also_accepts: readonly string[];
}

function checkerOf<Input extends z.ZodObject>(facts: {
  readonly id: string;
  readonly input: Input;
  readonly one_of?: readonly string[];
  readonly also_accepts?: readonly string[];
}): Checker<Input> {
  return {
    id: facts.id,
    input: facts.input,
    strict: facts.input.strict(),
    one_of: facts.one_of ?? [],
    also_accepts: facts.also_accepts ?? [],
  };
}

function check<Input extends z.ZodObject>(checker: Checker<Input>, rawInput: unknown): z.output<Input> {
  const known = Object.keys(checker.input.shape);
  const fields = fieldsOf(
    rawInput,
    [...checker.also_accepts, 'target'].filter((name) => !known.includes(name)),
  );
  const parsed = checker.strict.safeParse(fields, { reportInput: true });
  const issues = parsed.success ? [] : issuesOf(parsed.error, known);
  if (checker.one_of.length > 0 && checker.one_of.every((name) => isBlank(fields, name))) {
    const message = `one of ${checker.one_of.join(', ')} is required`;
    issues.push(...checker.one_of.map((path) => ({ path, message })));
  }
  refuseIf(checker.id, issues);
  return checker.input.parse(fields);
}

function fieldsOf(rawInput: unknown, ignored: readonly string[]): unknown {
  if (rawInput === undefined || rawInput === null) return {};
  if (typeof rawInput !== 'object' || Array.isArray(rawInput)) return rawInput;
  return Object.fromEntries(Object.entries(rawInput).filter(([name]) => !ignored.includes(name)));
}

function isBlank(fields: unknown, name: string): boolean {
  if (typeof fields !== 'object' || fields === null) return true;
  const value: unknown = Reflect.get(fields, name);
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

const ISSUES_MAX = 100;
const ISSUE_CHARACTERS_MAX = 300;

function cut(text: string): string {
  return text.length <= ISSUE_CHARACTERS_MAX ? text : `${text.slice(0, ISSUE_CHARACTERS_MAX)}…`;
}

function refuseIf(id: string, issues: readonly InputIssue[]): void {
  if (issues.length === 0) return;
  // A hundred thousand problems are one to who reads them.
  const shown = issues.slice(0, ISSUES_MAX).map(({ path, message }) => ({ path: cut(path), message: cut(message) }));
  const more = issues.length > ISSUES_MAX ? ` and ${issues.length - ISSUES_MAX} more` : '';
  const places = [...new Set(shown.map((issue) => issue.path || 'body'))].join(', ') + more;
  throw new AppError('invalid_input', `The input of ${id} is not valid: ${places}.`, {
    fix: 'Correct every field listed in errors and send the request again. Nothing was charged.',
    issues: shown,
  });
}
