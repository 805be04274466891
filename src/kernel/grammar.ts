/** Agreement of number, so that no sentence says `1 links` or `2 page is`. */

const IRREGULAR: Readonly<Record<string, string>> = {
  is: 'are',
  was: 'were',
  has: 'have',
  does: 'do',
  goes: 'go',
  this: 'these',
  that: 'those',
  it: 'they',
  its: 'their',
  "isn't": "aren't",
  "doesn't": "don't",
  "hasn't": "haven't",
};

/**
 * The form of a verb or pronoun that agrees with a count: `agree(1, 'is')` is `is`, `agree(2, 'links')` is `link`.
 *
 * @param singular a verb in the third person singular (`is`, `links`, `tries`) or one of this, that, it, its
 * @param plural where English forms it otherwise
 */
export function agree(count: number, singular: string, plural: string = pluralForm(singular)): string {
  return count === 1 ? singular : plural;
}

/** `links` → `link`, `tries` → `try`, `passes` → `pass`. */
function pluralForm(singular: string): string {
  const irregular = IRREGULAR[singular];
  if (irregular !== undefined) return irregular;
  if (/[^aeiou]ies$/.test(singular)) return singular.replace(/ies$/, 'y');
  if (/(?:ss|sh|ch|x|zz)es$/.test(singular)) return singular.slice(0, -2);
  return singular.replace(/s$/, '');
}

/** `1 link`, `2 links`, `1,200 links`. */
export function counted(count: number, singular: string, plural: string = pluralNoun(singular)): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? singular : plural}`;
}

/** `link` → `links`, `query` → `queries`, `match` → `matches`; only the last word changes. */
export function pluralNoun(singular: string): string {
  if (/[^aeiou]y$/.test(singular)) return singular.replace(/y$/, 'ies');
  return /(?:s|sh|ch|x|z)$/.test(singular) ? `${singular}es` : `${singular}s`;
}

/** `a`, `a and b`, `a, b and c`; of more than `max` the first ones: `a, b and 3 more`. */
export function joinWords(words: readonly string[], max: number = words.length): string {
  const shown = words.length > max ? [...words.slice(0, max), `${words.length - max} more`] : words;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`;
}

/** The same with each word in quotes: `“a”, “b” and 3 more`. */
export function quoteWords(words: readonly string[], max: number = words.length): string {
  const quoted = words.slice(0, max).map((word) => `“${word}”`);
  return joinWords([...quoted, ...words.slice(max)], max);
}

/** A title within a sentence: `Search result pages` → `search result pages`, and `AI assistants` as it is. */
export function withinSentence(title: string): string {
  return /^\p{Lu}{2}/u.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1);
}
