import { cleanText } from '../../../text/normalize.ts';
import { capitalizePlaces, findPlaces } from '../../../text/places.ts';
import { foldText } from '../../../web/words.ts';
import {
  isThing,
  namesPeople,
  needsNoArticle,
  pluralizeCategory,
  pluralizeThing,
  singularize,
} from './english-nouns.ts';
import { findAction, formGerund, isActionVerb, isHowTo, isWork } from './actions.ts';
import { findCostQuestion } from './costs.ts';
import type { WrittenIn } from './frames.ts';
import { addDefinite, addIndefinite, formSubject, guessForm } from './nouns.ts';
import { addPlural, cleanPhrase, formatQuestion } from './phrases.ts';
import {
  ASPECTS,
  BULK,
  classifyTrade,
  COUNTED,
  findHeadNoun,
  findJoint,
  GROUPS,
  isBelonging,
  MASS,
  PREPOSITIONS,
  QUESTION_STARTS,
  SECOND_NOUNS,
  SMALL_WORDS,
  type Trade,
  UNCOUNTED,
} from './words.ts';

type TopicKind = 'theme' | 'place' | 'aspect' | 'group' | 'thing' | 'action' | 'question' | 'brand' | 'unclear';

/** A topic as it can be put into a sentence. */
export interface Topic {
  /** As the caller wrote it, without invisible characters. */
  readonly given: string;
  readonly kind: TopicKind;
  /** Its words for the slots that it fits. */
  readonly slots: ReadonlyMap<string, string>;
  /** What it is for, with what joins it: ` for nonprofits`; '' where no sentence can take it so. */
  readonly purpose: string;
  /** Whether it says for whom: `nonprofits`, `shoes for children`. */
  readonly names_users: boolean;
}

/** What topics are read beside. */
export interface Setting {
  readonly category: string;
  /** The brand and its competitors, as prompts name them. */
  readonly brands: readonly string[];
  readonly language: WrittenIn;
  /** What a local business is asked for are single jobs: "for a root canal treatment". */
  readonly trade: Trade;
}

const WORDS_MAX = 8;
const QUESTION_WORDS_MAX = 24;

/** Reads what kind of phrase a topic is and how it fits into a sentence. */
export function readTopic(given: string, setting: Setting): Topic {
  const { language } = setting;
  const name = cleanText(given, 200);
  const typed = joinNouns(cleanPhrase(given, language), language);
  const words = foldText(typed).split(' ');
  const question = findQuestion(given, typed, words, language);
  if (question !== undefined) return toQuestion(name, question, language);
  if (setting.brands.some((brand) => foldText(brand) === foldText(typed))) return plain(name, 'brand');
  const action = words.length > WORDS_MAX ? undefined : findAction(typed, words, language);
  if (action === undefined && isUnclear(typed, words, language)) return plain(name, 'unclear');
  const best = typed.replace(SUPERLATIVES[language], '');
  if (best !== typed) return readThing(name, best, setting);
  return action === undefined ? readNoun(name, nameLand(typed, language), setting) : toAction(name, action, setting);
}

/** The question that a topic is, or that it stands for. */
function findQuestion(given: string, typed: string, words: readonly string[], language: WrittenIn): string | undefined {
  const versus = language === 'ja' ? null : /^(.{2,60}) (?:vs\.?|versus) (.{2,60})$/iu.exec(typed);
  if (versus !== null) return VERSUS[language](versus[1] ?? '', versus[2] ?? '');
  if (isQuestion(given, words, language)) return typed;
  return words.length > WORDS_MAX ? undefined : findCostQuestion(typed, language);
}

const VERSUS: Readonly<Record<WrittenIn, (one: string, other: string) => string>> = {
  en: (one, other) => `Which is better, ${one} or ${other}`,
  de: (one, other) => `Was ist besser, ${one} oder ${other}`,
  es: (one, other) => `Qué es mejor, ${one} o ${other}`,
  fr: (one, other) => `Entre ${one} et ${other}, que choisir`,
  ja: (one, other) => `${one}と${other}はどちらがいいですか`,
};

/** A search for the best of a kind names that kind. */
const SUPERLATIVES: Readonly<Record<WrittenIn, RegExp>> = {
  en: /^(?:the )?(?:best|top(?:[ -]rated)?) /iu,
  de: /^(?:(?:der|die|das) )?beste[rns]? /iu,
  es: /^(?:(?:el|la|los|las) )?mejor(?:es)? /iu,
  fr: /^(?:(?:le|la|les) )?meilleure?s? /iu,
  ja: /^(?:最高の|一番いい)/u,
};

function plain(given: string, kind: 'brand' | 'unclear'): Topic {
  return { given, kind, slots: new Map(), purpose: '', names_users: false };
}

function toQuestion(given: string, phrase: string, language: WrittenIn): Topic {
  const slots = new Map([['Q', formatQuestion(phrase, language)]]);
  return { given, kind: 'question', slots, purpose: '', names_users: false };
}

function isQuestion(given: string, words: readonly string[], language: WrittenIn): boolean {
  if (words.length > QUESTION_WORDS_MAX) return false;
  const [first = '', second = ''] = words;
  if (/[?？]\s*$/u.test(given)) return true;
  const isVerb = ['cómo', 'comment'].includes(first) && isActionVerb(second, language);
  return words.length > 2 && QUESTION_STARTS[language].has(first) && !isHowTo(first, second) && !isVerb;
}

/** Whether no sentence can be sure to take the words: too many, a list, or a German search without its capitals. */
function isUnclear(phrase: string, words: readonly string[], language: WrittenIn): boolean {
  if (words.length > WORDS_MAX || /[,;:!…]|\. /u.test(phrase)) return true;
  if (language === 'es') return /(?:[ae]n)$/.test(words[0] ?? '') && guessForm(phrase, 'es') === undefined;
  if (language !== 'de' || /\p{Lu}/u.test(phrase)) return false;
  const [, second = ''] = words;
  return words.length > 1 && !SMALL_WORDS.has(second) && findPlaces(words).length === 0;
}

function readThing(given: string, typed: string, { language, category }: Setting): Topic {
  const isSame = foldText(typed) === foldText(category);
  const phrase = language === 'en' && !isSame ? pluralizeThing(pluralizeCategory(typed)) : addCapitals(typed, language);
  const slots = new Map([...formSubject(phrase, language), ['Z', phrase] as const]);
  const names_users = foldText(phrase)
    .split(' ')
    .some((word) => PREPOSITIONS.has(word));
  return { given, kind: 'thing', slots, purpose: '', names_users };
}

/** German nouns that were typed in lower case. */
function addCapitals(phrase: string, language: WrittenIn): string {
  if (language !== 'de' || /\p{Lu}/u.test(phrase)) return phrase;
  const words = phrase.split(' ');
  return words.map((word) => (SMALL_WORDS.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1))).join(' ');
}

/**
 * `Jobrad Leasing`: two nouns in a row are one word in German, which a hyphen makes. `Wanderschuhe Größe` is the size of
 * several things.
 */
function joinGermanNouns(phrase: string): string {
  const [first = '', last = '', ...more] = phrase.split(' ');
  const isPair = more.length === 0 && /^\p{Lu}/u.test(first) && /^\p{Lu}/u.test(last);
  if (isPair && guessForm(first, 'de') === 'pl' && isBelonging([foldText(last)], 'de'))
    return `${last} von ${declinePlural(first)}`;
  return isPair && guessForm(last, 'de') !== undefined ? `${first}-${last}` : phrase;
}

/** The plural as it stands after "von": `Wanderschuhen`. */
function declinePlural(plural: string): string {
  return /[ns]$/.test(plural) ? plural : `${plural}n`;
}

/** `Pflege` of `Wanderschuhe` is `Pflege von Wanderschuhen`: alone, what belongs to an offer may be that of anything. */
function sayOfWhat(phrase: string, { category, language, trade }: Setting): string {
  if (trade !== 'goods' || phrase.includes(' ') || !isBelonging([foldText(phrase)], language)) return phrase;
  if (ASPECTS.has(`${language} ${foldText(phrase)}`)) return phrase;
  if (language === 'en') return `${category.split(' ').map(singularize).join(' ')} ${phrase}`;
  const form = guessForm(category, language);
  return form !== undefined && MANY.has(form) ? `${phrase} ${OF_MANY[language](category)}` : phrase;
}

const MANY: ReadonlySet<string> = new Set(['pl', 'mp', 'fp']);
const OF_MANY: Readonly<Record<Exclude<WrittenIn, 'en'>, (plural: string) => string>> = {
  de: (plural) => `von ${declinePlural(plural)}`,
  es: (plural) => `de ${addDefinite(plural, 'es') ?? plural}`,
  fr: (plural) => `des ${plural}`,
  ja: (plural) => plural,
};

const OF: Readonly<Partial<Record<WrittenIn, string>>> = { es: 'de', fr: 'de' };
const VOWEL = /^[aeiouyhâàéèêîïôœ]/iu;

/** `isolation combles` → `isolation de combles`: searches leave out what stands between two nouns. */
function joinNouns(phrase: string, language: WrittenIn): string {
  const of = OF[language];
  const [first = '', second = '', ...more] = phrase.split(' ');
  const isPair = of !== undefined && SECOND_NOUNS[language].has(foldText(second)) && !isActionVerb(first, language);
  if (!isPair || PREPOSITIONS.has(foldText(first)) || guessForm(first, language) === undefined) return phrase;
  const joint = language === 'fr' && VOWEL.test(second) ? `d’${second}` : `${of} ${second}`;
  return [first, joint, ...more].join(' ');
}

function toAction(given: string, phrase: string, setting: Setting): Topic {
  const { language, trade } = setting;
  const joint = findJoint(language);
  const spoken = language === 'en' ? formGerund(phrase) : phrase;
  // German has no preposition that takes an infinitive alone.
  const isPurpose = language !== 'de' && (trade === 'software' || trade === 'local') && canBePurpose(phrase, setting);
  const purpose = !isPurpose ? '' : language === 'ja' ? `${phrase}向けの` : ` ${joint} ${spoken}`;
  const slots = new Map([['X', phrase]]);
  if (isWork(phrase, language)) slots.set('J', phrase);
  return { given, kind: 'action', slots, purpose, names_users: false };
}

function readNoun(given: string, typed: string, setting: Setting): Topic {
  const { language } = setting;
  const words = foldText(typed).split(' ');
  const place = language === 'ja' ? undefined : readPlace(given, typed, setting);
  if (place !== undefined) return place;
  if (language === 'es' && hasForeignTail(typed, words)) return plain(given, 'unclear');
  const isPeople = language === 'en' && GROUPS.en.has(findHeadNoun(words));
  if (!isPeople && isProduct(typed, setting)) return readThing(given, typed, setting);
  const written = language === 'de' ? joinGermanNouns(addCapitals(typed, language)) : addCapitals(typed, language);
  const phrase = sayOfWhat(written, setting);
  if (isGroup(words, phrase, language)) return toGroup(given, phrase, language);
  const aspect = ASPECTS.get(`${language} ${foldText(typed)}`);
  if (aspect !== undefined) {
    const purpose = language === 'ja' ? `${aspect}で選ぶ` : '';
    return { given, kind: 'aspect', slots: new Map([['A', aspect]]), purpose, names_users: false };
  }
  return toTheme(given, phrase, setting);
}

/**
 * Whether people choose the category for the topic: software for bank reconciliation, shoes for flat feet and a dentist for
 * a root canal, but no bicycle for its insurance, and no heat pump for a heat pump in an old house.
 */
function canBePurpose(phrase: string, { trade, category, language }: Setting): boolean {
  if (trade === 'local') return true;
  if (trade === 'seller') return canBeOrdered(phrase, language);
  const own = foldText(category).split(' ').map(singularize);
  const words = foldText(phrase).split(' ');
  const names = words.map(singularize).some((word) => word.length > 3 && own.includes(word));
  return !names && !(trade === 'goods' && isBelonging(words, language));
}

/** `pet-safe plants`, but not `repotting` or `watering schedules`: what is done with a thing is in no parcel. */
function canBeOrdered(phrase: string, language: WrittenIn): boolean {
  const words = foldText(phrase).split(' ');
  const isDoing =
    language === 'en' && words.some((word) => /.{3}ing$/.test(word) && !MASS.has(word) && !COUNTED.has(word));
  return !isDoing && !isBelonging(words, language);
}

function toGroup(given: string, phrase: string, language: WrittenIn): Topic {
  const named =
    language === 'es' ? (addDefinite(phrase, 'es') ?? phrase) : language === 'fr' ? addPlural(phrase, 'les') : phrase;
  const purpose =
    language === 'ja' ? `${phrase}向けの` : ` ${findJoint(language)} ${language === 'es' ? phrase : named}`;
  return { given, kind: 'group', slots: new Map([['G', named]]), purpose, names_users: true };
}

function toTheme(given: string, phrase: string, setting: Setting): Topic {
  const { language, category, trade } = setting;
  const named = nameTheme(phrase, language, trade);
  const isPurpose = canBePurpose(phrase, setting) && !areAlike(phrase, category);
  if (named === undefined)
    return { given, kind: 'theme', slots: new Map([['N', phrase]]), purpose: '', names_users: false };
  // "para clases de conversación", where "para las clases" would be certain ones.
  const form = guessForm(phrase, language);
  const isBare = form === 'mp' || form === 'fp' || BULK[language].has(foldText(phrase).split(' ')[0] ?? '');
  const wanted = isOffered(trade) && isBare && language === 'es' ? phrase : nameWanted(phrase, named, setting);
  const purpose = language === 'ja' ? `${phrase}向けの` : ` ${findJoint(language)} ${wanted}`;
  return {
    given,
    kind: 'theme',
    slots: new Map([['T', named]]),
    purpose: isPurpose ? purpose : '',
    names_users: false,
  };
}

/** Nobody searches for a dentist out of fear of the dentist. */
function areAlike(phrase: string, category: string): boolean {
  const [own, whole] = [foldText(phrase), foldText(category)];
  return whole.includes(own) || ` ${own} `.includes(` ${whole} `);
}

/** Whether people go to somebody for a thing, and choose that somebody rather than the thing. */
function isOffered(trade: Trade): boolean {
  return trade === 'local' || trade === 'seller';
}

/** What is ordered is one of its kind: `pour une couette d’hiver`. */
function nameWanted(phrase: string, named: string, { language, trade }: Setting): string {
  if (trade !== 'seller' || language === 'en' || isUncounted(phrase, language)) return named;
  return addIndefinite(phrase, language) ?? named;
}

/** The theme with its article; undefined where nobody can tell which. */
function nameTheme(phrase: string, language: WrittenIn, trade: Trade): string | undefined {
  if (language === 'ja') return phrase;
  if (language === 'en') return needsNoArticle(findHeadNoun(foldText(phrase).split(' '))) ? phrase : undefined;
  // `Topper waschen`: a verb at the end is no noun.
  if (language === 'de' && / \p{Ll}\S*$/u.test(phrase)) return undefined;
  const definite = addDefinite(phrase, language);
  return definite === undefined || trade !== 'local' || isUncounted(phrase, language)
    ? definite
    : (addIndefinite(phrase, language) ?? definite);
}

/** `das Leasing`, `el miedo`: nobody asks for one of them. */
function isUncounted(phrase: string, language: WrittenIn): boolean {
  const words = foldText(phrase).split(' ');
  const head = language === 'de' ? findHeadNoun(words) : (words[0] ?? '');
  return UNCOUNTED[language].has(head) || (language === 'de' && phrase.endsWith('ing'));
}

/** Names that take an article in English. */
const LANDS_WITH_ARTICLE = /^(?:uk|us|usa|eu|uae|netherlands|philippines)$/u;

/** `e-bike laws uk`: a law or a subsidy of a country, which is no service that somebody offers there. */
function nameLand(typed: string, language: WrittenIn): string {
  if (language !== 'en') return typed;
  const words = typed.split(' ');
  const land = findPlaces(words.map(foldText)).at(-1);
  if (land === undefined || land.city || land.at === 0 || land.at + land.size < words.length) return typed;
  if (PREPOSITIONS.has(foldText(words[land.at - 1] ?? ''))) return typed;
  const name = words.slice(land.at).map((word) => (word.length <= 3 ? word.toUpperCase() : capitalizeWord(word)));
  const article = LANDS_WITH_ARTICLE.test(foldText(name.join(' '))) ? 'the ' : '';
  return `${words.slice(0, land.at).join(' ')} in ${article}${name.join(' ')}`;
}

function capitalizeWord(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const IN: Readonly<Record<WrittenIn, string>> = { en: 'in', de: 'in', es: 'en', fr: 'à', ja: '' };

/** A service in a place: `plombier lyon` is a plumber in Lyon. A place alone is where the category is wanted. */
function readPlace(given: string, typed: string, { language, category }: Setting): Topic | undefined {
  const known = splitAtPlace(typed, language);
  if (known !== undefined)
    return toPlace(given, known.service === '' ? category : known.service, known.where, language);
  const [, service = '', where = ''] = NAMED_PLACES[language]?.exec(typed) ?? [];
  return service === '' ? undefined : toPlace(given, service, where, language);
}

/** Where a phrase ends in a place that is known by its name; a French land needs another preposition than a city. */
function splitAtPlace(
  typed: string,
  language: WrittenIn,
): { readonly service: string; readonly where: string } | undefined {
  const words = typed.split(' ');
  const place = findPlaces(words.map(foldText)).at(-1);
  if (place === undefined || place.at + place.size < words.length) return undefined;
  // A law or a subsidy of a country is no service that somebody offers there.
  if (!place.city) return undefined;
  const hasPreposition = place.at > 1 && PREPOSITIONS.has(foldText(words[place.at - 1] ?? ''));
  return {
    service: words.slice(0, hasPreposition ? place.at - 1 : place.at).join(' '),
    where: `${IN[language]} ${capitalizePlaces(words.slice(place.at).join(' '))}`,
  };
}

/** `Brompton hire in Bristol`: a phrase that says where. In German every noun has a capital, so none can tell. */
const NAMED_PLACES: Partial<Readonly<Record<WrittenIn, RegExp>>> = {
  en: /^(.+) ((?:in|near|around) (?:\p{Lu}.*|me|my .+))$/u,
  es: /^(.+) ((?:en|cerca de) (?:\p{Lu}.*|mí|mi .+))$/u,
  fr: /^(.+) ((?:à|en|près de) (?:\p{Lu}.*|chez .+))$/u,
};

function toPlace(given: string, service: string, where: string, language: WrittenIn): Topic {
  const noun = addCapitals(service, language);
  const head = findHeadNoun(foldText(noun).split(' '));
  const isOne = language === 'en' && isThing(head) && singularize(head) === head && !needsNoArticle(head);
  const article = /^[aeiou]/iu.test(noun) ? 'an' : 'a';
  const named = language === 'en' ? (isOne ? `${article} ${noun}` : noun) : addIndefinite(noun, language);
  if (named === undefined) return plain(given, 'unclear');
  return { given, kind: 'place', slots: new Map([['O', `${named} ${where}`]]), purpose: '', names_users: false };
}

/** `hotel rural asturias`: a last word that cannot agree with a masculine noun is a name whose preposition is missing. */
function hasForeignTail(phrase: string, words: readonly string[]): boolean {
  if (words.length < 2 || words.some((word) => PREPOSITIONS.has(word))) return false;
  return guessForm(phrase, 'es') === 'm' && /(?:[ao]s|a)$/.test(words.at(-1) ?? '');
}

/** German and Japanese put the kind of people before the people: `Angstpatienten`. */
function isGroup(words: readonly string[], phrase: string, language: WrittenIn): boolean {
  const head = findHeadNoun(words);
  const groups = GROUPS[language];
  if (groups.has(head) || (language === 'en' && namesPeople(head))) return true;
  if (language === 'es' || language === 'fr') return groups.has(words[0] ?? '') || /^auto-?entrepreneurs$/.test(head);
  if (language === 'ja') return [...groups].some((group) => phrase.endsWith(group));
  return language === 'de' && [...groups].some((group) => group.length >= 6 && head.endsWith(group));
}

/** Whether the topic is a product of its own: it ends like the category, or in a thing that people can buy. */
function isProduct(phrase: string, { category, language, trade }: Setting): boolean {
  const [own, whole] = [foldText(phrase), foldText(category)];
  if (own === whole) return true;
  // A German phrase is what its noun is, and not whom a preposition names behind it: `Angst vorm Zahnarzt`.
  const named = language === 'de' ? findHeadNoun(own.split(' ')) : own;
  if (language === 'ja' || language === 'de') return own.length > whole.length && named.endsWith(lastWord(whole));
  if (language === 'es' || language === 'fr')
    return singularize(own.split(' ')[0] ?? '') === singularize(whole.split(' ')[0] ?? '');
  const ownHead = singularize(findHeadNoun(own.split(' ')));
  if (ownHead === singularize(findHeadNoun(whole.split(' ')))) return true;
  return isThing(ownHead) && isSold(ownHead, trade);
}

/** A shop is looked for, not what it sells; software for safety stock, not the stock. */
function isSold(thing: string, trade: Trade): boolean {
  return trade === 'goods' || (trade === 'software' && classifyTrade(thing) === 'software');
}

/** German compounds and Japanese phrases end in what they are; a short ending proves nothing. */
function lastWord(folded: string): string {
  const last = folded.split(/[\s-]/).at(-1) ?? folded;
  return last.length >= 2 ? last : folded;
}
