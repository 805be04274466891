export const PREPOSITIONS = new Set([
  'for',
  'with',
  'in',
  'of',
  'without',
  'near',
  'to',
  'from',
  'on',
  'at',
  'für',
  'mit',
  'ohne',
  'im',
  'bei',
  'para',
  'con',
  'sin',
  'de',
  'en',
  'pour',
  'avec',
  'sans',
  'à',
  'du',
]);

/** The noun that a phrase is about: the last word before its first preposition. */
export function headOf(words: readonly string[]): string {
  const end = words.findIndex((word, at) => at > 0 && PREPOSITIONS.has(word));
  return words[(end < 0 ? words.length : end) - 1] ?? '';
}
