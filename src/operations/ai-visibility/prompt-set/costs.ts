import { foldText } from '../../../web/words.ts';
import { isThing, needsNoArticle, singularize } from './english-nouns.ts';
import type { WrittenIn } from './frames.ts';
import { addIndefinite, guessForm } from './nouns.ts';
import { findHeadNoun } from './words.ts';

const PRICES: Partial<Readonly<Record<WrittenIn, RegExp>>> = {
  en: /^(?:(?:costs?|prices?) of (?<after>.{3,80})|(?<before>.{3,80}) (?:costs?|prices?|pricing))$/iu,
  de: /^(?:(?:kosten|preise?) (?:für |von )?(?<after>.{3,80})|(?<before>.{3,80}?)[ -](?:kosten|preise?))$/iu,
  es: /^(?:(?:precios?|costes?) (?:del? )?(?<after>.{3,80})|(?<before>.{3,80}) (?:precios?|costes?))$/iu,
  fr: /^(?:(?:prix|tarifs?|coûts?) (?:de |d[’'])?(?<after>.{3,80})|(?<before>.{3,80}) (?:prix|tarifs?|coûts?))$/iu,
};

/**
 * What something costs, as people ask it: `dental implants cost` is "How much do dental implants cost".
 *
 * Where the article of the thing is not known, the question takes none: "Mit welchen Kosten muss ich beim Thema … rechnen".
 */
export function findCostQuestion(phrase: string, language: WrittenIn): string | undefined {
  const { after, before } = PRICES[language]?.exec(phrase)?.groups ?? {};
  const thing = language === 'en' ? (after ?? before) : (after ?? before)?.replace(ARTICLE, '');
  return thing === undefined ? undefined : ASK_COST[language](thing);
}

/** The question has an article of its own. */
const ARTICLE = /^(?:(?:una?|unos|unas|el|la|los|las|une|des|le|les|eine[nrms]?|ein|der|die|das|dem|den) |l['’])/iu;

const ASK_COST: Readonly<Record<WrittenIn, (thing: string) => string | undefined>> = {
  en: askInEnglish,
  de: askInGerman,
  es: askInSpanish,
  fr: askInFrench,
  ja: () => undefined,
};

function askInEnglish(thing: string): string {
  const head = findHeadNoun(thing.split(' ').map(foldText));
  if (!isThing(head) && needsNoArticle(head) && !head.endsWith('s')) return `How much does ${thing} cost`;
  if (singularize(head) !== head) return `How much do ${thing} cost`;
  return /^(?:an?|the|my) /iu.test(thing)
    ? `How much does ${thing} cost`
    : `How much does ${/^[aeiou]/iu.test(thing) ? 'an' : 'a'} ${thing} cost`;
}

/** `Was kostet Photovoltaik`: nobody counts it. */
const UNCOUNTED_IN_GERMAN = /(?:(?<!kl|fabr|techn)ik|leasing|marketing|hosting|coaching|bleaching|strom|energie)$/iu;

const ONE_IN_GERMAN = { m: 'ein', f: 'eine', n: 'ein' } as const;

function askInGerman(thing: string): string {
  const noun = /\p{Lu}/u.test(thing) ? thing : thing.charAt(0).toUpperCase() + thing.slice(1);
  const form = /^\p{Lu}\S*$/u.test(noun) ? guessForm(noun, 'de') : undefined;
  if (form === 'pl') return `Was kosten ${noun}`;
  if (UNCOUNTED_IN_GERMAN.test(noun)) return `Was kostet ${noun}`;
  if (form === 'm' || form === 'f' || form === 'n') return `Was kostet ${ONE_IN_GERMAN[form]} ${noun}`;
  return `Mit welchen Kosten muss ich beim Thema ${noun} rechnen`;
}

function askInSpanish(thing: string): string | undefined {
  const form = guessForm(thing, 'es');
  const named = addIndefinite(thing, 'es');
  if (named === undefined) return undefined;
  return form === 'mp' || form === 'fp'
    ? `Cuánto cuestan ${form === 'mp' ? 'los' : 'las'} ${thing}`
    : `Cuánto cuesta ${named}`;
}

function askInFrench(thing: string): string | undefined {
  const form = guessForm(thing, 'fr');
  if (form === 'pl' || form === 'mp' || form === 'fp') return `Combien coûtent les ${thing}`;
  const named = addIndefinite(thing, 'fr');
  return named === undefined ? undefined : `Combien coûte ${named}`;
}
