import type { Page } from '../web/page/page.ts';
import { languageOfTag } from '../web/words.ts';
import { guessLanguage } from './language.ts';
import { cleanText } from './normalize.ts';

export interface PageLanguage {
  /** ISO 639-1; '' when it cannot be told. */
  readonly code: string;
  /** What the page itself says; '' without that. */
  readonly declared: string;
}

/** Characters of a page that are enough to guess its language by. */
export const LANGUAGE_SAMPLE_CHARACTERS = 3000;
/** A guess this sure outweighs a claim that a template may repeat on every page. */
const SURE = 0.75;
const WORDS_MIN = 30;

/** The language the page is written in: the one it declares, unless its words plainly say otherwise. */
export function detectPageLanguage(page: Page): PageLanguage {
  const declared = readDeclaredLanguage(page);
  const sample = cleanText(page.text, LANGUAGE_SAMPLE_CHARACTERS);
  const guess = guessLanguage(sample === '' ? (page.head.titles[0]?.text ?? '') : sample, declared);
  const overruled = guess.confidence >= SURE && page.word_count >= WORDS_MIN;
  if (declared === '' || overruled) return { code: guess.value === '' ? declared : guess.value, declared };
  return { code: declared, declared };
}

/** The language of a sample of the page's text; the declared one where the sample does not tell. */
export function detectSampleLanguage(page: Page, sample: string): string {
  const declared = readDeclaredLanguage(page);
  return guessLanguage(sample, declared).value || declared;
}

function readDeclaredLanguage(page: Page): string {
  const claims = [page.language?.value, page.front_matter?.get('lang'), page.front_matter?.get('language')];
  return claims.map((claim) => languageOfTag(claim ?? '')).find((code) => code !== '') ?? '';
}
