import { jsonSchemaOf, type JsonSchema } from '../../src/contract/json-schema.ts';
import type { Operation } from '../../src/contract/operation.ts';

const MARK = '<!-- Written by `npm run gen`. Do not edit. -->';

const CAPABILITIES: Record<string, string> = {
  links: 'links (own index)',
  serp: 'serp (own search over crawled pages)',
  fetch: 'fetch (reads the page)',
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

/** One operation: what it is for, fields, price, sources, and an example that a test runs. */
export function operationPage(operation: Operation, answer: unknown): string {
  const shared = new Map<string, JsonSchema>();
  return [
    MARK,
    `# ${operation.id}`,
    '',
    operation.description,
    '',
    `- Path: \`${operation.method} /api/v1${operation.path}\``,
    `- Price: ${operation.price_rule}`,
    `- Sources: ${operation.needs.map((need) => CAPABILITIES[need] ?? need).join(', ') || 'none: it computes from the request alone'}`,
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
    `Every answer also has \`success\`, \`${operation.guidance === 'workflow' ? 'agent_workflow' : 'agent_support'}\`, \`markdown_summary\` and \`meta\`.`,
    '',
    '## Example',
    '',
    '```sh',
    `curl -s http://127.0.0.1:8787/api/v1${operation.path} \\`,
    `  -H "x-api-key: $SEAMARK_API_KEY" -H 'content-type: application/json' \\`,
    `  -d '${JSON.stringify(operation.example).replaceAll("'", String.raw`'\''`)}'`,
    '```',
    '',
    ...(answer === undefined
      ? []
      : ['answers, on the sample web of `test/sample/`:', '', '```json', JSON.stringify(answer, null, 2), '```', '']),
  ].join('\n');
}

function fieldRows(schema: JsonSchema): string[] {
  const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  return propertiesOf(schema).map(([name, field]) => {
    const preset = field['default'] === undefined ? '' : `\`${JSON.stringify(field['default'])}\``;
    return `| \`${name}\` | ${typeOf(field)} | ${required.includes(name) ? 'yes' : 'no'} | ${preset} | ${boundsOf(field)} | ${text(field)} |`;
  });
}

function answerRows(schema: JsonSchema): string[] {
  return propertiesOf(schema).map(([name, field]) => `| \`${name}\` | ${typeOf(field)} | ${text(field)} |`);
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
  return typeof type === 'string' ? type : 'object';
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
