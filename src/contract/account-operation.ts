import type { z } from 'zod';

import { check, checkerOf } from './input-check.ts';
import type { AccountContext, Operation, OperationFacts } from './operation.ts';
import { requireWholeWorkspace } from './own-project.ts';

/** An operation about the caller's own workspace: its jobs, webhooks, usage or credits. */
export function defineAccountOperation<Input extends z.ZodObject, Result extends z.ZodObject>(
  definition: AccountDefinition<Input, Result>,
): Operation<Input, Result> {
  const { run, csv, is_workspace_wide, job_price, ...facts } = definition;
  const checker = checkerOf(facts);
  const answer = async (input: z.output<Input>, { caller, account, now, signal }: AccountContext) => {
    if (is_workspace_wide === true) requireWholeWorkspace(caller, facts.id);
    return definition.result.parse(await run(input, { caller, account, now, signal }));
  };
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
    needs: {},
    price_rule: job_price?.rule ?? 'free',
    answer: (rawInput, context) => answer(check(checker, rawInput), context),
    prepare(rawInput) {
      const input = check(checker, rawInput);
      const credits = job_price?.credits(input) ?? 0;
      return {
        input,
        credits,
        quote: async (context) => job_price?.quote(input, context) ?? credits,
        needs: {},
        asks: () => Promise.resolve([]),
        batch: undefined,
        always_queues: false,
        run: async (context) => ({
          result: await answer(input, context),
          guidance: undefined,
          markdown_summary: undefined,
        }),
      };
    },
  };
}

interface AccountDefinition<Input extends z.ZodObject, Result extends z.ZodObject> extends Pick<
  OperationFacts,
  'id' | 'method' | 'path' | 'group' | 'title' | 'description' | 'body_bytes'
> {
  readonly one_of?: readonly string[];
  readonly input: Input;
  readonly result: Result;
  readonly success_status?: 200 | 201;
  readonly shown_once?: readonly (keyof z.output<Result> & string)[];
  readonly csv?: (result: z.output<Result>) => string;
  /** Reaches beyond projects, so that a key that belongs to one may not call it. */
  readonly is_workspace_wide?: boolean;
  /** Of the job that the call makes, which reserves it; the call itself is free. */
  readonly job_price?: {
    readonly rule: string;
    /** As far as the call says it. */
    readonly credits: (input: z.output<Input>) => number;
    /** With what the workspace has set. */
    readonly quote: (input: z.output<Input>, context: Pick<AccountContext, 'caller' | 'account'>) => Promise<number>;
  };
  readonly example: z.input<Input>;
  readonly run: (input: z.output<Input>, context: AccountContext) => Promise<z.input<Result>>;
}
