import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

import { defineOperation, type Operation } from '../../src/contract/operation.ts';
import type { WorkflowDraft } from '../../src/contract/workflow.ts';
import { AppError } from '../../src/kernel/errors.ts';

/** Operations under the names that the scenarios about tasks call: they run as jobs like any other. */

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
  description: 'For conformance alone.',
  guidance: 'workflow',
  needs: {},
  price: { rule: '1 credit', credits: () => 1 },
  result: z.object({ said: z.string() }),
} as const;

const slow = defineOperation({
  ...facts,
  id: 'slow_compute',
  path: '/slow-compute',
  title: 'Compute slowly',
  runs: 'queued',
  input: z.object({ seconds: z.number().default(0), label: z.string().default('') }),
  example: {},
  async run({ seconds, label }, { signal }) {
    await sleep(seconds * 1000, undefined, { signal });
    return { result: { said: `computed ${label}` }, guidance, markdown_summary: '' };
  },
});

const failing = defineOperation({
  ...facts,
  id: 'failing_job',
  path: '/failing-job',
  title: 'Fail as a tool does',
  runs: 'queued',
  input: z.object({}),
  example: {},
  run: () => Promise.reject(new AppError('unfetchable_url', 'The page cannot be read.', { fix: 'Use another.' })),
});

const broken = defineOperation({
  ...facts,
  id: 'protocol_error_job',
  path: '/protocol-error-job',
  title: 'Fail as a fault does',
  runs: 'queued',
  input: z.object({}),
  example: {},
  run: () => Promise.reject(new Error('secret detail of a bug')),
});

export const TASK_FIXTURES: readonly Operation[] = [slow, failing, broken];
