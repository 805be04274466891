import { languageOfTag } from '../web/words.ts';
import { loadEld } from './language-tables.ts';

/** Language detection gains nothing from more text than this. */
const DETECTION_CHARACTERS_MAX = 3000;
const DETECTION_CHARACTERS_MIN = 12;

/** Tells the language of a text as ISO 639-1, or '' when it cannot be told. `hint` is what the page claims (`html lang`). */
export type LanguageDetector = (text: string, hint: string) => string;

let detector: Promise<LanguageDetector> | undefined;

/** Loads the n-gram tables on first use, since they take a tenth of a second and some megabytes. */
export function languageDetector(): Promise<LanguageDetector> {
  detector ??= loadDetector();
  return detector;
}

async function loadDetector(): Promise<LanguageDetector> {
  const eld = await loadEld();
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
}
