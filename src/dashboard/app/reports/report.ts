import type { Calls } from '../../../client/operations.ts';
import type { CAPABILITY_NAMES } from '../../../ports/capability-names.ts';
import type { ChartSpec } from '../model/chart-spec.ts';
import type { Card, FactOf, Fields, Place, Report, TableOf, Unit, ViewKind } from '../model/report.ts';
import type { Say } from '../model/say.ts';
import { addressText, isAddress } from '../model/values.ts';
import { labelOf } from '../model/words.ts';

type Capability = (typeof CAPABILITY_NAMES)[number];
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
/** Dotted paths to records. */
type RecordOf<T> = {
  [K in keyof T & string]-?: Some<T[K]> extends Leaf | readonly unknown[] ? never : K | `${K}.${RecordOf<Some<T[K]>>}`;
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
type Cell<R> = (keyof R & string) | FieldOf<R>;
type ColumnOf<R> = Cell<R> | `${keyof R & string} › ${keyof R & string}`;
/** Dotted paths to anything but what is within rows. */
type AnyPath<T> = {
  [K in keyof T & string]-?: Some<T[K]> extends Leaf | readonly unknown[] ? K : K | `${K}.${AnyPath<Some<T[K]>>}`;
}[keyof T & string];

/** Columns with the path of their list. */
type CellOf<T> = { [P in ListOf<T>]: `${P}.${Cell<RowOf<T, P>>}` }[ListOf<T>];

type CardOf<T> =
  | FieldOf<T>
  | RecordOf<T>
  | (Omit<Card, 'field' | 'note'> & { readonly field: FieldOf<T> | RecordOf<T>; readonly note?: FieldOf<T> });

/** An answer that may have been made before a field was known, so any of it may be missing. */
type Answer<Id extends keyof Calls> = Calls[Id]['answer'];

interface Declared<Id extends keyof Calls> {
  readonly place: Place;
  readonly title: (input: Fields) => string;
  readonly answer?: (answer: Answer<Id>, say: Say) => string;
  readonly cards: readonly CardOf<Answer<Id>>[];
  readonly charts?: readonly {
    readonly title: string;
    readonly draws: readonly AnyPath<Answer<Id>>[];
    readonly note?: string;
    readonly spec: (answer: Answer<Id>) => ChartSpec | undefined;
  }[];
  readonly views?: readonly {
    readonly view: ViewKind;
    readonly title: string;
    readonly of: AnyPath<Answer<Id>> | '';
  }[];
  readonly tables?: {
    readonly [P in ListOf<Answer<Id>>]?: {
      readonly title: string;
      readonly columns: readonly ColumnOf<RowOf<Answer<Id>, P>>[];
      readonly sort?: Cell<RowOf<Answer<Id>, P>> | `-${Cell<RowOf<Answer<Id>, P>>}`;
      readonly tab?: string;
    };
  };
  readonly facts?: readonly (
    | AnyPath<Answer<Id>>
    | {
        readonly field: AnyPath<Answer<Id>>;
        readonly label: string;
        readonly unit?: Unit;
        readonly isOptional?: true;
        readonly text?: (answer: Answer<Id>) => string | null | undefined;
      }
  )[];
  readonly left_out?: readonly AnyPath<Answer<Id>>[];
  /** By capability, cards and columns (`items.rank`) that rest on it; none where it brings no figure of its own. */
  readonly from?: { readonly [C in Capability]?: readonly (AnyPath<Answer<Id>> | CellOf<Answer<Id>>)[] };
  readonly has_export?: 'export_rows' extends keyof Calls[Id]['request'] ? true : never;
}

/** Typed by the operation's own answer: a field that it lacks does not compile. */
export function report<Id extends keyof Calls>(operation: Id, declared: Declared<Id>): Report {
  const tables: TableOf[] = [];
  for (const [rows, table] of Object.entries<Omit<TableOf, 'rows'> | undefined>(declared.tables ?? {})) {
    if (table !== undefined) tables.push({ ...table, rows });
  }
  const {
    place,
    title,
    answer,
    cards,
    charts = [],
    views = [],
    facts = [],
    left_out = [],
    from = {},
    has_export = false,
  } = declared;
  return {
    operation,
    place,
    title,
    answer: answer === undefined ? undefined : (fields, say) => answer(answerOf<Id>(fields), say),
    cards: cards.map((card) => (typeof card === 'string' ? { field: card } : card)),
    charts: charts.map(({ spec, ...chart }) => ({ ...chart, spec: (fields) => spec(answerOf<Id>(fields)) })),
    views,
    tables,
    facts: facts.map((fact) => factOf<Id>(fact)),
    left_out,
    from: new Map(
      Object.entries<readonly string[] | undefined>(from).flatMap(([capability, paths = []]) =>
        paths.map((path) => [path, capability] as const),
      ),
    ),
    besides: Object.keys(from),
    has_export,
  };
}

function factOf<Id extends keyof Calls>(fact: NonNullable<Declared<Id>['facts']>[number]): FactOf {
  if (typeof fact === 'string') return { field: fact, label: labelOf(fact.split('.').at(-1) ?? fact) };
  const { text, ...rest } = fact;
  return text === undefined ? rest : { ...rest, text: (fields) => text(answerOf<Id>(fields)) ?? null };
}

/** A kept answer is one of the operation that made it; the service checked it against the schema of its type. */
function answerOf<Id extends keyof Calls>(fields: Fields): Answer<Id> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return fields as Answer<Id>;
}

/** What was asked about, in the words of a title. */
export function named(input: Fields, ...fields: readonly string[]): string {
  for (const field of fields) {
    const value = input[field];
    if (typeof value === 'string' && isAddress(value)) return addressText(value);
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
