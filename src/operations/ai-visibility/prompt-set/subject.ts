import { foldText } from '../../../web/words.ts';
import { cleanText } from '../../../text/normalize.ts';
import { isAgents, isThing, needsNoArticle, plural, pluralPhrase, singular } from './english-nouns.ts';
import type { WrittenIn } from './frame.ts';
import { headOf, PREPOSITIONS } from './head-noun.ts';
import { ASPECTS, GROUPS, MASS, QUESTION_STARTS, type Trade, tradeOf, VERBS } from './words.ts';

export type TopicKind = 'theme' | 'place' | 'aspect' | 'group' | 'thing' | 'action' | 'question';

/** A topic as it can be put into a sentence. */
export interface Topic {
  /** As the caller wrote it, but for what cannot be seen. */
  readonly given: string;
  readonly kind: TopicKind;
  /** What is looked for when this is the topic: the category, or the topic itself where it is a product. */
  readonly subject: string;
  /** What it is for, with what joins it to the subject; '' where the subject says it. */
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
function typed(text: string, language: WrittenIn): string {
  const clean = cleanText(text, 400)
    .replaceAll(/["“”„«»<>{}[\]|\\`]/g, ' ')
    .replace(/^[\p{P}\s]+(?=[\p{L}\p{N}])/u, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const short = clean.split(' ').slice(0, WORDS_MAX).join(' ');
  const bounded = language === 'ja' ? short.slice(0, UNSPACED_CHARACTERS_MAX * 2) : short.slice(0, 120);
  const bare = bounded.toWellFormed().replace(/[.,;:!?…。、？！·•\-–—\s]{1,20}$/u, '');
  return language === 'de' || language === 'ja' ? bare : withoutHeadlineCapitals(bare);
}

/** `Running Shoes` → `running shoes`; `Shopify apps` and `CRM software` keep their names. */
function withoutHeadlineCapitals(text: string): string {
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
export function categoryPhrase(text: string, language: WrittenIn): string {
  const phrase = typed(text, language);
  return language === 'en' ? pluralPhrase(phrase) : phrase;
}

/** A kind of user as it stands behind a preposition. French asks for an article: `à des étudiants`. */
export function userPhrase(text: string, language: WrittenIn): string {
  const phrase = typed(text, language);
  return language === 'fr' ? withArticle(phrase) : phrase;
}

function withArticle(phrase: string, article = 'des'): string {
  const [first = ''] = foldText(phrase).split(' ');
  const isBarePlural = /[sx]$/.test(first) && !/^(?:les|des|mes|nos|vos|ses|ces|leurs|plusieurs)$/.test(first);
  return isBarePlural ? `${article} ${phrase}` : phrase;
}

export function readTopic(given: string, category: string, language: WrittenIn): Topic {
  const asked = /[?？]\s*$/u.test(given);
  let phrase = typed(given, language);
  const shown = cleanText(given, 200);
  const words = foldText(phrase).split(' ');
  const [first = ''] = words;
  const base = { given: shown, subject: category, names_users: false, inline: true };
  const action = actionIn(phrase, words, language);
  if (action !== undefined)
    return { ...base, kind: 'action', phrase: action, purpose: purposeOf('action', action, language, category) };
  if (asked || (words.length > 2 && QUESTION_STARTS[language].has(first))) {
    return { ...base, kind: 'question', phrase: question(phrase, language), purpose: '' };
  }
  if (isProduct(phrase, category, language)) {
    const thing = language === 'en' ? plural(phrase) : phrase;
    return {
      given: shown,
      kind: 'thing',
      subject: thing,
      phrase: thing,
      purpose: '',
      inline: true,
      names_users: words.some((word) => PREPOSITIONS.has(word)),
    };
  }
  if (foldText(category).includes(foldText(phrase)))
    return { ...base, kind: 'theme', phrase, purpose: '', inline: isInline('theme', phrase, language) };
  const kind = kindOfNoun(words, phrase, language);
  if (language === 'fr' && kind === 'group') phrase = withArticle(phrase, 'les');
  return {
    ...base,
    kind,
    phrase,
    purpose: purposeOf(kind, phrase, language, category),
    names_users: kind === 'group',
    inline: isInline(kind, phrase, language),
  };
}

function kindOfNoun(words: readonly string[], phrase: string, language: WrittenIn): TopicKind {
  const head = headOf(words);
  if (PLACES[language]?.test(phrase) === true) return 'place';
  if (language === 'en' && isAgents(head)) return 'group';
  if (isGroup(head, phrase, language)) return 'group';
  const aspects = ASPECTS[language];
  const isAspect = language === 'ja' ? aspects.has(phrase) : words.length <= 2 && aspects.has(head);
  return isAspect ? 'aspect' : 'theme';
}

/** German and Japanese put what sort of people they are before the people: `Angstpatienten`. */
function isGroup(head: string, phrase: string, language: WrittenIn): boolean {
  if (GROUPS[language].has(head)) return true;
  if (language === 'ja') return [...GROUPS.ja].some((group) => phrase.endsWith(group));
  return language === 'de' && [...GROUPS.de].some((group) => group.length >= 6 && head.endsWith(group));
}

/** A phrase that says where: `Brompton hire in Bristol`. In German every noun has a capital, so that none can tell. */
const PLACES: Partial<Readonly<Record<WrittenIn, RegExp>>> = {
  en: / (?:in|near|around) (?:\p{Lu}|me\b|my )/u,
  es: / (?:en|cerca de) (?:\p{Lu}|mí\b|mi )/u,
  fr: / (?:à|en|près de) \p{Lu}| près de chez /u,
};

function isInline(kind: TopicKind, phrase: string, language: WrittenIn): boolean {
  if (language === 'ja') return true;
  if (kind === 'place') return false;
  return kind !== 'theme' || (language === 'en' && needsNoArticle(headOf(foldText(phrase).split(' '))));
}

type Joined = 'theme' | 'place' | 'aspect' | 'group' | 'action';

const JOINTS: Readonly<Record<WrittenIn, Readonly<Record<Joined, string>>>> = {
  en: { theme: ' for ', place: ' for ', aspect: ' in terms of ', group: ' for ', action: ' for ' },
  de: { theme: ' für ', place: ' für ', aspect: ' mit Blick auf ', group: ' für ', action: ', Stichwort ' },
  es: { theme: ' para ', place: ' para ', aspect: ' en cuanto a ', group: ' para ', action: ' para ' },
  fr: { theme: ' pour ', place: ' pour ', aspect: ' côté ', group: ' pour ', action: ' pour ' },
  ja: { theme: '', place: '', aspect: '', group: '', action: '' },
};

/** What shops and programs have (`tiendas con alquiler`) goods are for; German asks for a case after "mit", but not behind a noun. */
const OFFERED: Partial<Readonly<Record<WrittenIn, Partial<Readonly<Record<Trade, string>>>>>> = {
  de: { local: ' mit Schwerpunkt ' },
  es: { local: ' con ', software: ' con ' },
  fr: { local: ' avec ', software: ' avec ' },
};

function purposeOf(kind: TopicKind, phrase: string, language: WrittenIn, category: string): string {
  if (kind === 'thing' || kind === 'question') return '';
  if (language === 'ja') return kind === 'aspect' ? `${phrase}で選ぶ` : `${phrase}向けの`;
  const joint = jointOf(kind, phrase, language, category);
  return joint + (kind === 'action' && language === 'en' ? gerund(phrase) : phrase);
}

function jointOf(kind: Joined, phrase: string, language: WrittenIn, category: string): string {
  const offered = kind === 'theme' || kind === 'place' ? OFFERED[language]?.[tradeOf(category)] : undefined;
  if (offered !== undefined) return offered;
  // One "für" in a row is enough, and none stands before a verb.
  const isHeading = language === 'de' && (isGermanVerbPhrase(phrase) || phrase.includes(' für '));
  return JOINTS[language][isHeading ? 'action' : kind];
}

/** `Rechnungen automatisch verbuchen`: a noun is written with a capital, so that what ends in a small -en is done. */
function isGermanVerbPhrase(phrase: string): boolean {
  return /^\p{Lu}[^ ]* .*(?<= )\p{Ll}+e?[lr]?n$/u.test(phrase);
}

/** `how to reduce churn` → `reduce churn`; undefined where the topic is nothing to do. */
function actionIn(phrase: string, words: readonly string[], language: WrittenIn): string | undefined {
  const [first = '', second = ''] = words;
  const verbs = VERBS[language];
  if (language === 'en' && second === 'to' && words.length > 3 && ['how', 'ways'].includes(first)) {
    return withoutFirst(phrase, 2);
  }
  if ((first === 'cómo' || first === 'comment') && verbs.has(second)) return withoutFirst(phrase, 1);
  return words.length > 1 && verbs.has(first) ? phrase : undefined;
}

function withoutFirst(phrase: string, words: number): string {
  return phrase.split(' ').slice(words).join(' ');
}

/** `cut costs` → `cutting costs`. */
function gerund(phrase: string): string {
  const [verb = '', ...rest] = phrase.split(' ');
  let stem = verb;
  if (/[^eoy]e$/.test(verb)) stem = verb.slice(0, -1);
  else if (/^(?:[^aeiou]*)[aeiou][bdglmnprt]$/.test(verb)) stem = verb + (verb.at(-1) ?? '');
  return [stem + 'ing', ...rest].join(' ');
}

const QUESTION_MARKS: Readonly<Record<WrittenIn, readonly [string, string]>> = {
  en: ['', '?'],
  de: ['', '?'],
  es: ['¿', '?'],
  fr: ['', ' ?'],
  ja: ['', '?'],
};

function question(phrase: string, language: WrittenIn): string {
  const [before, behind] = QUESTION_MARKS[language];
  const plain = phrase.replace(/^¿/, '');
  return before + plain.charAt(0).toUpperCase() + plain.slice(1) + behind;
}

/** The topic is a product of its own: it ends in what the category ends in, or in a thing that can be bought. */
function isProduct(phrase: string, category: string, language: WrittenIn): boolean {
  const [own, whole] = [foldText(phrase), foldText(category)];
  if (own === whole) return true;
  if (language === 'ja' || language === 'de') return own.length > whole.length && own.endsWith(lastWord(whole));
  const ownHead = singular(headOf(own.split(' ')));
  if (ownHead === singular(headOf(whole.split(' ')))) return true;
  if (language === 'es' || language === 'fr') return own.split(' ')[0] === whole.split(' ')[0];
  return isThing(headOf(own.split(' ')));
}

/** German compounds and Japanese phrases end in what they are; a short ending proves nothing. */
function lastWord(folded: string): string {
  const last = folded.split(/[\s-]/).at(-1) ?? folded;
  return last.length >= 2 ? last : folded;
}
