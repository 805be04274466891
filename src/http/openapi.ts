import { z } from 'zod';

import { answerSchema } from '../contract/envelope.ts';
import { type JsonSchema, jsonSchemaOf } from '../contract/json-schema.ts';
import type { Operation } from '../contract/operation.ts';
import { ERRORS } from '../kernel/errors.ts';

export interface OpenApiParts {
  readonly operations: Iterable<Operation>;
  readonly version: string;
}

/** The REST interface as OpenAPI 3.1, made from the registry: the same for the served file and the committed one. */
export function openApiOf(parts: OpenApiParts): JsonSchema {
  const shared = new Map<string, JsonSchema>();
  const operations = [...parts.operations].toSorted((left, right) => (left.path < right.path ? -1 : 1));
  const byPath = Map.groupBy(operations, (operation) => operation.path);
  const paths = Object.fromEntries(
    [...byPath].map(([path, siblings]) => [
      path,
      Object.fromEntries(siblings.map((operation) => [operation.method.toLowerCase(), operationOf(operation, shared)])),
    ]),
  );
  const problem = jsonSchemaOf(Problem, 'output', shared);
  const dryRun = jsonSchemaOf(DryRun, 'output', shared);
  const groups = [...new Set(operations.map((operation) => operation.group))].toSorted();
  return {
    openapi: '3.1.1',
    info: {
      title: 'Seamark',
      version: parts.version,
      summary: 'Search-marketing analysis from an index of your own.',
      description:
        'Every answer carries its figures, where they come from (`meta.sources`), an action plan and a Markdown summary. ' +
        'What is not known is `null`. Errors are problem documents (RFC 9457) that name every bad field and the fix; nothing that fails is charged.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this service' },
    },
    servers: [{ url: '/api/v1', description: 'This service' }],
    security: [{ apiKey: [] }],
    tags: groups.map((name) => ({ name, description: GROUPS[name] ?? name })),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: 'A live key; it starts with `sk_live_`.',
        },
      },
      parameters: PARAMETERS,
      responses: Object.fromEntries(STATUSES.map((status) => [`Problem${status}`, problemResponse(status)])),
      schemas: {
        ...Object.fromEntries([...shared].toSorted(([left], [right]) => (left < right ? -1 : 1))),
        DryRun: dryRun,
        Problem: problem,
      },
    },
  };
}

const GROUPS: Record<string, string> = {
  Backlinks: 'Link profiles, referring domains and what to do about them.',
  'Content and page quality': 'Audits and plans for pages, before and after publishing.',
  'Search and extraction': 'Web search results and the content of pages.',
};

const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string().describe('Stable name of the error.'),
  request_id: z.string(),
  fix: z.string().nullable().describe('What to do about it.'),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).describe('Every bad field.'),
  success: z.literal(false),
});

const DryRun = z.object({
  success: z.literal(true),
  dry_run: z.literal(true),
  input: z.record(z.string(), z.unknown()).describe('The checked input with its defaults.'),
  credits: z.int().describe('What the call would cost.'),
  price_rule: z.string(),
  would_serve: z.array(z.object({ capability: z.string(), sources: z.array(z.string()) })),
  meta: z.record(z.string(), z.unknown()),
});

const STATUSES = [400, 401, 402, 403, 413, 415, 422, 500, 502, 503, 504] as const;

const PARAMETERS = {
  sync: {
    name: 'sync',
    in: 'query',
    description: 'Taken everywhere. The operations of this version answer at once, so it changes nothing yet.',
    schema: { type: 'boolean', default: false },
  },
  dry_run: {
    name: 'dry_run',
    in: 'query',
    description: 'Check and price the call, name the sources that would serve it, run and charge nothing.',
    schema: { type: 'boolean', default: false },
  },
  project: {
    name: 'x-project-id',
    in: 'header',
    description: 'Project that the call is booked on.',
    schema: { type: 'string', maxLength: 128 },
  },
  workflow: {
    name: 'x-workflow-id',
    in: 'header',
    description: 'Workflow or run that the call belongs to.',
    schema: { type: 'string', maxLength: 128 },
  },
} as const;

function operationOf(operation: Operation, shared: Map<string, JsonSchema>): JsonSchema {
  const answer = jsonSchemaOf(answerSchema(operation.result, operation.guidance), 'output', shared);
  const parameters = Object.keys(PARAMETERS).map((name) => ({ $ref: `#/components/parameters/${name}` }));
  const errors = STATUSES.map((status) => [String(status), { $ref: `#/components/responses/Problem${status}` }]);
  return {
    operationId: operation.id.replaceAll(/[.-]/g, '_'),
    tags: [operation.group],
    summary: operation.title,
    description: `${operation.description}\n\nPrice: ${operation.price_rule}.`,
    parameters: [...parameters, ...(operation.method === 'GET' ? queryParameters(operation) : [])],
    ...(operation.method === 'POST' ? { requestBody: requestBody(operation) } : {}),
    responses: {
      200: {
        description: 'The answer.',
        content: { 'application/json': { schema: { oneOf: [answer, { $ref: '#/components/schemas/DryRun' }] } } },
      },
      ...Object.fromEntries(errors),
    },
  };
}

function requestBody(operation: Operation): JsonSchema {
  return {
    required: true,
    content: { 'application/json': { schema: inputSchema(operation), example: operation.example } },
  };
}

/** The input of an operation as callers see it: closed to unknown fields, with the rule that one of some is needed. */
function inputSchema(operation: Operation): JsonSchema {
  const schema = jsonSchemaOf(operation.input.strict(), 'input', new Map());
  if (operation.one_of.length === 0) return schema;
  return { ...schema, anyOf: operation.one_of.map((name) => ({ required: [name] })) };
}

function queryParameters(operation: Operation): JsonSchema[] {
  const { properties, required } = jsonSchemaOf(operation.input, 'input', new Map());
  const needed: unknown[] = Array.isArray(required) ? required : [];
  if (typeof properties !== 'object' || properties === null) return [];
  return Object.entries(properties).map(([name, schema]: [string, unknown]) => {
    const inPath = operation.path.includes(`{${name}}`);
    return { name, in: inPath ? 'path' : 'query', required: inPath || needed.includes(name), schema };
  });
}

function problemResponse(status: number): JsonSchema {
  const codes = Object.entries(ERRORS)
    .filter(([, spec]) => spec.status === status)
    .map(([code, spec]) => `\`${code}\`: ${spec.title}`);
  return {
    description: codes.join(' '),
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}
