import { z } from 'zod';

import { isKind, misspelled, RETIRED } from '../technical-qa/rich-results.ts';
import { shortened } from '../../../web/page/quote.ts';
import type { Existing, ExistingNode } from './existing.ts';
import { inlined } from './existing.ts';
import { hasChoice, isList, isObject, type Json, type JsonObject, listOf, own, typesOf } from './json.ts';
import { isIsoDate, isPlainNumber, repairedNode } from './repair.ts';
import { PART_RULES, richTypeOf } from './rich-results.ts';
import { dateIn } from './values.ts';
import { COUNTS, DATES, DECIMALS, DURATIONS, misspelledProperty, PRICES } from './vocabulary.ts';

const Problem = z.object({
  path: z.string().describe('From the script or item to the property: jsonld[0].offers.price.'),
  message: z.string(),
  fix: z.string(),
});
type Problem = z.infer<typeof Problem>;

export const ExistingCheck = z.object({
  type: z.string().nullable().describe('Null where there is none, or the script cannot be read.'),
  format: z.enum(['json_ld', 'microdata']),
  path: z.string(),
  line: z.int().nullable().describe('Line of the script in the document; null for microdata.'),
  valid: z.boolean().describe('No error; recommended properties may still be missing.'),
  rich_result: z.string().nullable().describe('What Google shows for the type once it is complete; null for none.'),
  errors: z.array(Problem),
  warnings: z.array(Problem),
  repaired: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('The same with what could be put right; null when nothing had to be, or nothing could.'),
  changes: z.array(z.object({ path: z.string(), from: z.string(), to: z.string() })),
});
export type ExistingCheck = z.infer<typeof ExistingCheck>;

/** Checks what the page has: one row a thing, one a script that cannot be read. */
export function checkExisting(existing: Existing, base: string | undefined): ExistingCheck[] {
  return [
    ...existing.broken.map(({ path, line, message, repaired }): ExistingCheck => {
      const [first] = repaired ?? [];
      return {
        type: null,
        format: 'json_ld',
        path,
        line,
        valid: false,
        rich_result: null,
        errors: [
          {
            path,
            message: `not valid JSON: ${shortened(message, 150)}`,
            fix: 'Correct the JSON: a script with one error is ignored as a whole.',
          },
        ],
        warnings: [],
        repaired: first === undefined ? null : withContext(repairedNode(first, path, base).node),
        changes: first === undefined ? [] : [{ path, from: 'text that is not JSON', to: 'valid JSON' }],
      };
    }),
    ...existing.nodes.map((node) => checkNode(node, existing, base)),
  ];
}

const PROBLEMS_MAX = 30;

interface Check {
  readonly errors: Problem[];
  readonly warnings: Problem[];
  left: number;
}

function checkNode(found: ExistingNode, existing: Existing, base: string | undefined): ExistingCheck {
  const check: Check = { errors: [], warnings: [], left: 5000 };
  const { path, types, node } = found;
  const whole = inlined(node, existing);
  const rich = richTypeOf(types);
  if (existing.without_context.some((block) => path.startsWith(block)))
    add(
      check.errors,
      path,
      'the script does not say that it speaks schema.org',
      'Add "@context": "https://schema.org".',
    );
  if (types.length === 0 && !isReference(node)) add(check.errors, path, 'no type', 'Give the thing its @type.');
  warnOfRetired(check, types, path);
  if (rich !== undefined) checkRich(check, whole, path, rich);
  walk(check, whole, path, 0);
  const { node: repaired, changes } = repairedNode(node, path, base);
  const isMended = changes.length > 0 || isContextMissing(existing, path);
  return {
    type: types.length === 0 ? null : shortened(types.join(', '), 80),
    format: found.format,
    path,
    line: found.line,
    valid: check.errors.length === 0,
    rich_result: rich?.retired_on === undefined ? (rich?.rich_result ?? null) : null,
    errors: check.errors,
    warnings: check.warnings,
    repaired: isMended ? withContext(repaired) : null,
    changes: [...changes],
  };
}

function warnOfRetired(check: Check, types: readonly string[], path: string): void {
  for (const type of types) {
    const since = RETIRED.get(type);
    if (since !== undefined)
      add(
        check.warnings,
        `${path}.@type`,
        `Google shows ${type} no longer (since ${since})`,
        'Keep it or leave it out; expect no rich result.',
      );
  }
}

function isContextMissing(existing: Existing, path: string): boolean {
  return existing.without_context.some((block) => path.startsWith(block));
}

function isReference(node: JsonObject): boolean {
  return Object.keys(node).every((key) => key === '@id' || key === '@context');
}

function withContext(node: JsonObject): Record<string, unknown> {
  return { '@context': 'https://schema.org', ...node };
}

function checkRich(
  check: Check,
  node: JsonObject,
  path: string,
  rich: NonNullable<ReturnType<typeof richTypeOf>>,
): void {
  for (const choice of rich.required) {
    if (!hasChoice(node, choice))
      add(
        check.errors,
        pathTo(path, choice),
        `required for ${rich.rich_result ?? rich.type}: ${told(choice)}`,
        `Add ${told(choice)} with the value that the page shows.`,
      );
  }
  for (const choice of rich.recommended) {
    if (!hasChoice(node, choice) && !rich.required.includes(choice))
      add(
        check.warnings,
        pathTo(path, choice),
        `recommended: ${told(choice)}`,
        `Add ${told(choice)} where the page has a value for it.`,
      );
  }
  if (rich.type === 'BreadcrumbList') checkBreadcrumb(check, node, path);
}

function checkBreadcrumb(check: Check, node: JsonObject, path: string): void {
  const crumbs = listOf(own(node, 'itemListElement')).slice(0, 100);
  if (crumbs.length === 1) add(check.warnings, `${path}.itemListElement`, 'only one crumb', 'List at least two.');
  for (const [at, crumb] of crumbs.entries()) {
    if (!isObject(crumb) || at === crumbs.length - 1) continue;
    if (!hasChoice(crumb, 'item'))
      add(
        check.errors,
        `${path}.itemListElement[${at}].item`,
        'a crumb before the last has no address',
        'Add the address of the page as item.',
      );
  }
}

const DEPTH_MAX = 20;

function walk(check: Check, node: JsonObject, path: string, depth: number): void {
  const types = typesOf(node);
  for (const type of types) checkSpelling(check, `${path}.@type`, type, misspelled(type));
  const isJudged = depth === 0 && richTypeOf(types) !== undefined;
  if (!isJudged) checkParts(check, node, types, path);
  for (const [property, value] of Object.entries(node)) {
    check.left -= 1;
    if (check.left < 0) return;
    if (property.startsWith('@')) continue;
    const meant = misspelledProperty(property);
    checkSpelling(check, `${path}.${property}`, property, meant);
    walkValue(check, meant ?? property, value, `${path}.${property}`, depth);
  }
}

function checkSpelling(check: Check, path: string, written: string, meant: string | undefined): void {
  if (meant === undefined) return;
  const message = `“${shortened(written, 60)}” is spelled ${meant}`;
  add(check.errors, path, message, `Write ${meant}: names are case-sensitive.`);
}

function checkParts(check: Check, node: JsonObject, types: readonly string[], path: string): void {
  for (const { type, required } of PART_RULES) {
    if (!types.some((each) => isKind(each, type))) continue;
    for (const choice of required) {
      if (!hasChoice(node, choice))
        add(check.errors, pathTo(path, choice), `${type} needs ${told(choice)}`, `Add ${told(choice)}.`);
    }
  }
}

function walkValue(check: Check, property: string, value: Json, path: string, depth: number): void {
  if (isList(value)) {
    for (const [at, item] of value.slice(0, 100).entries()) walkValue(check, property, item, `${path}[${at}]`, depth);
  } else if (isObject(value)) {
    if (depth < DEPTH_MAX && check.left > 0) walk(check, value, path, depth + 1);
  } else if (typeof value === 'string') {
    const problem = problemOf(property, value.trim());
    // A date in another notation that can still be told is read by search engines too.
    const isReadable = DATES.has(property) && dateIn(value) !== undefined;
    if (problem !== undefined)
      add(
        isReadable ? check.warnings : check.errors,
        path,
        `${problem.message}: “${shortened(value, 60)}”`,
        problem.fix,
      );
  }
}

function problemOf(property: string, text: string): { message: string; fix: string } | undefined {
  if (text === '') return { message: 'empty', fix: 'Give it a value or leave it out.' };
  return NOTATIONS.find(({ properties, isRight }) => properties.has(property) && !isRight(text));
}

const NOTATIONS = [
  {
    properties: PRICES,
    isRight: isPlainNumber,
    message: 'a price has to be a plain number',
    fix: 'Write 1234.50 and put the currency into priceCurrency.',
  },
  {
    properties: new Set(['priceCurrency']),
    isRight: (text: string): boolean => /^[A-Z]{3}$/.test(text),
    message: 'not a currency code of three letters',
    fix: 'Write the code of ISO 4217, such as EUR.',
  },
  {
    properties: DATES,
    isRight: isIsoDate,
    message: 'a date has to be in ISO 8601',
    fix: 'Write 2026-01-31 or 2026-01-31T19:30:00+01:00.',
  },
  {
    properties: DURATIONS,
    isRight: (text: string): boolean => /^P(?=.)(?:\d+[YMWD])*(?:T(?:\d+(?:\.\d+)?[HMS])+)?$/.test(text),
    message: 'a duration has to be in ISO 8601',
    fix: 'Write PT1H30M.',
  },
  {
    properties: DECIMALS,
    isRight: (text: string): boolean => /^\d+(?:\.\d+)?(?:%|\/\d+)?$/.test(text),
    message: 'a rating has to be a number with a point',
    fix: 'Write 4.5.',
  },
  {
    properties: COUNTS,
    isRight: (text: string): boolean => /^\d+$/.test(text),
    message: 'a count has to be a whole number',
    fix: 'Write 1234.',
  },
] as const;

function pathTo(path: string, choice: string): string {
  return `${path}.${choice.split('|', 1)[0] ?? ''}`;
}

export function told(choice: string): string {
  return choice.replaceAll('|', ' or ');
}

function add(problems: Problem[], path: string, message: string, fix: string): void {
  if (problems.length < PROBLEMS_MAX) problems.push({ path: path.slice(0, 300), message, fix });
}
