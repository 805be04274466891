import type { z } from 'zod';

import { AppError, type InputIssue } from '../kernel/errors.ts';
import type { Task } from '../kernel/task.ts';
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
}

/** What every transport may know of an operation without running it. */
interface OperationFacts {
  /** `backlinks.summary`: group and verb, as CLI, jobs and scopes name it. */
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** Below /api/v1. */
  readonly path: string;
  readonly group: string;
  readonly title: string;
  readonly description: string;
  readonly runs: 'inline' | 'queued';
  readonly guidance: Guidance;
  /** One of these fields has to be given. */
  readonly one_of: readonly string[];
  /** Fields that examples of the interface carry and that have no effect. */
  readonly also_accepts: readonly string[];
}

/** What `run` answers: the result of its schema, guidance for the caller's next step, and a summary. */
export interface Outcome<Result> {
  readonly result: Result;
  readonly guidance: WorkflowDraft | SupportDraft;
  readonly markdown_summary: string;
}

interface OperationDefinition<
  Input extends z.ZodObject,
  Result extends z.ZodObject,
  Needs extends Capability,
> extends Omit<OperationFacts, 'one_of' | 'also_accepts'> {
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
  run(context: OperationContext): Promise<Outcome<Record<string, unknown>>>;
}

export function defineOperation<
  Input extends z.ZodObject,
  Result extends z.ZodObject,
  const Needs extends Capability = never,
>(definition: OperationDefinition<Input, Result, Needs>): Operation<Input, Result> {
  const { price, run, rules, spares, ...facts } = definition;
  const checker = {
    id: facts.id,
    input: facts.input,
    strict: facts.input.strict(),
    one_of: facts.one_of ?? [],
    also_accepts: facts.also_accepts ?? [],
  };
  return {
    ...facts,
    one_of: checker.one_of,
    also_accepts: checker.also_accepts,
    price_rule: price.rule,
    prepare(rawInput) {
      const input = check(checker, rawInput);
      refuseIf(facts.id, rules?.(input) ?? []);
      const spared: readonly Capability[] = spares?.(input) ?? [];
      return {
        input,
        credits: price.credits(input),
        needs: facts.needs.filter((capability) => !spared.includes(capability)),
        run: async (context) => {
          const outcome = await run(input, context);
          // Parsed so that nothing leaves that the contract does not name.
          return { ...outcome, result: definition.result.parse(outcome.result) };
        },
      };
    },
  };
}

interface Checker<Input extends z.ZodObject> {
  readonly id: string;
  readonly input: Input;
  /** The same fields, and no others. */
  readonly strict: z.ZodObject;
  readonly one_of: readonly string[];
  readonly also_accepts: readonly string[];
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

function refuseIf(id: string, issues: readonly InputIssue[]): void {
  if (issues.length === 0) return;
  const places = [...new Set(issues.map((issue) => issue.path || 'body'))].join(', ');
  throw new AppError('invalid_input', `The input of ${id} is not valid: ${places}.`, {
    fix: 'Correct every field listed in errors and send the request again. Nothing was charged.',
    issues,
  });
}
