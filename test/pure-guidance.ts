import type { Operation, RunContext, RunOutcome } from '../src/contract/operation.ts';
import { type PureAnswer, runChecked, runPure } from './pure-operation.ts';

type Guidance = NonNullable<RunOutcome['guidance']>;

export interface GuidedAnswer extends PureAnswer {
  readonly steps: readonly { readonly action: string; readonly why: string; readonly evidence: readonly string[] }[];
  readonly recommended_action: string;
  readonly summary: string;
  readonly confidence: number;
  readonly next_calls: Guidance['next_calls'];
}

/** As `runPure`, with the workflow that the operation wrote, for tests of its words. */
export async function runGuided(operation: Operation, body: unknown, given?: RunContext): Promise<GuidedAnswer> {
  let outcome: RunOutcome | undefined;
  const watched: Operation = {
    ...operation,
    prepare(raw) {
      const prepared = operation.prepare(raw);
      return {
        ...prepared,
        async run(context) {
          outcome = await prepared.run(context);
          return outcome;
        },
      };
    },
  };
  const answer = await (given === undefined ? runPure(watched, body) : runChecked(watched, body, given));
  const guidance = outcome?.guidance;
  if (guidance === undefined || !('steps' in guidance)) throw new Error(`${operation.id} has no workflow.`);
  const { steps, recommended_action, summary, confidence, next_calls } = guidance;
  return { ...answer, steps, recommended_action, summary, confidence, next_calls };
}
