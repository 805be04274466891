import type { JSONObject, JSONValue } from '@modelcontextprotocol/server';

/** A value as JSON represents it, typed as such; values that JSON cannot represent are dropped. */
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
 * An answer typed as JSON.
 *
 * The guarantee: schemas of JSON values produce every answer, and answers are only ever written as JSON. Copying them
 * for the sake of a type would cost as much as writing them.
 */
export function structured(answer: Readonly<Record<string, unknown>>): JSONObject {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee above
  return answer as JSONObject;
}
