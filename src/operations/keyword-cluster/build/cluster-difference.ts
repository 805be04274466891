import { chooseDifferently, differInAudience, namesPlaceAlone, differInService } from '../../../text/choices.ts';
import type { KeywordReading } from '../../../text/keyword.ts';
import type { Features } from './cluster-features.ts';

/** A search as it is judged beside another. */
export interface Read {
  readonly reading: KeywordReading;
  readonly features: Features;
}

/** Longer searches may each have a word of their own. */
const SUBSTITUTION_FEATURES_MAX = 4;
/** Weight from which a feature is a subject or a kind that has a page of its own. */
const TELLING = 0.55;

/** How much less two searches belong on one page than the words that they share say. */
export function lessening(one: Features, other: Features): number {
  const kinds = kindsLessening(one.kinds, other.kinds) * narrowing(one, other) * choosing(one, other);
  if (Math.max(one.weights.size, other.weights.size) > SUBSTITUTION_FEATURES_MAX) return kinds;
  if (Math.min(heaviestMissing(one, other), heaviestMissing(other, one)) < TELLING) return kinds;
  return kinds * (otherThings(one, other) ? OTHER_THING : substitution(one, other));
}

/** One says for whom it is or what is to be done with it, and the other leaves it open. */
function choosing({ choices: one }: Features, { choices: other }: Features): number {
  return (differInAudience(one, other) ? FOR_WHOM : 1) * (differInService(one, other) ? SERVED : 1);
}

const FOR_WHOM = 0.6;
const SERVED = 0.6;

/** Each is about a thing that the other does not name: `running shoes` and `running socks`. */
function otherThings(one: Features, other: Features): boolean {
  return one.head !== '' && other.head !== '' && !holds(one, other.head, other) && !holds(other, one.head, one);
}

/** One word for another parts `nike shoes` from `adidas shoes` sooner than two long searches. */
function substitution(one: Features, other: Features): number {
  let shared = 0;
  for (const [feature, weight] of one.weights) if (weight >= 1 && other.weights.has(feature)) shared += 1;
  return Math.min(0.85, 0.35 + 0.2 * shared);
}

/** One search holds all of the other and two or more subject words besides: it asks for one sort among many. */
function narrowing(one: Features, other: Features): number {
  const [here, there] = [subjectsMissing(one, other), subjectsMissing(other, one)];
  return Math.min(here, there) === 0 && Math.max(here, there) >= 2 ? NARROWER : 1;
}

const NARROWER = 0.65;

function subjects({ weights }: Features): number {
  return [...weights.values()].filter((weight) => weight >= 1).length;
}

/** Whether a search has a term of another one, or a word related to it. */
function holds(search: Features, term: string, from: Features): boolean {
  if (search.weights.has(term)) return true;
  const rows = from.related.get(term);
  if (rows === undefined) return false;
  for (const [own, theirs] of search.related) {
    // What both say is no word in place of another.
    if (!from.weights.has(own) && theirs.some((row) => rows.includes(row))) return true;
  }
  return false;
}

function subjectsMissing(from: Features, other: Features): number {
  let count = 0;
  for (const [feature, weight] of from.weights) if (weight >= 1 && !holds(other, feature, from)) count += 1;
  return count;
}

/** A search with such a word is answered by a page made for it; the share is what a search without one has in common. */
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
/** Kinds that want to be told something, and kinds that want to have it. */
const TELL = new Set(['how', 'definition', 'question', 'guide', 'ideas', 'facts', 'problem']);
const SELL = new Set(['buy', 'deal', 'provider', 'sign_up', 'near', 'login', 'price']);

function ownKinds(kinds: ReadonlySet<string>): string[] {
  return [...kinds].filter((kind) => OWN_PAGE.has(kind));
}

function kindsLessening(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [own, theirs] = [ownKinds(one), ownKinds(other)];
  if ((own.length === 0) === (theirs.length === 0)) return 1;
  return Math.min(...[...own, ...theirs].map((kind) => OWN_PAGE.get(kind) ?? 1));
}

/** One wants a login and the other prices; one wants to be told and the other to buy. */
function kindsPart(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [own, theirs] = [ownKinds(one), ownKinds(other)];
  if (wantsAnother(one, other) || wantsAnother(other, one)) return true;
  if (own.length > 0 && theirs.length > 0) return !own.some((kind) => other.has(kind));
  return (onlyTold(one) && onlySold(other)) || (onlySold(one) && onlyTold(other));
}

/** One thing against another is no page of the thing; what is allowed is told and not sold; who asks what a thing is wants no file. */
function wantsAnother(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  if (one.has('versus') && !other.has('compare')) return true;
  if (one.has('law') && !other.has('law') && other.isDisjointFrom(TELL)) return true;
  if (!one.has('definition') || other.has('definition')) return false;
  return (
    CHOOSING.some((kind) => other.has(kind) && !one.has(kind)) && (other.has('download') || other.isDisjointFrom(TELL))
  );
}

/** Who asks what a thing is does not choose one yet. */
const CHOOSING = ['best', 'review', 'software', 'free', 'deal', 'compare', 'download'];

function onlyTold(kinds: ReadonlySet<string>): boolean {
  return !kinds.isDisjointFrom(TELL) && kinds.isDisjointFrom(SELL);
}

function onlySold(kinds: ReadonlySet<string>): boolean {
  return !kinds.isDisjointFrom(SELL) && kinds.isDisjointFrom(TELL);
}

/** Of two searches that are about different things. */
const OTHER_THING = 0.4;

function heaviestMissing(from: Features, other: Features): number {
  let heaviest = 0;
  for (const [feature, weight] of from.weights) if (!holds(other, feature, from)) heaviest = Math.max(heaviest, weight);
  return heaviest;
}

/** Another model number, two short names of two things, the same words the other way round, or intents that no page serves together. */
export function mustPart({ reading: here, features: one }: Read, { reading: there, features: other }: Read): boolean {
  if (otherLanguage(here, there)) return true;
  if (!one.numbers.isSubsetOf(other.numbers) && !other.numbers.isSubsetOf(one.numbers)) return true;
  if (here.direction !== '' && isReverse(here.direction, there.direction)) return true;
  if (Math.max(subjects(one), subjects(other)) <= 2 && otherThings(one, other)) return true;
  if (ONE_SIDED.some((parts) => parts(one, other) || parts(other, one))) return true;
  return chooseDifferently(one.choices, other.choices) || kindsPart(one.kinds, other.kinds);
}

/** Who looks at a place for somebody wants no answer that holds everywhere: `invisalign chicago`, `is invisalign worth it`. */
function placedAndTold(one: Features, other: Features): boolean {
  if (!namesPlaceAlone(one.choices, other.choices) || !one.kinds.isDisjointFrom(TELL)) return false;
  return !other.kinds.isDisjointFrom(TELL) || other.kinds.has('review') || other.kinds.has('versus');
}

/** The code of a model (`r7000`) on one side, another word in its place on the other. */
function otherCode(one: Features, other: Features): boolean {
  const code = [...one.numbers].some((number) => MODEL_CODE.test(number) && !other.weights.has(number));
  return code && subjectsMissing(other, one) > 0;
}

const ONE_SIDED: readonly ((one: Features, other: Features) => boolean)[] = [otherCode, placedAndTold];

const MODEL_CODE = /^(?=.*\p{L})(?=.*\p{N}).{4,}$/u;

/** Whether the words of two searches say that they are in two languages. */
export function otherLanguage(one: KeywordReading, other: KeywordReading): boolean {
  return one.language !== other.language && one.language !== '' && other.language !== '';
}

/** `pdf→word` and `word→pdf`. */
function isReverse(one: string, other: string): boolean {
  return one.split('→').reverse().join('→') === other;
}
