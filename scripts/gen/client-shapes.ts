import type { JsonSchema } from '../../src/contract/json-schema.ts';

/** A type that has a name of its own, such as `NextCall`. */
interface NamedShape {
  readonly name: string;
  readonly comment: string;
  readonly type: string;
}

export interface Shapes {
  readonly named: readonly NamedShape[];
  /** Of a root; what has a name is named in it. */
  typeOf(root: string): string;
}

interface Root {
  readonly name: string;
  readonly schema: JsonSchema;
}

/** Where a shape stands. */
interface Place {
  readonly root: string;
  readonly field: string;
}

/** Words that say nothing without their operation, or mean something else to TypeScript. */
const VAGUE = ['After', 'Change', 'Click', 'Component', 'Down', 'Error', 'Name', 'Search', 'Share', 'Total', 'Window'];

/** Smaller objects are clearer where they stand. */
const FIELDS_MIN = 3;

/**
 * Schemas as TypeScript. An object that several of them hold, with the same fields and comments, is one type with a
 * name: its id, or else what its fields are called.
 */
export function shapesOf(roots: readonly Root[], shared: ReadonlyMap<string, JsonSchema>): Shapes {
  const found = new Map<string, Place[]>();
  const bare = printerOf(new Map());
  const everything = [...roots, ...[...shared].map(([name, schema]) => ({ name, schema }))];
  for (const { name, schema } of everything) {
    visit(schema, (field, object) => {
      const key = bare(object);
      found.set(key, [...(found.get(key) ?? []), { root: name, field }]);
    });
  }
  const taken = new Set([...shared.keys(), ...roots.map(({ name }) => name), ...VAGUE]);
  const names = new Map<string, string>();
  const repeated = [...found].filter(([, places]) => places.length > 1);
  for (const [key, places] of repeated) names.set(key, freeName(places, taken));
  const print = printerOf(names);
  const schemas = new Map<string, JsonSchema>();
  for (const { schema } of everything) {
    visit(schema, (_field, object) => {
      const name = names.get(bare(object));
      if (name !== undefined) schemas.set(name, object);
    });
  }
  const named = [...shared, ...schemas]
    .map(([name, schema]) => ({ name, comment: comment(schema), type: print(schema, true) }))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
  const own = new Map(roots.map(({ name, schema }) => [name, print(schema, true)]));
  return { named, typeOf: (root) => own.get(root) ?? 'unknown' };
}

/** Calls for each object below a schema that may have a name, with the field that holds it. */
function visit(schema: unknown, saw: (field: string, object: JsonSchema) => void, field?: string): void {
  if (typeof schema !== 'object' || schema === null) return;
  const node: JsonSchema = { ...schema };
  const { properties, items, anyOf, additionalProperties } = node;
  if (typeof properties === 'object' && properties !== null) {
    if (field !== undefined && Object.keys(properties).length >= FIELDS_MIN) saw(field, node);
    for (const [name, inner] of Object.entries(properties)) visit(inner, saw, name);
  }
  visit(items, saw, field);
  visit(additionalProperties, saw, field);
  if (Array.isArray(anyOf)) for (const option of anyOf) visit(option, saw, field);
}

/** The word that most fields use for it; one that says too little alone, or that another shape has, with its operation. */
function freeName(places: readonly Place[], taken: Set<string>): string {
  const counts = Map.groupBy(places, ({ field }) => field);
  const [first] = [...counts.values()].toSorted((left, right) => right.length - left.length);
  const [{ root, field } = { root: '', field: 'shape' }] = first ?? [];
  const name = pascal(singular(field));
  const owner = root.replace(/(?:Request|Answer)$/, '');
  const free = [name, `${owner}${name}`].find((candidate) => !taken.has(candidate));
  for (let number = 2; ; number += 1) {
    const candidate = free ?? `${owner}${name}${number}`;
    if (taken.has(candidate)) continue;
    taken.add(candidate);
    return candidate;
  }
}

function singular(field: string): string {
  if (field.endsWith('ies')) return `${field.slice(0, -3)}y`;
  return /[^su]s$/.test(field) ? field.slice(0, -1) : field;
}

function pascal(field: string): string {
  return field.replaceAll(/(?:^|[._-])([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
}

/** Prints a schema; `isDefinition` where the name of the object itself is being defined. */
function printerOf(names: ReadonlyMap<string, string>): (schema: unknown, isDefinition?: boolean) => string {
  const bare = names.size === 0 ? undefined : printerOf(new Map());
  return print;

  function print(schema: unknown, isDefinition = false): string {
    if (typeof schema !== 'object' || schema === null) return 'unknown';
    const node: JsonSchema = { ...schema };
    const options = optionsOf(node);
    if (options !== undefined) return options.map((option) => print(option)).join(' | ');
    if (node['type'] === 'array') return `(${print(node['items'])})[]`;
    if (node['type'] !== 'object') return leafType(node);
    const name = isDefinition ? undefined : bare && names.get(bare(node));
    return name ?? objectType(node);
  }

  function objectType(node: JsonSchema): string {
    const { properties, required, additionalProperties } = node;
    if (typeof properties !== 'object' || properties === null) return `Record<string, ${print(additionalProperties)}>`;
    const needed: unknown[] = Array.isArray(required) ? required : [];
    const lines = Object.entries(properties).map(([name, field]: [string, unknown]) => {
      const mark = needed.includes(name) ? '' : '?';
      return `${comment(field)}${/^\w+$/.test(name) ? name : JSON.stringify(name)}${mark}: ${print(field)};`;
    });
    // The formatter leaves an object on one line when it begins there and fits.
    return lines.some((line) => line.includes('\n')) ? `{\n${lines.join('\n')}\n}` : `{ ${lines.join(' ')} }`;
  }
}

function leafType(node: JsonSchema): string {
  const { $ref, type } = node;
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? 'unknown';
  return 'const' in node ? JSON.stringify(node['const']) : (PRIMITIVES.get(type) ?? 'unknown');
}

/** What a union offers, however the schema writes it. */
function optionsOf(node: JsonSchema): readonly unknown[] | undefined {
  const { enum: values, anyOf, type } = node;
  if (Array.isArray(values)) return values.map((value: unknown) => ({ const: value }));
  if (Array.isArray(anyOf)) return anyOf;
  return Array.isArray(type) ? type.map((name: unknown) => ({ ...node, type: name })) : undefined;
}

const PRIMITIVES = new Map<unknown, string>([
  ['string', 'string'],
  ['integer', 'number'],
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['null', 'null'],
]);

function comment(field: unknown): string {
  const description: unknown =
    typeof field === 'object' && field !== null ? Reflect.get(field, 'description') : undefined;
  return typeof description === 'string' ? `/** ${description.replaceAll('*/', '* /')} */\n` : '';
}
