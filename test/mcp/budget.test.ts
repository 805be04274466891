import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';

import { operations } from '../../src/operations/index.ts';
import { compactTools } from '../../src/mcp/compact.ts';
import { wholeInputSchema } from '../../src/mcp/input-schema.ts';
import { INSTRUCTIONS } from '../../src/mcp/surfaces.ts';
import { toolName, ToolWording } from '../../src/mcp/tool-names.ts';
import { toolsOf } from '../../src/mcp/tools.ts';

const wording = new ToolWording(operations);
const tokensIn = (value: unknown): number => encode(JSON.stringify(value)).length;

describe('what a client has to read', () => {
  it('is at most 12,000 tokens for all tools', () => {
    const tools = toolsOf(operations, wording, { has_output_schemas: false });
    const rows = tools.map((tool) => [tool.name, tokensIn(tool)] as const);
    const total = tokensIn(tools);
    console.log(
      ['Tokens by tool:', ...rows.map(([name, tokens]) => `${String(tokens).padStart(6)}  ${name}`)].join('\n') +
        `\n${String(total).padStart(6)}  all ${tools.length}`,
    );
    expect(total).toBeLessThanOrEqual(12_000);
  });

  it('stays within it with eighty operations', () => {
    const copies = operations.map((operation) => ({ ...operation, id: `${operation.id}.again` }));
    const many = [...operations, ...copies].slice(0, 80);
    expect(tokensIn(toolsOf(many, wording, { has_output_schemas: false }))).toBeLessThanOrEqual(12_000);
  });

  it('is at most 2,000 tokens in compact form', () => {
    const tools = compactTools(operations, toolsOf(operations, wording, { has_output_schemas: false }), false);
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      'call_operation',
      'describe_operation',
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

describe('a tool that was made small enough', () => {
  const tools = new Map(toolsOf(operations, wording, { has_output_schemas: false }).map((tool) => [tool.name, tool]));

  it('still has every field of its operation, what is required, and every choice', () => {
    for (const operation of operations) {
      const schema = tools.get(toolName(operation))?.inputSchema;
      expect(Object.keys(schema?.properties ?? {})).toEqual(Object.keys(operation.input.shape));
      const { required = [] } = wholeInputSchema(operation);
      expect(schema?.required ?? []).toEqual(required);
    }
    const mode = JSON.stringify(tools.get('backlinks_list')?.inputSchema.properties);
    expect(mode).toContain('"enum":["as_is","one_per_domain","one_per_anchor"]');
  });

  it('has a type or choices for every field, and no empty schema inside', () => {
    for (const tool of tools.values()) {
      for (const field of Object.values(tool.inputSchema.properties ?? {})) {
        expect(JSON.stringify(field)).toMatch(/"(?:type|enum)":/);
      }
      expect(JSON.stringify(tool.inputSchema)).not.toContain('"items":{}');
    }
  });

  it('says what it costs, what it reaches and which neighbour to use', () => {
    expect(tools.get('backlinks_summary')?.description).toMatch(/backlinks_list.*\[5 credits; uses links\]$/);
    expect(tools.get('get_job')?.description).toMatch(/\[free\]$/);
    expect(tools.get('content_technical_qa')?.description).toContain('give url, html or markdown');
    expect(tools.get('content_keyword_map')?.description).toContain('no external calls');
  });

  it('is called as its description says: names of tools, not of operations', () => {
    const dotted = operations.filter(({ id }) => id.includes('.')).map(({ id }) => id);
    for (const tool of tools.values()) {
      expect(dotted.filter((id) => tool.description?.includes(id))).toEqual([]);
    }
  });
});
