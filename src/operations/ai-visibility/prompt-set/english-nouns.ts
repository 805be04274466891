import { foldText } from '../../../web/words.ts';
import { headOf } from './head-noun.ts';
import { MASS, NO_AGENTS, THINGS } from './words.ts';

/**
 * The number of English nouns, as far as their form tells: which may stand in a sentence without an article, and what
 * the plural of the others is.
 */
const PLURALS = new Set('people children men women feet teeth mice geese lives wives'.split(' '));
const IRREGULAR = new Map([
  ['man', 'men'],
  ['woman', 'women'],
  ['child', 'children'],
  ['person', 'people'],
  ['foot', 'feet'],
  ['tooth', 'teeth'],
  ['knife', 'knives'],
  ['shelf', 'shelves'],
]);
/** Nouns with such endings are uncounted but for the few that are listed: training, footwear, leadership, analytics. */
const SURELY_MASS = /(?:ing|ware|wear|ness|ism|ics|care|phy)$/;
/** These are one or the other: automation and application, insurance and appliance, management and appointment. */
const MAYBE_MASS = /(?:ment|ance|ence|ity|ship|tion|sion|age|logy|tech|work)$/;
const COUNTED = new Set(
  (
    'building thing ring king wedding meeting painting earring awning ceiling witness mechanism organism pony trophy ' +
    'apartment department appointment document payment investment treatment instrument appliance ambulance conference audience ' +
    'city university facility charity community membership partnership dealership scholarship internship application ' +
    'subscription station location solution institution association organization organisation garage package page image ' +
    'message mortgage cottage network framework workshop mansion pension'
  ).split(' '),
);

/** Whether a noun stands well without an article in the singular; only where that is sure. */
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

/** Whether a noun stands well without an article; unknown ones do not. */
export function needsNoArticle(head: string): boolean {
  return isMass(head) || isPlural(head);
}

/** `commuters`, `cyclists`: people by what they do. Things that end alike are listed. */
export function isAgents(head: string): boolean {
  return (
    head.length >= AGENT_CHARACTERS_MIN && /(?:ers|ors|ists|ians)$/.test(head) && !NO_AGENTS.has(head) && !isThing(head)
  );
}

const AGENT_CHARACTERS_MIN = 6;

export function singular(word: string): string {
  if (/(?:ss|us|is)$/.test(word) || word.length < 4) return word;
  if (word.endsWith('ies')) return word.slice(0, -3) + 'y';
  return /(?:ches|shes|xes|sses)$/.test(word) ? word.slice(0, -2) : word.replace(/s$/, '');
}

export function isThing(word: string): boolean {
  const folded = foldText(word);
  return THINGS.has(folded) || THINGS.has(singular(folded));
}

/** English phrases whose noun is known to have a plural; what is not known stays as it is. */
export function plural(phrase: string): string {
  const head = headOf(phrase.split(' ').map(foldText));
  return THINGS.has(head) && singular(head) === head ? withPlural(phrase, head) : phrase;
}

/** A category in the plural, unless it has one already or its noun has none. Names and what is no word stay. */
export function pluralPhrase(phrase: string): string {
  const head = headOf(phrase.split(' ').map(foldText));
  if (THINGS.has(head)) return plural(phrase);
  return /^[a-z][a-z-]{2,}$/.test(head) && !isPlural(head) && !mayLackPlural(head) ? withPlural(phrase, head) : phrase;
}

function withPlural(phrase: string, head: string): string {
  if (MASS.has(head)) return phrase;
  const words = phrase.split(' ');
  // The head stands last before a preposition, and may stand earlier as a part of a name.
  const at = words.findLastIndex((word) => foldText(word) === head);
  const word = words[at] ?? '';
  if (/^\p{Lu}\p{Ll}/u.test(word)) return phrase;
  return [...words.slice(0, at), pluralOf(word), ...words.slice(at + 1)].join(' ');
}

function pluralOf(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (/^\p{Lu}{2,}$/u.test(word)) return word + 's';
  if (/[^aeiou]y$/i.test(word)) return word.slice(0, -1) + 'ies';
  return /(?:ch|sh|x|s|z)$/i.test(word) ? word + 'es' : word + 's';
}
