import { z } from 'zod';

import { type JsonSchema, jsonSchemaOf } from '../contract/json-schema.ts';
import type { Operation } from '../contract/operation.ts';
import { fieldsOf } from '../kernel/fields-of.ts';

/**
 * How much of a schema a model is shown: `full` all descriptions, `outline` none below the first level, `signature`
 * records as one line of text.
 */
export type Detail = 'full' | 'outline' | 'signature';

/** Bounds that the operation checks and reports itself: a model gains more from the space they free. */
const LEFT_OUT = [
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'maxItems',
  'minItems',
  'propertyNames',
  'additionalProperties',
  'exclusiveMinimum',
  'exclusiveMaximum',
];
const BOUND_WORTH_TELLING_MAX = 100_000;

export interface ToolInputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** The input of an operation as the schema of its tool: open at the top, since Claude takes no `anyOf` there. */
export function toolInputSchema(operation: Operation, detail: Detail): ToolInputSchema {
  const schema = modelInputSchema(operation);
  const fields = Object.entries(fieldsOf(schema['properties'])).map(([name, field]) => {
    return [name, shownField(asSchema(field), detail)] as const;
  });
  const required = listOf(schema['required']).map(String);
  return {
    type: 'object',
    properties: Object.fromEntries(fields),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** For people and programs: a model reads neither tables of comma-separated values nor twenty thousand rows. */
const NOT_FOR_MODELS = new Set(['export_rows']);

/** What a model may send, with every bound and description. */
export function modelInputSchema(operation: Operation): JsonSchema {
  const schema = wholeInputSchema(operation);
  const properties = Object.entries(fieldsOf(schema['properties'])).filter(
    ([name]) => !NOT_FOR_MODELS.has(name) && !(name === 'format' && operation.csv !== undefined),
  );
  return { ...schema, properties: Object.fromEntries(properties) };
}

const whole = new WeakMap<Operation, JsonSchema>();

/** Every field with its bounds and description. Made once, since each form of a tool in each listing follows from it. */
export function wholeInputSchema(operation: Operation): JsonSchema {
  const known = whole.get(operation);
  if (known !== undefined) return known;
  const schema = makeWholeInputSchema(operation);
  whole.set(operation, schema);
  return schema;
}

function makeWholeInputSchema(operation: Operation): JsonSchema {
  const shared = new Map<string, JsonSchema>();
  const schema = inlined(jsonSchemaOf(operation.input, 'input', shared), shared);
  const given = fieldsOf(schema['properties']);
  // A field that also accepts a number as text has no input type; the number it becomes has one.
  const untyped = Object.keys(given).filter((name) => !hasType(given[name]));
  if (untyped.length === 0) return schema;
  const checked = fieldsOf(jsonSchemaOf(z.object(operation.input.shape), 'output', new Map())['properties']);
  const typed = untyped.map((name) => [name, { ...asSchema(checked[name]), ...asSchema(given[name]) }]);
  return { ...schema, properties: { ...given, ...Object.fromEntries(typed) } };
}

function shownField(schema: JsonSchema, detail: Detail): JsonSchema {
  const { description, ...shape } = shownShape(schema, detail, 0);
  const told = [description, detail === 'signature' ? recordsIn(schema) : undefined];
  const text = told.filter((part) => typeof part === 'string' && part !== '').join(' ');
  if (text === '') return shape;
  return { ...shape, description: text };
}

function shownShape(given: JsonSchema, detail: Detail, depth: number): JsonSchema {
  const schema = oneForm(given);
  const shown: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    const kept = shownKeyword(keyword, value, { detail, depth, schema });
    if (kept !== undefined) shown[keyword] = kept;
  }
  return shown;
}

interface Place {
  readonly detail: Detail;
  readonly depth: number;
  readonly schema: JsonSchema;
}

function shownKeyword(keyword: string, value: unknown, place: Place): unknown {
  if (LEFT_OUT.includes(keyword)) return undefined;
  const { detail, depth } = place;
  switch (keyword) {
    case 'description':
      return depth > 0 && detail !== 'full' ? undefined : value;
    case 'default':
    case 'minimum':
    case 'maximum':
      return depth === 0 && isWorthTelling(keyword, value) ? value : undefined;
    case 'required':
      return detail === 'signature' ? undefined : value;
    default:
      return shownInside(keyword, value, place);
  }
}

function shownInside(keyword: string, value: unknown, { detail, depth, schema }: Place): unknown {
  const inner = (each: unknown): JsonSchema => shownShape(asSchema(each), detail, depth + 1);
  switch (keyword) {
    case 'properties':
      if (detail === 'signature') return undefined;
      return Object.fromEntries(Object.entries(fieldsOf(value)).map(([name, field]) => [name, inner(field)]));
    case 'items':
      return inner(value);
    case 'anyOf':
      return listOf(value).map(inner);
    default:
      return schema[keyword];
  }
}

/** A field that accepts several forms is shown with the richest one: the others are conveniences. */
function oneForm(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (Array.isArray(rest['type'])) return { ...rest, type: rest['type'].find((type) => type !== 'null') };
  if (!Array.isArray(anyOf)) return schema;
  const forms = anyOf.map(asSchema).filter((form) => form['type'] !== 'null');
  const [first] = forms.toSorted((left, right) => richness(right) - richness(left));
  return first === undefined ? rest : { ...oneForm(first), ...rest };
}

function richness(schema: JsonSchema): number {
  if (schema['type'] === 'array') return 3;
  // A record with one field says no more than the text alone.
  if (schema['type'] === 'object') return Object.keys(fieldsOf(schema['properties'])).length === 1 ? 0 : 2;
  return Array.isArray(schema['anyOf']) ? 2 : 1;
}

/** `Each: {url, title, clicks?: number}` for a list of records or a record. */
function recordsIn(given: JsonSchema): string | undefined {
  const schema = oneForm(given);
  if (schema['type'] === 'array') {
    const each = signature(asSchema(schema['items'] ?? {}));
    return each?.startsWith('{') === true ? `Each: ${each}` : undefined;
  }
  return schema['properties'] === undefined ? undefined : `Fields: ${signature(schema) ?? ''}`;
}

function signature(given: JsonSchema): string | undefined {
  const schema = oneForm(given);
  if (schema['enum'] !== undefined) return listOf(schema['enum']).join('|');
  if (schema['type'] === 'array') {
    const each = signature(asSchema(schema['items'] ?? {}));
    return each === undefined ? 'list' : `[${each}]`;
  }
  if (schema['properties'] === undefined) return schema['type'] === 'string' ? undefined : String(schema['type']);
  const required = listOf(schema['required']);
  const fields = Object.entries(fieldsOf(schema['properties'])).map(([name, field]) => {
    const type = signature(asSchema(field));
    return `${name}${required.includes(name) ? '' : '?'}${type === undefined ? '' : `: ${type}`}`;
  });
  return `{${fields.join(', ')}}`;
}

function isWorthTelling(keyword: 'default' | 'minimum' | 'maximum', value: unknown): boolean {
  if (keyword === 'minimum') return value !== 0 && value !== 1;
  if (keyword === 'maximum') return Number(value) <= BOUND_WORTH_TELLING_MAX;
  if (Array.isArray(value)) return value.length > 0 && value.length <= 3;
  return value !== null && value !== '' && typeof value !== 'object';
}

function hasType(schema: unknown): boolean {
  const fields = fieldsOf(schema);
  return ['type', 'anyOf', 'enum', 'const', 'oneOf', 'allOf'].some((keyword) => keyword in fields);
}

/** Inlines shared schemas: a model reads each tool on its own. */
function inlined(schema: JsonSchema, shared: ReadonlyMap<string, JsonSchema>, depth = 0): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, inlinedValue(value, shared, depth)]),
  );
}

/** Deeper than any input; a recursive schema ends here. */
const DEPTH_MAX = 24;

function inlinedValue(value: unknown, shared: ReadonlyMap<string, JsonSchema>, depth: number): unknown {
  if (depth > DEPTH_MAX) return {};
  if (Array.isArray(value)) return value.map((each) => inlinedValue(each, shared, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  const fields = fieldsOf(value);
  const target = typeof fields['$ref'] === 'string' ? fields['$ref'].split('/').at(-1) : undefined;
  const found = target === undefined ? undefined : shared.get(target);
  if (found === undefined) return inlined(fields, shared, depth + 1);
  const { $ref: _reference, ...own } = fields;
  return { ...inlined(found, shared, depth + 1), ...own };
}

function asSchema(value: unknown): JsonSchema {
  return fieldsOf(value);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
