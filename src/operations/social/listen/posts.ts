import type { FoundDiscussion } from '../../../discussions/find.ts';
import { cutWords, type TextWord } from '../../../mentions/text-words.ts';
import { guessLanguage } from '../../../text/language.ts';
import { cleanText, foldPhrase } from '../../../text/normalize.ts';
import { findSentences } from '../../../text/sentences.ts';
import { findCues, WORD_CUES } from './cues.ts';

/** One discussion as it is read: what its author wrote, sentence by sentence. */
export interface Post {
  readonly discussion: FoundDiscussion;
  /** ISO 639-1. */
  readonly language: string;
  /** The title first, unless another post of the same thread has it as well. */
  readonly sentences: readonly PostSentence[];
}

export interface PostSentence {
  /** As written, at most 300 characters. */
  readonly text: string;
  readonly words: readonly TextWord[];
  readonly is_title: boolean;
  readonly is_question: boolean;
}

/** Longest quotation from a post. */
const QUOTE_CHARACTERS_MAX = 300;
const SENTENCES_MAX = 40;
/** A question without its mark is short. */
const UNMARKED_WORDS_MAX = 20;
const CUT = /(?:\.\.\.|…)\s*$/u;

/** @param language of the search, which posts are in whose words do not tell otherwise */
export function readPosts(discussions: readonly FoundDiscussion[], language: string): Post[] {
  const titles = new Set<string>();
  return discussions.map((discussion) => {
    const { title, text, platform } = discussion;
    const own = guessLanguage(`${title ?? ''} ${text ?? ''}`, language).value;
    const code = own === '' ? language : own;
    const key = `${platform} ${foldPhrase(title ?? '')}`;
    const isRepeated = titles.has(key) || isBeginning(title, text);
    titles.add(key);
    const sentences = [
      ...(title === null || isRepeated ? [] : cutSentences(title, code, true)),
      ...(text ?? '').split('\n').flatMap((line) => cutSentences(line, code, false)),
    ];
    return { discussion, language: code, sentences: sentences.slice(0, SENTENCES_MAX) };
  });
}

/** Posts without a title have their own beginning in its place. */
function isBeginning(title: string | null, text: string | null): boolean {
  if (title === null || text === null) return false;
  const bare = foldPhrase(title.replace(CUT, ''));
  return foldPhrase(text).startsWith(bare);
}

/** `Ask HN:` and the like say where a thread stands. */
const LABEL = /^(?:(?:ask|tell|show) hn\s*[:–-]|\[[^\]]{1,20}\])\s*/i;

function cutSentences(written: string, language: string, is_title: boolean): PostSentence[] {
  const text = cleanText(is_title ? written.replace(LABEL, '') : written);
  return findSentences(text).map(({ start, end }) => {
    const sentence = shorten(text.slice(start, end));
    const words = cutWords(sentence);
    return { text: sentence, words, is_title, is_question: isQuestion(sentence, words, language, is_title) };
  });
}

function isQuestion(sentence: string, words: readonly TextWord[], language: string, is_title: boolean): boolean {
  if (/[?？؟]["'”’»)\]]*$/u.test(sentence)) return true;
  if (!is_title || words.length > UNMARKED_WORDS_MAX || CUT.test(sentence) || /[.!]$/.test(sentence)) return false;
  return findCues(sentence, words, { table: WORD_CUES, language }).some(({ kind, at }) => kind === 'asks' && at === 0);
}

function shorten(sentence: string): string {
  if (sentence.length <= QUOTE_CHARACTERS_MAX) return sentence;
  return `${sentence
    .slice(0, QUOTE_CHARACTERS_MAX - 1)
    .replace(/\s+\S*$/, '')
    .toWellFormed()}…`;
}
