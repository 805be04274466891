import { z } from 'zod';

import { AgentSupport, AgentWorkflow } from './workflow.ts';

/** Where the figures of an answer come from; one entry for each source that was tried. */
const SourceUsed = z
  .object({
    capability: z.string(),
    source: z.string(),
    status: z
      .enum(['answered', 'failed', 'not_covered', 'too_dear'])
      .describe(
        '`not_covered`: it cannot answer the question as asked, or knows nothing about the target. `too_dear`: its budget for today is spent.',
      ),
    observed_at: z.string().nullable().describe('When the most recent data behind the answer was observed.'),
    cached: z.boolean(),
    coverage: z
      .enum(['full', 'partial', 'sample', 'none'])
      .describe('`none`: the source knows nothing about the target.'),
    measure: z.enum(['measured', 'estimated']).nullable(),
    cost_usd: z.number().describe('What the request to the source cost; 0 where nothing was paid.'),
    note: z.string(),
  })
  .meta({ id: 'SourceUsed' });

const Meta = z
  .object({
    request_id: z.string(),
    operation: z.string(),
    generated_at: z.string(),
    duration_ms: z.number(),
    credits: z.object({
      charged: z.int(),
      balance: z.int().nullable().describe('Credits left; null where the workspace is not limited.'),
    }),
    project_id: z.string().nullable(),
    workflow_id: z.string().nullable(),
    sources: z.array(SourceUsed),
    demo: z.literal(true).optional().describe('Only in the demo workspace: the sites and every figure are made up.'),
  })
  .meta({ id: 'Meta', description: 'What was called, what it cost and where its figures come from.' });

/** What stands beside the fields of the result in the answers of most operations. */
export const BESIDE_RESULT = ['agent_workflow', 'agent_support', 'markdown_summary', 'meta'] as const;

/** An account operation has none: its answer is a record, not a finding. */
export type Guidance = 'workflow' | 'support' | 'none';

/** The whole body of a successful answer: the result at the top level, then guidance, summary and meta. */
export function answerSchema(result: z.ZodObject, guidance: Guidance): z.ZodObject {
  return z.looseObject({ success: z.literal(true), ...result.shape, ...guidanceShape(guidance), meta: Meta });
}

function guidanceShape(guidance: Guidance): z.ZodRawShape {
  switch (guidance) {
    case 'workflow':
      return { agent_workflow: AgentWorkflow, markdown_summary: z.string() };
    case 'support':
      return { agent_support: AgentSupport, markdown_summary: z.string() };
    case 'none':
      return {};
  }
}
