import type { Entity, EntityValue } from './entity.ts';
import { typeName } from './entity.ts';
import { findJsonError } from './json-error.ts';

export interface JsonLdBlock {
  /** Nodes at the top level and in `@graph`. */
  readonly entities: readonly Entity[];
  /** The JSON text, without marks that hide it from old browsers. */
  readonly json: string;
  /** Every node says, by @context or by its type, that it uses the vocabulary of schema.org. */
  readonly vocabulary: boolean;
  /** Offset is absolute in the page's source. */
  readonly error: { readonly message: string; readonly offset: number } | undefined;
  /** Offsets of the script's start tag. */
  readonly place: { readonly start: number; readonly end: number };
}

/** Deeper or larger structured data is cut; nothing that search engines read comes near. */
const DEPTH_MAX = 32;
const VALUES_MAX = 20_000;

/** Reads the text of one `application/ld+json` script that begins at `offset` of the source. */
export function readJsonLd(text: string, offset: number, place: JsonLdBlock['place']): JsonLdBlock {
  const { json, skipped } = unwrapped(text);
  const refused = (message: string, at: number): JsonLdBlock => ({
    entities: [],
    json,
    vocabulary: true,
    error: { message, offset: offset + skipped + at },
    place,
  });
  const deep = findExcessDepth(json);
  if (deep !== undefined) return refused('brackets are nested too deep to read', deep);
  try {
    const value: unknown = JSON.parse(json);
    const reader = { values: 0 };
    const entities = topNodes(value).flatMap((node) => {
      const entity = entityOf(node, reader, 0);
      return entity === undefined ? [] : [entity];
    });
    return { entities, json, vocabulary: listOf(value).every(usesSchema), error: undefined, place };
  } catch {
    const error = findJsonError(json);
    return refused(error.message, error.offset);
  }
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

function usesSchema(item: unknown): boolean {
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

/** Levels of brackets. What search engines read has about ten; JSON.parse takes 150 bytes outside the heap for each. */
const BRACKETS_MAX = 500;

const OPENERS = new Set(['[', '{']);
const TOKENS = /["[\]{}]/g;

/** Where JSON nests deeper than anything that is read; undefined where it does not. */
export function findExcessDepth(json: string): number | undefined {
  let depth = 0;
  TOKENS.lastIndex = 0;
  for (let token = TOKENS.exec(json); token !== null; token = TOKENS.exec(json)) {
    if (token[0] === '"') {
      const end = endOfString(json, token.index);
      if (end === undefined) return undefined;
      TOKENS.lastIndex = end;
    } else {
      depth += OPENERS.has(token[0]) ? 1 : -1;
      if (depth > BRACKETS_MAX) return token.index;
    }
  }
  return undefined;
}

const STRING_ENDS = /["\\]/g;

/** Behind the closing quote; undefined when there is none. */
function endOfString(json: string, start: number): number | undefined {
  STRING_ENDS.lastIndex = start + 1;
  for (let found = STRING_ENDS.exec(json); found !== null; found = STRING_ENDS.exec(json)) {
    if (found[0] === '"') return found.index + 1;
    STRING_ENDS.lastIndex = found.index + 2;
  }
  return undefined;
}
