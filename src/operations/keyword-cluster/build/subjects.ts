import { nameOnePlace, namesAudience } from '../../../text/choices.ts';
import { type Features, KIND_MARK } from './features.ts';

/** The words of a subject in a fixed order, and how many searches of the list have all of them. */
interface Subject {
  readonly terms: readonly string[];
  readonly searches: number;
}

/** Longer searches name no subject that others only add to. */
const TERMS_MAX = 3;
/** The search that names it, and one more. */
const SEARCHES_MIN = 2;
/** From so many searches on a subject stands beside others that have a word in common with it. */
const ESTABLISHED_FROM = 3;
/** A word that so many subjects have tells none of them apart: `storage`, `dental`. */
const COMMON_FROM = 3;
/** A word that so many subjects have is what the list is about, and brings none of its things together: `seguro`, `dog food`. */
const THEME_FROM = 4;
/** Shorter parts of words are chance. */
const PART_MIN = 4;

/**
 * Which searches of a list are about different things, whatever else they share: `tent spare parts` and `stove spare parts`.
 *
 * A list tells which words are things by what is searched for alone: a shop's list has `tent`, `buy tent` and
 * `tent spare parts`, and never `spare parts`. What is alone in a list about one subject is that subject, so there nothing
 * is parted.
 *
 * @param list undefined for what is a sentence and names no subject alone
 */
export function partSubjects(list: readonly (Features | undefined)[]): (one: number, other: number) => boolean {
  const cores = list.map((each) => (each === undefined || each.is_bare ? [] : readCore(each)));
  const { named, common, theme } = findSubjects(cores);
  const own = cores.map((core) => core.filter((term) => !theme.has(term)));
  const comparisons = list.map((search, at) => search?.kinds.has('versus') === true && (named[at]?.length ?? 0) > 1);
  const shareNothing = (one: number, other: number): boolean =>
    haveNothingInCommon(cores[one] ?? [], cores[other] ?? []) || haveNothingInCommon(own[one] ?? [], own[other] ?? []);
  return (one, other) => {
    const [here = [], there = []] = [named[one], named[other]];
    if (comparisons[one] === true && comparisons[other] === true) return compareOthers(here, there);
    const isThingOrPlace = here.length + there.length > 0 || nameOnePlace(list[one]?.choices, list[other]?.choices);
    if (isThingOrPlace && shareNothing(one, other)) return true;
    const isNamed = here.length > 0 && there.length > 0;
    return isNamed && here.every((subject) => there.every((each) => areOther(subject, each, common)));
  };
}

/** `Tent vs tarp` and `tarp vs hammock` are two pages, though both are about tarps. */
function compareOthers(one: readonly Subject[], other: readonly Subject[]): boolean {
  return one.length !== other.length || one.some((subject) => !other.includes(subject));
}

interface Subjects {
  /** By search. */
  readonly named: readonly (readonly Subject[])[];
  readonly common: ReadonlySet<string>;
  readonly theme: ReadonlySet<string>;
}

/** Searches that consist of their subject alone, the shortest of those within one another. */
function findSubjects(cores: readonly (readonly string[])[]): Subjects {
  const alone = new Map(
    cores.filter(({ length }) => length > 0 && length <= TERMS_MAX).map((core) => [core.join(' '), core]),
  );
  const subjects = [...alone.values()]
    .map((terms) => ({ terms, searches: cores.filter((core) => isWithin(terms, core)).length }))
    .filter(({ searches }) => searches >= SEARCHES_MIN);
  const shortest = subjects.filter(
    (one) => !subjects.some((other) => other !== one && isWithin(other.terms, one.terms)),
  );
  const uses = Map.groupBy(
    shortest.flatMap(({ terms }) => terms),
    (term) => term,
  );
  const usedFrom = (least: number): ReadonlySet<string> =>
    new Set([...uses].flatMap(([term, all]) => (all.length >= least ? [term] : [])));
  return {
    named: cores.map((core) => shortest.filter(({ terms }) => isWithin(terms, core))),
    common: usedFrom(COMMON_FROM),
    theme: usedFrom(THEME_FROM),
  };
}

/** What a search is about apart from signals, places, years and for whom it is. */
function readCore({ weights, choices }: Features): readonly string[] {
  const told = [...weights].filter(
    ([term, weight]) => weight >= 1 && !term.startsWith(KIND_MARK) && !namesAudience(choices, term),
  );
  return told.map(([term]) => term).sort();
}

function isWithin(terms: readonly string[], core: readonly string[]): boolean {
  return terms.every((term) => core.includes(term));
}

/** `Wärmepumpe` and `Erdwärmepumpe` may be one thing, and so may two rare subjects with a word in common. */
function areOther(one: Subject, other: Subject, common: ReadonlySet<string>): boolean {
  if (one === other || one.terms.some((term) => other.terms.some((each) => shareLetters(term, each)))) return false;
  return (
    Math.min(one.searches, other.searches) >= ESTABLISHED_FROM ||
    one.terms.every((term) => common.has(term) || !other.terms.includes(term))
  );
}

/** What only is wanted of both, for whom or where, makes no page: `rain jackets for women`, `hiking boots for women`. */
function haveNothingInCommon(one: readonly string[], other: readonly string[]): boolean {
  if (one.length === 0 || other.length === 0) return false;
  return one.every((term) => other.every((each) => !beginAlike(term, each) && !shareLetters(term, each)));
}

/** From so many letters on, words with one beginning may have one root: `serrurier` and `serrurerie`. */
const BEGINNING = 5;

function beginAlike(one: string, other: string): boolean {
  return one === other || (one.length >= BEGINNING && one.slice(0, BEGINNING) === other.slice(0, BEGINNING));
}

/** Whether one of two words is a part of the other. */
function shareLetters(one: string, other: string): boolean {
  const [part, whole] = one.length < other.length ? [one, other] : [other, one];
  return part.length >= PART_MIN && part.length < whole.length && whole.includes(part);
}
