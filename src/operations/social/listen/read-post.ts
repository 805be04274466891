import { findCues, INTENT_CUES, WORD_CUES } from './cues.ts';
import { type PostSentiment, readSentiment, weighPain } from './opinion.ts';
import type { Post, PostSentence } from './posts.ts';
import { listOwnQuestions, rateRelevance, type Relevance, type Subject } from './subject.ts';

/** What a post is after. The first wins where several are equally plain. */
export const INTENTS = [
  'comparison',
  'recommendation',
  'cost',
  'decision',
  'how_to',
  'problem',
  'experience',
  'information',
] as const;
export type PostIntent = (typeof INTENTS)[number];

/** What one post says, each with the words that show it; null where no words do. */
export interface Reading extends Relevance, PostSentiment {
  readonly question: string | null;
  /** The sentence that states a problem. */
  readonly pain_point: string | null;
  readonly intent: PostIntent | null;
  /** The phrase that shows the intent. */
  readonly intent_evidence: string | null;
}

export function readPost(post: Post, subject: Subject): Reading {
  return {
    question: listOwnQuestions(post, subject)[0]?.sentence.text ?? null,
    pain_point: findPain(post),
    ...readSentiment(post),
    ...readIntent(post),
    ...rateRelevance(post, subject),
  };
}

function isCut({ text }: PostSentence): boolean {
  return /(?:\.\.\.|…)$/u.test(text);
}

const PAIN_POINTS_MIN = 0.5;

/** A sentence that says what hurts outweighs one that only asks, and a whole one outweighs one that a source cut. */
function findPain({ language, sentences }: Post): string | null {
  const [worst] = sentences
    .map((sentence) => ({
      sentence,
      points: weighPain(sentence, language) - (sentence.is_question ? 1 : 0) - (isCut(sentence) ? 0.5 : 0),
    }))
    .filter(({ points }) => points >= PAIN_POINTS_MIN)
    .sort((one, other) => other.points - one.points);
  return worst?.sentence.text ?? null;
}

const TITLE_WEIGHT = 3;
const QUESTION_WEIGHT = 2;

/** What one sentence is after. */
export function readSentenceIntent(sentence: PostSentence, language: string): PostIntent | null {
  return readIntent({ language, sentences: [sentence] }).intent;
}

interface IntentVote {
  readonly intent: PostIntent;
  readonly written: string;
  readonly weight: number;
}

/** What the title asks counts most, then what the text asks; only reports and problems are told in other sentences. */
function readIntent({
  language,
  sentences,
}: Pick<Post, 'language' | 'sentences'>): Pick<Reading, 'intent' | 'intent_evidence'> {
  const votes = sentences.flatMap((sentence) => listVotes(sentence, language));
  const [best] = INTENTS.map((intent) => votes.filter((vote) => vote.intent === intent))
    .filter((own) => own.length > 0)
    .toSorted((one, other) => sumOf(other) - sumOf(one));
  if (best === undefined) return { intent: null, intent_evidence: null };
  const plainest = best.reduce((one, other) => (other.weight > one.weight ? other : one));
  return { intent: plainest.intent, intent_evidence: plainest.written };
}

function sumOf(votes: readonly IntentVote[]): number {
  return votes.reduce((sum, { weight }) => sum + weight, 0);
}

function listVotes(sentence: PostSentence, language: string): IntentVote[] {
  const { text, words, is_title, is_question } = sentence;
  const votes = findCues(text, words, { table: INTENT_CUES, language, is_title }).flatMap(({ kind, written }) => {
    const intent = INTENTS.find((each) => each === kind);
    const weight = intent === undefined ? 0 : weighSentence(sentence, intent);
    return intent === undefined || weight === 0 ? [] : [{ intent, written, weight }];
  });
  const asks = is_question
    ? findCues(text, words, { table: WORD_CUES, language }).find(({ kind, at }) => kind === 'asks' && at === 0)
    : undefined;
  return asks === undefined ? votes : [...votes, { intent: 'information', written: asks.written, weight: ASKS_WEIGHT }];
}

/** A question asks for something; what, its other words say better. */
const ASKS_WEIGHT = 0.5;

function weighSentence({ is_title, is_question }: PostSentence, intent: PostIntent): number {
  if (intent === 'experience') return is_question ? 0 : QUESTION_WEIGHT;
  if (is_title) return TITLE_WEIGHT;
  if (is_question) return QUESTION_WEIGHT;
  return intent === 'problem' || intent === 'recommendation' ? 1 : 0;
}
