type Schema = Readonly<Record<string, unknown>>;
type Shared = ReadonlyMap<string, Schema>;

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function resolved(schema: unknown, shared: Shared): Schema {
  if (!isSchema(schema)) return {};
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  return { ...shared.get(reference.split('/').at(-1) ?? ''), ...schema, $ref: undefined };
}

/** What a value may be: a union is each of its parts. */
function kindsOf(schema: unknown, shared: Shared): readonly Schema[] {
  const whole = resolved(schema, shared);
  const union = whole['anyOf'] ?? whole['oneOf'];
  if (Array.isArray(union)) return union.flatMap((each) => kindsOf(each, shared));
  const { type } = whole;
  return Array.isArray(type) ? type.map((each) => ({ ...whole, type: each })) : [whole];
}

function fieldsOf(schema: Schema): readonly (readonly [string, unknown])[] {
  const properties = schema['properties'];
  return isSchema(properties) ? Object.entries(properties) : [];
}

/** Dotted paths of the numbers of an answer; those within lists are of the path of the list. */
export function numbersOf(schema: unknown, shared: Shared, path = ''): readonly string[] {
  const found = kindsOf(schema, shared).flatMap((kind): readonly string[] => {
    const { type } = kind;
    if (type === 'number' || type === 'integer') return [path];
    if (type === 'array') return numbersOf(kind['items'], shared, path);
    const fields = fieldsOf(kind).flatMap(([name, each]) =>
      numbersOf(each, shared, path === '' ? name : `${path}.${name}`),
    );
    return isSchema(kind['additionalProperties'])
      ? [...fields, ...numbersOf(kind['additionalProperties'], shared, path)]
      : fields;
  });
  return [...new Set(found)];
}

/** All dotted paths of an answer, through lists. */
export function pathsOf(schema: unknown, shared: Shared, path = ''): ReadonlySet<string> {
  const paths = kindsOf(schema, shared).flatMap((kind): readonly string[] => {
    if (kind['type'] === 'array') return [...pathsOf(kind['items'], shared, path)];
    return fieldsOf(kind).flatMap(([name, each]) => {
      const inner = path === '' ? name : `${path}.${name}`;
      return [inner, ...pathsOf(each, shared, inner)];
    });
  });
  return new Set(paths);
}

/** An answer in which nothing is known: null wherever it may be, one row in each list, the first of each choice. */
export function madeOf(schema: unknown, shared: Shared): Record<string, unknown> {
  const made = valueOf(schema, shared);
  if (isSchema(made)) return { ...made };
  throw new Error('The result of an operation is an object.');
}

const DATES = /(?:^|_)(?:date|at|from|to|period|month|day)$/;

function valueOf(schema: unknown, shared: Shared, name = ''): unknown {
  const kinds = kindsOf(schema, shared);
  const [kind = {}] = kinds;
  if (kinds.some(({ type }) => type === 'null')) return null;
  if ('const' in kind) return kind['const'];
  if (Array.isArray(kind['enum'])) return kind['enum'].includes(null) ? null : kind['enum'][0];
  if (kind['type'] === 'array') return [valueOf(kind['items'], shared)];
  if (kind['type'] === 'object') {
    return Object.fromEntries(fieldsOf(kind).map(([field, each]) => [field, valueOf(each, shared, field)]));
  }
  return leafOf(kind, name);
}

function leafOf({ type, minimum }: Schema, name: string): unknown {
  if (type === 'number' || type === 'integer') return minimum ?? 0;
  if (type === 'boolean') return false;
  return DATES.test(name) ? '2026-03-02' : 'text';
}
