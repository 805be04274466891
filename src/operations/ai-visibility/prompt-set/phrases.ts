import { cleanText } from '../../../text/normalize.ts';
import { foldText } from '../../../web/words.ts';
import { isThing, needsNoArticle, pluralizeCategory } from './english-nouns.ts';
import type { WrittenIn } from './frames.ts';
import { ACRONYMS, findCompany, findHeadNoun, MASS, WORK } from './words.ts';

const CHARACTERS_MAX = 160;

/** A phrase of the caller as people type it, without the punctuation and capitals of a headline. */
export function cleanPhrase(text: string, language: WrittenIn): string {
  const clean = cleanText(text, 400)
    .replaceAll(/["“”„«»<>{}[\]|\\`]/g, ' ')
    .replace(/^[\p{P}\s]+(?=[\p{L}\p{N}])/u, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const bare = clean
    .slice(0, CHARACTERS_MAX)
    .toWellFormed()
    .replace(/[.,;:!?…。、？！·•\-–—\s]{1,20}$/u, '');
  const spelt = bare
    .split(' ')
    .map((word) => (ACRONYMS.has(word) ? word.toUpperCase() : word))
    .join(' ');
  return language === 'de' || language === 'ja' ? spelt : lowerHeadline(spelt, language);
}

/** `Running Shoes` → `running shoes`; `Shopify apps`, `CRM software` and `Making Tax Digital` keep their names. */
function lowerHeadline(text: string, language: WrittenIn): string {
  const words = text.split(' ');
  const plainNouns = words
    .map((word) => (/^\p{Lu}\p{Ll}+$/u.test(word) && isCommon(word) ? word.toLowerCase() : word))
    .join(' ');
  const isHeadline = words.every(
    (word) => /^\p{Lu}\p{Ll}+$/u.test(word) || /^(?:and|or|for|of|the|de|y|para|en)$/.test(word),
  );
  const isName = language === 'en' && !isCommon(words.at(-1) ?? '') && !needsNoArticle(foldText(words.at(-1) ?? ''));
  return isHeadline && words.length > 1 && !isName ? text.toLowerCase() : plainNouns;
}

function isCommon(word: string): boolean {
  return MASS.has(foldText(word)) || isThing(word);
}

const CATEGORY_WORDS_MAX = 8;

/** The category as prompts name it: in the plural where it has one in English, since people ask about several. */
export function formatCategory(text: string, language: WrittenIn): string {
  const phrase = nameCompany(cleanPhrase(text, language).split(' ').slice(0, CATEGORY_WORDS_MAX), language);
  return language === 'en' ? pluralizeCategory(phrase) : phrase;
}

/** `campervan hire` → `campervan hire company`: people ask which company to choose, never which hire. */
function nameCompany(words: readonly string[], language: WrittenIn): string {
  const phrase = words.join(' ');
  const company = findCompany(language);
  const head = language === 'en' ? findHeadNoun(words) : (words[0] ?? '');
  if (company === undefined || !WORK[language].has(foldText(head))) return phrase;
  if (language === 'en')
    return words.at(-1) === head ? [...words.slice(0, -1), head.toLowerCase(), company].join(' ') : phrase;
  return language === 'fr' && VOWEL.test(phrase) ? `${company.slice(0, -1)}’${phrase}` : `${company} ${phrase}`;
}

const VOWEL = /^[aeiouyâàéèêîôûh]/iu;

/** A kind of user as it stands after a preposition. French needs an article: `à des étudiants`. */
export function formatUser(text: string, language: WrittenIn): string {
  const phrase = cleanPhrase(text, language).split(' ').slice(0, CATEGORY_WORDS_MAX).join(' ');
  return language === 'fr' ? addPlural(phrase, 'des') : phrase;
}

/** `étudiants` → `des étudiants`; what has an article, or is no plural, stays. */
export function addPlural(phrase: string, article: string): string {
  const [first = ''] = foldText(phrase).split(' ');
  const isBarePlural = /[sx]$/.test(first) && !/^(?:les|des|mes|nos|vos|ses|ces|leurs|plusieurs)$/.test(first);
  return isBarePlural ? `${article} ${phrase}` : phrase;
}

export function formatQuestion(phrase: string, language: WrittenIn): string {
  const plain = phrase.replace(/^¿/, '');
  const capitalized = plain.charAt(0).toUpperCase() + plain.slice(1);
  if (language === 'es') return `¿${capitalized}?`;
  return capitalized + (language === 'fr' ? ' ?' : '?');
}
