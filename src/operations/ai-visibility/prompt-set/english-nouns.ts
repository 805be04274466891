import { pluralNoun } from '../../../kernel/grammar.ts';
import { foldText } from '../../../web/words.ts';
import { COUNTED, findHeadNoun, IRREGULAR_PLURALS, MASS, NOT_PEOPLE, PLURALS, THINGS } from './words.ts';

/**
 * The number of English nouns, as far as their form tells: which may stand in a sentence without an article, and what
 * the plural of the others is.
 */

/** Nouns with such endings are uncounted, except the few that are listed: training, footwear, leadership, analytics. */
const SURELY_MASS = /(?:ing|ware|wear|ness|ism|ics|care|phy)$/;
/** These are one or the other: automation and application, insurance and appliance, management and appointment. */
const MAYBE_MASS = /(?:ment|ance|ence|ity|ship|tion|sion|age|logy|tech|work)$/;

/** Whether a noun reads well without an article in the singular; only where that is sure. */
function isMass(head: string): boolean {
  return MASS.has(head) || (head.length > 4 && SURELY_MASS.test(head) && !COUNTED.has(head));
}

/** Whether a noun may have no plural, so that it is better left as it is. */
function mayLackPlural(head: string): boolean {
  return isMass(head) || (head.length > 4 && MAYBE_MASS.test(head) && !COUNTED.has(head));
}

function isPlural(head: string): boolean {
  return PLURALS.has(head) || (head.length > 3 && head.endsWith('s') && !/(?:ss|us|is|ous)$/.test(head));
}

/** Whether a noun reads well without an article; unknown ones do not. */
export function needsNoArticle(head: string): boolean {
  return isMass(head) || isPlural(head);
}

/** `commuters`, `cyclists`: people by what they do. Things that end alike are listed as such. */
export function namesPeople(head: string): boolean {
  return (
    head.length >= PEOPLE_CHARACTERS_MIN &&
    /(?:ers|ors|ists|ians)$/.test(head) &&
    !NOT_PEOPLE.has(head) &&
    !isThing(head)
  );
}

const PEOPLE_CHARACTERS_MIN = 6;

export function singularize(word: string): string {
  if (/(?:ss|us|is)$/.test(word) || word.length < 4) return word;
  if (word.endsWith('ies')) return word.slice(0, -3) + 'y';
  return /(?:ches|shes|xes|sses)$/.test(word) ? word.slice(0, -2) : word.replace(/s$/, '');
}

export function isThing(word: string): boolean {
  const folded = foldText(word);
  return THINGS.has(folded) || THINGS.has(singularize(folded));
}

/** An English phrase in the plural where its noun is known to have one. */
export function pluralizeThing(phrase: string): string {
  const head = findHeadNoun(phrase.split(' ').map(foldText));
  return THINGS.has(head) && singularize(head) === head ? replaceWithPlural(phrase, head) : phrase;
}

/** A category in the plural, unless it is plural already or its noun has none. Names, and what is not a word, stay. */
export function pluralizeCategory(phrase: string): string {
  const head = findHeadNoun(phrase.split(' ').map(foldText));
  if (THINGS.has(head)) return pluralizeThing(phrase);
  return /^[a-z][a-z-]{2,}$/.test(head) && !isPlural(head) && !mayLackPlural(head)
    ? replaceWithPlural(phrase, head)
    : phrase;
}

function replaceWithPlural(phrase: string, head: string): string {
  if (MASS.has(head)) return phrase;
  const words = phrase.split(' ');
  // The head stands last before a preposition, and may stand earlier as a part of a name.
  const at = words.findLastIndex((word) => foldText(word) === head);
  const word = words[at] ?? '';
  if (/^\p{Lu}\p{Ll}/u.test(word)) return phrase;
  return [...words.slice(0, at), pluralizeWord(word), ...words.slice(at + 1)].join(' ');
}

function pluralizeWord(word: string): string {
  return IRREGULAR_PLURALS.get(word) ?? (/^\p{Lu}{2,}$/u.test(word) ? word + 's' : pluralNoun(word));
}
