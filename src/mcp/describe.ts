import type { Tool } from '@modelcontextprotocol/server';

import type { Operation } from '../contract/operation.ts';
import { AppError } from '../kernel/errors.ts';
import { nearest } from '../kernel/similarity.ts';
import { annotationsOf } from './annotations.ts';
import { modelInputSchema } from './input-schema.ts';
import { toolName, type ToolWording } from './tool-names.ts';

export const DESCRIBE = 'describe_operation';

/** Reading the list of tools, or one of them, asks nobody and changes nothing. */
export const READS = { readOnlyHint: true, openWorldHint: false };

/** For a listing that had no room to say all of its tools. */
export const DESCRIBE_TOOL: Tool = {
  name: DESCRIBE,
  description: 'Shows every field of another tool, with bounds, defaults and an example.',
  inputSchema: {
    type: 'object',
    properties: { operation: { type: 'string' } },
    required: ['operation'],
  },
  annotations: READS,
};

/** @throws AppError invalid_input that names the nearest operation */
export function operationNamed(operations: readonly Operation[], input: Readonly<Record<string, unknown>>): Operation {
  const name = typeof input['operation'] === 'string' ? input['operation'].trim().toLowerCase() : '';
  const found = operations.find((operation) => operation.id === name || toolName(operation) === name);
  if (found !== undefined) return found;
  const meant = nearest(name, operations.map(toolName));
  throw new AppError(
    'invalid_input',
    name === '' ? 'The call names no operation.' : `There is no operation "${name.slice(0, 60)}".`,
    {
      fix: meant === undefined ? 'Send the name of an operation, such as backlinks_summary.' : `Did you mean ${meant}?`,
      issues: [{ path: 'operation', message: 'must be the name of an operation' }],
    },
  );
}

export function described(operation: Operation, wording: ToolWording): Readonly<Record<string, unknown>> {
  return {
    success: true,
    operation: toolName(operation),
    title: operation.title,
    description: wording.worded(operation.description),
    price: operation.price_rule,
    one_of: operation.one_of,
    runs: operation.runs,
    annotations: annotationsOf(operation),
    input_schema: modelInputSchema(operation),
    example: operation.example,
  };
}
