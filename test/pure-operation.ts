import { expect } from 'vitest';
import { z } from 'zod';

import { answerSchema } from '../src/contract/envelope.ts';
import type { Operation, RunContext } from '../src/contract/operation.ts';
import { AppError } from '../src/kernel/errors.ts';
import type { Task } from '../src/kernel/task.ts';
import { operations } from '../src/operations/index.ts';

/** A context that reaches nothing, of a call without a project: whatever else an operation asked of it but to compute would throw. */
function reachingNothing(): RunContext {
  const context: RunContext = Object.assign(Object.create(null), {
    compute: async <Input, Output>(task: Task<Input, Output>, input: Input) => task.run(input),
    brand: () => Promise.resolve(null),
  });
  return context;
}

const META = {
  request_id: 'req_test',
  operation: 'test',
  generated_at: '2026-01-15T12:00:00.000Z',
  duration_ms: 1,
  credits: { charged: 0, balance: null },
  project_id: null,
  workflow_id: null,
  sources: [],
};

export interface PureAnswer {
  readonly result: Readonly<Record<string, unknown>>;
  readonly markdown_summary: string;
  readonly next_operations: readonly string[];
}

/**
 * Runs an operation that computes from its request alone and holds its answer to the rules of every answer:
 * the published shape, planned calls that their operations take, a summary within its bound and without gaps.
 */
export async function runPure(operation: Operation, body: unknown): Promise<PureAnswer> {
  expect(operation.prepare(body).needs).toEqual({});
  return runChecked(operation, body, reachingNothing());
}

/** As `runPure` for an operation that may read pages too: `context` says what they answer. */
export async function runChecked(operation: Operation, body: unknown, context: RunContext): Promise<PureAnswer> {
  const { result, guidance, markdown_summary } = await operation.prepare(body).run(context);
  if (guidance === undefined || markdown_summary === undefined) throw new Error(`${operation.id} has no guidance.`);
  const planned = guidance.next_calls.map((call) => {
    const named = operations.find(({ id }) => id === call.operation);
    expect(named, `next call ${call.operation}`).toBeDefined();
    return { ...call, method: named?.method, path: named?.path, credits: named?.prepare(call.body).credits };
  });
  const answer = {
    success: true,
    ...result,
    agent_workflow: { ...guidance, next_calls: planned },
    markdown_summary,
    meta: META,
  };
  const parsed = answerSchema(operation.result.strict(), operation.guidance).safeParse(answer);
  expect(z.treeifyError(parsed.error ?? new z.ZodError([])).errors).toEqual([]);
  expect(parsed.error).toBeUndefined();
  expect(markdown_summary.length).toBeLessThanOrEqual(2500);
  expect(markdown_summary).toMatch(/^## /);
  const words = JSON.stringify([guidance, markdown_summary]);
  expect(words).not.toMatch(/\bundefined\b|\bNaN\b|\[object|\bInfinity\b/);
  expect(words).not.toMatch(
    /(?<![\d,.])1 (?:pages|keywords|topics|conflicts|clusters|prospects|rows|sites|opportunities)\b/,
  );
  return { result, markdown_summary, next_operations: guidance.next_calls.map((call) => call.operation) };
}

/** The fields that an input is refused for; none where it is taken. */
export function refusedFields(operation: Pick<Operation, 'prepare'>, input: unknown): string[] {
  try {
    operation.prepare(input);
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.issues.map(({ path }) => path);
    throw thrown;
  }
  return [];
}

/** Largest requests are to take a second at most; threefold on a machine whose two cores others use as well. */
export const LARGEST_CPU_MS_MAX = 3000;

/**
 * The least processor time of a few runs, in ms: what a machine that others use as well can say of speed. A run that is
 * fast enough is the last one.
 */
export async function leastCpuMs(
  run: () => Promise<unknown>,
  runs = 3,
  enough_ms: number = LARGEST_CPU_MS_MAX,
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < runs && least >= enough_ms; at += 1) {
    const before = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
