import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { z } from 'zod';

import { answerResult } from '../src/mcp/answer.ts';
import { forAgents } from '../src/mcp/selection.ts';
import { toolName, ToolWording } from '../src/mcp/tool-names.ts';
import { toolsOf } from '../src/mcp/tools.ts';
import { operations as every } from '../src/operations/index.ts';

/**
 * What every tool costs an agent, in o200k tokens: its entry in the list of all tools and alone, and the answer to its
 * example, whole as REST sends it and brief as MCP does. Beside them, what its entry and its answer cost on 23 November
 * 2026, when answers over MCP were those of REST cut to 18,000 tokens; the examples have changed since then, too.
 *
 *     node bench/mcp-tokens.ts
 */
const operations = forAgents(every);
const wording = new ToolWording(operations);
const tokensIn = (value: unknown): number => encode(JSON.stringify(value)).length;
const listed = new Map(
  toolsOf(operations, wording, { has_output_schemas: false }).map((tool) => [tool.name, tokensIn(tool)]),
);
const folder = join(import.meta.dirname, '../docs/operations/examples');
const examples = readdirSync(folder);

const Before = z.record(z.string(), z.tuple([z.int().nullable(), z.int().nullable()]));
const before = Before.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'mcp-tokens-before.json'), 'utf8')));

const rows = operations.map((operation) => {
  const [alone] = toolsOf([operation], wording, { has_output_schemas: false });
  const file = examples.find((name) => name === `${operation.id}.json`);
  const body =
    file === undefined ? undefined : z.looseObject({}).parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
  const brief =
    body &&
    answerResult(body, {
      operations,
      wording,
      operation,
      input: {},
      form: { detail: 'brief', fields: undefined },
      job_id: undefined,
      kept_as: 'req_1',
      read_on_with: 'get_answer',
      content: 'full',
    }).structuredContent;
  return {
    tool: toolName(operation),
    listed_before: before[toolName(operation)]?.[0] ?? null,
    listed: listed.get(toolName(operation)) ?? 0,
    alone: tokensIn(alone),
    answer_before: before[toolName(operation)]?.[1] ?? null,
    whole: body === undefined ? null : tokensIn(body),
    brief: brief === undefined ? null : tokensIn(brief),
  };
});
const COUNTED = ['listed_before', 'listed', 'alone', 'answer_before', 'whole', 'brief'] as const;
const sumOf = (name: (typeof COUNTED)[number], some = rows): number =>
  some.reduce((total, row) => total + (row[name] ?? 0), 0);
const comparable = rows.filter((row) => row.answer_before !== null && row.brief !== null);
console.table([
  ...rows,
  { tool: `all ${rows.length}`, ...Object.fromEntries(COUNTED.map((name) => [name, sumOf(name)])) },
  {
    tool: `the ${comparable.length} with both answers`,
    ...Object.fromEntries(COUNTED.map((name) => [name, sumOf(name, comparable)])),
  },
]);
