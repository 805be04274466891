import { answerSchema } from '../../src/contract/envelope.ts';
import { jsonSchemaOf, type JsonSchema } from '../../src/contract/json-schema.ts';
import type { Operation } from '../../src/contract/operation.ts';

/** The request and answer of every operation as plain TypeScript, for callers that want no zod. */
export function clientTypes(operations: readonly Operation[]): string {
  const shared = new Map<string, JsonSchema>();
  const blocks = operations.map((operation) => {
    const name = pascal(operation.id);
    const request = typeOf(jsonSchemaOf(operation.input, 'input', shared));
    const answer = typeOf(jsonSchemaOf(answerSchema(operation.result, operation.guidance), 'output', shared));
    return `/** ${operation.title}: \`${operation.method} ${operation.path}\`. */\nexport type ${name}Request = ${request};\n\nexport type ${name}Answer = ${answer};\n`;
  });
  const definitions = [...shared]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([id, schema]) => `export type ${id} = ${typeOf(schema)};\n`);
  const calls = operations.map(
    (operation) =>
      `  '${operation.id}': { request: ${pascal(operation.id)}Request; answer: ${pascal(operation.id)}Answer };`,
  );
  const routes = operations.map(
    (operation) => `  '${operation.id}': { method: '${operation.method}', path: '${operation.path}' },`,
  );
  return [
    '// Written by `npm run gen`. Do not edit.',
    '',
    ...definitions,
    ...blocks,
    '/** Request and answer by operation id. */',
    'export interface Calls {',
    ...calls,
    '}',
    '',
    'export const ROUTES = {',
    ...routes,
    '} as const;',
    '',
  ].join('\n');
}

function pascal(id: string): string {
  return id.replaceAll(/(?:^|[.-])([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
}

function typeOf(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null) return 'unknown';
  const node: Record<string, unknown> = { ...schema };
  const { $ref, const: constant, enum: options, anyOf, type } = node;
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? 'unknown';
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(options)) return options.map((option) => JSON.stringify(option)).join(' | ');
  if (Array.isArray(anyOf)) return anyOf.map(typeOf).join(' | ');
  if (Array.isArray(type)) return type.map((name: unknown) => typeOf({ ...node, type: name })).join(' | ');
  if (type === 'array') return `(${typeOf(node['items'])})[]`;
  if (type === 'object') return objectType(node);
  return PRIMITIVES.get(type) ?? 'unknown';
}

const PRIMITIVES = new Map<unknown, string>([
  ['string', 'string'],
  ['integer', 'number'],
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['null', 'null'],
]);

function objectType(node: Record<string, unknown>): string {
  const { properties, required, additionalProperties } = node;
  if (typeof properties !== 'object' || properties === null) return `Record<string, ${typeOf(additionalProperties)}>`;
  const needed: unknown[] = Array.isArray(required) ? required : [];
  const lines = Object.entries(properties).map(([name, field]: [string, unknown]) => {
    const mark = needed.includes(name) ? '' : '?';
    return `${comment(field)}${/^\w+$/.test(name) ? name : JSON.stringify(name)}${mark}: ${typeOf(field)};`;
  });
  return `{\n${lines.join('\n')}\n}`;
}

function comment(field: unknown): string {
  const description: unknown =
    typeof field === 'object' && field !== null ? Reflect.get(field, 'description') : undefined;
  return typeof description === 'string' ? `/** ${description.replaceAll('*/', '* /')} */\n` : '';
}
