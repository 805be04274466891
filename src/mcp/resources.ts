import type {
  CompleteRequestParams,
  CompleteResult,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
} from '@modelcontextprotocol/server';

import { answerSchema } from '../contract/envelope.ts';
import { type JsonSchema, jsonSchemaOf } from '../contract/json-schema.ts';
import type { Operation } from '../contract/operation.ts';
import { fieldsOf } from '../kernel/fields-of.ts';
import { modelInputSchema } from './input-schema.ts';
import { toolName, type ToolWording } from './tool-names.ts';
import type { Engine } from '../engine/engine.ts';
import { execute } from '../engine/execute.ts';
import { AppError } from '../kernel/errors.ts';
import { GLOSSARY } from './glossary.ts';
import type { Exchange } from './surface.ts';

const OPERATION = 'seamark://operations/';
const JOB = 'seamark://jobs/';
const GLOSSARY_URI = 'seamark://glossary';
const MARKDOWN = 'text/markdown';
const COMPLETIONS_MAX = 100;

export const RESOURCE_TEMPLATES: ResourceTemplateType[] = [
  {
    uriTemplate: `${OPERATION}{id}`,
    name: 'operation',
    title: 'An operation',
    description: 'Every field, limit, price and example of an operation, by operation id or tool name.',
    mimeType: MARKDOWN,
  },
  {
    uriTemplate: `${JOB}{id}`,
    name: 'job',
    title: 'A job',
    description: 'A queued call with its full answer, however long.',
    mimeType: 'application/json',
  },
];

export function resourcesOf(operations: readonly Operation[]): Resource[] {
  return [
    {
      uri: GLOSSARY_URI,
      name: 'glossary',
      title: 'Glossary',
      description: 'What the terms and figures in answers mean.',
      mimeType: MARKDOWN,
    },
    ...operations.map((operation) => ({
      uri: OPERATION + operation.id,
      name: toolName(operation),
      title: operation.title,
      description: `Full reference for the tool ${toolName(operation)}.`,
      mimeType: MARKDOWN,
    })),
  ];
}

export interface ResourceParts {
  readonly engine: Engine;
  readonly operations: readonly Operation[];
  readonly wording: ToolWording;
}

/** Undefined when this caller has no resource of that name. */
export async function readResource(
  uri: string,
  exchange: Exchange,
  { engine, operations, wording }: ResourceParts,
): Promise<ReadResourceResult | undefined> {
  if (uri === GLOSSARY_URI) return markdown(uri, GLOSSARY);
  if (uri.startsWith(OPERATION)) {
    const name = uri.slice(OPERATION.length);
    const operation = operations.find((each) => each.id === name || toolName(each) === name);
    return operation === undefined ? undefined : markdown(uri, operationPage(operation, wording));
  }
  return uri.startsWith(JOB) ? readJob(uri, exchange, engine) : undefined;
}

function markdown(uri: string, text: string): ReadResourceResult {
  return { contents: [{ uri, mimeType: MARKDOWN, text }] };
}

/** Along the path of every call: scopes, projects and usage are the same. */
async function readJob(uri: string, exchange: Exchange, engine: Engine): Promise<ReadResourceResult | undefined> {
  const operation = engine.operations.get('jobs.get');
  if (operation === undefined) return undefined;
  const { caller, request_id, project_id, workflow_id, signal } = exchange;
  const call = { caller, request_id, project_id, workflow_id, signal, transport: 'mcp', dry_run: false } as const;
  try {
    const id = uri.slice(JOB.length);
    const { body } = await execute(engine, operation, { id }, { ...call, mode: 'sync', idempotency_key: undefined });
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(body['job']) }] };
  } catch (thrown) {
    const isUnknown = thrown instanceof AppError && (thrown.code === 'not_found' || thrown.code === 'invalid_input');
    if (isUnknown) return undefined;
    throw thrown;
  }
}

/** Operation ids that start with what the client typed; nothing for values that only its user knows. */
export function completionsOf(
  operations: readonly Operation[],
  { ref, argument }: CompleteRequestParams,
): CompleteResult {
  const isOperation = ref.type === 'ref/resource' && ref.uri.startsWith(OPERATION) && argument.name === 'id';
  const begun = argument.value.toLowerCase();
  const found = isOperation ? operations.map(({ id }) => id).filter((id) => id.startsWith(begun)) : [];
  const values = found.slice(0, COMPLETIONS_MAX);
  return { completion: { values, total: found.length, hasMore: found.length > values.length } };
}

/** The full reference of one operation, with every field and limit, as Markdown. */
function operationPage(operation: Operation, wording: ToolWording): string {
  const input = modelInputSchema(operation);
  const shared = new Map<string, JsonSchema>();
  const output = jsonSchemaOf(answerSchema(operation.result, operation.guidance), 'output', shared);
  const pace = operation.runs === 'queued' ? 'Runs as a job by default.' : 'Answers immediately by default.';
  const needs = Object.keys(operation.needs);
  const reach = needs.length === 0 ? 'Makes no external calls.' : `Uses these sources: ${needs.join(', ')}.`;
  return [
    `# ${operation.title}`,
    `Tool \`${toolName(operation)}\`, operation \`${operation.id}\`, ${operation.method} /api/v1${operation.path}.`,
    wording.worded(operation.description),
    `Price: ${operation.price_rule}. ${pace} ${reach}`,
    '## Input',
    inputLines(operation, input),
    '## Example',
    code(operation.example),
    '## Answer',
    `Top-level fields: ${Object.keys(fieldsOf(output['properties'])).join(', ')}.`,
    '## Input schema',
    code(input),
  ].join('\n\n');
}

function inputLines(operation: Operation, schema: JsonSchema): string {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const lines = Object.entries(fieldsOf(schema['properties'])).map(([name, field]) => {
    const { description, default: preset } = fieldsOf(field);
    const facts = [
      required.includes(name) ? 'required' : '',
      preset === undefined ? '' : `default ${JSON.stringify(preset)}`,
    ].filter((fact) => fact !== '');
    const told = typeof description === 'string' ? `: ${description}` : '';
    return `- \`${name}\`${facts.length === 0 ? '' : ` (${facts.join(', ')})`}${told}`;
  });
  if (lines.length === 0) return 'None.';
  const needed = operation.one_of.length === 0 ? [] : [`One of ${operation.one_of.join(', ')} is required.`];
  return [...lines, ...needed].join('\n');
}

function code(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}
