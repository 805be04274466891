/** The same text, or list, for equal ones: most of what pages of a site hold they hold alike. */
export type Once = <Value extends string | readonly string[]>(value: Value) => Value;

/** Texts and lists that were met before; lists by their texts. */
export function sharing(): Once {
  const texts = new Map<string, string>();
  const lists = new Map<string, readonly string[]>();
  return (value) => {
    const key = typeof value === 'string' ? value : value.join('\n');
    const known = typeof value === 'string' ? texts.get(key) : lists.get(key);
    if (known === undefined) {
      if (typeof value === 'string') texts.set(key, value);
      else lists.set(key, value);
      return value;
    }
    return sameKind(value, known);
  };
}

/** Safe because texts are looked up among texts, and lists among lists. */
function sameKind<Value extends string | readonly string[]>(_value: Value, known: string | readonly string[]): Value {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee is stated above
  return known as Value;
}
