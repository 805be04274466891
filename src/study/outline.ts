import { agree, counted } from '../kernel/grammar.ts';
import { readWords } from '../text/reading/words.ts';
import { asksSame, readSubject } from '../text/subject.ts';
import { capitalizeFirst } from '../text/snippet/casing.ts';
import { type NumberRange, rangeOf } from './patterns.ts';
import type { Study } from './study.ts';
import type { Topic } from './topics.ts';

/** A topic with those that belong under it. */
export interface TopicSection {
  readonly topic: Topic;
  readonly points: readonly Topic[];
}

const POINTS_MAX = 5;
/** Share of the pages of a topic that treat it in a section of another one. */
const BELONGS = 0.5;

/**
 * Topics as sections, the most important first, each with the topics that most pages treat within it.
 *
 * A topic belongs under another that has a heading where half of its pages treat both in one section.
 */
export function findSubtopics(topics: readonly Topic[]): TopicSection[] {
  const parents = new Map<Topic, Topic>();
  for (const [at, topic] of topics.entries()) {
    const parent = topics
      .slice(0, at)
      .find(
        (other) =>
          other.in_headings > 0 && !parents.has(other) && (isWithin(topic, other) || hasHeadingOf(topic, other)),
      );
    if (parent !== undefined) parents.set(topic, parent);
  }
  return topics
    .filter((topic) => !parents.has(topic))
    .map((topic) => ({
      topic,
      points: topics.filter((other) => parents.get(other) === topic).slice(0, POINTS_MAX),
    }));
}

/** Both would stand under the same heading, such as «Scrub and rinse». */
function hasHeadingOf(topic: Topic, other: Topic): boolean {
  const [heading] = topic.example_headings;
  return heading !== undefined && other.example_headings[0] === heading;
}

function isWithin(topic: Topic, other: Topic): boolean {
  const sections = new Set(
    other.seen_on.filter(({ is_in_heading }) => is_in_heading).map(({ url, section }) => `${url} ${section}`),
  );
  const inside = topic.seen_on.filter(({ url, section }) => sections.has(`${url} ${section}`)).length;
  return inside >= Math.max(1, BELONGS * topic.seen_on.length) && topic.in_headings <= inside;
}

export interface OutlineSection {
  readonly h2: string;
  /** Why it is there: the pages that have it, or that people ask it. */
  readonly purpose: string;
  /** Topics with a heading of their own that are treated within it, and questions about it. */
  readonly h3: readonly string[];
  /** What else is said there. */
  readonly points: readonly string[];
  readonly seen_on: readonly string[];
  readonly pages: number;
  readonly of: number;
  /** Words under a heading for it on the pages that have one: the middle half; null of fewer than three. */
  readonly target_words: NumberRange | null;
}

export interface OutlineSize {
  readonly sections: number;
  /** Headings of level three in a section, and points to make. */
  readonly points: number;
}

/** With fewer sections that the pages share, questions that were seen make sections of their own. */
const SECTIONS_MIN = 3;

/**
 * The most important topics as sections, in the order in which the ranking pages usually treat them. Few short pages share
 * few headings: then the questions of the search stand behind them, those of the result page first.
 */
export function planOutline(study: OutlineSource, { sections, points }: OutlineSize): OutlineSection[] {
  const { serp, topics, questions, language } = study;
  const asked = questions.map(({ question }) => ({
    question,
    terms: new Set(readWords(question, language).map(({ term }) => term)),
  }));
  const granted = readSubject(serp.keyword, language, '');
  const isSame = (one: string, other: string): boolean =>
    asksSame(readSubject(one, language, ''), readSubject(other, language, ''), granted);
  const headed = findSubtopics(topics).filter(({ topic }) => topic.in_headings > 0);
  const planned = headed
    .slice(0, sections)
    .toSorted((one, other) => one.topic.place - other.topic.place || other.topic.importance - one.topic.importance)
    .map(({ topic, points: own }) => ({
      h2: nameSection(topic),
      purpose: explainSection(topic),
      h3: nameParts(topic, own, asked)
        .filter((name) => !isSame(name, nameSection(topic)))
        .slice(0, points),
      points: namePoints({ topic, points: own.filter(({ in_headings }) => in_headings === 0) }).slice(0, points),
      seen_on: topic.seen_on.map(({ url }) => url),
      pages: topic.coverage,
      of: topic.of,
      target_words: rangeOf(topic.seen_on.filter(({ is_in_heading }) => is_in_heading).map(({ words }) => words)),
    }));
  if (planned.length >= SECTIONS_MIN) return planned;
  const named = planned.flatMap(({ h2, h3 }) => [h2, ...h3]);
  const open = questions.filter(({ question }) => !named.some((name) => isSame(question, name)));
  return [...planned, ...open.map((each) => outlineQuestion(each, study))].slice(0, sections);
}

type OutlineSource = Pick<Study, 'serp' | 'topics' | 'questions' | 'language' | 'compared'>;

function outlineQuestion(
  { question, seen_in, seen_on }: Study['questions'][number],
  { compared }: OutlineSource,
): OutlineSection {
  const pages = seen_on.length;
  const headed = `${pages === 0 ? 'no' : pages} compared ${agree(Math.max(1, pages), 'page')} ${agree(Math.max(1, pages), 'asks', 'ask')} this in a heading`;
  return {
    h2: question,
    purpose:
      seen_in === 'headings'
        ? `${capitalizeFirst(headed)}.`
        : `Listed under “People also ask” on the result page; ${headed}.`,
    h3: [],
    points: [],
    seen_on,
    pages,
    of: compared.length,
    target_words: null,
  };
}

interface Asked {
  readonly question: string;
  readonly terms: ReadonlySet<string>;
}

function nameParts(topic: Topic, points: readonly Topic[], asked: readonly Asked[]): string[] {
  const named = points.filter(({ in_headings }) => in_headings > 0).map(nameSection);
  const about = asked
    .filter(({ terms }) => topic.terms.every((term) => terms.has(term)))
    .map(({ question }) => question);
  return [...new Set([...named, ...about])].filter((name) => name !== nameSection(topic));
}

/** What is said in a section, without what its heading says already. */
export function namePoints({ topic, points }: TopicSection): string[] {
  const heading = nameSection(topic).toLowerCase();
  return points.map((point) => point.topic).filter((name) => !heading.includes(name.toLowerCase()));
}

/** How many of the compared pages have it, in one sentence. */
export function explainSection(topic: Topic): string {
  const { coverage, of, in_headings } = topic;
  // A heading that stands in for one word says more than all of these pages do.
  const subject = nameSection(topic) === capitalizeFirst(topic.topic) ? 'it' : `“${topic.topic}”`;
  return `${coverage} of ${counted(of, 'compared page')} ${agree(coverage, 'covers')} ${subject}, ${in_headings} under a heading of ${agree(in_headings, 'its')} own.`;
}

const HEADING_WORDS_MAX = 7;

/** A single word makes a poor heading, so that a short one of the ranking pages stands in for it. */
export function nameSection({ topic, example_headings }: Topic): string {
  if (topic.includes(' ')) return capitalizeFirst(topic);
  const short = example_headings.find((heading) => heading.split(/\s+/).length <= HEADING_WORDS_MAX);
  return capitalizeFirst(short ?? topic);
}
