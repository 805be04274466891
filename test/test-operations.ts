import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

import { defineOperation, type Operation } from '../src/contract/operation.ts';
import type { WorkflowDraft } from '../src/contract/workflow.ts';
import { AppError } from '../src/kernel/errors.ts';

/** Operations that do nothing but what a test of the call path needs to see. */

const guidance: WorkflowDraft = {
  summary: 'A test.',
  recommended_action: 'None.',
  priority: 'low',
  confidence: 1,
  confidence_reasons: [],
  steps: [],
  next_calls: [],
  guardrails: [],
};

const facts = {
  method: 'POST',
  group: 'Content and page quality',
  description: 'For tests alone.',
  guidance: 'workflow',
  needs: {},
  price: { rule: '3 credits', credits: () => 3 },
} as const;

const WaitInput = z.object({
  label: z.string().default('none'),
  /** How long the run takes unless it is stopped. */
  wait_ms: z.int().min(0).max(60_000).default(0),
  /** Fails so often before it succeeds, told apart by label. */
  failures: z.int().min(0).max(100).default(0),
  failure_code: z.enum(['source_failed', 'unfetchable_url', 'internal']).default('source_failed'),
  location: z.string().optional(),
});

/** How often each label was run, by whichever worker of this process. */
export const runs = new Map<string, number>();

/** Work of these labels is not over before the promise is: what a test does meanwhile comes before its end. */
export const holds = new Map<string, Promise<void>>();

async function work(input: z.output<typeof WaitInput>, signal: AbortSignal): Promise<{ label: string; runs: number }> {
  const count = (runs.get(input.label) ?? 0) + 1;
  runs.set(input.label, count);
  await sleep(input.wait_ms, undefined, { signal });
  await holds.get(input.label);
  if (count <= input.failures) {
    if (input.failure_code === 'internal') throw new Error('secret detail of a bug');
    throw new AppError(input.failure_code, `Run ${count} fails.`, { fix: 'Wait.' });
  }
  return { label: input.label, runs: count };
}

const Result = z.object({ label: z.string(), runs: z.int() });

const queued = defineOperation({
  ...facts,
  id: 'test.queued',
  path: '/test/queued',
  title: 'Queued by default',
  runs: 'queued',
  input: WaitInput,
  result: Result,
  example: { label: 'example' },
  asks: async (input, { locate }) => {
    await locate(input);
    return [];
  },
  async run(input, { signal, report }) {
    report(40, 'waiting', 'for the time to pass');
    return { result: await work(input, signal), guidance, markdown_summary: '## Test' };
  },
});

const inline = defineOperation({
  ...facts,
  id: 'test.inline',
  path: '/test/inline',
  title: 'Inline by default',
  runs: 'inline',
  input: WaitInput,
  result: Result,
  example: { label: 'example' },
  run: async (input, { signal }) => ({
    result: await work(input, signal),
    guidance,
    markdown_summary: '## Test',
  }),
});

const batch = defineOperation({
  ...facts,
  id: 'test.batch',
  path: '/test/batch',
  title: 'A batch of queued calls',
  runs: 'queued',
  price: { rule: '3 credits an item', credits: (input) => 3 * input.items.length },
  input: z.object({ items: z.array(WaitInput).min(1).max(10) }),
  result: Result,
  example: { items: [{ label: 'example' }] },
  batch: (input) => input.items.map((item, at) => ({ operation: 'test.queued', input: item, path: `items[${at}]` })),
  run: () => Promise.reject(new Error('A batch is not run.')),
});

/** What a run is told of the brand. */
export const told = defineOperation({
  ...facts,
  id: 'test.brand',
  path: '/test/brand',
  title: 'The brand of a call',
  runs: 'inline',
  input: z.object({}),
  result: z.object({ brand: z.unknown() }),
  example: {},
  run: async (_input, { brand }) => ({ result: { brand: await brand() }, guidance, markdown_summary: '## Test' }),
});

export const TEST_OPERATIONS: readonly Operation[] = [queued, inline, batch];
