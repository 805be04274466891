import { findSentences } from '../../../text/sentences.ts';
import type { ReadPage } from '../../../text/reading/reading.ts';
import { tokenize } from '../../../web/words.ts';
import type { DraftReport } from './report.ts';

const LONG_SENTENCE = 30;
const LONG_PARAGRAPH = 120;
const SHOWN_MAX = 5;

interface Sentence {
  readonly text: string;
  readonly words: number;
}

export interface Reading {
  readonly readability: DraftReport['readability'];
  /** Of the sentences, each counted once, 0–1: repeating a short one makes no text easier. */
  readonly long_share: number;
}

/** How easily the running text of a draft reads. Code and tables are left out. */
export function measureReading(page: ReadPage, lineOf: (text: string) => number | null): Reading {
  const paragraphs = page.sections.flatMap(({ blocks }) =>
    blocks.filter(({ kind }) => kind === 'paragraph' || kind === 'list_item' || kind === 'quote'),
  );
  const sentences = paragraphs.flatMap(({ text }) =>
    findSentences(text).map(({ start, end }): Sentence => {
      const sentence = text.slice(start, end);
      return { text: sentence, words: tokenize(sentence).length };
    }),
  );
  const words = sentences.reduce((sum, each) => sum + each.words, 0);
  const long = sentences.filter((each) => each.words > LONG_SENTENCE).toSorted((one, other) => other.words - one.words);
  return {
    long_share: sentences.length === 0 ? 0 : countDistinct(long) / countDistinct(sentences),
    readability: {
      sentences: sentences.length,
      average_sentence_words: sentences.length === 0 ? null : Math.round((words / sentences.length) * 10) / 10,
      long_sentences: long
        .slice(0, SHOWN_MAX)
        .map((each) => ({ words: each.words, line: lineOf(each.text), text: each.text.slice(0, 300).toWellFormed() })),
      long_paragraphs: paragraphs.filter(
        ({ kind, text }) => kind === 'paragraph' && tokenize(text).length > LONG_PARAGRAPH,
      ).length,
      flesch_reading_ease: page.language === 'en' ? fleschEase(sentences, words) : null,
    },
  };
}

function countDistinct(sentences: readonly Sentence[]): number {
  return new Set(sentences.map(({ text }) => text)).size;
}

const WORDS_MIN = 100;

/** 206.835 − 1.015 · words per sentence − 84.6 · syllables per word (Flesch 1948); null of less than a hundred words. */
function fleschEase(sentences: readonly Sentence[], words: number): number | null {
  if (words < WORDS_MIN || sentences.length === 0) return null;
  const syllables = sentences.reduce(
    (sum, { text }) => sum + tokenize(text).reduce((count, word) => count + countSyllables(word), 0),
    0,
  );
  return Math.round((206.835 - 1.015 * (words / sentences.length) - 84.6 * (syllables / words)) * 10) / 10;
}

/** Groups of vowels, without a silent e at the end. */
function countSyllables(word: string): number {
  const groups = word.replace(/(?<=[^aeiouy])e$/, '').match(/[aeiouy]+/g) ?? [];
  return Math.max(1, groups.length);
}
