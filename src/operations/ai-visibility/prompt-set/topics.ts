import { foldText } from '../../../web/words.ts';
import { cleanText } from '../../../text/normalize.ts';
import {
  isThing,
  namesPeople,
  needsNoArticle,
  pluralizeCategory,
  pluralizeThing,
  singularize,
} from './english-nouns.ts';
import type { WrittenIn } from './frames.ts';
import {
  ASPECTS,
  classifyTrade,
  findHeadNoun,
  findJoint,
  findTradeJoint,
  GROUPS,
  MASS,
  PREPOSITIONS,
  QUESTION_STARTS,
  VERBS,
} from './words.ts';

export type TopicKind = 'theme' | 'place' | 'aspect' | 'group' | 'thing' | 'action' | 'question';

/** A topic as it can be put into a sentence. */
export interface Topic {
  /** As the caller wrote it, without invisible characters. */
  readonly given: string;
  readonly kind: TopicKind;
  /** What people look for: the category, or the topic itself if it is a product. */
  readonly subject: string;
  /** What it is for, with what joins it to the subject; '' if the subject says it. */
  readonly purpose: string;
  /** Whether the purpose reads well within a sentence: not where it may need an article or a case. */
  readonly inline: boolean;
  /** The words for {T}, {H}, {X}, {G}, {W} or {Q}, by kind. */
  readonly phrase: string;
  /** Whether it says for whom: `nonprofits`, `shoes for children`. */
  readonly names_users: boolean;
}

const WORDS_MAX = 8;
const UNSPACED_CHARACTERS_MAX = 40;

/** A phrase of the caller as people type it: short, without the punctuation and capitals of a headline. */
function cleanPhrase(text: string, language: WrittenIn): string {
  const clean = cleanText(text, 400)
    .replaceAll(/["“”„«»<>{}[\]|\\`]/g, ' ')
    .replace(/^[\p{P}\s]+(?=[\p{L}\p{N}])/u, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const short = clean.split(' ').slice(0, WORDS_MAX).join(' ');
  const bounded = language === 'ja' ? short.slice(0, UNSPACED_CHARACTERS_MAX * 2) : short.slice(0, 120);
  const bare = bounded.toWellFormed().replace(/[.,;:!?…。、？！·•\-–—\s]{1,20}$/u, '');
  return language === 'de' || language === 'ja' ? bare : lowerHeadline(bare);
}

/** `Running Shoes` → `running shoes`; `Shopify apps` and `CRM software` keep their names. */
function lowerHeadline(text: string): string {
  const words = text.split(' ');
  const plainNouns = words
    .map((word) => (/^\p{Lu}\p{Ll}+$/u.test(word) && isCommon(word) ? word.toLowerCase() : word))
    .join(' ');
  const isHeadline = words.every(
    (word) => /^\p{Lu}\p{Ll}+$/u.test(word) || /^(?:and|or|for|of|the|de|y|para|en)$/.test(word),
  );
  return isHeadline && words.length > 1 ? text.toLowerCase() : plainNouns;
}

function isCommon(word: string): boolean {
  return MASS.has(foldText(word)) || isThing(word);
}

/** The category as prompts name it: in the plural where it has one, since people ask about several. */
export function formatCategory(text: string, language: WrittenIn): string {
  const phrase = cleanPhrase(text, language);
  return language === 'en' ? pluralizeCategory(phrase) : phrase;
}

/** A kind of user as it stands after a preposition. French needs an article: `à des étudiants`. */
export function formatUser(text: string, language: WrittenIn): string {
  const phrase = cleanPhrase(text, language);
  return language === 'fr' ? addArticle(phrase) : phrase;
}

function addArticle(phrase: string, article = 'des'): string {
  const [first = ''] = foldText(phrase).split(' ');
  const isBarePlural = /[sx]$/.test(first) && !/^(?:les|des|mes|nos|vos|ses|ces|leurs|plusieurs)$/.test(first);
  return isBarePlural ? `${article} ${phrase}` : phrase;
}

/** Reads what kind of phrase a topic is and how it fits into a sentence. */
export function readTopic(given: string, category: string, language: WrittenIn): Topic {
  const typed = cleanPhrase(given, language);
  const words = foldText(typed).split(' ');
  const action = findAction(typed, words, language);
  const kind = action === undefined ? classifyTopic({ given, phrase: typed, words, category, language }) : 'action';
  const phrase = action ?? formatTopic(kind, typed, language);
  const isSaid = kind === 'theme' && foldText(category).includes(foldText(typed));
  return {
    given: cleanText(given, 200),
    kind,
    subject: kind === 'thing' ? phrase : category,
    phrase,
    purpose: isSaid ? '' : formatPurpose(kind, phrase, language, category),
    inline: isInline(kind, phrase, language),
    names_users: kind === 'group' || (kind === 'thing' && words.some((word) => PREPOSITIONS.has(word))),
  };
}

function formatTopic(kind: TopicKind, phrase: string, language: WrittenIn): string {
  if (kind === 'question') return formatQuestion(phrase, language);
  if (kind === 'thing' && language === 'en') return pluralizeThing(phrase);
  return kind === 'group' && language === 'fr' ? addArticle(phrase, 'les') : phrase;
}

interface Typed {
  readonly given: string;
  readonly phrase: string;
  readonly words: readonly string[];
  readonly category: string;
  readonly language: WrittenIn;
}

function classifyTopic({ given, phrase, words, category, language }: Typed): TopicKind {
  const [first = ''] = words;
  if (/[?？]\s*$/u.test(given) || (words.length > 2 && QUESTION_STARTS[language].has(first))) return 'question';
  if (isProduct(phrase, category, language)) return 'thing';
  return foldText(category).includes(foldText(phrase)) ? 'theme' : classifyNoun(words, phrase, language);
}

function classifyNoun(words: readonly string[], phrase: string, language: WrittenIn): TopicKind {
  const head = findHeadNoun(words);
  if (PLACES[language]?.test(phrase) === true) return 'place';
  if (language === 'en' && namesPeople(head)) return 'group';
  if (isGroup(head, phrase, language)) return 'group';
  const aspects = ASPECTS[language];
  const isAspect = language === 'ja' ? aspects.has(phrase) : words.length <= 2 && aspects.has(head);
  return isAspect ? 'aspect' : 'theme';
}

/** German and Japanese put the kind of people before the people: `Angstpatienten`. */
function isGroup(head: string, phrase: string, language: WrittenIn): boolean {
  if (GROUPS[language].has(head)) return true;
  if (language === 'ja') return [...GROUPS.ja].some((group) => phrase.endsWith(group));
  return language === 'de' && [...GROUPS.de].some((group) => group.length >= 6 && head.endsWith(group));
}

/** A phrase that says where: `Brompton hire in Bristol`. In German every noun has a capital, so none can tell. */
const PLACES: Partial<Readonly<Record<WrittenIn, RegExp>>> = {
  en: / (?:in|near|around) (?:\p{Lu}|me\b|my )/u,
  es: / (?:en|cerca de) (?:\p{Lu}|mí\b|mi )/u,
  fr: / (?:à|en|près de) \p{Lu}| près de chez /u,
};

function isInline(kind: TopicKind, phrase: string, language: WrittenIn): boolean {
  if (language === 'ja') return true;
  if (kind === 'place') return false;
  return kind !== 'theme' || (language === 'en' && needsNoArticle(findHeadNoun(foldText(phrase).split(' '))));
}

/** What the subject is for, with what joins it. */
function formatPurpose(kind: TopicKind, phrase: string, language: WrittenIn, category: string): string {
  if (kind === 'thing' || kind === 'question') return '';
  if (language === 'ja') return kind === 'aspect' ? `${phrase}で選ぶ` : `${phrase}向けの`;
  const spoken = kind === 'action' && language === 'en' ? formGerund(phrase) : phrase;
  return chooseJoint(kind, phrase, language, category) + spoken;
}

function chooseJoint(kind: TopicKind, phrase: string, language: WrittenIn, category: string): string {
  const offered = kind === 'theme' || kind === 'place' ? findTradeJoint(classifyTrade(category), language) : undefined;
  // One "für" in a row is enough, and none stands before a verb.
  const isHeading = language === 'de' && (isGermanVerbPhrase(phrase) || phrase.includes(' für '));
  return offered ?? findJoint(isHeading ? 'action' : kind, language);
}

/** `Rechnungen automatisch verbuchen`: nouns have a capital, so a lower-case word in -en is a verb. */
function isGermanVerbPhrase(phrase: string): boolean {
  return /^\p{Lu}[^ ]* .*(?<= )\p{Ll}+e?[lr]?n$/u.test(phrase);
}

/** `how to reduce churn` → `reduce churn`; undefined if the topic is not something to do. */
function findAction(phrase: string, words: readonly string[], language: WrittenIn): string | undefined {
  const [first = '', second = ''] = words;
  const verbs = VERBS[language];
  if (language === 'en' && second === 'to' && words.length > 3 && ['how', 'ways'].includes(first)) {
    return dropWords(phrase, 2);
  }
  if ((first === 'cómo' || first === 'comment') && verbs.has(second)) return dropWords(phrase, 1);
  return words.length > 1 && verbs.has(first) ? phrase : undefined;
}

function dropWords(phrase: string, words: number): string {
  return phrase.split(' ').slice(words).join(' ');
}

/** `cut costs` → `cutting costs`. */
function formGerund(phrase: string): string {
  const [verb = '', ...rest] = phrase.split(' ');
  let stem = verb;
  if (/[^eoy]e$/.test(verb)) stem = verb.slice(0, -1);
  else if (/^(?:[^aeiou]*)[aeiou][bdglmnprt]$/.test(verb)) stem = verb + (verb.at(-1) ?? '');
  return [stem + 'ing', ...rest].join(' ');
}

function formatQuestion(phrase: string, language: WrittenIn): string {
  const plain = phrase.replace(/^¿/, '');
  const capitalized = plain.charAt(0).toUpperCase() + plain.slice(1);
  if (language === 'es') return `¿${capitalized}?`;
  return capitalized + (language === 'fr' ? ' ?' : '?');
}

/** Whether the topic is a product of its own: it ends like the category, or in a thing that people can buy. */
function isProduct(phrase: string, category: string, language: WrittenIn): boolean {
  const [own, whole] = [foldText(phrase), foldText(category)];
  if (own === whole) return true;
  if (language === 'ja' || language === 'de') return own.length > whole.length && own.endsWith(lastWord(whole));
  const ownHead = singularize(findHeadNoun(own.split(' ')));
  if (ownHead === singularize(findHeadNoun(whole.split(' ')))) return true;
  if (language === 'es' || language === 'fr') return own.split(' ')[0] === whole.split(' ')[0];
  return isThing(findHeadNoun(own.split(' ')));
}

/** German compounds and Japanese phrases end in what they are; a short ending proves nothing. */
function lastWord(folded: string): string {
  const last = folded.split(/[\s-]/).at(-1) ?? folded;
  return last.length >= 2 ? last : folded;
}
