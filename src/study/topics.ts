import { compareText } from '../text/normalize.ts';
import { jaccard } from '../text/similarity.ts';
import { termWeight } from '../text/weights.ts';
import { type Candidate, findPlaces, listCandidates, type ReadText, isAskedTerm } from './candidates.ts';
import { weighPosition } from './compare.ts';
import type { ComparedPage } from './kinds.ts';
import { sight, type TopicSighting } from './sighting.ts';
import { listHeadings, nameTopic } from './topic-name.ts';

/** Something that several of the pages that rank treat. */
export interface Topic {
  /** Its terms; equal for the same pages. */
  readonly id: string;
  readonly topic: string;
  readonly terms: readonly string[];
  /** Pages that treat it, of those compared. */
  readonly coverage: number;
  readonly of: number;
  /** Of these, pages with a heading for it. */
  readonly in_headings: number;
  /** At most three. */
  readonly example_headings: readonly string[];
  /** 1–100. */
  readonly importance: number;
  /** In the order of the result page. */
  readonly seen_on: readonly TopicSighting[];
  /** Where pages usually treat it: the median of their places, 0–1. */
  readonly place: number;
}

/** In how many of `documents` known pages of the language each term or run of terms stands. */
export interface Background {
  readonly documents: number;
  readonly counts: Readonly<Record<string, number>>;
}

const TOPICS_MAX = 40;
/** Fewer known pages say nothing of how common a word is. */
const BACKGROUND_MIN = 50;
/** Chi-squared at one degree of freedom, p < .01. */
const SIGNIFICANT = 6.63;
/** A word that is so many times more common here than elsewhere could not be more telling. */
const LIFT_MAX = 50;
/** What a single word counts where nobody knows how common it is: as a topic of two headings, and without. */
const HEADED_WORD = 0.8;
const UNKNOWN_WORD = 0.4;
/** Of a topic that no heading names. */
const BODY_ONLY = 0.6;
/** Two topics that stand in the same passages so often are one. */
const SAME_PASSAGES = 0.5;
const GENERAL_FACTOR = 1.5;

interface Found extends Candidate {
  /** By page, the passages that hold it. */
  readonly places: readonly (readonly number[])[];
  readonly pages: readonly number[];
  readonly heading_pages: readonly number[];
  readonly value: number;
}

export interface TopicQuestion {
  readonly pages: readonly ComparedPage[];
  readonly texts: readonly ReadText[];
  /** Terms of the search: what every page is about. */
  readonly subject: ReadonlySet<string>;
  readonly language: string;
  readonly background: Background;
}

/**
 * The topics of pages that rank for one search, the most important first.
 *
 * A topic is one to three terms that headings of two pages share, or that follow each other on a quarter of the pages. Its
 * importance is the share of the pages that treat it, weighted by position (as DCG), times how much more common it is there
 * than on other known pages, times .6 to 1 for the share of these pages that give it a heading. Words that are no more
 * common than elsewhere are dropped by the log-likelihood ratio over pages (Dunning 1993).
 */
export function findTopics(question: TopicQuestion): Topic[] {
  const { texts, subject, language } = question;
  const found = listCandidates(texts, subject, language)
    .flatMap((candidate) => rate(candidate, question) ?? [])
    .toSorted((one, other) => other.value - one.value || compareText(one.terms.join(' '), other.terms.join(' ')));
  const chosen: Found[] = [];
  for (const each of found) {
    if (chosen.length === TOPICS_MAX) break;
    if (!chosen.some((other) => isSame(each, other))) chosen.push(each);
  }
  return chosen.map((each) => describeTopic(each, question));
}

function rate(candidate: Candidate, { pages, texts, language, background }: TopicQuestion): Found | undefined {
  const { terms } = candidate;
  const places = texts.map((text) => findPlaces(text, terms));
  const treating = places.flatMap((own, at) => (own.length > 0 ? [at] : []));
  const heading_pages = treating.filter((at) =>
    (places[at] ?? []).some((place) => texts[at]?.headings.has(place) === true),
  );
  if (treating.length < 2) return undefined;
  const share = treating.length / pages.length;
  const telling = rateDistinction(candidate, share, heading_pages.length, { pages, language, background });
  if (telling === undefined) return undefined;
  if (terms.length === 1 && heading_pages.length < 2 && telling < 0.5) return undefined;
  const weight = (at: number): number => weighPosition(pages[at]?.position ?? pages.length);
  const all = pages.reduce((sum, _, at) => sum + weight(at), 0);
  const weighted = treating.reduce((sum, at) => sum + weight(at), 0) / all;
  const headed = BODY_ONLY + (1 - BODY_ONLY) * (heading_pages.length / treating.length);
  return { ...candidate, places, pages: treating, heading_pages, value: weighted * telling * headed };
}

/** How much more common the terms are on these pages than elsewhere, .05–1; undefined where they are not. */
function rateDistinction(
  { terms, run }: Candidate,
  share: number,
  headings: number,
  { pages, language, background }: Pick<TopicQuestion, 'pages' | 'language' | 'background'>,
): number | undefined {
  const weightOf = (term: string): number =>
    headings >= 2 && isAskedTerm(term, language) ? 1 : termWeight(term, language);
  const plain = terms.reduce((sum, term) => sum + weightOf(term), 0) / terms.length;
  // What was read for this very search is no background of it.
  const documents = background.documents - pages.length;
  if (documents < BACKGROUND_MIN)
    return terms.length > 1 ? plain : plain * (headings >= 2 ? HEADED_WORD : UNKNOWN_WORD);
  const here = share * pages.length;
  const known = [...terms, ...(run.includes(' ') ? [run] : [])].map((term) => background.counts[term] ?? 0);
  const there = Math.max(0, Math.min(...known) - here);
  if (logLikelihood(here, pages.length, there, documents) < SIGNIFICANT) return undefined;
  const lift = share / ((there + 0.5) / (documents + 1));
  return Math.min(1, Math.max(0.05, Math.log(lift) / Math.log(LIFT_MAX)));
}

/** The log-likelihood ratio G² of two shares (Dunning 1993); 0 where the first is not the larger. */
function logLikelihood(hits: number, of: number, otherHits: number, otherOf: number): number {
  if (hits / of <= otherHits / otherOf) return 0;
  const share = (hits + otherHits) / (of + otherOf);
  const term = (seen: number, expected: number): number => (seen === 0 ? 0 : seen * Math.log(seen / expected));
  return (
    2 *
    (term(hits, of * share) +
      term(of - hits, of * (1 - share)) +
      term(otherHits, otherOf * share) +
      term(otherOf - otherHits, otherOf * (1 - share)))
  );
}

/** Whether a topic says nothing that a chosen one does not. */
function isSame(each: Found, chosen: Found): boolean {
  const isGeneral = each.terms.every((term) => chosen.terms.includes(term));
  if (isGeneral) return each.pages.length < GENERAL_FACTOR * chosen.pages.length || each.heading_pages.length < 2;
  const isSpecial = chosen.terms.every((term) => each.terms.includes(term));
  if (isSpecial && each.heading_pages.length < 2) return true;
  return jaccard(keysOf(each), keysOf(chosen)) >= SAME_PASSAGES;
}

const keys = new WeakMap<Found, ReadonlySet<string>>();

function keysOf(found: Found): ReadonlySet<string> {
  const known = keys.get(found) ?? new Set(found.places.flatMap((places, page) => places.map((at) => `${page} ${at}`)));
  keys.set(found, known);
  return known;
}

const EXAMPLES_MAX = 3;

function describeTopic(found: Found, question: TopicQuestion): Topic {
  const { pages, texts } = question;
  const headings = listHeadings(found, question);
  const seen_on = found.pages
    .flatMap((at) => {
      const [page, text] = [pages[at], texts[at]];
      return page === undefined || text === undefined ? [] : (sight(found.terms, page, text) ?? []);
    })
    .toSorted((one, other) => one.position - other.position);
  return {
    id: found.terms.join('+'),
    topic: nameTopic(found, headings, question),
    terms: found.terms,
    coverage: found.pages.length,
    of: pages.length,
    in_headings: found.heading_pages.length,
    example_headings: headings.slice(0, EXAMPLES_MAX).map(({ text }) => text),
    importance: Math.max(1, Math.round(100 * found.value)),
    seen_on,
    place: median(seen_on.map(({ place }) => place)),
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  if (sorted.length === 0) return 0;
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
