import { isVerbIn } from '../../../text/infinitives.ts';
import { foldSpelling } from '../../../text/normalize.ts';
import { foldText } from '../../../web/words.ts';
import { isThing, needsNoArticle, singularize } from './english-nouns.ts';
import type { WrittenIn } from './frames.ts';
import { addDefinite, addIndefinite } from './nouns.ts';
import {
  ARTICLES,
  findHeadNoun,
  PARTICLES,
  PREPOSITIONS,
  SMALL_WORDS,
  VERBS,
  VERBS_OF_MASS,
  VERBS_OF_NEW,
  VERBS_OF_WORK,
} from './words.ts';

/**
 * Something to do, as it stands in a sentence: `how to reduce churn` is "reduce churn", `descale kettle` is
 * "descale my kettle", `Wärmepumpe einbauen` is "eine Wärmepumpe einbauen".
 *
 * @returns undefined where the words name nothing to do, or where nobody can tell the article that its object needs
 */
export function findAction(phrase: string, words: readonly string[], language: WrittenIn): string | undefined {
  if (language === 'de') return findGermanAction(phrase);
  if (language === 'ja' || words.length < 2) return undefined;
  const [first = '', second = ''] = words;
  if (isReflexive(first, language)) return phrase.replace(/se(?= )/u, 'me');
  const skipped = countCueWords(first, second, words.length, language);
  const verb = words[skipped] ?? '';
  const isAction = skipped === 2 || isActionVerb(verb, language) || isBeforeArticle(verb, second, language);
  return isAction ? addObjectArticle(dropWords(phrase, skipped), language) : undefined;
}

/** Whether people also pay others to do it for them. */
export function isWork(phrase: string, language: WrittenIn): boolean {
  const words = foldText(phrase).split(' ');
  return VERBS_OF_WORK[language].has((language === 'de' ? words.at(-1) : words[0]) ?? '');
}

/** `how to` and `cómo` say that something to do follows. */
function countCueWords(first: string, second: string, words: number, language: WrittenIn): 0 | 1 | 2 {
  if (isHowTo(first, second) && words > 2) return 2;
  return ['cómo', 'comment'].includes(first) && isActionVerb(second, language) ? 1 : 0;
}

/** Whether a folded word tells somebody what to do, or is the infinitive of it. */
export function isActionVerb(word: string, language: WrittenIn): boolean {
  return VERBS[language].has(word) || isVerbIn(language, foldSpelling(word));
}

/** "charge an electric bike", "recharger la batterie": what stands before an article can only be a verb. */
function isBeforeArticle(first: string, second: string, language: WrittenIn): boolean {
  return ARTICLES[language].has(second) && (language === 'en' || /(?:[aei]r|re)$/.test(first));
}

/** "darse de alta", which I do as "darme de alta". */
function isReflexive(verb: string, language: WrittenIn): boolean {
  return language === 'es' && /[aei]rse$/.test(verb);
}

export function isHowTo(first: string, second: string): boolean {
  return ['how', 'ways'].includes(first) && second === 'to';
}

function dropWords(phrase: string, words: number): string {
  return phrase.split(' ').slice(words).join(' ');
}

/** People leave out the article when they type a search; a sentence needs it. */
function addObjectArticle(phrase: string, language: WrittenIn): string {
  const [verb = '', ...rest] = phrase.split(' ');
  const [next = ''] = rest.map(foldText);
  const isComplete = ARTICLES[language].has(next) || PARTICLES.has(next) || PREPOSITIONS.has(next);
  if (next === '' || isComplete || /^\p{Lu}/u.test(rest[0] ?? '')) return phrase;
  const object = rest.join(' ');
  return `${verb} ${language === 'en' ? addEnglishArticle(foldText(verb), object) : addRomanceArticle(foldText(verb), object, language)}`;
}

function addEnglishArticle(verb: string, object: string): string {
  const head = findHeadNoun(object.split(' ').map(foldText));
  const isOne = isThing(head) && singularize(head) === head;
  if (needsNoArticle(head) || (VERBS_OF_MASS.en.has(verb) && !isOne)) return object;
  if (!VERBS_OF_NEW.en.has(verb)) return `my ${object}`;
  return `${/^[aeiou]/iu.test(object) ? 'an' : 'a'} ${object}`;
}

function addRomanceArticle(verb: string, object: string, language: WrittenIn): string {
  if (VERBS_OF_MASS[language].has(verb)) return object;
  return addIndefinite(object, language) ?? object;
}

/** `Rechnungen automatisch verbuchen`: nouns have a capital, so a lower-case word in -en is a verb. */
function findGermanAction(typed: string): string | undefined {
  const phrase = capitalizeObject(typed);
  if (!/^\p{Lu}[^ ]* (?:.* )?\p{Ll}+e?[lr]?n$/u.test(phrase)) return undefined;
  const [noun = '', ...rest] = phrase.split(' ');
  const verb = rest.at(-1) ?? '';
  // A second noun makes the first one part of a name or of a list.
  if (rest.some((word) => /^\p{Lu}/u.test(word)) && !SMALL_WORDS.has(rest[0] ?? '')) return phrase;
  if (VERBS_OF_MASS.de.has(verb)) return phrase;
  const named = VERBS_OF_NEW.de.has(verb) ? addIndefinite(noun, 'de') : addDefinite(noun, 'de');
  return named === undefined ? undefined : [named, ...rest].join(' ');
}

/** `kassenbuch führen`, typed in lower case: the word before the verb is its object. */
function capitalizeObject(phrase: string): string {
  const words = phrase.split(' ');
  const [noun = '', verb = ''] = words;
  if (words.length !== 2 || /\p{Lu}/u.test(phrase) || !isVerbIn('de', foldSpelling(verb))) return phrase;
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${verb}`;
}

/** `cut costs` → `cutting costs`. */
export function formGerund(phrase: string): string {
  const [verb = '', ...rest] = phrase.split(' ');
  let stem = verb;
  if (/[^eoy]e$/.test(verb)) stem = verb.slice(0, -1);
  else if (/^(?:[^aeiou]*)[aeiou][bdglmnprt]$/.test(verb)) stem = verb + (verb.at(-1) ?? '');
  return [stem + 'ing', ...rest].join(' ');
}
