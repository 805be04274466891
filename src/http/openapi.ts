import { z } from 'zod';

import { answerSchema } from '../contract/envelope.ts';
import { type JsonSchema, jsonSchemaOf } from '../contract/json-schema.ts';
import type { Operation } from '../contract/operation.ts';
import { ERRORS } from '../kernel/errors.ts';
import { webhooksOf } from './openapi-webhooks.ts';

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
  const accepted = jsonSchemaOf(Accepted, 'output', shared);
  const groups = [...new Set(operations.map((operation) => operation.group))].toSorted();
  return {
    openapi: '3.1.1',
    info: {
      title: 'Seamark',
      version: parts.version,
      summary: 'Search-marketing analysis from your own index.',
      description:
        'Every answer has figures, their sources (`meta.sources`), an action plan and a Markdown summary. ' +
        'Unknown values are `null`. Errors are problem documents (RFC 9457) that name every bad field and the fix; failed calls are free.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this service' },
    },
    servers: [{ url: '/api/v1', description: 'This service' }],
    security: [{ apiKey: [] }],
    tags: groups.map((name) => ({ name, description: GROUPS[name] ?? name })),
    paths: { ...paths, ...streamPaths(operations) },
    ...(operations.some(({ id }) => id === 'jobs.get') ? { webhooks: webhooksOf() } : {}),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: 'An API key; it starts with `sk_live_`.',
        },
      },
      headers: HEADERS,
      parameters: PARAMETERS,
      responses: {
        Accepted: ACCEPTED_RESPONSE,
        ...Object.fromEntries(STATUSES.map((status) => [`Problem${status}`, problemResponse(status)])),
      },
      schemas: {
        ...Object.fromEntries([...shared].toSorted(([left], [right]) => (left < right ? -1 : 1))),
        Accepted: accepted,
        DryRun: dryRun,
        Problem: problem,
      },
    },
  };
}

const text = (description: string): JsonSchema => ({ description, schema: { type: 'string' } });
const integer = (description: string): JsonSchema => ({ description, schema: { type: 'integer' } });

const HEADERS = {
  RequestId: text('Names the request in logs and support.'),
  RateLimit: text(
    'Requests left in this minute (`r`) and seconds until more are allowed (`t`), for the policy `default`.',
  ),
  RateLimitPolicy: text('Requests (`q`) per window of `w` seconds.'),
  RetryAfter: integer('Seconds to wait before the next try.'),
  Location: text('Where the job is.'),
  CreditsCharged: integer('What the call cost.'),
  CreditsRemaining: integer('Credits left; absent where they are not limited.'),
  IdempotentReplayed: text('`true`: the stored answer to an earlier call with the same idempotency key.'),
} as const;

const headerRefs = (names: Readonly<Record<string, keyof typeof HEADERS>>): JsonSchema =>
  Object.fromEntries(Object.entries(names).map(([name, of]) => [name, { $ref: `#/components/headers/${of}` }]));

const ALL_ANSWERS = {
  'x-request-id': 'RequestId',
  ratelimit: 'RateLimit',
  'ratelimit-policy': 'RateLimitPolicy',
} as const;
const PRICED = { 'x-credits-charged': 'CreditsCharged', 'x-credits-remaining': 'CreditsRemaining' } as const;
const REPEATABLE = { 'idempotent-replayed': 'IdempotentReplayed' } as const;

function headersOf({ is_account, method }: Operation): JsonSchema {
  return headerRefs({ ...ALL_ANSWERS, ...(is_account ? {} : PRICED), ...(method === 'GET' ? {} : REPEATABLE) });
}

const ACCEPTED_RESPONSE = {
  description: "Queued: the job's result will be the answer.",
  headers: headerRefs({ ...ALL_ANSWERS, location: 'Location', 'retry-after': 'RetryAfter', ...REPEATABLE }),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Accepted' } } },
};

const GROUPS: Record<string, string> = {
  Backlinks: 'Link profiles, referring domains and what to do about them.',
  'Content and page quality': 'Audits and plans for pages, before and after publishing.',
  Imports: 'Files imported into the index, and their progress.',
  'Jobs and webhooks': 'Queued work, its live events, and signed event deliveries.',
  Users: 'Who may use the dashboard of the workspace, and in which role.',
  'Usage and credits': 'What the workspace has used and what is left.',
  'Rank and AI visibility': 'Where a brand or page appears, and who mentions it.',
  'Keywords and competitors': 'What people search for, and who ranks.',
  'Search and extraction': 'Web search results and the content of pages.',
};

const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string().describe('Stable error code.'),
  request_id: z.string(),
  fix: z.string().nullable().describe('How to fix it.'),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).describe('Every bad field.'),
  success: z.literal(false),
});

export const DryRun = z.object({
  success: z.literal(true),
  dry_run: z.literal(true),
  input: z.record(z.string(), z.unknown()).describe('The checked input with its defaults.'),
  credits: z.int().describe('What the call would cost.'),
  price_rule: z.string(),
  would_serve: z.array(z.object({ capability: z.string(), sources: z.array(z.string()) })),
  requests: z.array(
    z.object({
      capability: z.string(),
      method: z.string(),
      stored_at: z
        .string()
        .nullable()
        .describe('When the stored answer was observed; null when the source has to be asked.'),
      sources: z
        .array(z.object({ source: z.string(), usd: z.number(), does_not_support: z.array(z.string()) }))
        .describe('Sources in the order in which they are asked, with the price of the request.'),
    }),
  ),
  usd: z.number().describe('What the requests would cost at their first source.'),
  meta: z.record(z.string(), z.unknown()),
});

export const Accepted = z.object({
  success: z.literal(true),
  message: z.string(),
  job_id: z.string().optional().describe('The job, where it is one.'),
  jobs: z.array(z.string()).describe('Every queued job.'),
  status_url: z.string().optional().describe('URL of the job and, later, its result.'),
  events_url: z.string().optional().describe("URL of the job's server-sent events."),
});

const STATUSES = [400, 401, 402, 403, 404, 409, 413, 415, 422, 429, 500, 502, 503, 504] as const;

/** Of the analyses; account operations are free and answer at once. */
const CALL_PARAMETERS = {
  sync: {
    name: 'sync',
    in: 'query',
    description:
      'Wait for the answer, even if the operation is queued by default. A call that takes too long continues as a job: 202.',
    schema: { type: 'boolean', default: false },
  },
  dry_run: {
    name: 'dry_run',
    in: 'query',
    description: 'Check and price the call and name the sources it would use, without running or charging it.',
    schema: { type: 'boolean', default: false },
  },
  max_age: {
    name: 'max_age',
    in: 'query',
    description:
      'Maximum age in seconds of stored observations that may answer the call; 0 always asks the source again. By default 5 days for result pages, 30 days for keywords, 7 days for places.',
    schema: { type: 'integer', minimum: 0 },
  },
  detail: {
    name: 'detail',
    in: 'query',
    description:
      '`brief` leaves out passed and not applicable checks, pages without a conflict, further evidence of the same statement, advice that an earlier list gives, and what is null or empty in rows or repeats the search of the whole answer; `not_shown` counts it. The whole answer is kept for 24 hours: GET /answers/{id} with its request_id.',
    schema: { type: 'string', enum: ['brief', 'full'], default: 'full' },
  },
  fields: {
    name: 'fields',
    in: 'query',
    description: 'Top-level fields of the answer to return, separated by commas. `success` and `meta` always come.',
    schema: { type: 'string', examples: ['items,total_count'] },
  },
  prefer: {
    name: 'Prefer',
    in: 'header',
    description: '`respond-async` queues the call and returns 202 with its job.',
    schema: { type: 'string', examples: ['respond-async'] },
  },
  project: {
    name: 'x-project-id',
    in: 'header',
    description: 'Project the call counts toward.',
    schema: { type: 'string', maxLength: 128 },
  },
  workflow: {
    name: 'x-workflow-id',
    in: 'header',
    description: 'Workflow or run the call belongs to.',
    schema: { type: 'string', maxLength: 128 },
  },
} as const;

const PARAMETERS = {
  ...CALL_PARAMETERS,
  idempotency: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A new value for each intended call, such as a UUID. For 24 hours, the same key with the same input gets the same answer, and nothing runs or is charged again.',
    schema: { type: 'string', maxLength: 255 },
  },
} as const;

function operationOf(operation: Operation, shared: Map<string, JsonSchema>): JsonSchema {
  const errors = STATUSES.map((status) => [String(status), { $ref: `#/components/responses/Problem${status}` }]);
  const hasBody = operation.method === 'POST' || operation.method === 'PATCH';
  return {
    operationId: operation.id.replaceAll(/[.-]/g, '_'),
    tags: [operation.group],
    summary: operation.title,
    description: `${operation.description}\n\nPrice: ${operation.price_rule}.`,
    parameters: [...sharedParameters(operation), ...ownParameters(operation)],
    ...(hasBody && bodyFields(operation).length > 0 ? { requestBody: requestBody(operation, shared) } : {}),
    responses: { ...successes(operation, shared), ...Object.fromEntries(errors) },
  };
}

function sharedParameters(operation: Operation): JsonSchema[] {
  const names = operation.is_account ? [] : Object.keys(CALL_PARAMETERS);
  if (operation.method !== 'GET') names.push('idempotency');
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

function successes(operation: Operation, shared: Map<string, JsonSchema>): JsonSchema {
  // The only answer of a batch is shown in its own place, as those of the others are.
  if (operation.is_batch) return { 202: ACCEPTED_RESPONSE };
  const accepted = { 202: { $ref: '#/components/responses/Accepted' } };
  const answer = jsonSchemaOf(answerSchema(operation.result, operation.guidance), 'output', shared);
  const named = component(shared, `${nameOf(operation)}Answer`, answer);
  const schema = operation.is_account ? named : { oneOf: [named, { $ref: '#/components/schemas/DryRun' }] };
  const csv = operation.csv === undefined ? {} : { 'text/csv': { schema: { type: 'string' } } };
  const success = {
    description: 'The answer.',
    headers: headersOf(operation),
    content: { 'application/json': { schema }, ...csv },
  };
  return { [operation.success_status]: success, ...(operation.is_account ? {} : accepted) };
}

/** As the client names its types: `BacklinksSummary`. */
function nameOf({ id }: Operation): string {
  return id.replaceAll(/(?:^|[.-])([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
}

/** Generators name their types after these. */
function component(shared: Map<string, JsonSchema>, name: string, schema: JsonSchema): JsonSchema {
  shared.set(name, schema);
  return { $ref: `#/components/schemas/${name}` };
}

function requestBody(operation: Operation, shared: Map<string, JsonSchema>): JsonSchema {
  const inPath = pathFields(operation);
  const example = Object.fromEntries(Object.entries(operation.example).filter(([name]) => !inPath.includes(name)));
  return {
    required: true,
    content: {
      'application/json': { schema: component(shared, `${nameOf(operation)}Request`, inputSchema(operation)), example },
    },
  };
}

function pathFields(operation: Operation): string[] {
  return [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

function bodyFields(operation: Operation): string[] {
  const inPath = pathFields(operation);
  return Object.keys(operation.input.shape).filter((name) => !inPath.includes(name));
}

/** The body of an operation as callers see it: closed to unknown fields, with the rule that one of some is needed. */
function inputSchema(operation: Operation): JsonSchema {
  const inPath = pathFields(operation);
  const inBody = Object.entries(operation.input.shape).filter(([name]) => !inPath.includes(name));
  const schema = jsonSchemaOf(z.strictObject(Object.fromEntries(inBody)), 'input', new Map());
  if (operation.one_of.length === 0) return schema;
  return { ...schema, anyOf: operation.one_of.map((name) => ({ required: [name] })) };
}

/** Fields in the path, and those of a GET in the query. */
function ownParameters(operation: Operation): JsonSchema[] {
  const { properties, required } = jsonSchemaOf(operation.input, 'input', new Map());
  const needed: unknown[] = Array.isArray(required) ? required : [];
  const inPath = pathFields(operation);
  if (typeof properties !== 'object' || properties === null) return [];
  return Object.entries(properties).flatMap(([name, schema]: [string, unknown]) => {
    if (inPath.includes(name)) return [{ name, in: 'path', required: true, schema }];
    if (operation.method !== 'GET') return [];
    return [{ name, in: 'query', required: needed.includes(name), schema }];
  });
}

/** Streams are no operations: they answer for as long as something happens. */
function streamPaths(operations: readonly Operation[]): JsonSchema {
  if (!operations.some((operation) => operation.id === 'jobs.get')) return {};
  const problems = [401, 403, 404, 429] as const;
  return {
    '/jobs/{id}/events': {
      get: {
        operationId: 'jobs_events',
        tags: ['Jobs and webhooks'],
        summary: 'Watch a job',
        description:
          'Server-sent events: `job.open` with the current job, `job.status` for each step, then `job.done` or `job.failed`, and the stream ends. ' +
          'A client that reconnects with `Last-Event-ID` misses nothing.\n\nPrice: free.',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          {
            name: 'last_event_id',
            in: 'query',
            description: 'Same as the header Last-Event-ID, for clients that cannot send headers.',
            schema: { type: 'integer', minimum: 0 },
          },
        ],
        responses: {
          200: { description: 'The events.', content: { 'text/event-stream': { schema: { type: 'string' } } } },
          ...Object.fromEntries(
            problems.map((status) => [String(status), { $ref: `#/components/responses/Problem${status}` }]),
          ),
        },
      },
    },
  };
}

/** Says when to try again. */
const WAITS: ReadonlySet<number> = new Set([429, 503]);

function problemResponse(status: number): JsonSchema {
  const codes = Object.entries(ERRORS)
    .filter(([, spec]) => spec.status === status)
    .map(([code, spec]) => `\`${code}\`: ${spec.title}`);
  return {
    description: codes.join(' '),
    headers: headerRefs({ 'x-request-id': 'RequestId', ...(WAITS.has(status) ? { 'retry-after': 'RetryAfter' } : {}) }),
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}
