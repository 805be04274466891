import type { Tool } from '@modelcontextprotocol/server';

import type { Operation } from '../contract/operation.ts';
import { DESCRIBE_TOOL } from './describe.ts';
import { fieldsOf } from '../kernel/fields-of.ts';
import { fittedListing, type Limits } from './fitted-listing.ts';
import { jsonObject } from './json.ts';
import { outputSchemaOf } from './output-schema.ts';
import { tokensOf } from './token-estimate.ts';
import { descriptionOf, draftOf, type ToolDraft } from './tool-draft.ts';
import type { ToolWording } from './tool-names.ts';

/**
 * How much of a model's context a listing may take, all in all and for each of its tools, so that ninety tools have
 * room. By a tokenizer it is a third less: names and brackets count for fewer tokens than estimated.
 */
const LISTING_TOKENS_MAX = 16_800;
const LISTING_TOKENS_PER_TOOL = 196;
/** So much is always fine: a small selection is shown in full. */
const LISTING_TOKENS_MIN = 11_000;
/** A tool is never longer, however few there are: the rest of the budget stays with the caller. */
const TOOL_TOKENS_MAX = 760;

/**
 * The operations as tools, each in the fullest form that fits the budget of the whole listing. If some had to be
 * shortened for it, one more tool shows the rest.
 */
export function toolsOf(
  operations: readonly Operation[],
  wording: ToolWording,
  options: { readonly has_output_schemas: boolean },
): Tool[] {
  const forms = operations.map((operation) => ({
    full: draftOf(operation, 'full', wording),
    outline: draftOf(operation, 'outline', wording),
    signature: draftOf(operation, 'signature', wording),
  }));
  const { drafts, is_abridged } = fittedListing(forms, limitsFor(operations.length), sizeOf);
  const schemas = options.has_output_schemas ? operations.map(outputSchemaOf) : [];
  const tools = drafts.map((draft, at) => {
    const outputSchema = schemas[at];
    return outputSchema === undefined ? toolOf(draft) : { ...toolOf(draft), outputSchema };
  });
  if (!is_abridged) return tools;
  return [
    ...withoutRepeats(tools),
    options.has_output_schemas ? { ...DESCRIBE_TOOL, outputSchema: { type: 'object' } } : DESCRIBE_TOOL,
  ];
}

function limitsFor(tools: number): Limits {
  return {
    listing: Math.min(LISTING_TOKENS_MAX, Math.max(LISTING_TOKENS_MIN, LISTING_TOKENS_PER_TOOL * tools)),
    tool: TOOL_TOKENS_MAX,
  };
}

function toolOf(draft: ToolDraft): Tool {
  const { name, title, inputSchema, annotations } = draft;
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description: descriptionOf(draft),
    inputSchema: {
      type: 'object',
      properties: jsonObject(inputSchema.properties),
      ...(inputSchema.required === undefined ? {} : { required: [...inputSchema.required] }),
    },
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
  };
}

/** Repeating a shorter record takes no more room than pointing to it. */
const REPEATED_CHARACTERS_MIN = 60;

/** Records that an earlier field has told, in the same tool or another, are named by it. */
function withoutRepeats(tools: readonly Tool[]): Tool[] {
  const told: { readonly tool: string; readonly field: string; readonly text: string }[] = [];
  return tools.map((tool) => {
    const fields = Object.entries(fieldsOf(tool.inputSchema.properties)).map(([name, field]) => {
      const { description } = fieldsOf(field);
      const [, lead = '', records = ''] = typeof description === 'string' ? (RECORDS.exec(description) ?? []) : [];
      if (records.length < REPEATED_CHARACTERS_MIN) return [name, field];
      const before = told.find(({ text }) => text.includes(records));
      told.push({ tool: tool.name, field: name, text: records });
      if (before === undefined) return [name, field];
      const path = [...namesBefore(before.text, records), before.field];
      const where = [...path, ...(before.tool === tool.name ? [] : [before.tool])].join(' of ');
      return [name, { ...fieldsOf(field), description: `${lead}{as in ${where}}` }];
    });
    return { ...tool, inputSchema: { ...tool.inputSchema, properties: jsonObject(Object.fromEntries(fields)) } };
  });
}

/** The field of a record that holds these records, if they are not the record itself. */
function namesBefore(text: string, records: string): string[] {
  const holder = /(\w+)\??: \[?$/.exec(text.slice(0, text.indexOf(records)));
  return holder?.[1] === undefined ? [] : [holder[1]];
}

const RECORDS = /^(.*(?:Each|Fields): )(\{.*\})$/;

function sizeOf(draft: ToolDraft): number {
  return tokensOf(JSON.stringify(toolOf(draft)));
}
