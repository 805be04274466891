/** A record as it arrives in the browser: dates as ISO text, and null for what is not there. */
export type Wire<Value> = Value extends Date
  ? string
  : Value extends undefined
    ? null
    : Value extends readonly (infer Item)[]
      ? readonly Wire<Item>[]
      : Value extends object
        ? { readonly [Key in keyof Value]: Wire<Value[Key]> }
        : Value;

export function wire<Value>(value: Value): Wire<Value> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `plain` follows the type case by case
  return plain(value) as Wire<Value>;
}

function plain(value: unknown): unknown {
  if (value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}
