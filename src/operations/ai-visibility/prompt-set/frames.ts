import { readDataRows } from '../../../kernel/data.ts';
import { type Bucket, BUCKETS } from './buckets.ts';

export const WRITTEN_IN = ['en', 'de', 'es', 'fr', 'ja'] as const;
export type WrittenIn = (typeof WRITTEN_IN)[number];

/** What a sentence asks beyond what its bucket does: before a decision, near the sender, for a real case. */
const ASKS = ['decision', 'near', 'case'] as const;

/**
 * A sentence with slots.
 *
 * {S} what people look for, {C} the category, {F} what it is for, {B} the brand, {K} and {L} two competitors, {U} a kind
 * of user, {P} a circumstance; {F} and {P} bring the space that separates them and may be empty. A frame with {T} takes a
 * theme that needs no article, with {H} any theme, as a heading before a colon, with {X} something to do, {G} a group of
 * people, {W} a kind of product, {Q} a question. The sentences avoid articles and endings that depend on what fills them.
 */
export interface Frame {
  readonly text: string;
  /** Kinds of offers that it fits; empty for all. */
  readonly trades: readonly string[];
  readonly asks: (typeof ASKS)[number] | undefined;
}

export interface Frames {
  readonly by_bucket: ReadonlyMap<Bucket, readonly Frame[]>;
  readonly users: readonly Frame[];
  /** The first is empty. */
  readonly circumstances: readonly Frame[];
  /**
   * Plain questions for when topics, competitors and frames run out, as with one topic and fifty prompts. They name the
   * brand alone, so they stay apart however alike the names of the request are.
   */
  readonly last: readonly Frame[];
}

export const FRAMES: Readonly<Record<WrittenIn, Frames>> = {
  en: readFrames('en'),
  de: readFrames('de'),
  es: readFrames('es'),
  fr: readFrames('fr'),
  ja: readFrames('ja'),
};

function readFrames(language: WrittenIn): Frames {
  const rows = readDataRows(import.meta.url, `data/prompts.${language}.tsv`);
  const framesIn = (part: string): Frame[] =>
    rows.flatMap(([name, trades = '', asks = '', text = '']) => {
      if (name !== part) return [];
      return { text, trades: trades.split('+').filter(Boolean), asks: ASKS.find((each) => each === asks) };
    });
  const space = language === 'ja' ? '' : ' ';
  return {
    by_bucket: new Map(BUCKETS.map((bucket) => [bucket, framesIn(bucket)])),
    users: framesIn('user'),
    circumstances: [
      { text: '', trades: [], asks: undefined },
      ...framesIn('circumstance').map((frame) => ({ ...frame, text: space + frame.text })),
    ],
    last: framesIn('last'),
  };
}
