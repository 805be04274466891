import {
  isBlank,
  isList,
  isObject,
  type Json,
  type JsonObject,
  own,
  record,
  typesOf,
} from '../../../web/structured-data/json.ts';
import { findDate, NOTATION_RULES } from '../../../web/structured-data/notation.ts';
import {
  correctProperty,
  correctType,
  listProperties,
  type Notation,
  notationOf,
} from '../../../web/structured-data/vocabulary.ts';
import { availabilityIn, durationOf, moneyOf, plainNumber } from './values.ts';

export interface Change {
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

interface Repair {
  readonly base: string | undefined;
  readonly changes: Change[];
}

/** A node with what can be put right without asking anybody: spelling, notation, addresses; and what was changed. */
export function repairNode(
  node: JsonObject,
  path: string,
  base: string | undefined,
): { readonly node: JsonObject; readonly changes: readonly Change[] } {
  const repair: Repair = { base, changes: [] };
  return { node: repairedObject(node, path, repair), changes: repair.changes };
}

function repairedObject(node: JsonObject, path: string, repair: Repair): JsonObject {
  const entries = new Map<string, Json>();
  for (const [key, value] of Object.entries(node)) {
    if (isBlank(value)) {
      note(repair, `${path}.${key}`, 'empty', 'left out');
      continue;
    }
    const name = key.startsWith('@') ? key : (correctProperty(key) ?? key);
    if (name !== key) note(repair, `${path}.${key}`, key, name);
    const repaired =
      key === '@type' ? repairedTypes(value, path, repair) : repairedValue(name, value, `${path}.${name}`, repair);
    if (!entries.has(name)) entries.set(name, repaired);
  }
  addCurrency(node, entries, path, repair);
  return record(entries);
}

/** A currency that stands in the price belongs into priceCurrency. */
function addCurrency(node: JsonObject, entries: Map<string, Json>, path: string, repair: Repair): void {
  if (entries.has('priceCurrency')) return;
  for (const property of listProperties('price')) {
    const written = own(node, property);
    const currency = typeof written === 'string' ? moneyOf(written)?.currency : undefined;
    if (currency === undefined) continue;
    entries.set('priceCurrency', currency);
    note(repair, `${path}.priceCurrency`, property, currency);
    return;
  }
}

function repairedTypes(value: Json, path: string, repair: Repair): Json {
  const types = typesOf({ '@type': value });
  const named = types.map((type) => correctType(type) ?? type);
  if (named.join() !== types.join()) note(repair, `${path}.@type`, types.join(', '), named.join(', '));
  const [first] = named;
  return named.length === 1 && first !== undefined ? first : named;
}

function repairedValue(property: string, value: Json, path: string, repair: Repair): Json {
  if (isList(value))
    return value
      .filter((item) => !isBlank(item))
      .map((item, at) => repairedValue(property, item, `${path}[${at}]`, repair));
  if (isObject(value)) return repairedObject(value, path, repair);
  if (typeof value !== 'string') return value;
  const repaired = repairedText(property, value.trim(), repair.base);
  if (repaired !== value) note(repair, path, value, repaired);
  return repaired;
}

function repairedText(property: string, text: string, base: string | undefined): string {
  const notation = notationOf(property);
  if (notation === 'address') return absolute(text, base);
  if (property === 'availability') return /^https?:/.test(text) ? text : (availabilityIn(text) ?? text);
  if (notation === undefined) return withoutEntities(text);
  return NOTATION_RULES[notation].isRight(text) ? text : (MENDERS[notation](text) ?? text);
}

/** Texts that were escaped twice show their entities in results. */
function withoutEntities(text: string): string {
  if (!/&(?:#\d{1,5}|amp|quot|apos|nbsp|lt|gt);|<\/?(?:wbr|br|b|i|em|strong)\s?\/?>/i.test(text)) return text;
  return text
    .replaceAll(/<\/?(?:wbr|b|i|em|strong)\s?\/?>/gi, '')
    .replaceAll(/<br\s?\/?>/gi, ' ')
    .replaceAll(/&#(\d{1,5});/g, (_entity, code: string) => printable(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

function printable(code: number): string {
  return code < 32 || (code > 126 && code < 160) || (code >= 0xd8_00 && code <= 0xdf_ff)
    ? ''
    : String.fromCharCode(code);
}

const MENDERS: Readonly<Record<Exclude<Notation, 'address'>, (text: string) => string | undefined>> = {
  price: (text) => moneyOf(text)?.amount,
  currency: (text) => moneyOf(`1 ${text}`)?.currency,
  date: findDate,
  duration: durationOf,
  decimal: (text) => (/^\d+,\d+$/.test(text) ? text.replace(',', '.') : undefined),
  count: plainNumber,
};

function absolute(text: string, base: string | undefined): string {
  if (
    base === undefined ||
    /^[a-z][a-z\d+.-]*:/i.test(text) ||
    !/^[/.?]|\.(?:jpe?g|png|webp|gif|avif|svg|html?|php)(?:[?#]|$)|^[\w-]+\//i.test(text)
  )
    return text;
  return URL.parse(text, base)?.href ?? text;
}

const CHANGES_MAX = 50;

function note(repair: Repair, path: string, from: string, to: string): void {
  if (repair.changes.length < CHANGES_MAX)
    repair.changes.push({ path: path.slice(0, 300), from: from.slice(0, 120), to: to.slice(0, 120) });
}
