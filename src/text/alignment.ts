import { foldText, stem, tokenize } from '../web/words.ts';

export interface Alignment {
  /** Words of the keyword that carry meaning. */
  readonly words: readonly string[];
  readonly missing: readonly string[];
}

const words = (text: string): readonly string[] => text.split(' ');

/** Words that a good title may leave out of a query: articles, prepositions, auxiliaries. */
const FUNCTION_WORDS = new Set([
  ...words(
    'a an and are at best by do does for from how in is it my of on or that the to what when where which who why will with you your vs',
  ),
  ...words(
    'am auf aus bei beim das dem den der des die ein eine einem einen einer eines für im in ist mit nach oder ohne und vom von was wie wo zu zum zur',
  ),
  ...words(
    'à au aux avec ce comment dans de des du en est et la le les l d ou où par pour quel quelle que qui sans sur un une',
  ),
  ...words('al con cómo como de del el en es la las lo los o para por qué que se sin su un una y'),
  ...words('a ao com da das de do dos e em na nas no nos o os ou para por que sem um uma'),
  ...words('al alla che come con da dal del della di e gli i il in la le lo nel o per su un una uno'),
  ...words('aan bij de een en het hoe in is met naar of om op te tot uit van voor wat zonder'),
]);

/**
 * Which words of a keyword a text lacks, after folding and stemming in the page's language.
 *
 * A word also counts as there when it is part of a longer one of the text (German compounds, Japanese runs), and
 * in a language that nobody named, when its English stem or the word itself is there.
 */
export function alignmentOf(keyword: string, text: string, language: string): Alignment {
  const asked = tokenize(keyword.slice(0, 500)).slice(0, 30);
  const meaning = asked.filter((word) => !FUNCTION_WORDS.has(word));
  const wanted = meaning.length === 0 ? asked : meaning;
  const folded = foldText(text);
  const found = tokenize(text);
  const stems = new Set(found.flatMap((word) => stemsOf(word, language)));
  const runs = folded.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '');
  const missing = wanted.filter((word) => {
    if (stemsOf(word, language).some((each) => stems.has(each))) return false;
    const part = stem(word, language);
    if (isUnspaced(word)) return !runs.includes(word);
    return part.length < COMPOUND_PART_MIN || !found.some((each) => each.includes(part));
  });
  return { words: wanted, missing: [...new Set(missing)] };
}

/** Shorter parts stand in too many words by chance. */
const COMPOUND_PART_MIN = 4;

function stemsOf(word: string, language: string): string[] {
  const stemmed = stem(word, language === '' ? 'en' : language);
  // Snowball leaves knives and knife, shelves and shelf apart.
  const singular =
    /^.{2,}[aeilo]ves$/.test(word) && (language === '' || language === 'en') ? word.slice(0, -3) : undefined;
  if (singular === undefined) return [word, stemmed];
  return [word, stemmed, stem(`${singular}f`, 'en'), stem(`${singular}fe`, 'en')];
}

function isUnspaced(word: string): boolean {
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u.test(word);
}
