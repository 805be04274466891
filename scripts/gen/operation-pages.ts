import { jsonSchemaOf, type JsonSchema } from '../../src/contract/json-schema.ts';
import type { Operation } from '../../src/contract/operation.ts';

const MARK = '<!-- Written by `npm run gen`. Do not edit. -->';

const CAPABILITIES: Record<string, string> = {
  embeddings: 'embeddings (your own model or one you connect)',
  fetch: 'fetch (reads the page)',
  keywords: 'keywords (imports, your own index, connected sources)',
  links: 'links (your own index, connected sources)',
  places: 'places (connected sources)',
  rankings: 'rankings (your own Search Console data, stored result pages, connected sources)',
  serp: 'serp (connected sources, your own search over crawled pages)',
};

export function operationIndex(operations: readonly Operation[]): string {
  const rows = operations.map(
    (operation) =>
      `| [${operation.id}](${operation.id}.md) | \`${operation.method} ${operation.path}\` | ${operation.title} | ${operation.price_rule} |`,
  );
  return [
    MARK,
    '# Operations',
    '',
    'Paths are below `/api/v1`. Every page shows a real request and its real answer.',
    '',
    '| Operation | Path | What it does | Price |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

/** A recorded answer from another source, beside the page's own example. */
export interface OtherExample {
  /** Where its figures come from. */
  readonly title: string;
  readonly file: string;
}

/** One operation: what it is for, fields, price, sources, and an example that a test runs. */
export function operationPage(operation: Operation, answer: unknown, others: readonly OtherExample[]): string {
  const shared = new Map<string, JsonSchema>();
  return [
    MARK,
    `# ${operation.id}`,
    '',
    operation.description,
    '',
    `- Path: \`${operation.method} /api/v1${operation.path}\``,
    `- Price: ${operation.price_rule}`,
    `- Sources: ${sourcesOf(operation)}`,
    ...answersLater(operation),
    `- Command line: \`seamark call ${operation.id} --json '…'\``,
    '',
    '## Fields',
    '',
    ...(operation.one_of.length > 0
      ? [`One of ${operation.one_of.map((name) => `\`${name}\``).join(', ')} is required.`, '']
      : []),
    '| Field | Type | Required | Default | Bounds | Meaning |',
    '| --- | --- | --- | --- | --- | --- |',
    ...fieldRows(jsonSchemaOf(operation.input, 'input', shared)),
    '',
    '## Answer',
    '',
    '| Field | Type | Meaning |',
    '| --- | --- | --- |',
    ...answerRows(jsonSchemaOf(operation.result, 'output', shared)),
    '',
    `Every answer also has ${ALSO[operation.guidance]}.`,
    '',
    '## Example',
    '',
    '```sh',
    ...exampleCommand(operation),
    '```',
    '',
    ...(answer === undefined
      ? []
      : ['answers, on the sample web of `test/sample/`:', '', '```json', JSON.stringify(answer, null, 2), '```', '']),
    ...otherExamples(others),
  ].join('\n');
}

function answersLater({ is_batch, runs }: Operation): string[] {
  if (is_batch) return ['- Answers 202 with one job per item'];
  return runs === 'queued' ? ['- Answers 202 with a job; `?sync=true` waits for the answer'] : [];
}

function otherExamples(others: readonly OtherExample[]): string[] {
  if (others.length === 0) return [];
  const links = others.map(({ title, file }) => `- [${title}](examples/${file})`);
  return [
    'The answer above comes from Search Console data. The same operation, answered from other sources:',
    '',
    ...links,
    '',
  ];
}

const ALSO = {
  workflow: '`success`, `agent_workflow`, `markdown_summary` and `meta`',
  support: '`success`, `agent_support`, `markdown_summary` and `meta`',
  none: '`success` and `meta`',
};

function sourcesOf(operation: Operation): string {
  if (operation.is_account) return 'none: it reports on your own workspace';
  const needs = Object.keys(operation.needs);
  return needs.map((need) => CAPABILITIES[need] ?? need).join(', ') || 'none: it uses only the request';
}

/** The example as a person would send it: fields in the path and the query where they belong. */
function exampleCommand(operation: Operation): string[] {
  const fields = new Map<string, unknown>(Object.entries(operation.example));
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = String(fields.get(name));
    fields.delete(name);
    return encodeURIComponent(value);
  });
  const key = `-H "x-api-key: $SEAMARK_API_KEY"`;
  const address = `http://127.0.0.1:8787/api/v1${path}`;
  if (operation.method === 'GET') {
    const query = new URLSearchParams(
      Object.fromEntries([...fields].map(([name, value]) => [name, String(value)])),
    ).toString();
    return [`curl -s '${address}${query === '' ? '' : `?${query}`}' ${key}`];
  }
  if (fields.size === 0) return [`curl -s -X ${operation.method} ${address} ${key}`];
  const method = operation.method === 'POST' ? '' : ` -X ${operation.method}`;
  const body = JSON.stringify(Object.fromEntries(fields)).replaceAll("'", String.raw`'\''`);
  return [`curl -s${method} ${address} \\`, `  ${key} -H 'content-type: application/json' \\`, `  -d '${body}'`];
}

/** How deep the fields of fields are listed: rows of a list are, what lies within their cells is in docs/openapi.yaml. */
const DEPTH_MAX = 3;

function fieldRows(schema: JsonSchema, prefix = '', depth = 1): string[] {
  const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  return propertiesOf(schema).flatMap(([name, field]) => {
    const preset = field['default'] === undefined ? '' : `\`${JSON.stringify(field['default'])}\``;
    const path = prefix + name;
    const row = `| \`${path}\` | ${typeOf(field)} | ${required.includes(name) ? 'yes' : 'no'} | ${preset} | ${boundsOf(field)} | ${text(field)} |`;
    const inner = innerOf(field, path);
    return depth === DEPTH_MAX || inner === undefined
      ? [row]
      : [row, ...fieldRows(inner.schema, inner.prefix, depth + 1)];
  });
}

function answerRows(schema: JsonSchema, prefix = '', depth = 1): string[] {
  return propertiesOf(schema).flatMap(([name, field]) => {
    const path = prefix + name;
    const row = `| \`${path}\` | ${typeOf(field)} | ${text(field)} |`;
    const inner = innerOf(field, path);
    return depth === DEPTH_MAX || inner === undefined
      ? [row]
      : [row, ...answerRows(inner.schema, inner.prefix, depth + 1)];
  });
}

/** The object behind a field: itself, the items of a list, or what is not null of the two. */
function innerOf(
  field: Record<string, unknown>,
  path: string,
): { readonly schema: JsonSchema; readonly prefix: string } | undefined {
  const { anyOf, type, items } = field;
  if (Array.isArray(anyOf)) {
    const named = anyOf.map(record).find((option) => option['type'] !== 'null');
    return named === undefined ? undefined : innerOf(named, path);
  }
  if (type === 'array') return innerOf(record(items), `${path}[]`);
  return propertiesOf(field).length === 0 ? undefined : { schema: field, prefix: `${path}.` };
}

function propertiesOf(schema: JsonSchema): [string, Record<string, unknown>][] {
  const { properties } = schema;
  if (typeof properties !== 'object' || properties === null) return [];
  return Object.entries(properties).map(([name, field]: [string, unknown]) => [name, record(field)]);
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function typeOf(field: Record<string, unknown>): string {
  const { type, enum: options, items, anyOf } = field;
  if (Array.isArray(options)) return options.map((option) => `\`${String(option)}\``).join(', ');
  if (Array.isArray(anyOf)) return anyOf.map((option: unknown) => typeOf(record(option))).join(' or ');
  if (type === 'array') return `${typeOf(record(items))}[]`;
  if (Array.isArray(type)) return type.map(String).join(' or ');
  return typeof type === 'string' ? type : 'any';
}

function boundsOf(field: Record<string, unknown>): string {
  const bound = (name: string): number | undefined => (typeof field[name] === 'number' ? field[name] : undefined);
  const [least, most, itemsMin, itemsMax] = ['minimum', 'maximum', 'minItems', 'maxItems'].map(bound);
  if (most !== undefined) return `${least ?? 0}–${most.toLocaleString('en-US')}`;
  if (itemsMax !== undefined) return `${itemsMin ?? 0}–${itemsMax} items`;
  return least === undefined ? '' : `≥ ${least}`;
}

function text(field: Record<string, unknown>): string {
  return typeof field['description'] === 'string' ? field['description'].replaceAll('|', String.raw`\|`) : '';
}
