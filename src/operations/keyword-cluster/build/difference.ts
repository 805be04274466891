import { chooseAlone, chooseDifferently, isServiceAlone, namesPlaceAlone } from '../../../text/choices.ts';
import type { KeywordReading } from '../../../text/keyword.ts';
import { findTowns } from '../../../text/search-topics.ts';
import { isOnline, isService } from '../../../text/services.ts';
import type { Features } from './features.ts';

/** A query as compared with another. */
export interface Read {
  readonly reading: KeywordReading;
  readonly features: Features;
}

/** Kinds that get a page of their own, with the factor for a search without such a kind. */
const OWN_PAGE: ReadonlyMap<string, number> = new Map([
  ['login', 0.5],
  ['alternative', 0.5],
  ['price', 0.5],
  ['job', 0.5],
  ['support', 0.5],
  ['tool', 0.6],
  ['compare', 0.75],
  ['download', 0.75],
  ['docs', 0.75],
  ['near', 0.9],
]);
/** Kinds for which people want to know something, and kinds for which they want to get it. */
const TELL = new Set(['how', 'definition', 'question', 'guide', 'ideas', 'facts', 'problem']);
const SELL = new Set(['buy', 'deal', 'provider', 'sign_up', 'near', 'login', 'price']);

/** “Near” counts only where nothing else calls for a page of its own: a search for what an accountant in Lyon charges is about prices. */
function listOwnKinds(kinds: ReadonlySet<string>): string[] {
  const own = [...kinds].filter((kind) => OWN_PAGE.has(kind));
  const rest = own.filter((kind) => kind !== 'near');
  return rest.length > 0 ? rest : own;
}

/** How much less two queries belong on one page than their words suggest, as a factor. */
export function weighDifference(one: Features, other: Features): number {
  const narrower = [
    isNarrower(one, other) || isNarrower(other, one),
    chooseAlone(one.choices, other.choices),
    isServiceAlone(one.choices, other.choices),
  ].filter(Boolean).length;
  return weighKinds(one.kinds, other.kinds) * NARROWER ** narrower;
}

/** One kind of a thing, a thing for some people or of one brand, its repair: a section of its page, or a page beside it. */
const NARROWER = 0.65;

/** One search contains all of the other and at least two more subject words: it asks for one kind among many. */
function isNarrower(one: Features, other: Features): boolean {
  return countSubjectsMissing(one, other) >= 2 && countSubjectsMissing(other, one) === 0;
}

function countSubjectsMissing(from: Features, other: Features): number {
  let count = 0;
  for (const [feature, weight] of from.weights) if (weight >= 1 && !other.weights.has(feature)) count += 1;
  return count;
}

/** Only one wants a kind of page that stands alone. */
function weighKinds(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [own, theirs] = [listOwnKinds(one), listOwnKinds(other)];
  if ((own.length === 0) === (theirs.length === 0)) return 1;
  return Math.min(...[...own, ...theirs].map((kind) => OWN_PAGE.get(kind) ?? 1));
}

/** One wants a login and the other prices; one wants to know and the other to buy. */
function mustSeparateKinds(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [own, theirs] = [listOwnKinds(one), listOwnKinds(other)];
  if (wantsAnother(one, other) || wantsAnother(other, one)) return true;
  if (keepsAlone(one, other) || keepsAlone(other, one)) return true;
  if (own.length > 0 && theirs.length > 0) return !own.some((kind) => theirs.includes(kind));
  return (wantsOnlyToKnow(one) && wantsOnlyToBuy(other)) || (wantsOnlyToBuy(one) && wantsOnlyToKnow(other));
}

/** `a vs b` is not the page of `a`; what the law allows is explained, not sold; who asks what a thing is wants no file. */
function wantsAnother(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  if (one.has('versus') && !other.has('compare')) return true;
  if (one.has('law') && !other.has('law') && other.isDisjointFrom(TELL)) return true;
  if (!one.has('definition') || other.has('definition')) return false;
  return (
    CHOOSING.some((kind) => other.has(kind) && !one.has(kind)) && (other.has('download') || other.isDisjointFrom(TELL))
  );
}

/**
 * Who cares for a thing or has it mended chooses none: `tent care`, `best tent`. Who has it done nearby chooses somebody:
 * `house cleaning london`, `best house cleaners london`.
 */
function keepsAlone(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const getting = one.has('near') && other.has('near') ? BUYING : [...BUYING, ...COMPARING];
  return one.has('keep') && !other.has('keep') && getting.some((kind) => other.has(kind) && !one.has(kind));
}

const BUYING = ['buy', 'deal'];
const COMPARING = ['best', 'review'];

/** Kinds of people who choose; who asks what a thing is does not choose yet. */
const CHOOSING = ['best', 'review', 'software', 'free', 'deal', 'compare', 'download'];

function wantsOnlyToKnow(kinds: ReadonlySet<string>): boolean {
  return !kinds.isDisjointFrom(TELL) && kinds.isDisjointFrom(SELL);
}

function wantsOnlyToBuy(kinds: ReadonlySet<string>): boolean {
  return !kinds.isDisjointFrom(SELL) && kinds.isDisjointFrom(TELL);
}

/** Different model numbers, the same words in reverse, another choice (for men, for women), or intents that no single page serves. */
export function mustSeparate(
  { reading: here, features: one }: Read,
  { reading: there, features: other }: Read,
): boolean {
  if (areInOtherLanguages(here, there)) return true;
  if (!one.numbers.isSubsetOf(other.numbers) && !other.numbers.isSubsetOf(one.numbers)) return true;
  if (here.direction !== '' && isReverse(here.direction, there.direction)) return true;
  if (asksOfPlace(one, other) || asksOfPlace(other, one)) return true;
  if (isElsewhere(here, other, there) || isElsewhere(there, one, here)) return true;
  return chooseDifferently(one.choices, other.choices) || mustSeparateKinds(one.kinds, other.kinds);
}

/** A search for a provider in a place wants no general answer: `invisalign chicago`, `is invisalign worth it`. */
function asksOfPlace(one: Features, other: Features): boolean {
  if (!namesPlaceAlone(one.choices, other.choices) || !one.kinds.isDisjointFrom(TELL)) return false;
  return !other.kinds.isDisjointFrom(TELL) || other.kinds.has('review') || other.kinds.has('versus');
}

/** Who learns or orders online looks for nobody in a place. */
function isElsewhere({ words }: KeywordReading, other: Features, { words: theirs, language }: KeywordReading): boolean {
  if (!words.some(isOnline) || theirs.some(isOnline)) return false;
  return other.kinds.has('near') || (findTowns(theirs).length > 0 && theirs.some((word) => isService(word, language)));
}

/** Whether two searches are known to be in different languages. */
export function areInOtherLanguages(one: KeywordReading, other: KeywordReading): boolean {
  return one.language !== other.language && one.language !== '' && other.language !== '';
}

/** `pdf→word` and `word→pdf`. */
function isReverse(one: string, other: string): boolean {
  return one.split('→').reverse().join('→') === other;
}
