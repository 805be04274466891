import type { JsonSchema } from '../../src/contract/json-schema.ts';
import { PARTS } from './shape-parts.ts';
import { type FieldTree, flatField, flatType, type ObjectTree, type TypeTree } from './type-tree.ts';

/** A type that has a name of its own, such as `NextCall`. */
interface NamedShape {
  readonly name: string;
  readonly description: string | undefined;
  readonly type: TypeTree;
}

export interface Shapes {
  readonly named: readonly NamedShape[];
  /** Of a root; what has a name is named in it. */
  typeOf(root: string): TypeTree;
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

/** Lists of words that many fields with different names take. */
const LEVELS = new Map([["'low' | 'medium' | 'high'", 'Level']]);

/** Smaller objects and lists of words are clearer where they stand. */
const FIELDS_MIN = 3;
const WORDS_MIN = 4;

/** A part is shared from this many objects on. */
const HOLDERS_MIN = 2;

/**
 * Schemas as TypeScript. An object or a list of words that several of them hold, with the same comments, is one type
 * with a name: its id, or else what its fields are called. Fields that many objects have in common are parts of them.
 */
export function shapesOf(roots: readonly Root[], shared: ReadonlyMap<string, JsonSchema>): Shapes {
  const whole = [...roots, ...[...shared].map(([name, schema]) => ({ name, schema }))].map(({ name, schema }) => ({
    name,
    description: descriptionOf(schema),
    type: treeOf(schema),
  }));
  const taken = new Set([...shared.keys(), ...roots.map(({ name }) => name), ...VAGUE]);
  const given = whole.filter(({ name }) => shared.has(name)).map(({ name, type }) => [flatType(type), name] as const);
  const names = new Map([...namesOf(whole, taken), ...given]);
  const types = new Map<string, TypeTree>();
  for (const { name, type } of whole) {
    types.set(name, withNames(type, names, true));
    visit(type, (_field, inner) => {
      const inside = names.get(flatType(inner));
      if (inside !== undefined) types.set(inside, withNames(inner, names, true));
    });
  }
  const parts = partsOf([...types.values()]);
  const own = new Map([...types].map(([name, type]) => [name, withParts(type, parts)]));
  const rootNames = new Set(roots.map(({ name }) => name));
  const descriptions = new Map(whole.map(({ name, description }) => [name, description]));
  const named = [...own, ...partTypes(parts)]
    .filter(([name]) => !rootNames.has(name))
    .map(([name, type]) => ({ name, description: descriptions.get(name), type }))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
  return { named, typeOf: (root) => own.get(root) ?? { kind: 'text', text: 'unknown' } };
}

function namesOf(whole: readonly NamedShape[], taken: Set<string>): Map<string, string> {
  const found = new Map<string, Place[]>();
  for (const { name, type } of whole) {
    visit(type, (field, inner) => {
      const key = flatType(inner);
      found.set(key, [...(found.get(key) ?? []), { root: name, field }]);
    });
  }
  const names = new Map<string, string>();
  for (const [key, places] of found) {
    if (places.length > 1) names.set(key, LEVELS.get(key) ?? freeName(places, taken));
  }
  return names;
}

/** Calls for each object or list of words in a type that may have a name, with the field that holds it. */
function visit(tree: TypeTree, saw: (field: string, inner: TypeTree) => void, field?: string): void {
  if (field !== undefined && mayHaveName(tree)) saw(field, tree);
  if (tree.kind === 'union') for (const option of tree.options) visit(option, saw, field);
  if (tree.kind === 'list' || tree.kind === 'record') visit(tree.of, saw, field);
  if (tree.kind === 'object') for (const { name, type } of tree.fields) visit(type, saw, name);
}

function mayHaveName(tree: TypeTree): boolean {
  if (tree.kind === 'object') return tree.fields.length >= FIELDS_MIN;
  if (tree.kind !== 'union') return false;
  const words = tree.options.filter((option) => option.kind === 'text' && option.text.startsWith("'"));
  return words.length === tree.options.length && (words.length >= WORDS_MIN || LEVELS.has(flatType(tree)));
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
  return /[^isu]s$/.test(field) ? field.slice(0, -1) : field;
}

function pascal(field: string): string {
  return field.replaceAll(/(?:^|[._-])([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
}

/** The type with the names of what it holds; `isDefinition` where its own name is being defined. */
function withNames(tree: TypeTree, names: ReadonlyMap<string, string>, isDefinition = false): TypeTree {
  const name = isDefinition ? undefined : names.get(flatType(tree));
  if (name !== undefined) return { kind: 'text', text: name };
  return mapInside(tree, (inner) => withNames(inner, names));
}

function withParts(tree: TypeTree, parts: readonly Part[]): TypeTree {
  const inside = mapInside(tree, (inner) => withParts(inner, parts));
  if (inside.kind !== 'object') return inside;
  const held: string[] = [];
  let { fields } = inside;
  for (const part of parts) {
    const texts = new Set(fields.map(flatField));
    if (!part.texts.every((text) => texts.has(text))) continue;
    held.push(part.name);
    fields = fields.filter((field) => !part.texts.includes(flatField(field)));
  }
  return { ...inside, parts: held, fields };
}

interface Part {
  readonly name: string;
  readonly fields: readonly FieldTree[];
  readonly texts: readonly string[];
}

/** The parts that several objects hold; where fields of the same names differ, as most objects write them. */
function partsOf(types: readonly TypeTree[]): Part[] {
  const objects = types.flatMap((type) => objectsIn(type));
  return PARTS.flatMap(({ name, fields: names }) => {
    const variants = Map.groupBy(
      objects.flatMap(({ fields }) => {
        const picked = fields.filter((field) => names.includes(field.is_optional ? `${field.name}?` : field.name));
        return picked.length === names.length ? [picked] : [];
      }),
      (picked) => picked.map(flatField).toSorted().join('\n'),
    );
    const [most] = [...variants.values()].toSorted((left, right) => right.length - left.length);
    const [fields] = most ?? [];
    if (fields === undefined || most === undefined || most.length < HOLDERS_MIN) return [];
    return [{ name, fields, texts: fields.map(flatField) }];
  });
}

function partTypes(parts: readonly Part[]): [string, TypeTree][] {
  return parts.map(({ name, fields }) => [name, { kind: 'object', parts: [], fields }]);
}

function objectsIn(tree: TypeTree): ObjectTree[] {
  switch (tree.kind) {
    case 'text':
      return [];
    case 'union':
      return tree.options.flatMap(objectsIn);
    case 'list':
    case 'record':
      return objectsIn(tree.of);
    case 'object':
      return [tree, ...tree.fields.flatMap(({ type }) => objectsIn(type))];
  }
}

function mapInside(tree: TypeTree, change: (inner: TypeTree) => TypeTree): TypeTree {
  switch (tree.kind) {
    case 'text':
      return tree;
    case 'union':
      return { ...tree, options: tree.options.map(change) };
    case 'list':
    case 'record':
      return { ...tree, of: change(tree.of) };
    case 'object':
      return { ...tree, fields: tree.fields.map((field) => ({ ...field, type: change(field.type) })) };
  }
}

function treeOf(schema: unknown): TypeTree {
  if (typeof schema !== 'object' || schema === null) return { kind: 'text', text: 'unknown' };
  const node: JsonSchema = { ...schema };
  const options = optionsOf(node);
  if (options !== undefined) return { kind: 'union', options: options.map(treeOf) };
  if (node['type'] === 'array') return { kind: 'list', of: treeOf(node['items']) };
  if (node['type'] !== 'object') return { kind: 'text', text: leafType(node) };
  const { properties, required, additionalProperties } = node;
  if (typeof properties !== 'object' || properties === null)
    return { kind: 'record', of: treeOf(additionalProperties) };
  const needed: unknown[] = Array.isArray(required) ? required : [];
  const fields = Object.entries(properties).map(([name, field]: [string, unknown]) => ({
    name,
    is_optional: !needed.includes(name),
    description: descriptionOf(field),
    type: treeOf(field),
  }));
  return { kind: 'object', parts: [], fields };
}

function leafType(node: JsonSchema): string {
  const { $ref, type } = node;
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? 'unknown';
  return 'const' in node ? literalType(node['const']) : (PRIMITIVES.get(type) ?? 'unknown');
}

/** In single quotes, as the house writes strings, unless it holds one. */
function literalType(value: unknown): string {
  const text = JSON.stringify(value);
  return /^"[^'"\\]*"$/.test(text) ? `'${text.slice(1, -1)}'` : text;
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

function descriptionOf(field: unknown): string | undefined {
  const description: unknown =
    typeof field === 'object' && field !== null ? Reflect.get(field, 'description') : undefined;
  return typeof description === 'string' ? description : undefined;
}
