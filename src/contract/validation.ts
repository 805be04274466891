import type { z } from 'zod';

import type { InputIssue } from '../kernel/errors.ts';
import { nearest } from '../kernel/similarity.ts';

/** Every problem that zod found, worded for the person who has to mend the request. */
export function issuesOf(error: z.ZodError, known: readonly string[]): InputIssue[] {
  const mistyped = new Set(error.issues.filter(isOfType).map(({ path }) => pathOf(path)));
  // The length of a text in the place of a list is nobody's mistake.
  const told = error.issues.filter((issue) => isOfType(issue) || !mistyped.has(pathOf(issue.path)));
  return told.flatMap((issue) => inWords(issue, known));
}

function isOfType({ code }: z.core.$ZodIssue): boolean {
  return code === 'invalid_type';
}

function inWords(issue: z.core.$ZodIssue, known: readonly string[]): InputIssue[] {
  const path = pathOf(issue.path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key, at) =>
        unknownField(path === '' ? key : `${path}.${key}`, key, at < ADVISED_MAX ? known : []),
      );
    case 'invalid_type':
      return [{ path, message: typeMessage(issue) }];
    case 'invalid_value':
      return [{ path, message: `must be one of ${issue.values.map(String).join(', ')}` }];
    case 'too_small':
      return [{ path, message: smallMessage(issue) }];
    case 'too_big':
      return [{ path, message: bigMessage(issue) }];
    case 'invalid_format':
    case 'not_multiple_of':
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return [{ path, message: issue.message }];
  }
}

/** Looking for the field that was meant takes a while; nobody sends a hundred by mistake. */
const ADVISED_MAX = 100;

function unknownField(path: string, key: string, known: readonly string[]): InputIssue {
  if (known.length === 0) return { path, message: 'is not a field of this operation' };
  const meant = nearest(key, known);
  const advice = meant === undefined ? `the fields are ${known.join(', ')}` : `did you mean ${meant}?`;
  return { path, message: `is not a field of this operation; ${advice}` };
}

function typeMessage(issue: z.core.$ZodIssueInvalidType): string {
  const wanted = issue.expected === 'int' ? 'whole number' : issue.expected;
  if (issue.input === undefined) return `is required: send ${article(wanted)}`;
  return `must be ${article(wanted)}, not ${article(nameOf(issue.input))}`;
}

function smallMessage(issue: z.core.$ZodIssueTooSmall): string {
  const bound = Number(issue.minimum);
  if (issue.origin === 'string') return bound === 1 ? 'must not be empty' : `must have at least ${bound} characters`;
  if (issue.origin === 'array') return `needs at least ${bound} ${bound === 1 ? 'item' : 'items'}`;
  return `must be at least ${bound}`;
}

function bigMessage(issue: z.core.$ZodIssueTooBig): string {
  const bound = Number(issue.maximum);
  if (issue.origin === 'string') return `must have at most ${bound} characters`;
  if (issue.origin === 'array') return `may have at most ${bound} ${bound === 1 ? 'item' : 'items'}`;
  return `must be at most ${bound}`;
}

function nameOf(input: unknown): string {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'array';
  return typeof input === 'number' && !Number.isInteger(input) ? 'fraction' : typeof input;
}

function article(noun: string): string {
  if (noun === 'null') return noun;
  return /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`;
}

function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((part, at) => (typeof part === 'number' ? `[${part}]` : (at === 0 ? '' : '.') + String(part)))
    .join('');
}
