import { fieldsOf } from '../kernel/fields-of.ts';

/**
 * The input as the schemas of its fields take it, where a model or a command line wrote a number, a switch or a list in
 * another form and only one reading is possible: `"10"` for 10, one text for a list of texts, a list or a record as the
 * text of its JSON.
 */
export function coercedFields(
  input: Readonly<Record<string, unknown>>,
  properties: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, coercedValue(value, typesOf(properties[name]))]),
  );
}

function coercedValue(value: unknown, types: ReadonlySet<string>): unknown {
  if (typeof value === 'string' && !types.has('string')) return coercedText(value, types);
  const isSingle = typeof value === 'string' || typeof value === 'number';
  return isSingle && types.has('array') && !types.has(typeof value) && !types.has('integer') ? [value] : value;
}

function coercedText(text: string, types: ReadonlySet<string>): unknown {
  const trimmed = text.trim();
  if (types.has('number') || types.has('integer'))
    return /^-?\d{1,15}(?:\.\d+)?$/.test(trimmed) ? Number(trimmed) : text;
  if (types.has('boolean')) return SWITCHES.get(trimmed.toLowerCase()) ?? text;
  return coercedJson(text, trimmed, types);
}

function coercedJson(text: string, trimmed: string, types: ReadonlySet<string>): unknown {
  const begins = trimmed.slice(0, 1);
  if ((begins === '[' && types.has('array')) || (begins === '{' && types.has('object'))) return parsed(trimmed) ?? text;
  return types.has('array') && !types.has('object') ? [text] : text;
}

const SWITCHES = new Map([
  ['true', true],
  ['false', false],
]);

/** The types of JSON that a field takes, whichever of its forms. */
function typesOf(schema: unknown): ReadonlySet<string> {
  const { type, anyOf, oneOf, enum: choices } = fieldsOf(schema);
  const own = [type].flat().filter((each) => typeof each === 'string');
  const forms = [anyOf, oneOf]
    .flatMap((each) => (Array.isArray(each) ? each : []))
    .flatMap((form) => [...typesOf(form)]);
  const chosen = Array.isArray(choices) ? choices.map((choice) => typeof choice) : [];
  return new Set([...own, ...forms, ...chosen]);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
