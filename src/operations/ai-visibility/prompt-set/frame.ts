import type { Bucket } from './buckets.ts';

/**
 * Sentences with places for names, by bucket.
 *
 * {S} what is looked for, {C} the category, {F} what it is for (with its own leading space), {B} the brand, {K} and {L} two competitors,
 * {U} a kind of user, {P} a circumstance (with its own leading space, or empty). A frame with {T} wants a theme that
 * needs no article, with {H} any theme, as a heading before a colon, with {X} something to do, {G} a group of people, {W} a kind of product, {Q} a question. `@software`, `@goods` and
 * `@local` keep a frame to such categories, joined by `+`; `#decision`, `#near` and `#case` say what is asked where the
 * bucket does not. The sentences avoid articles and endings that depend on what is put in.
 */
export interface Frames {
  readonly by_bucket: Readonly<Record<Bucket, readonly string[]>>;
  readonly users: readonly string[];
  readonly circumstances: readonly string[];
}

export const WRITTEN_IN = ['en', 'de', 'es', 'fr', 'ja'] as const;
export type WrittenIn = (typeof WRITTEN_IN)[number];
