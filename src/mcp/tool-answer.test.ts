import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { operations } from '../operations/index.ts';
import { answerResult } from './answer.ts';
import { coerced } from './coerced.ts';
import { draftOf } from './tool-draft.ts';
import { toolAnswer } from './tool-answer.ts';
import { toolName, ToolWording } from './tool-names.ts';

const FOLDER = join(import.meta.dirname, '../../docs/operations/examples');
const wording = new ToolWording(operations);
const parts = { operations, wording };
const Answer = z.looseObject({});
const EXAMPLES = readdirSync(FOLDER).map(
  (file) => [file.replace('.json', ''), Answer.parse(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')))] as const,
);
const BRIEF = { detail: 'brief', fields: undefined } as const;
const FULL = { detail: 'full', fields: undefined } as const;

/** How HTTP is spoken of, which no tool has. */
const HTTP = /\b(?:GET|POST|PUT|PATCH|DELETE) \/|\/api\/v1|\b202\b(?= answer)|Idempotency-Key|query string|over REST/;

const Plan = z.looseObject({
  next_calls: z.array(
    z.object({
      tool: z.string(),
      arguments: z.record(z.string(), z.unknown()),
      reason: z.string(),
      credits: z.number(),
    }),
  ),
});

function planOf(answer: Readonly<Record<string, unknown>>): z.infer<typeof Plan> | undefined {
  return Plan.optional().parse(answer['agent_workflow'] ?? answer['agent_support']);
}

describe('an answer to an agent', () => {
  it.each(EXAMPLES)('names tools, and never a path or a header: %s', (_, example) => {
    const answer = toolAnswer(example, FULL, parts);
    const { meta, agent_workflow, agent_support, markdown_summary } = answer;
    expect(JSON.stringify([meta, agent_workflow, agent_support, markdown_summary])).not.toMatch(HTTP);
  });

  it.each(EXAMPLES)('has next calls that their tools take, brief as well: %s', (_, example) => {
    for (const form of [BRIEF, FULL]) {
      for (const call of planOf(toolAnswer(example, form, parts))?.next_calls ?? []) {
        const operation = operations.find((each) => toolName(each) === call.tool);
        expect(() => operation?.prepare(call.arguments)).not.toThrow();
        expect(operation).toBeDefined();
      }
    }
  });

  it('leaves what a tool would take anyway out of its next calls', () => {
    const body = { target: 'shop.example', dofollow_only: false, limit: 10 };
    const plan = { next_calls: [{ operation: 'backlinks.list', body, reason: 'Lists the links.', credits: 5 }] };
    const argumentsIn = (form: typeof BRIEF | typeof FULL) =>
      planOf(toolAnswer({ agent_workflow: plan }, form, parts))?.next_calls.map((call) => call.arguments);
    expect(argumentsIn(BRIEF)).toEqual([{ target: 'shop.example', limit: 10 }]);
    expect(argumentsIn(FULL)).toEqual([body]);
  });

  it.each(EXAMPLES)('is at most 8,000 tokens, and brief where it can be: %s', (id, example) => {
    const operation = operations.find((each) => id.startsWith(each.id));
    if (operation === undefined) throw new Error(`${id} is the example of no operation.`);
    const facts = {
      ...parts,
      operation,
      input: {},
      form: BRIEF,
      job_id: undefined,
      kept_as: 'req_1',
      read_on_with: 'get_answer',
      content: 'full',
    } as const;
    const { structuredContent } = answerResult(example, facts);
    const tokens = encode(JSON.stringify(structuredContent)).length;
    expect(tokens).toBeLessThanOrEqual(8000);
    if (id === 'content.technical-qa') expect(tokens).toBeLessThanOrEqual(2600);
  });

  it('has next calls with the first rows and what they are judged by, so that they work as they are sent', () => {
    const prospects = Array.from({ length: 12 }, (_, at) => ({
      source_domain: `fan-${at}.example`,
      linked_competitors: ['rival.example'],
      domain_rank: 40,
      spam_score: null,
      topics: Array.from({ length: 9 }, (__, topic) => `topic ${topic}`),
    }));
    const call = { operation: 'backlinks.opportunity-finder', body: { target: 'shop.example', prospects } };
    const agent_workflow = { next_calls: [{ ...call, reason: 'Plans the campaign.', credits: 2 }] };
    const [planned] = planOf(toolAnswer({ agent_workflow }, BRIEF, parts))?.next_calls ?? [];
    const sent = z.array(z.unknown()).parse(planned?.arguments['prospects']);
    expect(sent).toHaveLength(10);
    expect(sent[0]).toEqual({
      source_domain: 'fan-0.example',
      linked_competitors: ['rival.example'],
      domain_rank: 40,
    });
    expect(planned?.reason).toBe('Plans the campaign. prospects has the first 10 of 12 rows: add others.');
  });

  it('calls no tool that the client has left out', () => {
    const example = new Map(EXAMPLES).get('backlinks.summary') ?? {};
    const some = operations.filter(({ id }) => id === 'backlinks.list');
    const called = planOf(toolAnswer(example, FULL, { operations: some, wording }))?.next_calls.map(({ tool }) => tool);
    expect([...new Set(called)]).toEqual(['backlinks_list']);
  });
});

describe('the wording of a tool', () => {
  it.each(operations.map((operation) => [operation.id, operation] as const))(
    'never speaks of HTTP: %s',
    (_, operation) => {
      const { sentences, inputSchema } = draftOf(operation, 'full', wording);
      expect(JSON.stringify([sentences, inputSchema])).not.toMatch(HTTP);
    },
  );

  it('turns routes into tools, with what stands in their place', () => {
    expect(wording.worded('Send PATCH /webhooks/endpoints/whe_1 with is_active = true first.')).toBe(
      'Call webhooks_endpoints_update (id whe_1) with is_active = true first.',
    );
    expect(wording.worded('Use the job_id of a 202 answer, or list your jobs with GET /jobs.')).toBe(
      'Use the job_id of a call that continues as a job, or list your jobs with list_jobs.',
    );
    expect(wording.worded('Poll it, or follow GET /jobs/{id}/events. Read it with GET /jobs/{id}.')).toBe(
      'Poll it. Read it with get_job.',
    );
  });
});

describe('what a model writes', () => {
  const operation = operations.find(({ id }) => id === 'keyword-metrics.overview');
  const read = (input: Readonly<Record<string, unknown>>) => {
    if (operation === undefined) throw new Error('There is no such operation.');
    return coerced(input, operation);
  };

  it('is read as the one thing that it can mean', () => {
    expect(read({ keywords: 'bike shop', limit: '10', location_code: '2826' })).toMatchObject({
      keywords: ['bike shop'],
      location_code: 2826,
    });
    expect(read({ keywords: '["bike shop","bike hire"]' })).toEqual({ keywords: ['bike shop', 'bike hire'] });
  });

  it('stays as it is where it can mean several things, or nothing', () => {
    for (const input of [
      { keywords: ['10'] },
      { language: '10' },
      { location_code: 'ten' },
      { location_code: '1e3' },
      { unknown: '10' },
      { keywords: { a: 1 } },
    ])
      expect(read(input)).toEqual(input);
    expect(read({ keywords: '[broken' })).toEqual({ keywords: '[broken' });
  });
});
