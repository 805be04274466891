import { z } from 'zod';

import { agree, counted } from '../kernel/grammar.ts';
import { rangeOf } from './patterns.ts';
import type { Study } from './study.ts';

/** What a finished page has to meet. A brief states it, and a check of the draft measures the same. */
export const Criterion = z.object({
  id: z.enum(['important_topics', 'coverage', 'questions', 'length', 'sections', 'language']),
  criterion: z.string(),
  /** From here on it is met. */
  at_least: z.number().describe('The figure at which it counts as met.'),
  why: z.string(),
});
export type Criterion = z.infer<typeof Criterion>;

/** Topics from this importance on have to be there. */
export const IMPORTANT_FROM = 50;
const QUESTIONS_SHARE = 0.5;
const QUESTIONS_MAX = 8;
/** Of the first quartile of the compared pages: a page that says the same in fewer words is no worse. */
const LENGTH_SHARE = 0.6;
const COVERAGE_DEFAULT = 60;

/** Measurable criteria from a study; none where too few pages could be compared. */
export function listCriteria(study: Study): Criterion[] {
  if (!study.is_sufficient) return [];
  const { topics, pages, patterns, language } = study;
  const important = topics.filter(({ importance }) => importance >= IMPORTANT_FROM);
  const scores = rangeOf(pages.flatMap(({ score }) => score ?? []));
  const coverage = scores?.p25 ?? COVERAGE_DEFAULT;
  const questions = countWanted(study);
  const words = patterns.word_count === null ? undefined : Math.round(LENGTH_SHARE * patterns.word_count.p25);
  const rows: (Criterion | undefined)[] = [
    important.length === 0
      ? undefined
      : {
          id: 'important_topics',
          criterion: `Covers ${important.length === 1 ? 'the most important topic' : `all ${important.length} most important topics`}.`,
          at_least: important.length,
          why: `Nearly all compared pages ${agree(2, 'does', 'do')}: ${important
            .slice(0, 4)
            .map(({ topic }) => `“${topic}”`)
            .join(', ')}.`,
        },
    topics.length === 0
      ? undefined
      : {
          id: 'coverage',
          criterion: `Covers at least ${coverage}% of the shared topics by importance.`,
          at_least: coverage,
          why: 'Three quarters of the compared pages cover as much.',
        },
    questions === 0
      ? undefined
      : {
          id: 'questions',
          criterion: `Answers at least ${counted(questions, 'question')} of those that were seen.`,
          at_least: questions,
          why: 'Half of the questions that searchers see or other pages ask.',
        },
    words === undefined
      ? undefined
      : {
          id: 'length',
          criterion: `Has at least ${counted(words, 'word')}.`,
          at_least: words,
          why: 'Much shorter than nearly all compared pages; more words win nothing.',
        },
    {
      id: 'sections',
      criterion: 'Has at least 3 sections with headings.',
      at_least: 3,
      why: 'Readers skim before they read.',
    },
    {
      id: 'language',
      criterion: `Is written in the language of the search, “${language}”.`,
      at_least: 1,
      why: 'A page in another language does not answer the search.',
    },
  ];
  return rows.filter((row) => row !== undefined);
}

function countWanted({ questions }: Study): number {
  return Math.ceil(QUESTIONS_SHARE * Math.min(QUESTIONS_MAX, questions.length));
}
