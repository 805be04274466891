import { typeName } from './entity.ts';

/** JSON of structured data, bounded. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Deeper or larger structured data is cut, as when it is read. */
const DEPTH_MAX = 32;
const NAME = /^(?:@(?:id|type|context|graph|value|list|language|set)|[A-Za-z][\w:.-]{0,80})$/;
/** Keys that would reach into the prototype of a record. */
const UNSAFE = new Set(['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty']);

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Narrows what Array.isArray leaves open for readonly arrays. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null) return [];
  return isList(value) ? value : [value];
}

/** A record whose keys are what they say, whatever they are called. */
export function record(entries: Iterable<readonly [string, Json]>): JsonObject {
  return Object.fromEntries(entries);
}

export function own(value: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

export function typesOf(value: JsonObject): string[] {
  return listOf(own(value, '@type'))
    .filter((type) => typeof type === 'string')
    .slice(0, 20)
    .map((type) => typeName(type).slice(0, 100));
}

export interface Budget {
  values: number;
}

/** A bounded copy of outside data that holds only keys which structured data can have; undefined where nothing is left. */
export function copied(value: unknown, budget: Budget, depth = 0): Json | undefined {
  budget.values -= 1;
  if (budget.values < 0 || depth > DEPTH_MAX) return undefined;
  if (typeof value === 'string') return value.length > TEXT_MAX ? value.slice(0, TEXT_MAX).toWellFormed() : value;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return copiedList(value, budget, depth + 1);
  return isObject(value) ? copiedObject(value, budget, depth + 1) : undefined;
}

const TEXT_MAX = 20_000;

function copiedList(items: readonly unknown[], budget: Budget, depth: number): Json[] {
  const copies: Json[] = [];
  for (const item of items) {
    if (budget.values < 0) break;
    const copy = copied(item, budget, depth);
    if (copy !== undefined) copies.push(copy);
  }
  return copies;
}

function copiedObject(value: JsonObject, budget: Budget, depth: number): JsonObject {
  const entries: [string, Json][] = [];
  for (const key of Object.keys(value)) {
    if (budget.values < 0) break;
    if (!NAME.test(key) || UNSAFE.has(key)) continue;
    const copy = copied(value[key], budget, depth);
    if (copy !== undefined) entries.push([key, copy]);
  }
  return record(entries);
}

/**
 * Whether a dotted path with choices (`offers.price|offers.lowPrice`) leads to a value; lists need one item that has it.
 * `answerCount=0` asks for this very value, and `!nutrition.calories` that there is none.
 */
export function hasChoice(node: JsonObject, choice: string): boolean {
  return choice.split('|').some((each) => {
    if (each.startsWith('!')) return valueAt(node, each.slice(1).split('.')) === undefined;
    const [path = '', wanted] = each.split('=');
    const value = valueAt(node, path.split('.'));
    return value !== undefined && (wanted === undefined || JSON.stringify(value).replaceAll('"', '') === wanted);
  });
}

function valueAt(node: Json, path: readonly string[]): Json | undefined {
  const [first, ...rest] = path;
  if (first === undefined) return isBlank(node) ? undefined : node;
  for (const item of listOf(node).slice(0, 50)) {
    if (!isObject(item)) continue;
    const value = own(item, first);
    const found = value === undefined ? undefined : valueAt(value, rest);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function isBlank(value: Json): boolean {
  if (value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return isList(value) && value.every(isBlank);
}
