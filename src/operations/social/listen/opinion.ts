import { readOpinion } from '../../../mentions/sentiment.ts';
import { findCues, INTENT_CUES, isDenied, WORD_CUES } from './cues.ts';
import type { Post, PostSentence } from './posts.ts';

/** How a post speaks of its subject, with the sentence that shows it. */
export interface PostSentiment {
  /** `neutral` where praise and fault balance; null where nothing praises or faults. */
  readonly sentiment: 'positive' | 'negative' | 'neutral' | null;
  readonly sentiment_mixed: boolean | null;
  readonly sentiment_sentence: string | null;
  readonly sentiment_cues: readonly string[];
}

interface Opinion {
  readonly written: string;
  readonly points: number;
}

const NONE: PostSentiment = {
  sentiment: null,
  sentiment_mixed: null,
  sentiment_sentence: null,
  sentiment_cues: [],
};

/** Questions and requests praise and fault nothing: `Is it reliable?`, `the best one for us`. */
export function readSentiment({ language, sentences }: Pick<Post, 'language' | 'sentences'>): PostSentiment {
  const judged = sentences
    .filter((sentence) => !sentence.is_question && !isRequest(sentence, language))
    .map((sentence) => ({ text: sentence.text, found: listOpinions(sentence, language) }))
    .filter(({ found }) => found.length > 0);
  const cues = judged.flatMap(({ found }) => found);
  if (cues.length === 0) return NONE;
  const good = cues.filter(({ points }) => points > 0).length;
  const bad = cues.length - good;
  const value = good === bad ? 'neutral' : good > bad ? 'positive' : 'negative';
  const [telling] = judged.toSorted((one, other) => weigh(other.found, value) - weigh(one.found, value));
  return {
    sentiment: value,
    sentiment_mixed: good > 0 && bad > 0,
    sentiment_sentence: telling?.text ?? null,
    sentiment_cues: telling?.found.map(({ written }) => written) ?? [],
  };
}

/** Words of praise and of fault, and the complaints that hold none: `It keeps me awake`. */
function listOpinions(sentence: PostSentence, language: string): Opinion[] {
  const opinions = readOpinion(withoutFalse(sentence, language), [language]);
  const complaints = listComplaints(sentence, language).filter(
    (complaint) => !opinions.some(({ written }) => isPartOf(written, complaint)),
  );
  return [...opinions, ...complaints.map((written) => ({ written, points: -1 }))];
}

function isPartOf(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long.toLowerCase().includes(short.toLowerCase());
}

/** Phrases that state a problem, without those that the sentence denies. */
function listComplaints({ text, words }: PostSentence, language: string): string[] {
  const cues = findCues(text, words, { table: WORD_CUES, language });
  return cues.filter((cue) => cue.kind === 'pain' && !isDenied(cue, cues)).map(({ written }) => written);
}

/** `Solid walls` praise nothing. */
function withoutFalse({ text, words }: PostSentence, language: string): string {
  let plain = text;
  for (const { kind, at, length } of findCues(text, words, { table: WORD_CUES, language })) {
    if (kind !== 'no_opinion') continue;
    const [start, end] = [words[at]?.start ?? 0, words[at + length - 1]?.end ?? 0];
    plain = plain.slice(0, start) + ' '.repeat(end - start) + plain.slice(end);
  }
  return plain;
}

function weigh(found: readonly Opinion[], value: 'positive' | 'negative' | 'neutral'): number {
  const sum = found.reduce((total, { points }) => total + points, 0);
  return value === 'neutral' ? found.length : value === 'positive' ? sum : -sum;
}

function isRequest({ text, words, is_title }: PostSentence, language: string): boolean {
  return findCues(text, words, { table: INTENT_CUES, language, is_title }).some(
    ({ kind }) => kind === 'recommendation',
  );
}

/** How much a sentence complains: twice for each complaint, once for each word of fault more than of praise. */
export function weighPain(sentence: PostSentence, language: string): number {
  const complaints = listComplaints(sentence, language).length;
  if (sentence.is_question) return 2 * complaints;
  const opinions = readOpinion(withoutFalse(sentence, language), [language]);
  return 2 * complaints + Math.max(0, -opinions.reduce((sum, { points }) => sum + points, 0));
}
