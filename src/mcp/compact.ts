import type { CallToolResult, Tool } from '@modelcontextprotocol/server';

import type { Operation } from '../contract/operation.ts';
import { errorResult } from './answer.ts';
import { DESCRIBE, described, operationNamed, READS } from './describe.ts';
import { fieldsOf } from '../kernel/fields-of.ts';
import { structured } from './json.ts';
import type { Exchange, TaskResult } from './surface.ts';
import { toolName, toolsetOf, type ToolWording } from './tool-names.ts';

/**
 * All operations behind three tools, for clients with no room for a full list: find one, read it, call it. Jobs, answers and
 * credits are tools of their own, since every other answer may lead to them.
 */
const KEPT = ['jobs.get', 'answers.get', 'credits'];

export function compactTools(operations: readonly Operation[], tools: readonly Tool[], isReadOnly: boolean): Tool[] {
  const kept = operations.filter(({ id }) => KEPT.includes(id)).map(toolName);
  return [SEARCH, DESCRIBE_FOUND, callTool(isReadOnly), ...tools.filter(({ name }) => kept.includes(name))];
}

const OPERATION_FIELD = { type: 'string', description: 'Name from search_operations, such as backlinks_summary.' };

const SEARCH: Tool = {
  name: 'search_operations',
  title: 'Find an operation',
  description:
    'Finds the operation for a task: backlinks, keywords, search results, page audits, content plans, rankings, local and ' +
    'AI visibility, jobs, usage. Returns names with what they do and cost. Start here, then use describe_operation. [free]',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'The task in a few words. Leave empty to list all.' },
      limit: { type: 'integer', minimum: 1, maximum: 60, default: 8 },
    },
  },
  annotations: READS,
};

const DESCRIBE_FOUND: Tool = {
  name: DESCRIBE,
  title: 'Read an operation',
  description:
    'The input schema of an operation with every field, bound and default, an example, its price and the sources it uses. ' +
    'Read it before call_operation. [free]',
  inputSchema: { type: 'object', properties: { operation: OPERATION_FIELD }, required: ['operation'] },
  annotations: READS,
};

function callTool(isReadOnly: boolean): Tool {
  return {
    name: 'call_operation',
    title: 'Call an operation',
    description:
      'Calls an operation with input that matches its schema. Costs what describe_operation says; failed calls are free. ' +
      'Long work returns a job_id: read it with get_job.',
    inputSchema: {
      type: 'object',
      properties: {
        operation: OPERATION_FIELD,
        input: { type: 'object', description: 'Input fields of the operation.' },
        dry_run: { type: 'boolean', description: 'Check and price the call without running it or charging for it.' },
        detail: { type: 'string', enum: ['brief', 'full'], default: 'brief' },
        max_age: {
          type: 'integer',
          description: 'Oldest stored data in seconds that may answer; 0 asks the sources again.',
        },
      },
      required: ['operation', 'input'],
    },
    annotations: isReadOnly
      ? { readOnlyHint: true, openWorldHint: true }
      : { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  };
}

export interface CompactParts {
  readonly operations: readonly Operation[];
  readonly wording: ToolWording;
  readonly call: (
    operation: Operation,
    input: Readonly<Record<string, unknown>>,
    exchange: Exchange,
  ) => Promise<CallToolResult | TaskResult>;
}

/** Undefined for a tool outside the compact listing. */
export async function callCompact(
  name: string,
  input: Readonly<Record<string, unknown>>,
  exchange: Exchange,
  parts: CompactParts,
): Promise<CallToolResult | TaskResult | undefined> {
  try {
    switch (name) {
      case SEARCH.name:
        return plain(searched(parts, input));
      case DESCRIBE:
        return plain(described(operationNamed(parts.operations, input), parts.wording));
      case 'call_operation': {
        // Clients of other servers know them as arguments.
        const { input: given = input['arguments'], dry_run, max_age, detail, fields } = input;
        const about = Object.entries({ dry_run, max_age, detail, fields }).filter(([, value]) => value !== undefined);
        const call = { ...fieldsOf(given), ...Object.fromEntries(about) };
        return await parts.call(operationNamed(parts.operations, input), call, exchange);
      }
      default:
        return undefined;
    }
  } catch (thrown) {
    return errorResult(thrown, exchange.request_id, parts.wording);
  }
}

function plain(body: Readonly<Record<string, unknown>>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent: structured(body) };
}

const FOUND_DEFAULT = 8;
const FOUND_MAX = 60;
const QUERY_WORDS_MAX = 20;

function searched(
  { operations, wording }: CompactParts,
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const query = typeof input['query'] === 'string' ? input['query'].slice(0, 500) : '';
  const wanted = wordsOf(query).slice(0, QUERY_WORDS_MAX);
  const scored = operations
    .map((operation) => ({ operation, score: scoreOf(operation, wanted) }))
    .filter(({ score }) => wanted.length === 0 || score > 0)
    .toSorted((left, right) => right.score - left.score);
  const given = Number(input['limit'] ?? (wanted.length === 0 ? FOUND_MAX : FOUND_DEFAULT));
  const limit = Number.isInteger(given) ? Math.min(FOUND_MAX, Math.max(1, given)) : FOUND_DEFAULT;
  const found = scored.slice(0, limit).map(({ operation }) => ({
    operation: toolName(operation),
    title: operation.title,
    // A full list only helps to choose, so it omits descriptions; search results include them.
    ...(limit > FOUND_DEFAULT ? {} : { description: wording.worded(operation.description) }),
    group: toolsetOf(operation),
    price: operation.price_rule,
  }));
  const message =
    found.length === 0 ? 'No operation matches. Try other words, or send an empty query to list all.' : undefined;
  return {
    success: true,
    operations: found,
    total_count: scored.length,
    ...(message === undefined ? {} : { message }),
  };
}

/** A match in the name says most about an operation, then one in its title or group. */
function scoreOf(operation: Operation, wanted: readonly string[]): number {
  const fields = [
    { weight: 4, words: wordsOf(operation.id) },
    { weight: 3, words: wordsOf(operation.title) },
    { weight: 2, words: wordsOf(operation.group) },
    { weight: 1, words: wordsOf(operation.description) },
  ];
  return wanted.reduce((sum, word) => {
    const weights = fields.filter(({ words }) => words.some((each) => each.startsWith(word) || word.startsWith(each)));
    return sum + weights.reduce((most, { weight }) => most + weight, 0);
  }, 0);
}

/** Shorter words are in every description. */
const WORD_CHARACTERS_MIN = 3;

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.replace(/(?:ies|es|s)$/, ''))
    .filter((word) => word.length >= WORD_CHARACTERS_MIN);
}
