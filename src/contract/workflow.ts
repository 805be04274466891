import { z } from 'zod';

import { Level } from '../kernel/level.ts';

/** A call that would follow from an answer; the engine fills in method, path and price from the registry. */
export interface PlannedCall {
  readonly operation: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly reason: string;
}

const NextCall = z.object({
  operation: z.string().describe('Operation id.'),
  method: z.enum(['GET', 'POST']),
  path: z.string().describe('Path below /api/v1.'),
  body: z.record(z.string(), z.unknown()).describe('A valid body for that operation, filled from this answer.'),
  reason: z.string(),
  credits: z.int(),
});

const Step = z.object({
  order: z.int(),
  action: z.string(),
  why: z.string(),
  evidence: z.array(z.string()).describe('Figures and quotes of this answer.'),
  effort: Level,
  owner_hint: z.string(),
});

export const AgentWorkflow = z
  .object({
    summary: z.string(),
    recommended_action: z.string(),
    priority: Level,
    confidence: z.number().min(0).max(1),
    confidence_reasons: z.array(z.string()),
    steps: z.array(Step),
    next_calls: z.array(NextCall),
    guardrails: z.array(z.string()),
  })
  .meta({ id: 'AgentWorkflow', description: 'An action plan for the next step, made from this answer alone.' });

export const AgentSupport = z
  .object({
    summary: z.string(),
    usable_for: z.array(z.string()),
    citations: z.array(z.object({ id: z.string(), url: z.string(), title: z.string(), quote: z.string() })),
    limits: z.array(z.string()).describe('What this evidence cannot show.'),
    next_calls: z.array(NextCall),
  })
  .meta({ id: 'AgentSupport', description: 'How this evidence may be used and cited.' });

type Drafted<Whole> = Omit<Whole, 'next_calls'> & { readonly next_calls: readonly PlannedCall[] };

export type WorkflowDraft = Drafted<z.input<typeof AgentWorkflow>>;
export type SupportDraft = Drafted<z.input<typeof AgentSupport>>;
