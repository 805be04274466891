import { AppError } from '../../../kernel/errors.ts';
import { fieldsOf } from '../../../kernel/fields-of.ts';
import { nearest } from '../../../kernel/similarity.ts';

export interface Part {
  readonly kind: 'list' | 'text' | 'record' | 'value';
  readonly total_count: number;
  readonly items: unknown[] | null;
  readonly value: unknown;
  readonly fields: { field: string; kind: string; length: number }[] | null;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

const TEXT_UNIT = 1000;

/**
 * Part of an answer.
 *
 * @throws AppError invalid_input that names the fields there are
 */
export function readPart(answer: Readonly<Record<string, unknown>>, field: string | undefined, page: Page): Part {
  if (field === undefined) {
    const fields = Object.entries(answer).map(([name, value]) => ({
      field: name,
      kind: kindOf(value),
      length: lengthOf(value),
    }));
    return { kind: 'record', total_count: fields.length, items: null, value: null, fields };
  }
  const value = valueAt(answer, field);
  const facts = { kind: kindOf(value), total_count: lengthOf(value), items: null, fields: null };
  const { limit, offset } = page;
  if (Array.isArray(value)) return { ...facts, items: value.slice(offset, offset + limit), value: null };
  if (typeof value !== 'string') return { ...facts, value };
  return { ...facts, value: value.slice(TEXT_UNIT * offset, TEXT_UNIT * (offset + limit)) };
}

function valueAt(answer: Readonly<Record<string, unknown>>, field: string): unknown {
  let value: unknown = answer;
  for (const name of field.split('.')) {
    const known = Array.isArray(value) ? Object.fromEntries(value.entries()) : fieldsOf(value);
    if (!Object.hasOwn(known, name)) throw unknownField(field, name, Object.keys(known));
    value = known[name];
  }
  return value;
}

function unknownField(field: string, name: string, known: readonly string[]): AppError {
  const meant = nearest(name, known);
  const fix =
    meant === undefined
      ? `Leave field out to list the fields of the answer${known.length === 0 ? '' : `, such as ${known.slice(0, 5).join(', ')}`}.`
      : `Did you mean ${meant}?`;
  return new AppError('invalid_input', `The answer has no field ${field.slice(0, 100)}.`, {
    fix,
    issues: [{ path: 'field', message: `the answer has no ${name.slice(0, 60)} there` }],
  });
}

function kindOf(value: unknown): Part['kind'] {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'text';
  return typeof value === 'object' && value !== null ? 'record' : 'value';
}

function lengthOf(value: unknown): number {
  if (Array.isArray(value) || typeof value === 'string') return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 1;
}
