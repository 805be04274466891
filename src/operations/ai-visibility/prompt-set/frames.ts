import { readDataRows } from '../../../kernel/data.ts';
import { type Bucket, BUCKETS } from './buckets.ts';

export const WRITTEN_IN = ['en', 'de', 'es', 'fr', 'ja'] as const;
export type WrittenIn = (typeof WRITTEN_IN)[number];

/** What a sentence asks beyond what its bucket does: before a decision, near the sender, for a real case. */
const ASKS = ['decision', 'near', 'case'] as const;

/**
 * A sentence with slots.
 *
 * {S} what people look for, {E} "a good one" of it, {W} "which one" of it, {C} the category, {F} what it is for, with the space
 * before it and often empty, {B} the brand, {K} and {L} two competitors, {U} a kind of user. A frame that names a topic takes
 * one of its kind: {T} a theme with the article that its language needs, {N} a theme whose form is not known, {X} something
 * to do, {J} such a thing that people also pay others for, {G} a group of people, {A} an aspect of the offer, {O} a service in a place, {Z} a kind of product, {Q} a question.
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
  return {
    by_bucket: new Map(BUCKETS.map((bucket) => [bucket, framesIn(bucket)])),
    users: framesIn('user'),
    last: framesIn('last'),
  };
}
