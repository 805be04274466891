import type { Tool } from '@modelcontextprotocol/server';

import type { Operation } from '../contract/operation.ts';
import { annotationsOf } from './annotations.ts';
import { fitted, type ToolDraft } from './fitted-tool.ts';
import { type Detail, toolInputSchema } from './input-schema.ts';
import { jsonObject } from './json.ts';
import { outputSchemaOf } from './output-schema.ts';
import { tokensOf } from './token-estimate.ts';
import { toolName, type ToolWording } from './tool-names.ts';

/**
 * How much of a model's context a listing may take. The estimate is high: by a tokenizer it is a quarter less, and below
 * 12,000 with every operation.
 */
const LISTING_TOKENS_MAX = 15_000;
/** A tool is never longer: the rest of the budget stays with the caller. */
const TOOL_TOKENS_MAX = 380;
const TOOL_TOKENS_MIN = 90;

/** The operations as tools, each in the fullest form that fits the budget of the whole listing. */
export function toolsOf(
  operations: readonly Operation[],
  wording: ToolWording,
  options: { readonly has_output_schemas: boolean },
): Tool[] {
  // The most that each may take so that all fit, found by halving.
  let least = TOOL_TOKENS_MIN;
  let most = TOOL_TOKENS_MAX + 1;
  while (most - least > 4) {
    const middle = Math.floor((least + most) / 2);
    const total = operations.reduce((sum, operation) => sum + sizeOf(drawn(operation, wording, middle)), 0);
    if (total <= LISTING_TOKENS_MAX) least = middle;
    else most = middle;
  }
  return operations.map((operation) => ({
    ...finished(drawn(operation, wording, least)),
    ...(options.has_output_schemas ? { outputSchema: outputSchemaOf(operation) } : {}),
  }));
}

function finished({ name, title, description, inputSchema, annotations }: ToolDraft): Tool {
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description,
    inputSchema: {
      type: 'object',
      properties: jsonObject(inputSchema.properties),
      ...(inputSchema.required === undefined ? {} : { required: [...inputSchema.required] }),
    },
    annotations,
  };
}

function sizeOf(draft: ToolDraft): number {
  return tokensOf(JSON.stringify(draft));
}

function drawn(operation: Operation, wording: ToolWording, tokensMax: number): ToolDraft {
  const fits = (draft: ToolDraft): boolean => sizeOf(draft) <= tokensMax;
  for (const detail of ['full', 'outline'] as const) {
    const draft = draftOf(operation, detail, wording);
    if (fits(draft)) return draft;
  }
  return fitted(draftOf(operation, 'signature', wording), fits);
}

function draftOf(operation: Operation, detail: Detail, wording: ToolWording): ToolDraft {
  return {
    name: toolName(operation),
    title: operation.title,
    description: wording.worded(descriptionOf(operation)),
    inputSchema: toolInputSchema(operation, detail),
    annotations: annotationsOf(operation),
  };
}

/** What it returns and when to use another tool, then what it needs, costs and reaches. */
function descriptionOf(operation: Operation): string {
  const needed = operation.one_of.length === 0 ? [] : [`give ${orOf(operation.one_of)}`];
  return `${withoutPrice(operation.description)} [${[...needed, ...factsOf(operation)].join('; ')}]`;
}

function factsOf(operation: Operation): string[] {
  if (operation.is_account) return ['free'];
  const pace = operation.runs === 'queued' ? ['runs as a job'] : [];
  return [operation.price_rule, reachOf(operation), ...pace];
}

function reachOf(operation: Operation): string {
  const needs = Object.keys(operation.needs);
  return needs.length === 0 ? 'no external calls' : `uses ${needs.join(', ')}`;
}

/** The facts after the description repeat this in one place for all tools. */
function withoutPrice(text: string): string {
  return text.replace(/ Free\.$/, '').replace(/ (?:Makes no external calls|Computes from the request alone)\.$/, '');
}

function orOf(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
}
