import { misspelled } from '../technical-qa/rich-results.ts';
import { type Entity, isEntity } from '../../../web/page/entity.ts';
import type { Page } from '../../../web/page/page.ts';
import { lineOf } from '../../../web/page/quote.ts';
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
import { repairedJson } from './repair-json.ts';

/** A thing that the page's structured data describes, where it stands. */
export interface ExistingNode {
  readonly format: 'json_ld' | 'microdata';
  /** Number of the script, or of the microdata item, from 0. */
  readonly block: number;
  readonly line: number | null;
  /** `jsonld[0].@graph[2]` */
  readonly path: string;
  readonly node: JsonObject;
  /** Spelled as schema.org spells them, where it can be told what was meant. */
  readonly types: readonly string[];
}

/** A script that no reader can read. */
interface BrokenBlock {
  readonly block: number;
  readonly line: number;
  readonly path: string;
  readonly message: string;
  /** What was probably meant; undefined when that cannot be told. */
  readonly repaired: readonly JsonObject[] | undefined;
}

export interface Existing {
  readonly nodes: readonly ExistingNode[];
  readonly broken: readonly BrokenBlock[];
  /** Paths of blocks whose nodes do not say that they speak schema.org. */
  readonly without_context: readonly string[];
  readonly by_id: ReadonlyMap<string, JsonObject>;
  /** More than what is looked into stands on the page. */
  readonly truncated: boolean;
}

const BLOCKS_MAX = 50;
const NODES_MAX = 60;
const VALUES_MAX = 30_000;

/** Reads every script and microdata item of the page as bounded JSON with paths. */
export function existingOf(page: Page): Existing {
  const budget: Budget = { values: VALUES_MAX };
  const nodes: ExistingNode[] = [];
  const broken: BrokenBlock[] = [];
  const without: string[] = [];
  for (const [block, { place, error, vocabulary }] of page.json_ld.slice(0, BLOCKS_MAX).entries()) {
    const path = `jsonld[${block}]`;
    const text = scriptText(page.source, place.end);
    const line = lineOf(page, place.start);
    if (error !== undefined) {
      const mended = repairedJson(text);
      const repaired = mended === undefined ? undefined : topNodes(mended, path, budget).map(({ node }) => node);
      broken.push({ block, line: lineOf(page, error.offset), path, message: error.message, repaired });
      continue;
    }
    if (!vocabulary) without.push(path);
    for (const top of topNodes(parsed(text), path, budget)) nodes.push({ format: 'json_ld', block, line, ...top });
  }
  for (const [block, entity] of page.microdata.slice(0, NODES_MAX).entries()) {
    const node = entityToJson(entity, budget, 0);
    if (node !== undefined)
      nodes.push({ format: 'microdata', block, line: null, path: `microdata[${block}]`, node, types: kindsOf(node) });
  }
  return {
    nodes: nodes.slice(0, NODES_MAX),
    broken,
    without_context: without,
    by_id: byId(nodes),
    truncated: nodes.length > NODES_MAX || budget.values < 0 || page.json_ld.length > BLOCKS_MAX,
  };
}

/** What stands between the script's tags; the marks that hide it from old browsers are no part of it. */
function scriptText(source: string, start: number): string {
  END.lastIndex = start;
  const end = END.exec(source)?.index ?? source.length;
  return source.slice(start, end);
}

const END = /<\/script/gi;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return repairedJson(text);
  }
}

interface TopNode {
  readonly path: string;
  readonly node: JsonObject;
  readonly types: readonly string[];
}

/** Nodes at the top level and in @graph, and what a WebPage names as its main entity. */
function topNodes(value: unknown, path: string, budget: Budget): TopNode[] {
  const found: TopNode[] = [];
  const whole = copied(value, budget);
  for (const [at, item] of listOf(whole).entries()) {
    const itemPath = isList(whole) ? `${path}[${at}]` : path;
    if (!isObject(item) || found.length >= NODES_MAX) continue;
    const graph = own(item, '@graph');
    if (graph === undefined) found.push(...withMain(item, itemPath));
    else
      for (const [place, node] of listOf(graph).slice(0, NODES_MAX).entries())
        if (isObject(node)) found.push(...withMain(node, `${itemPath}.@graph${isList(graph) ? `[${place}]` : ''}`));
  }
  return found.slice(0, NODES_MAX);
}

function withMain(node: JsonObject, path: string): TopNode[] {
  const types = kindsOf(node);
  const plain = record(Object.entries(node).filter(([key]) => key !== '@context'));
  const top: TopNode = { path, node: plain, types };
  const main = own(node, 'mainEntity');
  if (!isObject(main) || !types.includes('WebPage') || typesOf(main).length === 0) return [top];
  return [top, { path: `${path}.mainEntity`, node: main, types: kindsOf(main) }];
}

const DEPTH_MAX = 32;

function kindsOf(node: JsonObject): string[] {
  return typesOf(node).map((type) => misspelled(type) ?? type);
}

function entityToJson(entity: Entity, budget: Budget, depth: number): JsonObject | undefined {
  budget.values -= 1;
  if (budget.values < 0 || depth > DEPTH_MAX) return undefined;
  const entries: [string, Json][] =
    entity.types.length === 0
      ? []
      : [['@type', entity.types.length === 1 ? (entity.types[0] ?? '') : [...entity.types]]];
  for (const [name, values] of entity.properties) {
    const items = values.flatMap((value): Json[] => {
      if (!isEntity(value)) return [value];
      const inner = entityToJson(value, budget, depth + 1);
      return inner === undefined ? [] : [inner];
    });
    const [first] = items;
    if (first !== undefined) entries.push([name, items.length === 1 ? first : items]);
  }
  const whole = copied(record(entries), { values: budget.values });
  return isObject(whole) ? whole : undefined;
}

function byId(nodes: readonly ExistingNode[]): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  for (const { node } of nodes) {
    const id = own(node, '@id');
    if (typeof id === 'string' && !found.has(id) && Object.keys(node).length > 1) found.set(id, node);
  }
  return found;
}

const REFERENCES_DEPTH_MAX = 3;
/** Things put into one another; a few dozen that all point to each other would otherwise make millions. */
const INLINED_MAX = 500;

/** The node with references to others put in place of `{ "@id": … }`, so that it can stand alone. */
export function inlined(node: JsonObject, existing: Existing): JsonObject {
  const whole = inlinedObject(node, { existing, left: INLINED_MAX }, 0);
  return record(Object.entries(whole).filter(([key]) => key !== '@id'));
}

interface Inlining {
  readonly existing: Existing;
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
  const id = own(value, '@id');
  const meant = typeof id === 'string' && Object.keys(value).length === 1 ? inlining.existing.by_id.get(id) : undefined;
  return inlinedObject(meant ?? value, inlining, depth + 1);
}
