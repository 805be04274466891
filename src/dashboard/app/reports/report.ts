import type { Calls } from '../../../client/operations.ts';

/** How the answers of an operation are shown. What is not named here is shown as well, after what is. */
export interface Report {
  readonly operation: string;
  /** The tool that it is asked with. */
  readonly place: Place;
  /** What a kept answer is called: of what it is, never the name of the operation. */
  readonly title: (input: Fields) => string;
  /** Six at most, the one that matters most first. */
  readonly cards: readonly Card[];
  readonly tables: readonly TableOf[];
  /** What repeats the question or other fields. */
  readonly left_out: readonly string[];
}

export type Fields = Readonly<Record<string, unknown>>;

export type Place = 'links' | 'site' | 'page' | 'keywords' | 'rankings' | 'ai' | 'local' | 'content' | 'plan';

export type Unit = 'count' | 'share' | 'of_100' | 'rank' | 'words' | 'pixels' | 'position';

export interface Card {
  /** Dotted path to one value of the answer. */
  readonly field: string;
  readonly label?: string;
  readonly unit?: Unit;
  /** Which way is good. Where it depends, neither is; of positions the first is best. */
  readonly better?: 'higher' | 'lower';
  /** Path of a word that says what the figure means. */
  readonly note?: string;
}

export interface TableOf {
  /** Dotted path to the rows. */
  readonly rows: string;
  readonly title: string;
  /** Those shown without opening the row; `a › b` shows b below a. */
  readonly columns: readonly string[];
  /** The rows draw a chart over this column, which is a date or a period. */
  readonly over?: { readonly x: string; readonly y: readonly string[] };
}

type Leaf = string | number | boolean | null | undefined;
type Some<T> = NonNullable<T>;
/** Dotted paths to single values. */
type FieldOf<T> = {
  [K in keyof T & string]-?: Some<T[K]> extends Leaf
    ? K
    : Some<T[K]> extends readonly unknown[]
      ? never
      : `${K}.${FieldOf<Some<T[K]>>}`;
}[keyof T & string];
/** Dotted paths to lists of rows. */
type ListOf<T> = {
  [K in keyof T & string]-?: Some<T[K]> extends readonly (infer R)[]
    ? R extends Leaf
      ? never
      : K
    : Some<T[K]> extends Leaf
      ? never
      : `${K}.${ListOf<Some<T[K]>>}`;
}[keyof T & string];
type RowOf<T, P> = P extends `${infer K}.${infer Rest}`
  ? K extends keyof T
    ? RowOf<Some<T[K]>, Rest>
    : never
  : P extends keyof T
    ? Some<T[P]> extends readonly (infer R)[]
      ? R
      : never
    : never;
type ColumnOf<R> = (keyof R & string) | `${keyof R & string} › ${keyof R & string}` | FieldOf<R>;

type CardOf<T> =
  | FieldOf<T>
  | (Omit<Card, 'field' | 'note'> & { readonly field: FieldOf<T>; readonly note?: FieldOf<T> });

interface Declared<Id extends keyof Calls> {
  readonly place: Place;
  readonly title: (input: Fields) => string;
  readonly cards: readonly CardOf<Calls[Id]['answer']>[];
  readonly tables?: {
    readonly [P in ListOf<Calls[Id]['answer']>]?: {
      readonly title: string;
      readonly columns: readonly ColumnOf<RowOf<Calls[Id]['answer'], P>>[];
      readonly over?: {
        readonly x: keyof RowOf<Calls[Id]['answer'], P> & string;
        readonly y: readonly (keyof RowOf<Calls[Id]['answer'], P> & string)[];
      };
    };
  };
  readonly left_out?: readonly (keyof Calls[Id]['answer'] & string)[];
}

/** Typed by the operation's own answer: a field that it lacks does not compile. */
export function report<Id extends keyof Calls>(operation: Id, declared: Declared<Id>): Report {
  const tables: TableOf[] = [];
  for (const [rows, table] of Object.entries<Omit<TableOf, 'rows'> | undefined>(declared.tables ?? {})) {
    if (table !== undefined) tables.push({ ...table, rows });
  }
  return {
    operation,
    place: declared.place,
    title: declared.title,
    cards: declared.cards.map((card) => (typeof card === 'string' ? { field: card } : card)),
    tables,
    left_out: declared.left_out ?? [],
  };
}

/** What was asked about, in the words of a title. */
export function named(input: Fields, ...fields: readonly string[]): string {
  for (const field of fields) {
    const value = input[field];
    if (typeof value === 'string' && value !== '') return value.length > 80 ? `${value.slice(0, 79)}…` : value;
    if (Array.isArray(value) && value.length > 0) return listed(value);
  }
  return 'pasted text';
}

function listed(values: readonly unknown[]): string {
  const names = values.filter((value) => typeof value === 'string');
  const shown = names.slice(0, 2).join(', ');
  return names.length > 2 ? `${shown} and ${names.length - 2} more` : shown;
}

export function quoted(input: Fields, field = 'keyword'): string {
  return `“${named(input, field)}”`;
}
