import { coercedFields } from '../contract/coerced-fields.ts';
import { AppError } from '../kernel/errors.ts';
import { nearest } from '../kernel/similarity.ts';
import { fieldSchemas, type KnownOperation } from './known-operations.ts';

/**
 * Fields of a request as words of a command line: `--target example.com`, `--target=example.com` or
 * `target=example.com`; lists by repeating, switches by name alone or with `no-` before it. Numbers, switches and lists
 * become what the operation takes.
 *
 * @throws AppError invalid_input for a field that the operation does not have
 */
export function readFields(words: readonly string[], operation: KnownOperation): Readonly<Record<string, unknown>> {
  const given = new Map<string, unknown[]>();
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const { name, value } = split(word);
    if (value !== undefined) add(given, fieldNamed(name, operation, word), value);
    else if (!word.startsWith('--')) throw noField(word, operation, word);
    else at += addFlag(given, { name, next: words[at + 1] }, operation);
  }
  const fields = [...given].map(([name, values]) => [name, values.length === 1 ? values[0] : values] as const);
  return coercedFields(Object.fromEntries(fields), fieldSchemas(operation));
}

function split(word: string): { readonly name: string; readonly value: string | undefined } {
  const bare = word.replace(/^--/, '');
  const sign = bare.indexOf('=');
  return sign === -1 ? { name: bare, value: undefined } : { name: bare.slice(0, sign), value: bare.slice(sign + 1) };
}

/** @returns how many words behind the flag belong to it */
function addFlag(
  given: Map<string, unknown[]>,
  { name, next }: { readonly name: string; readonly next: string | undefined },
  operation: KnownOperation,
): 0 | 1 {
  const off = /^no-(.+)$/.exec(name)?.[1];
  if (off !== undefined && isField(off, operation)) {
    add(given, fieldNamed(off, operation, name), false);
    return 0;
  }
  const field = fieldNamed(name, operation, `--${name}`);
  if (next === undefined || next.startsWith('--')) {
    add(given, field, true);
    return 0;
  }
  add(given, field, next);
  return 1;
}

function add(given: Map<string, unknown[]>, name: string, value: unknown): void {
  given.set(name, [...(given.get(name) ?? []), value]);
}

function isField(name: string, operation: KnownOperation): boolean {
  return Object.hasOwn(fieldSchemas(operation), name.replaceAll('-', '_'));
}

function fieldNamed(name: string, operation: KnownOperation, word: string): string {
  if (isField(name, operation)) return name.replaceAll('-', '_');
  throw noField(name, operation, word);
}

function noField(name: string, operation: KnownOperation, word: string): AppError {
  const meant = nearest(name.replaceAll('-', '_'), Object.keys(fieldSchemas(operation)));
  return new AppError('invalid_input', `${operation.id} has no field for "${word}".`, {
    fix: `${meant === undefined ? '' : `Did you mean ${meant}? `}\`seamark operations ${operation.id}\` lists its fields.`,
  });
}
