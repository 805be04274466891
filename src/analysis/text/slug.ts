import { tokenize } from '../../kernel/text.ts';
import { cleanText, withoutAccents } from './normalize.ts';
import { isStopWord } from './stop-words.ts';

const GERMAN: readonly (readonly [string, string])[] = [
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
];

/**
 * A short, readable last part of an address: words in their order, no stop words, no accents; scripts other than
 * Latin stay as they are, since browsers and results show them. '' when the text has no word.
 */
export function slugOf(text: string, language = '', charactersMax = 60): string {
  const words = tokenize(cleanText(text, 300));
  const meaning = words.filter((word) => !isStopWord(word, language));
  const kept = (meaning.length === 0 ? words : meaning).map((word) => plainWord(word, language));
  let slug = '';
  for (const word of kept) {
    const next = slug === '' ? word : `${slug}-${word}`;
    if (next.length > charactersMax) break;
    slug = next;
  }
  return slug === '' ? (kept[0] ?? '').slice(0, charactersMax).toWellFormed() : slug;
}

function plainWord(word: string, language: string): string {
  if (language !== 'de') return withoutAccents(word);
  return withoutAccents(GERMAN.reduce((plain, [letter, pair]) => plain.replaceAll(letter, pair), word));
}
