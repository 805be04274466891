import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { defineOperation, type Operation } from '../../src/contract/operation.ts';
import { fieldsOf } from '../../src/kernel/fields-of.ts';
import { operations as every } from '../../src/operations/index.ts';
import { compactTools } from '../../src/mcp/compact.ts';
import { modelInputSchema } from '../../src/mcp/input-schema.ts';
import { INSTRUCTIONS } from '../../src/mcp/surfaces.ts';
import { toolName, ToolWording } from '../../src/mcp/tool-names.ts';
import { forAgents } from '../../src/mcp/selection.ts';
import { toolsOf } from '../../src/mcp/tools.ts';

const operations = forAgents(every);
const wording = new ToolWording(operations);
const listed = (some: readonly Operation[]): ReturnType<typeof toolsOf> =>
  toolsOf(some, wording, { has_output_schemas: false });
const tokensIn = (value: unknown): number => encode(JSON.stringify(value)).length;

/** Not smaller than the average tool, as a test checks. */
function madeUp(number: number): Operation {
  const operation = defineOperation({
    id: `feeds.report-${number}`,
    path: `/feeds/report-${number}`,
    method: 'POST',
    group: 'Content and page quality',
    title: `Report on product feed ${number}`,
    description:
      'Compares a product feed with the pages that it links to, and returns the products that shops would refuse. ' +
      'Shows the price, stock and image of each product on both sides. Use search to find competing shops.',
    runs: 'queued',
    guidance: 'workflow',
    needs: { fetch: {} },
    price: { rule: '5 credits per 100 requested items, minimum 5', credits: () => 5 },
    input: z.object({
      feed_url: z.string().describe('Absolute URL of the feed, as XML or CSV, gzipped or not.'),
      location: z.string().optional().describe('Name of the place to search from.'),
      location_code: z.int().optional().describe('Google location code; takes precedence over location.'),
      language: z.string().default('en').describe('Language of the products: an ISO 639-1 code such as de.'),
      limit: z.int().min(1).max(100).default(25).describe('Maximum rows to return.'),
      include_variants: z.boolean().default(false).describe('Whether sizes and colours are rows of their own.'),
      sort_by: z.enum(['severity', 'price_gap', 'clicks']).default('severity').describe('Highest first.'),
    }),
    result: z.object({ said: z.string() }),
    example: { feed_url: 'https://example.com/feed.xml' },
    run: () => Promise.reject(new Error('It is listed, never called.')),
  });
  return operation;
}

/** The deepest cuts are made here. */
const NINETY = [...operations, ...Array.from({ length: 90 - operations.length }, (_, at) => madeUp(at + 1))];

describe('what a client has to read', () => {
  it('is at most 12,000 tokens for all tools', () => {
    const tools = listed(operations);
    const rows = tools.map((tool) => [tool.name, tokensIn(tool)] as const);
    const total = tokensIn(tools);
    console.log(
      ['Tokens by tool:', ...rows.map(([name, tokens]) => `${String(tokens).padStart(6)}  ${name}`)].join('\n') +
        `\n${String(total).padStart(6)}  all ${tools.length}`,
    );
    expect(total).toBeLessThanOrEqual(12_000);
  });

  it('is at most 12,000 tokens when there are ninety operations', () => {
    const tools = listed(NINETY);
    const sizes = new Map(tools.map((tool) => [tool.name, tokensIn(tool)]));
    const mean = (some: readonly Operation[]): number =>
      some.reduce((sum, operation) => sum + (sizes.get(toolName(operation)) ?? 0), 0) / some.length;
    const made = NINETY.slice(operations.length);
    // Once there are ninety of their own, none has to be made.
    if (made.length > 0) expect(mean(made)).toBeGreaterThanOrEqual(mean(operations));
    const total = tokensIn(tools);
    console.log(`Ninety operations: ${total} tokens`);
    expect(total).toBeLessThanOrEqual(12_000);
  });

  it('is at most 10,000 tokens for seventy-three operations', () => {
    expect(tokensIn(listed(operations.slice(0, 73)))).toBeLessThanOrEqual(10_000);
  });

  it('is the same each time', () => {
    expect(JSON.stringify(listed(operations))).toBe(JSON.stringify(listed(operations)));
  });

  it('is at most 2,000 tokens in compact form', () => {
    const tools = compactTools(operations, listed(operations), false);
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      'call_operation',
      'describe_operation',
      'get_answer',
      'get_credits',
      'get_job',
      'search_operations',
    ]);
    const total = tokensIn(tools);
    console.log(`Compact: ${total} tokens`);
    expect(total).toBeLessThanOrEqual(2000);
  });

  it('is at most 1 kB of instructions', () => {
    expect(Buffer.byteLength(INSTRUCTIONS)).toBeLessThanOrEqual(1024);
  });
});

describe.each([
  { list: 'all', some: operations },
  { list: 'ninety', some: NINETY },
])('a tool in the list of $list', ({ some }) => {
  const tools = new Map(listed(some).map((tool) => [tool.name, tool]));
  const propertiesOf = (operation: Operation): Readonly<Record<string, unknown>> =>
    fieldsOf(tools.get(toolName(operation))?.inputSchema.properties);

  it('has every field of its operation but tables and exports, what is required, and every choice', () => {
    for (const operation of operations) {
      const whole = modelInputSchema(operation);
      const fields = propertiesOf(operation);
      const isTable = (name: string): boolean =>
        name === 'export_rows' || (name === 'format' && operation.csv !== undefined);
      expect(Object.keys(fields)).toEqual(Object.keys(operation.input.shape).filter((name) => !isTable(name)));
      expect(tools.get(toolName(operation))?.inputSchema.required ?? []).toEqual(whole['required'] ?? []);
      for (const [name, field] of Object.entries(fieldsOf(whole['properties']))) {
        expect([name, choicesOf(fields[name])]).toEqual([name, choicesOf(field)]);
      }
    }
  });

  it('has a type for every field, choices too, since some models refuse a tool without', () => {
    for (const tool of tools.values()) {
      for (const field of Object.values(tool.inputSchema.properties ?? {})) {
        expect(fieldsOf(field)['type']).toMatch(/^(?:string|integer|number|boolean|array|object)$/);
      }
      expect(JSON.stringify(tool.inputSchema)).not.toContain('"items":{}');
    }
  });

  it('begins with the first sentence of its operation, and has only whole ones', () => {
    for (const operation of operations) {
      const said = (tools.get(toolName(operation))?.description ?? '').replace(/ \[[^\]]*\]$/, '');
      const whole = sentencesIn(wording.worded(operation.description));
      expect(sentencesIn(said)[0]).toBe(whole[0]);
      expect(whole).toEqual(expect.arrayContaining(sentencesIn(said)));
    }
  });

  it('describes a field in whole sentences or not at all', () => {
    for (const operation of operations) {
      const whole = fieldsOf(modelInputSchema(operation)['properties']);
      for (const [name, field] of Object.entries(propertiesOf(operation))) {
        const said = saidOf(field).replace(/ ?(?:Each|Fields): \{.*\}$/, '');
        const full = wording.worded(saidOf(whole[name]));
        expect(said === '' || said === full || full.startsWith(`${said} `)).toBe(true);
        if (said !== '') expect(said).toMatch(/\.$/);
      }
    }
  });

  it('says what a required field means where its name does not', () => {
    const fields = fieldsOf(tools.get('content_programmatic_template')?.inputSchema.properties);
    expect(saidOf(fields['keyword_pattern'])).toMatch(/^Keyword with variables in brackets/);
    const { queries } = fieldsOf(tools.get('llm_mentions_track')?.inputSchema.properties);
    expect(saidOf(queries)).toBe('Queries to test, as people would ask them.');
  });

  it('says in its first sentence what it does, and no other tool says the same', () => {
    const firsts = operations.map(({ description }) => sentencesIn(description)[0] ?? '');
    for (const first of firsts) {
      expect(first).toMatch(/^[A-Z][a-z]+s,? (?!(?:from|of|that|for which) ).*\.$/);
    }
    expect(new Set(firsts).size).toBe(firsts.length);
  });

  it('says what it costs, what to give and which neighbour to use', () => {
    expect(tools.get('backlinks_summary')?.description).toMatch(/Start here.* backlinks_list .*\[5 credits/);
    expect(tools.get('content_technical_qa')?.description).toMatch(/\[give url, html or markdown; 2 credits/);
    expect(tools.get('llm_mentions_track')?.description).toContain('[2 credits per query');
    expect(INSTRUCTIONS).toContain('a tool without one is free');
  });

  it('is accompanied by one that describes it', () => {
    expect([...tools.keys()].at(-1)).toBe('describe_operation');
  });
});

describe('a tool of a small selection', () => {
  const some = operations.filter(({ id }) => id.startsWith('backlinks.') || id === 'jobs.get');
  const tools = new Map(listed(some).map((tool) => [tool.name, tool]));

  it('says more than in the list of all, and needs no other tool to describe it', () => {
    const all = new Map(listed(operations).map((tool) => [tool.name, tool]));
    for (const name of ['backlinks_summary', 'backlinks_list', 'backlinks_page_intersection']) {
      expect(tokensIn(tools.get(name))).toBeGreaterThan(tokensIn(all.get(name)) + 50);
    }
    expect([...tools.keys()]).toEqual(some.map(toolName));
  });

  it('says what it costs and reaches', () => {
    expect(tools.get('backlinks_summary')?.description).toMatch(/backlinks_list.*\[5 credits; uses links\]$/);
    expect(tools.get('get_job')?.description).toMatch(/\[free\]$/);
  });
});

describe('a tool by itself', () => {
  it('is called as its texts say: by names of tools, not of operations or addresses', () => {
    const dotted = operations.filter(({ id }) => id.includes('.')).map(({ id }) => id);
    const addresses = operations.map(({ method, path }) => `${method} ${path}`);
    for (const operation of operations) {
      const [tool] = listed([operation]);
      const fields = Object.values(tool?.inputSchema.properties ?? {}).map(saidOf);
      const texts = [tool?.description ?? '', ...fields]
        .join(' ')
        .split(/[\s,.:;]+(?=\s|$)|(?<!GET|POST|PUT|PATCH|DELETE) /);
      expect([...dotted, ...addresses].filter((name) => texts.includes(name))).toEqual([]);
    }
  });
});

function sentencesIn(text: string): string[] {
  return text.split(/(?<=\.) (?=[A-Z`])/);
}

function saidOf(field: unknown): string {
  const { description } = fieldsOf(field);
  return typeof description === 'string' ? description : '';
}

/** The choices of a field, or of each of its values. */
function choicesOf(field: unknown): unknown {
  const { enum: choices, items, anyOf } = fieldsOf(field);
  if (choices !== undefined) return choices;
  if (items !== undefined) return choicesOf(items);
  return Array.isArray(anyOf) ? anyOf.map(choicesOf).find((found) => found !== undefined) : undefined;
}
