import { once } from '../kernel/once.ts';
import { languageOfTag } from '../web/words.ts';
import { loadEld } from './language-tables.ts';

/** Language detection gains nothing from more text than this. */
const DETECTION_CHARACTERS_MAX = 3000;
const DETECTION_CHARACTERS_MIN = 12;

/** Tells the language of a text as ISO 639-1, or '' when it cannot be told. `hint` is what the page claims (`html lang`). */
export type LanguageDetector = (text: string, hint: string) => string;

/** On first use, since the n-gram tables take a tenth of a second and some megabytes. */
const loadTables = once(loadEld);

/** Another language is likelier than the first one of some only by more than a few borrowed words make. */
const CLEARLY = 0.87;

/** Which of some languages a few words are in, by their letters alone: the first one, unless another is clearly likelier. */
export async function findLikeliestLanguage(text: string, languages: readonly string[]): Promise<string> {
  const scores = (await loadTables()).detect(text.slice(0, DETECTION_CHARACTERS_MAX)).getScores();
  const [first = '', ...others] = languages;
  const best = others.reduce((one, other) => ((scores[other] ?? 0) > (scores[one] ?? 0) ? other : one), first);
  return (scores[first] ?? 0) < CLEARLY * (scores[best] ?? 0) ? best : first;
}

export const languageDetector = once(async (): Promise<LanguageDetector> => {
  const eld = await loadTables();
  return (text, hint) => {
    const claimed = languageOfTag(hint);
    const sample = text.slice(0, DETECTION_CHARACTERS_MAX);
    if (sample.length < DETECTION_CHARACTERS_MIN) return claimed;
    const found = eld.detect(sample);
    // A page's own claim settles near relations (nb and da, cs and sk), not a template's forgotten `lang="en"`.
    const scores = found.getScores();
    const best = scores[found.language] ?? 0;
    if (claimed !== '' && (scores[claimed] ?? 0) >= best * 0.93) return claimed;
    return found.isReliable() ? found.language : claimed;
  };
});
