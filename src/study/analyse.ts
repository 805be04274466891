import { defineTask, type Task } from '../kernel/task.ts';
import type { Serp } from '../ports/serp.ts';
import { listResults } from '../serp/results.ts';
import type { ReadPage } from '../text/reading/reading.ts';
import { readWords } from '../text/reading/words.ts';
import { listCandidates, readText, type ReadText } from './candidates.ts';
import { coverTopics, findUniqueTopics, scoreCoverage, type TopicStatus, type UniqueTopic } from './coverage.ts';
import { type Entity, findEntities } from './entities.ts';
import type { ComparedPage } from './kinds.ts';
import { findPatterns, type Patterns } from './patterns.ts';
import { withoutProductNames } from './product-names.ts';
import { findAnswer, listQuestions, type SeenQuestion } from './questions.ts';
import { listSiteNames, withoutSelfNaming, withoutSiteNames } from './site-names.ts';
import type { TopicSighting } from './sighting.ts';
import { type Background, findTopics, type Topic } from './topics.ts';

export interface AnalysisInput {
  readonly serp: Serp;
  /** ISO 639-1. */
  readonly language: string;
  readonly pages: readonly ComparedPage[];
  /** The lowest level of headings that counts. */
  readonly heading_depth: number;
  /** The page or draft that is held against them. */
  readonly own: { readonly url: string; readonly page: ReadPage } | undefined;
  /** Hosts of the caller's own site. */
  readonly own_domains: readonly string[];
  /** What the caller's brand is called. */
  readonly own_names: readonly string[];
  readonly background: Background;
}

/** What the pages that rank say, ask for and are made of. */
export interface Analysis {
  readonly topics: readonly Topic[];
  readonly questions: readonly SeenQuestion[];
  readonly entities: readonly Entity[];
  readonly patterns: Patterns;
  /** How each of the compared pages covers what they share, in their order. */
  readonly pages: readonly PageCoverage[];
  readonly own: OwnCoverage | undefined;
}

export interface PageCoverage {
  readonly url: string;
  /** 0–100; null without topics. */
  readonly score: number | null;
  /** Ids of topics that the page lacks. */
  readonly missing: readonly string[];
  /** By question, whether the page answers it. */
  readonly answers: readonly boolean[];
}

/** How one page stands beside those that rank. */
interface OwnCoverage {
  /** By topic, in the order of the topics. */
  readonly topics: readonly {
    readonly status: TopicStatus;
    readonly sighting: TopicSighting | undefined;
    readonly usual_words: number | null;
  }[];
  /** 0–100; null without topics. */
  readonly score: number | null;
  readonly unique: readonly UniqueTopic[];
  /** By question: the sentence that answers it; null where none does. */
  readonly answers: readonly (string | null)[];
  /** By entity. */
  readonly names: readonly boolean[];
}

/** The terms whose background has to be known before topics can be told from common words. */
export const listBackgroundTerms: Task<
  Pick<AnalysisInput, 'serp' | 'language' | 'pages' | 'heading_depth'>,
  readonly string[]
> = defineTask(import.meta.url, 'listBackgroundTerms', ({ serp, language, pages }) => {
  const texts = pages.map((page) => readText(page, language));
  const candidates = listCandidates(texts, subjectOf(serp, language), language);
  return [...new Set(candidates.flatMap(({ terms, run }) => [...terms, ...(run === '' ? [] : [run])]))];
});

export const analysePages: Task<AnalysisInput, Analysis> = defineTask(import.meta.url, 'analysePages', analyse);

function analyse({
  serp,
  language,
  pages,
  own,
  own_domains,
  own_names,
  background,
  heading_depth,
}: AnalysisInput): Analysis {
  const texts = pages.map((page) => readText(page, language, heading_depth));
  const subject = subjectOf(serp, language);
  const names = listSiteNames({ serp, pages, own, own_domains, own_names });
  const found = findTopics({ pages, texts, subject, language, background });
  const urls = listResults(serp).map(({ url }) => url);
  const topics = withoutProductNames(withoutSiteNames(found, names, texts), { urls, pages, texts, language });
  const questions = listQuestions(serp, { pages, texts }, subject, language);
  const entities = withoutSelfNaming(findEntities(pages, language), names, pages);
  return {
    topics,
    questions,
    entities,
    patterns: findPatterns(serp, pages),
    pages: pages.map((page, at) => coverCompared(page, texts[at], { topics, questions, subject, language })),
    own:
      own === undefined
        ? undefined
        : coverOwn(own, { topics, questions, entities, texts, subject, language, heading_depth }),
  };
}

function coverCompared(
  page: ComparedPage,
  text: ReadText | undefined,
  { topics, questions, subject, language }: Pick<Expected, 'topics' | 'questions' | 'subject' | 'language'>,
): PageCoverage {
  const coverage = text === undefined ? [] : coverTopics(topics, page, text);
  return {
    url: page.url,
    score: scoreCoverage(coverage),
    missing: coverage.filter(({ status }) => status === 'missing').map(({ topic }) => topic.id),
    answers: questions.map(
      ({ question }) => text !== undefined && findAnswer(question, text, { subject, language }) !== undefined,
    ),
  };
}

interface Expected extends Pick<Analysis, 'topics' | 'questions' | 'entities'> {
  readonly texts: readonly ReadText[];
  readonly subject: ReadonlySet<string>;
  readonly language: string;
  readonly heading_depth: number;
}

function coverOwn(
  own: NonNullable<AnalysisInput['own']>,
  { topics, questions, entities, texts, subject, language, heading_depth }: Expected,
): OwnCoverage {
  const text = readText(own, language, heading_depth);
  const coverage = coverTopics(topics, own, text);
  // A heading under which a shared topic stands is not the page's alone.
  const shared = new Set(coverage.flatMap(({ sighting }) => (sighting === undefined ? [] : [sighting.section])));
  const words = text.passages.map((passage) => passage.text.toLowerCase()).join('\n');
  return {
    topics: coverage.map(({ status, sighting, usual_words }) => ({ status, sighting, usual_words })),
    score: scoreCoverage(coverage),
    unique: findUniqueTopics(own.page, text, texts, subject).filter(({ section }) => !shared.has(section)),
    answers: questions.map(({ question }) => findAnswer(question, text, { subject, language }) ?? null),
    names: entities.map(({ name }) => words.includes(name.toLowerCase())),
  };
}

function subjectOf({ keyword }: Pick<Serp, 'keyword'>, language: string): ReadonlySet<string> {
  return new Set(
    readWords(keyword, language)
      .map(({ term }) => term)
      .filter((term) => term !== ''),
  );
}
