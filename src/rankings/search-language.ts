import { guessLanguage } from '../text/language.ts';
import { compareText } from '../text/normalize.ts';

/**
 * The language to look searches up in.
 *
 * Consoles count all languages alike, so what the searches are written in tells more than a default of the request.
 *
 * @param languages of the searches, as they were detected; '' where the words do not tell
 * @param asked language of the request, which decides between equals and where nothing else tells
 */
export function chooseSearchLanguage(languages: readonly string[], asked: string): string {
  const known = languages.filter((language) => language !== '');
  const counts = [...Map.groupBy(known, (language) => language)].map(([language, all]) => ({
    language,
    count: all.length,
  }));
  const [top] = counts.toSorted(
    (one, other) =>
      other.count - one.count ||
      Number(other.language === asked) - Number(one.language === asked) ||
      compareText(one.language, other.language),
  );
  return top?.language ?? asked;
}

/** The language of one search; that of the request where its words do not tell. */
export function readSearchLanguage(keyword: string, asked: string): string {
  return guessLanguage(keyword, asked).value || asked;
}
