import type { JSONObject, JSONValue } from '@modelcontextprotocol/server';

/** A value as JSON would carry it, with a type that says so: what JSON has no form for is left out. */
export function jsonObject(value: unknown): JSONObject {
  const fields: Record<string, JSONValue> = {};
  if (typeof value !== 'object' || value === null) return fields;
  for (const [name, inner] of Object.entries(value)) {
    const kept = jsonValue(inner);
    if (kept !== undefined) fields[name] = kept;
  }
  return fields;
}

function jsonValue(value: unknown): JSONValue | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number')
    return value;
  if (Array.isArray(value)) return value.map((each) => jsonValue(each) ?? null);
  return typeof value === 'object' ? jsonObject(value) : undefined;
}

/**
 * An answer with the type of what its text would be read as.
 *
 * The guarantee: answers are made by schemas of JSON values and are only ever written as JSON. To copy them for the
 * sake of a type would cost as much as writing them.
 */
export function structured(answer: Readonly<Record<string, unknown>>): JSONObject {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee above
  return answer as JSONObject;
}
