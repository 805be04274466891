/** How titles use capitals. */

const SMALL_WORDS = new Set(
  'a an and as at but by for from in into nor of on or over per so the to up via vs with yet'.split(' '),
);

/** A word that title case leaves small. */
export function isSmallWord(word: string): boolean {
  return SMALL_WORDS.has(word.toLowerCase());
}

export function capitalizeFirst(text: string, language = 'en'): string {
  const first = /^[^\p{L}\p{N}]{0,3}\p{Ll}/u.exec(text)?.[0];
  // A name such as iPhone or eBay is written as its owner writes it.
  if (first === undefined || /^\P{L}{0,3}\p{Ll}\p{Lu}/u.test(text)) return text;
  return first.toLocaleUpperCase(language === 'tr' ? 'tr' : 'en') + text.slice(first.length);
}

/** English title case: a capital on every word but the small ones inside. */
export function toTitleCase(text: string): string {
  const words = text.split(' ');
  return words
    .map((word, at) => {
      const inside = at > 0 && at < words.length - 1;
      return inside && SMALL_WORDS.has(word.toLowerCase()) ? word : capitalizeFirst(word);
    })
    .join(' ');
}

/** Whether the first heading, or else most others, is in title case, as English titles often are. */
export function usesTitleCase(first: string | undefined, others: readonly string[]): boolean {
  const decides = isTitleCase(first ?? '');
  if (decides !== undefined) return decides;
  const votes = others.slice(0, 30).map(isTitleCase);
  return votes.filter((vote) => vote === true).length > votes.filter((vote) => vote === false).length;
}

/** Undefined where there are too few words to tell. */
function isTitleCase(text: string): boolean | undefined {
  const words = text.split(' ').filter((word) => /^\p{L}/u.test(word) && !SMALL_WORDS.has(word.toLowerCase()));
  if (words.length < 3 || /\?\s*$/.test(text)) return undefined;
  return words.every((word) => /^\p{Lu}/u.test(word));
}

export function isShouted(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const capitals = text.match(/\p{Lu}/gu) ?? [];
  return letters.length >= 12 && capitals.length / letters.length > 0.8;
}

/** How often a word occurs inside the sentences of a text with a capital, and without. */
export function countCasing(text: string, word: string): { readonly capital: number; readonly small: number } {
  const wanted = word.toLowerCase();
  let capital = 0;
  let small = 0;
  // A word after a small letter or a comma is inside a sentence.
  for (const match of text.matchAll(/(?<=[\p{Ll},] )[\p{L}\p{M}][\p{L}\p{M}\p{N}’'-]*/gu)) {
    const found = match[0];
    if (found.length !== word.length || found.toLowerCase() !== wanted) continue;
    if (/^\p{Lu}/u.test(found)) capital += 1;
    else small += 1;
  }
  return { capital, small };
}
