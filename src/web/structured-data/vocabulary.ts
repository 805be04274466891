import { readDataRows } from '../../kernel/data.ts';

/** Names of schema.org that pages use, each with the broader type whose rules hold for it. */
const BROADER: ReadonlyMap<string, string | undefined> = new Map(
  readDataRows(import.meta.url, './data/types.tsv').map(([name = '', broader]) => [name, broader]),
);
const TYPES = byLowerCase(BROADER.keys());

/** Whether a type is `kind` or narrower. */
export function isKind(type: string, kind: string): boolean {
  return type === kind || BROADER.get(type) === kind;
}

/** How the value of a property is written. */
export type Notation = 'price' | 'currency' | 'date' | 'duration' | 'address' | 'decimal' | 'count';

const NOTATIONS: readonly Notation[] = ['price', 'currency', 'date', 'duration', 'address', 'decimal', 'count'];
const PROPERTIES: ReadonlyMap<string, Notation | undefined> = new Map(
  readDataRows(import.meta.url, './data/properties.tsv').map(([name = '', notation]) => [
    name,
    NOTATIONS.find((each) => each === notation),
  ]),
);
const PROPERTY_NAMES = byLowerCase(PROPERTIES.keys());

/** Undefined where any text will do. */
export function notationOf(property: string): Notation | undefined {
  return PROPERTIES.get(property);
}

/** Properties with one notation. */
export function listProperties(notation: Notation): string[] {
  return [...PROPERTIES].filter(([, each]) => each === notation).map(([name]) => name);
}

/** The known type that was meant, where only case, spaces or dashes differ: type names are case-sensitive. */
export function correctType(type: string): string | undefined {
  const folded = type.toLowerCase();
  const known = TYPES.get(folded) ?? TYPES.get(folded.replaceAll(/[\s_-]/g, ''));
  return known === type ? undefined : known;
}

/** The known property that was meant, where only case, `_` or `-` differ: property names are case-sensitive. */
export function correctProperty(name: string): string | undefined {
  if (PROPERTIES.has(name)) return undefined;
  const folded = name.toLowerCase();
  return PROPERTY_NAMES.get(folded) ?? PROPERTY_NAMES.get(folded.replaceAll(/[_-]/g, ''));
}

function byLowerCase(names: Iterable<string>): ReadonlyMap<string, string> {
  return new Map(Array.from(names, (name) => [name.toLowerCase(), name]));
}
