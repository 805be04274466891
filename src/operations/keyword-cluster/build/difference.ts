import { chooseDifferently, differInAudience, namesPlaceAlone, differInService } from '../../../text/choices.ts';
import type { KeywordReading } from '../../../text/keyword.ts';
import type { Features } from './features.ts';

/** A query as compared with another. */
export interface Read {
  readonly reading: KeywordReading;
  readonly features: Features;
}

/** Longer searches may each have a word of their own. */
const SUBSTITUTION_FEATURES_MAX = 4;
/** Weight from which a feature is a subject or a kind that has a page of its own. */
const TELLING = 0.55;

/** How much less two queries belong on one page than their shared words suggest, as a factor. */
export function weighDifference(one: Features, other: Features): number {
  const kinds = weighKinds(one.kinds, other.kinds) * weighNarrowing(one, other) * weighChoices(one, other);
  if (Math.max(one.weights.size, other.weights.size) > SUBSTITUTION_FEATURES_MAX) return kinds;
  if (Math.min(findHeaviestMissing(one, other), findHeaviestMissing(other, one)) < TELLING) return kinds;
  return kinds * (nameOtherThings(one, other) ? OTHER_THING : weighSubstitution(one, other));
}

/** One says who it is for or what to do with it, and the other does not. */
function weighChoices({ choices: one }: Features, { choices: other }: Features): number {
  return (differInAudience(one, other) ? FOR_WHOM : 1) * (differInService(one, other) ? SERVED : 1);
}

const FOR_WHOM = 0.6;
const SERVED = 0.6;

/** Each names a thing that the other does not: `running shoes` and `running socks`. */
function nameOtherThings(one: Features, other: Features): boolean {
  return one.head !== '' && other.head !== '' && !holds(one, other.head, other) && !holds(other, one.head, one);
}

/** One word in place of another separates `nike shoes` from `adidas shoes` sooner than two long searches. */
function weighSubstitution(one: Features, other: Features): number {
  let shared = 0;
  for (const [feature, weight] of one.weights) if (weight >= 1 && other.weights.has(feature)) shared += 1;
  return Math.min(0.85, 0.35 + 0.2 * shared);
}

/** One search contains all of the other and at least two more subject words: it asks for one kind among many. */
function weighNarrowing(one: Features, other: Features): number {
  const [here, there] = [countSubjectsMissing(one, other), countSubjectsMissing(other, one)];
  return Math.min(here, there) === 0 && Math.max(here, there) >= 2 ? NARROWER : 1;
}

const NARROWER = 0.65;

function countSubjects({ weights }: Features): number {
  return [...weights.values()].filter((weight) => weight >= 1).length;
}

/** Whether a search has a term of another one, or a related word. */
function holds(search: Features, term: string, from: Features): boolean {
  if (search.weights.has(term)) return true;
  const rows = from.related.get(term);
  if (rows === undefined) return false;
  for (const [own, theirs] of search.related) {
    // A word that both have does not stand in for another.
    if (!from.weights.has(own) && theirs.some((row) => rows.includes(row))) return true;
  }
  return false;
}

function countSubjectsMissing(from: Features, other: Features): number {
  let count = 0;
  for (const [feature, weight] of from.weights) if (weight >= 1 && !holds(other, feature, from)) count += 1;
  return count;
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

function listOwnKinds(kinds: ReadonlySet<string>): string[] {
  return [...kinds].filter((kind) => OWN_PAGE.has(kind));
}

function weighKinds(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [own, theirs] = [listOwnKinds(one), listOwnKinds(other)];
  if ((own.length === 0) === (theirs.length === 0)) return 1;
  return Math.min(...[...own, ...theirs].map((kind) => OWN_PAGE.get(kind) ?? 1));
}

/** One wants a login and the other prices; one wants to know and the other to buy. */
function mustSeparateKinds(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [own, theirs] = [listOwnKinds(one), listOwnKinds(other)];
  if (wantsAnother(one, other) || wantsAnother(other, one)) return true;
  if (own.length > 0 && theirs.length > 0) return !own.some((kind) => other.has(kind));
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

/** Kinds of people who choose; who asks what a thing is does not choose yet. */
const CHOOSING = ['best', 'review', 'software', 'free', 'deal', 'compare', 'download'];

function wantsOnlyToKnow(kinds: ReadonlySet<string>): boolean {
  return !kinds.isDisjointFrom(TELL) && kinds.isDisjointFrom(SELL);
}

function wantsOnlyToBuy(kinds: ReadonlySet<string>): boolean {
  return !kinds.isDisjointFrom(SELL) && kinds.isDisjointFrom(TELL);
}

/** Factor for two searches about different things. */
const OTHER_THING = 0.4;

function findHeaviestMissing(from: Features, other: Features): number {
  let heaviest = 0;
  for (const [feature, weight] of from.weights) if (!holds(other, feature, from)) heaviest = Math.max(heaviest, weight);
  return heaviest;
}

/** Different model numbers, short names of two things, the same words in reverse, or intents that no single page serves. */
export function mustSeparate(
  { reading: here, features: one }: Read,
  { reading: there, features: other }: Read,
): boolean {
  if (areInOtherLanguages(here, there)) return true;
  if (!one.numbers.isSubsetOf(other.numbers) && !other.numbers.isSubsetOf(one.numbers)) return true;
  if (here.direction !== '' && isReverse(here.direction, there.direction)) return true;
  if (Math.max(countSubjects(one), countSubjects(other)) <= 2 && nameOtherThings(one, other)) return true;
  if (ONE_SIDED.some((parts) => parts(one, other) || parts(other, one))) return true;
  return chooseDifferently(one.choices, other.choices) || mustSeparateKinds(one.kinds, other.kinds);
}

/** A search for a provider in a place wants no general answer: `invisalign chicago`, `is invisalign worth it`. */
function asksOfPlace(one: Features, other: Features): boolean {
  if (!namesPlaceAlone(one.choices, other.choices) || !one.kinds.isDisjointFrom(TELL)) return false;
  return !other.kinds.isDisjointFrom(TELL) || other.kinds.has('review') || other.kinds.has('versus');
}

/** A model code (`r7000`) in one, another word in its place in the other. */
function namesOtherModel(one: Features, other: Features): boolean {
  const code = [...one.numbers].some((number) => MODEL_CODE.test(number) && !other.weights.has(number));
  return code && countSubjectsMissing(other, one) > 0;
}

const ONE_SIDED: readonly ((one: Features, other: Features) => boolean)[] = [namesOtherModel, asksOfPlace];

const MODEL_CODE = /^(?=.*\p{L})(?=.*\p{N}).{4,}$/u;

/** Whether two searches are known to be in different languages. */
export function areInOtherLanguages(one: KeywordReading, other: KeywordReading): boolean {
  return one.language !== other.language && one.language !== '' && other.language !== '';
}

/** `pdf→word` and `word→pdf`. */
function isReverse(one: string, other: string): boolean {
  return one.split('→').reverse().join('→') === other;
}
