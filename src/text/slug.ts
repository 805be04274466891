import { foldText, tokenize } from '../web/words.ts';
import { cleanText, stripAccents } from './normalize.ts';
import { findSignals } from './phrases.ts';
import { isStopWord } from './stop-words.ts';
import { readWords } from './word-lists.ts';

const GERMAN: readonly (readonly [string, string])[] = [
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
];

/** Stop words that carry what a search means when they stand between two other words: `cycle to work`, `pdf to word`. */
const BETWEEN = readWords('between');
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const RUN = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * A short, readable last part of an address: words in their order, without the stop words that carry nothing, no accents;
 * scripts other than Latin stay as they are, since browsers and results show them. '' when the text has no word.
 */
export function makeSlug(text: string, language = '', charactersMax = 60): string {
  const clean = cleanText(text, 300);
  // Scripts without spaces are cut only where their writer cut them.
  const unspaced = UNSPACED.test(clean);
  const words = unspaced ? (foldText(clean).match(RUN) ?? []) : tokenize(clean);
  const meaning = unspaced ? words : meaningful(words, language);
  const kept = (meaning.length === 0 ? words : meaning).map((word) => plainWord(word, language));
  let slug = '';
  for (const word of kept) {
    const next = slug === '' ? word : `${slug}-${word}`;
    if (next.length > charactersMax) break;
    slug = next;
  }
  return slug === '' ? (kept[0] ?? '').slice(0, charactersMax).toWellFormed() : slug;
}

/** Words that are no stop words, those of a phrase that tells an intent (`near me`, `how to`) and those between two others. */
function meaningful(words: readonly string[], language: string): readonly string[] {
  const phrases = new Set(
    findSignals(words, language)
      .filter(({ kind }) => kind !== 'question')
      .flatMap(({ places }) => places),
  );
  const carries = (word: string | undefined): boolean => word !== undefined && !isStopWord(word, language);
  return words.filter((word, at) => {
    if (carries(word) || phrases.has(at)) return true;
    return BETWEEN.has(word) && (carries(words[at - 1]) || phrases.has(at - 1)) && at < words.length - 1;
  });
}

function plainWord(word: string, language: string): string {
  if (language !== 'de') return stripAccents(word);
  return stripAccents(GERMAN.reduce((plain, [letter, pair]) => plain.replaceAll(letter, pair), word));
}
