import type { z } from 'zod';

import { AppError, type InputIssue } from '../kernel/errors.ts';
import { issuesOf } from './validation.ts';

export interface Checker<Input extends z.ZodObject> {
  readonly id: string;
  readonly input: Input;
  /** The same fields, and no others. */
  readonly strict: z.ZodObject;
  readonly one_of: readonly string[];
  readonly also_accepts: readonly string[];
}

export function checkerOf<Input extends z.ZodObject>(facts: {
  readonly id: string;
  readonly input: Input;
  readonly one_of?: readonly string[];
  readonly also_accepts?: readonly string[];
}): Checker<Input> {
  return {
    id: facts.id,
    input: facts.input,
    strict: facts.input.strict(),
    one_of: facts.one_of ?? [],
    also_accepts: facts.also_accepts ?? [],
  };
}

export function check<Input extends z.ZodObject>(checker: Checker<Input>, rawInput: unknown): z.output<Input> {
  const known = Object.keys(checker.input.shape);
  const fields = fieldsOf(
    rawInput,
    [...checker.also_accepts, 'target'].filter((name) => !known.includes(name)),
  );
  const parsed = checker.strict.safeParse(fields, { reportInput: true });
  const issues = parsed.success ? [] : issuesOf(parsed.error, known);
  if (checker.one_of.length > 0 && checker.one_of.every((name) => isBlank(fields, name))) {
    const message = `one of ${checker.one_of.join(', ')} is required`;
    issues.push(...checker.one_of.map((path) => ({ path, message })));
  }
  refuseIf(checker.id, issues);
  return checker.input.parse(fields);
}

function fieldsOf(rawInput: unknown, ignored: readonly string[]): unknown {
  if (rawInput === undefined || rawInput === null) return {};
  if (typeof rawInput !== 'object' || Array.isArray(rawInput)) return rawInput;
  return Object.fromEntries(Object.entries(rawInput).filter(([name]) => !ignored.includes(name)));
}

function isBlank(fields: unknown, name: string): boolean {
  if (typeof fields !== 'object' || fields === null) return true;
  const value: unknown = Reflect.get(fields, name);
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

const ISSUES_MAX = 100;
const ISSUE_CHARACTERS_MAX = 300;

function cut(text: string): string {
  return text.length <= ISSUE_CHARACTERS_MAX ? text : `${text.slice(0, ISSUE_CHARACTERS_MAX)}…`;
}

export function refuseIf(id: string, issues: readonly InputIssue[]): void {
  if (issues.length === 0) return;
  // A hundred thousand problems are one to anyone who reads them.
  const shown = issues.slice(0, ISSUES_MAX).map(({ path, message }) => ({ path: cut(path), message: cut(message) }));
  const more = issues.length > ISSUES_MAX ? ` and ${issues.length - ISSUES_MAX} more` : '';
  const places = [...new Set(shown.map((issue) => issue.path || 'body'))].join(', ') + more;
  throw new AppError('invalid_input', `The input of ${id} is not valid: ${places}.`, {
    fix: 'Correct every field listed in errors and send the request again. Nothing was charged.',
    issues: shown,
  });
}
