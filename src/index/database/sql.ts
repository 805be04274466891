/**
 * SQL text whose values came through `sql`, and only through it.
 *
 * Values become escaped literals rather than bound parameters: the embedded engine keeps the state of bound
 * parameters process-wide, and the same text then runs on a server as well.
 */
export class Sql {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Arrays become lists for `IN`; an array in an array is a tuple of it. */
export type SqlValue = string | number | bigint | boolean | null | Date | Sql | readonly SqlValue[];

export function sql(strings: TemplateStringsArray, ...values: readonly SqlValue[]): Sql {
  let text = strings[0] ?? '';
  for (const [at, value] of values.entries()) text += literalOf(value) + (strings[at + 1] ?? '');
  return new Sql(text);
}

/** Fragments one after another with something between them. */
export function joined(fragments: readonly Sql[], separator: ' AND ' | ' OR ' | ', ' | ' + ' | ' UNION ALL '): Sql {
  return new Sql(fragments.map((fragment) => fragment.text).join(separator));
}

/** Values as an array of the engine, which may be empty; a list in `sql` is one for `IN`. */
export function arrayOf(values: readonly SqlValue[]): Sql {
  return new Sql(`[${values.map(literalOf).join(', ')}]`);
}

/** Text as a ClickHouse string literal. */
export function quoted(text: string): string {
  const escaped = text
    .toWellFormed()
    .replaceAll(/[\\']/g, String.raw`\$&`)
    .replaceAll('\0', String.raw`\0`);
  return `'${escaped}'`;
}

function literalOf(value: SqlValue): string {
  if (value instanceof Sql) return value.text;
  if (value instanceof Date) return dateLiteral(value);
  if (isList(value)) return listLiteral(value);
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new TypeError(`${value} is no number that SQL can hold.`);
  }
  return value === null ? 'NULL' : String(value);
}

function isList(value: SqlValue): value is readonly SqlValue[] {
  return Array.isArray(value);
}

/** An empty list has no spelling that every `IN` accepts, so callers have to decide what it means. */
function listLiteral(values: readonly SqlValue[]): string {
  if (values.length === 0) throw new TypeError('An empty list cannot be written as SQL.');
  return '(' + values.map(literalOf).join(', ') + ')';
}

function dateLiteral(date: Date): string {
  const milliseconds = date.getTime();
  if (Number.isNaN(milliseconds)) throw new TypeError('An invalid date cannot be written as SQL.');
  return `fromUnixTimestamp64Milli(${milliseconds}, 'UTC')`;
}
