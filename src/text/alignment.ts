import { readDataRows } from '../kernel/data.ts';
import { stem } from './stems.ts';
import { stripAccents } from './normalize.ts';
import { foldText, tokenize } from '../web/words.ts';

export interface Alignment {
  /** Words of the keyword that carry meaning. */
  readonly words: readonly string[];
  readonly missing: readonly string[];
}

/** Words that a good title may leave out of a search. */
const FUNCTION_WORDS = new Set(
  readDataRows(import.meta.url, 'data/function-words.tsv').flatMap(([, words = '']) => words.split(' ')),
);

/**
 * Which words of a keyword a text lacks, after folding and stemming in the page's language.
 *
 * A word also counts when it is part of a longer one (German compounds, Japanese runs), and, in an unknown language, when
 * its English stem or the word itself is there.
 */
export function alignKeyword(keyword: string, text: string, language: string): Alignment {
  const asked = tokenize(keyword.slice(0, 500).replaceAll(POSSESSIVE, '').replace(NEARBY, ' ')).slice(0, 30);
  const meaning = asked.filter((word) => !FUNCTION_WORDS.has(word));
  const wanted = meaning.length === 0 ? asked : meaning;
  const folded = foldText(text);
  const found = tokenize(text);
  const stems = new Set(found.flatMap((word) => listStems(word, language)));
  // Stemmers take umlauts away, also inside of longer words.
  const bare = found.flatMap((word) => [word, stripAccents(word)]);
  const runs = folded.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '');
  const missing = wanted.filter((word) => {
    if (listStems(word, language).some((each) => stems.has(each))) return false;
    const part = stem(word, language);
    if (isUnspaced(word)) return !runs.includes(word);
    return part.length < COMPOUND_PART_MIN || !bare.some((each) => each.includes(part) || each.includes(word));
  });
  return { words: wanted, missing: [...new Set(missing)] };
}

/** Who searches near themselves wants a page that says where it is, and none that says `near me`. */
const NEARBY =
  /(?<!\p{L})(?:near ?(?:me|by)|in (?:der|meiner) nähe|cerca de m[ií]|près de (?:chez )?moi|à proximité)(?!\p{L})/iu;

/** The `s` of `men’s` is no word of its own. */
const POSSESSIVE = /(?<=\p{L})['’]s(?!\p{L})/giu;
/** `CRMs` and `SSDs`: without a vowel, no stemmer takes the s for a plural. */
const PLURAL_OF_LETTERS = /^[^aeiouy\P{Ll}]{1,4}[^aeiouys\P{Ll}]s$/u;

/** Shorter parts are in too many words by chance. */
const COMPOUND_PART_MIN = 4;

function listStems(word: string, language: string): string[] {
  const stemmed = stem(word, language === '' ? 'en' : language);
  // Snowball leaves knives and knife, shelves and shelf apart.
  if (PLURAL_OF_LETTERS.test(word)) return [word, word.slice(0, -1)];
  const singular =
    /^.{2,}[aeilo]ves$/.test(word) && (language === '' || language === 'en') ? word.slice(0, -3) : undefined;
  if (singular === undefined) return [word, stemmed];
  return [word, stemmed, stem(`${singular}f`, 'en'), stem(`${singular}fe`, 'en')];
}

function isUnspaced(word: string): boolean {
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u.test(word);
}
