import type { Place } from './page.ts';
import { tooDeepAt } from './json-depth.ts';
import { jsonErrorOf } from './json-error.ts';

/** A thing that structured data describes, the same for JSON-LD and microdata. */
export interface Entity {
  /** Without the schema.org prefix: `Product`. */
  readonly types: readonly string[];
  readonly id: string | undefined;
  readonly properties: ReadonlyMap<string, readonly EntityValue[]>;
}

export type EntityValue = string | number | boolean | Entity;

export interface JsonLdBlock {
  /** Nodes at the top level and in `@graph`. */
  readonly entities: readonly Entity[];
  /** Every node says, by @context or by its type, that it speaks the vocabulary of schema.org. */
  readonly vocabulary: boolean;
  /** Offset is absolute in the page's source. */
  readonly error: { readonly message: string; readonly offset: number } | undefined;
  readonly place: Place;
  /** The text of the script. */
  readonly json: string;
}

/** Deeper or larger structured data is cut; nothing that search engines read comes near. */
const DEPTH_MAX = 32;
const VALUES_MAX = 20_000;

/** Reads the text of one `application/ld+json` script that begins at `offset` of the source. */
export function readJsonLd(text: string, offset: number, place: Place): JsonLdBlock {
  const { json, skipped } = unwrapped(text);
  const refused = (message: string, at: number): JsonLdBlock => ({
    entities: [],
    vocabulary: true,
    error: { message, offset: offset + skipped + at },
    place,
    json,
  });
  const deep = tooDeepAt(json);
  if (deep !== undefined) return refused('brackets are nested deeper than anybody reads', deep);
  try {
    const value: unknown = JSON.parse(json);
    const reader = { values: 0 };
    const entities = topNodes(value).flatMap((node) => {
      const entity = entityOf(node, reader, 0);
      return entity === undefined ? [] : [entity];
    });
    return { entities, vocabulary: listOf(value).every(speaksSchema), error: undefined, place, json };
  } catch {
    const error = jsonErrorOf(json);
    return refused(error.message, error.offset);
  }
}

/** `https://schema.org/Product`, `schema:Product` → `Product`. */
export function typeName(type: string): string {
  return type.trim().replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i, '');
}

export function isEntity(value: EntityValue | undefined): value is Entity {
  return typeof value === 'object';
}

/** Old templates hide scripts from old browsers with comment or CDATA marks, which readers of JSON-LD accept. */
function unwrapped(text: string): { json: string; skipped: number } {
  const opening = /^\s*(?:\/\/\s*)?(?:<!--|<!\[CDATA\[|\/\*\s*<!\[CDATA\[\s*\*\/)/.exec(text)?.[0].length ?? 0;
  if (opening === 0) return { json: text, skipped: 0 };
  const rest = text.slice(opening).trimEnd();
  const closing = ['/*]]>*/', '//-->', '// -->', '-->', '//]]>', '// ]]>', ']]>'].find((mark) => rest.endsWith(mark));
  return { json: closing === undefined ? rest : rest.slice(0, -closing.length), skipped: opening };
}

function topNodes(value: unknown): Record<string, unknown>[] {
  const nodes: Record<string, unknown>[] = [];
  for (const item of Array.isArray(value) ? value : [value]) {
    if (!isRecord(item)) continue;
    const graph = own(item, '@graph');
    if (graph === undefined) nodes.push(item);
    else for (const node of Array.isArray(graph) ? graph : [graph]) if (isRecord(node)) nodes.push(node);
  }
  return nodes.slice(0, VALUES_MAX);
}

function entityOf(node: Record<string, unknown>, reader: { values: number }, depth: number): Entity | undefined {
  if (depth > DEPTH_MAX) return undefined;
  const types = listOf(own(node, '@type')).filter((type) => typeof type === 'string');
  const id = own(node, '@id');
  const properties = new Map<string, EntityValue[]>();
  for (const key of Object.keys(node)) {
    if (key.startsWith('@')) continue;
    const values = valuesOf(own(node, key), reader, depth + 1);
    if (values.length > 0) properties.set(typeName(key), values);
  }
  return { types: types.map(typeName), id: typeof id === 'string' ? id : undefined, properties };
}

function valuesOf(value: unknown, reader: { values: number }, depth: number): EntityValue[] {
  const values: EntityValue[] = [];
  for (const item of listOf(value)) {
    reader.values += 1;
    if (reader.values > VALUES_MAX) break;
    if (typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean') values.push(item);
    else if (isRecord(item)) values.push(...nested(item, reader, depth));
  }
  return values;
}

/** `{ "@value": x }` is the value itself and `{ "@list": [] }` its items. */
function nested(item: Record<string, unknown>, reader: { values: number }, depth: number): EntityValue[] {
  if (depth > DEPTH_MAX) return [];
  const literal = own(item, '@value') ?? own(item, '@list') ?? own(item, '@set');
  if (literal !== undefined) return valuesOf(literal, reader, depth + 1);
  const entity = entityOf(item, reader, depth);
  return entity === undefined ? [] : [entity];
}

function speaksSchema(item: unknown): boolean {
  if (!isRecord(item)) return true;
  const types = listOf(own(item, '@type'));
  if (types.some((type) => typeof type === 'string' && /schema\.org\//i.test(type))) return true;
  return namesSchema(own(item, '@context'), 0);
}

/** A context is a text, an object of prefixes, or a list of both. */
function namesSchema(context: unknown, depth: number): boolean {
  if (typeof context === 'string') return context.toLowerCase().includes('schema.org');
  if (depth > 3 || typeof context !== 'object' || context === null) return false;
  return Object.values(context)
    .slice(0, 200)
    .some((value) => namesSchema(value, depth + 1));
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function own(record: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
