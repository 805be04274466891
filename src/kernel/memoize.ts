/** Computes what a text comes to once, for as long as the answer of this is held: in a language, where one is given. */
export function memoize<Value>(
  compute: (text: string, language: string) => Value,
): (text: string, language?: string) => Value {
  const known = new Map<string, Value>();
  return (text, language = '') => {
    const name = `${language}\n${text}`;
    const value = known.get(name) ?? compute(text, language);
    known.set(name, value);
    return value;
  };
}
