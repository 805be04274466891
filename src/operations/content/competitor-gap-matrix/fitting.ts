import { findCountry } from '../../../text/countries.ts';
import type { Subject } from '../../../text/subject.ts';
import type { Page } from './pages.ts';

/** Words of at least this share of all pages describe the market and do not distinguish topics. */
const COMMON_SHARE = 0.3;
/** Fewer pages than this are not a market. */
const PAGES_MIN = 10;
const COMMON_WEIGHT = 0.3;

/** Terms that so many pages are about that they distinguish none: `bike` among bike shops. */
export function findCommonTerms(pages: readonly Page[]): ReadonlySet<string> {
  if (pages.length < PAGES_MIN) return new Set();
  const counts = countTerms(pages);
  const least = pages.length * COMMON_SHARE;
  return new Set([...counts].filter(([, count]) => count >= least).map(([term]) => term));
}

/** Terms for the country that all pages are for: the only one that any of them names, and few do. */
export function findMarketTerms(pages: readonly Page[]): ReadonlySet<string> {
  const words = new Map(pages.flatMap(({ subjects }) => subjects.flatMap(({ written }) => [...written])));
  const countries = [...words].flatMap(([term, word]) => {
    const country = word.length > CODE_LENGTH || word === 'uk' ? findCountry(word) : undefined;
    return country === undefined ? [] : [{ term, code: country.code }];
  });
  const isOne = new Set(countries.map(({ code }) => code)).size === 1;
  return new Set(isOne ? countries.map(({ term }) => term) : []);
}

/** Codes of countries are words more often: `it`, `no`, `de`. */
const CODE_LENGTH = 2;

/** The subjects of a page without the country that all pages are for: `Is Solar Worth It in the UK?` asks whether solar is worth it. */
export function dropMarketTerms(page: Page, market: ReadonlySet<string>): Page {
  if (market.size === 0) return page;
  return {
    ...page,
    subjects: page.subjects.map((subject) => {
      const about = new Map([...subject.about].filter(([term]) => !market.has(term)));
      return about.size === 0 ? subject : { ...subject, about };
    }),
  };
}

function countTerms(pages: readonly Page[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { subjects } of pages)
    for (const term of new Set(subjects.flatMap(({ about }) => [...about.keys()])))
      counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** The subjects of a page with little weight on the common terms, as long as anything else is left. */
export function weakenCommonTerms(page: Page, common: ReadonlySet<string>): Page {
  if (common.size === 0) return page;
  // `Repair` in `Bike Service & Repair` is bike repair, as the whole title says.
  const shared = [...(page.subjects[0]?.about.keys() ?? [])].filter((term) => common.has(term));
  return {
    ...page,
    subjects: page.subjects.map((subject) => lightenSubject(completeSubject(subject, shared), common)),
  };
}

function completeSubject(subject: Subject, shared: readonly string[]): Subject {
  const lacking = shared.filter((term) => !subject.about.has(term));
  if (lacking.length === 0) return subject;
  return { ...subject, about: new Map([...subject.about, ...lacking.map((term) => [term, COMMON_WEIGHT] as const)]) };
}

function lightenSubject(subject: Subject, common: ReadonlySet<string>): Subject {
  if ([...subject.about.keys()].every((term) => common.has(term))) return subject;
  return {
    ...subject,
    about: new Map([...subject.about].map(([term, weight]) => [term, common.has(term) ? COMMON_WEIGHT : weight])),
  };
}

/** A word belongs to the own field when this share of the own pages has it, and at least two. */
const HOME_SHARE = 0.06;
/** What two competitors cover belongs to the market, even where no own page shares a word with it. */
const MARKET_FIT = 0.6;
const MARKET_COMPETITORS = 2;

/** How well topics fit what the own pages are about, 0–1: by the share of their words that own pages have, and how many. */
export function measureFitTo(own: readonly Page[]): (pages: readonly Page[], competitors: number) => number {
  const counts = countTerms(own);
  const full = Math.max(2, own.length * HOME_SHARE);
  return (pages, competitors) => {
    const best = Math.max(
      0,
      ...pages.flatMap(({ subjects }) => subjects.map((subject) => measureShare(subject, counts, full))),
    );
    return competitors >= MARKET_COMPETITORS ? Math.max(best, MARKET_FIT) : best;
  };
}

function measureShare({ about }: Subject, counts: ReadonlyMap<string, number>, full: number): number {
  // The word that own pages share most ties a topic to them; the others say which topic it is.
  let most = 0;
  let sum = 0;
  for (const term of about.keys()) {
    const share = Math.min(1, (counts.get(term) ?? 0) / full);
    most = Math.max(most, share);
    sum += share;
  }
  return about.size === 0 ? 0 : 0.7 * most + (0.3 * sum) / about.size;
}
