import { type Entity, type EntitySource, isEntity, type Syntax } from './entity.ts';
import {
  type Budget,
  copied,
  isList,
  isObject,
  type Json,
  type JsonObject,
  listOf,
  own,
  record,
  typesOf,
} from './json.ts';
import type { JsonLdBlock } from './json-ld.ts';
import { repairJson } from './json-repair.ts';
import { correctType } from './vocabulary.ts';

/** The parts of a page that carry structured data, JSON-LD with its text. */
export interface StructuredSource extends EntitySource {
  readonly json_ld: readonly JsonLdBlock[];
  /** What addresses in markup resolve against. */
  readonly base_url: string | undefined;
}

/** A thing that the page's structured data describes, where it stands. */
export interface StructuredItem {
  readonly syntax: Syntax;
  /** Offsets of the script's start tag; undefined for markup. */
  readonly place: JsonLdBlock['place'] | undefined;
  /** `jsonld[0].@graph[2]` */
  readonly path: string;
  readonly node: JsonObject;
  /** Spelled as schema.org spells them, where what was meant is clear. */
  readonly types: readonly string[];
  /** Its script does not say that it uses the vocabulary of schema.org. */
  readonly lacks_context: boolean;
  /** Another thing refers to it by its @id, so that it is a part of that. */
  readonly is_part: boolean;
}

/** A script that no reader can read. */
export interface BrokenScript {
  readonly place: JsonLdBlock['place'];
  readonly path: string;
  readonly error: NonNullable<JsonLdBlock['error']>;
  /** What was probably meant; undefined when that is not clear. */
  readonly repaired: readonly JsonObject[] | undefined;
}

export interface StructuredData {
  readonly items: readonly StructuredItem[];
  readonly broken: readonly BrokenScript[];
  /** Things that others can refer to. */
  readonly by_id: ReadonlyMap<string, JsonObject>;
  /** The page has more than is looked into. */
  readonly truncated: boolean;
}

const BLOCKS_MAX = 50;
const ITEMS_MAX = 60;
const VALUES_MAX = 30_000;

/** Reads every script and item of markup on the page as bounded JSON with paths. */
export function readStructuredData(source: StructuredSource): StructuredData {
  const budget: Budget = { values: VALUES_MAX };
  const items: Omit<StructuredItem, 'is_part'>[] = [];
  const broken: BrokenScript[] = [];
  for (const [at, { place, error, json, vocabulary }] of source.json_ld.slice(0, BLOCKS_MAX).entries()) {
    const path = `jsonld[${at}]`;
    if (error === undefined) {
      const found = { syntax: 'json_ld', place, lacks_context: !vocabulary } as const;
      for (const top of topNodes(JSON.parse(json), path, budget)) items.push({ ...found, ...top });
    } else {
      const mended = repairJson(json);
      const repaired = mended === undefined ? undefined : topNodes(mended, path, budget).map(({ node }) => node);
      broken.push({ place, path, error, repaired });
    }
  }
  for (const syntax of ['microdata', 'rdfa'] as const) {
    for (const [at, entity] of source[syntax].slice(0, ITEMS_MAX).entries()) {
      const node = entityToJson(entity, { budget, base: source.base_url }, 0);
      const found = { syntax, place: undefined, lacks_context: false } as const;
      if (node !== undefined) for (const top of withMain(node, `${syntax}[${at}]`)) items.push({ ...found, ...top });
    }
  }
  const referenced = listReferences(items.map(({ node }) => node));
  return {
    items: items.slice(0, ITEMS_MAX).map((item) => ({ ...item, is_part: referenced.has(idOf(item.node) ?? '') })),
    broken,
    by_id: byId(items.map(({ node }) => node)),
    truncated: items.length > ITEMS_MAX || budget.values < 0 || source.json_ld.length > BLOCKS_MAX,
  };
}

type TopNode = Pick<StructuredItem, 'path' | 'node' | 'types'>;

/** Nodes at the top level and in @graph, and what they name as their main entity. */
function topNodes(value: unknown, path: string, budget: Budget): TopNode[] {
  const found: TopNode[] = [];
  const whole = copied(value, budget);
  for (const [at, item] of listOf(whole).entries()) {
    const itemPath = isList(whole) ? `${path}[${at}]` : path;
    if (!isObject(item) || found.length >= ITEMS_MAX) continue;
    const graph = own(item, '@graph');
    if (graph === undefined) found.push(...withMain(item, itemPath));
    else
      for (const [place, node] of listOf(graph).slice(0, ITEMS_MAX).entries())
        if (isObject(node)) found.push(...withMain(node, `${itemPath}.@graph${isList(graph) ? `[${place}]` : ''}`));
  }
  return found.slice(0, ITEMS_MAX);
}

function withMain(node: JsonObject, path: string): TopNode[] {
  const types = correctedTypes(node);
  const plain = record(Object.entries(node).filter(([key]) => key !== '@context'));
  const top: TopNode = { path, node: plain, types };
  const main = own(node, 'mainEntity');
  if (!isObject(main) || !types.some((type) => PAGES.has(type)) || typesOf(main).length === 0) return [top];
  return [top, { path: `${path}.mainEntity`, node: main, types: correctedTypes(main) }];
}

/** Pages that are about one thing; FAQPage, QAPage and ProfilePage are judged together with theirs. */
const PAGES = new Set(['WebPage', 'ItemPage', 'AboutPage', 'ContactPage', 'CollectionPage']);

function correctedTypes(node: JsonObject): string[] {
  return typesOf(node).map((type) => correctType(type) ?? type);
}

const DEPTH_MAX = 32;

interface Conversion {
  readonly budget: Budget;
  readonly base: string | undefined;
}

function entityToJson(entity: Entity, conversion: Conversion, depth: number): JsonObject | undefined {
  const { budget } = conversion;
  budget.values -= 1;
  if (budget.values < 0 || depth > DEPTH_MAX) return undefined;
  const [type, ...more] = entity.types;
  const entries: [string, Json][] = type === undefined ? [] : [['@type', more.length === 0 ? type : [...entity.types]]];
  if (entity.id !== undefined) entries.push(['@id', resolveId(entity.id, conversion.base)]);
  for (const [name, values] of entity.properties) {
    const items = values.flatMap((value): Json[] => {
      if (!isEntity(value)) return [value];
      const inner = entityToJson(value, conversion, depth + 1);
      return inner === undefined ? [] : [inner];
    });
    const [first] = items;
    if (first !== undefined) entries.push([name, items.length === 1 ? first : items]);
  }
  const whole = copied(record(entries), { values: budget.values });
  return isObject(whole) ? whole : undefined;
}

/** Names that are good on this page only stay as they are. */
function resolveId(id: string, base: string | undefined): string {
  return base === undefined || /^(?:#|_:)/.test(id) ? id : (URL.parse(id, base)?.href ?? id);
}

function byId(nodes: readonly JsonObject[]): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  for (const node of nodes) {
    const id = idOf(node);
    if (id !== undefined && !found.has(id) && !isReference(node)) found.set(id, node);
  }
  return found;
}

function idOf(node: JsonObject): string | undefined {
  const id = own(node, '@id');
  return typeof id === 'string' ? id : undefined;
}

/** `{ "@id": … }`, also with the type of what is meant, says nothing of its own. */
export function isReference(node: JsonObject): boolean {
  return idOf(node) !== undefined && Object.keys(node).every((key) => key.startsWith('@'));
}

function listReferences(nodes: readonly JsonObject[]): ReadonlySet<string> {
  const found = new Set<string>();
  const open: Json[] = nodes.flatMap((node) => Object.values(node));
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (isList(value)) open.push(...value);
    else if (isObject(value)) {
      if (isReference(value)) found.add(idOf(value) ?? '');
      else open.push(...Object.values(value));
    }
  }
  return found;
}

const REFERENCES_DEPTH_MAX = 3;
/** Things put into one another; a few dozen that all point to each other would otherwise make millions. */
const INLINED_MAX = 500;

/** The node with references to others put in place of `{ "@id": … }`, so that it can stand alone. */
export function inlineReferences(node: JsonObject, data: StructuredData): JsonObject {
  const whole = inlinedObject(node, { data, left: INLINED_MAX }, 0);
  return record(Object.entries(whole).filter(([key]) => key !== '@id'));
}

interface Inlining {
  readonly data: StructuredData;
  left: number;
}

function inlinedObject(node: JsonObject, inlining: Inlining, depth: number): JsonObject {
  if (depth > REFERENCES_DEPTH_MAX || inlining.left <= 0) return node;
  inlining.left -= 1;
  return record(
    Object.entries(node).map(([key, value]): [string, Json] => [
      key,
      key.startsWith('@') ? value : inlinedValue(value, inlining, depth),
    ]),
  );
}

function inlinedValue(value: Json, inlining: Inlining, depth: number): Json {
  if (isList(value)) return value.map((item) => inlinedValue(item, inlining, depth));
  if (!isObject(value)) return value;
  const target = isReference(value) ? inlining.data.by_id.get(idOf(value) ?? '') : undefined;
  // A thing and the page about it often share their address; the type tells which is meant.
  const isMeant = target !== undefined && typesOf(value).every((type) => typesOf(target).includes(type));
  const meant = isMeant ? target : undefined;
  return inlinedObject(meant ?? value, inlining, depth + 1);
}
