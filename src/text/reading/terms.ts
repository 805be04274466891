import type { ReadPage } from './reading.ts';
import { readWords } from './words.ts';

/** The longest run of terms that is counted. */
export const RUN_TERMS_MAX = 3;
const TERMS_MAX = 3000;
const CHARACTERS_MAX = 60_000;

/**
 * What a page adds to the background that others are told apart from: its terms, and the runs of two or three of them, with no
 * other word between, that stand in a heading or twice in its text.
 */
export function listPageTerms({ sections, language }: ReadPage): string[] {
  const single = new Set<string>();
  const runs = new Map<string, number>();
  let left = CHARACTERS_MAX;
  const read = (text: string, weight: number): void => {
    left -= text.length;
    const words = left < 0 ? [] : readWords(text, language);
    for (const [at, { term }] of words.entries()) {
      if (term === '') continue;
      single.add(term);
      let run = term;
      for (let length = 2; length <= RUN_TERMS_MAX; length += 1) {
        const next = words[at + length - 1]?.term ?? '';
        if (next === '') break;
        run = `${run} ${next}`;
        runs.set(run, (runs.get(run) ?? 0) + weight);
      }
    }
  };
  for (const { heading, blocks } of sections) {
    read(heading, 2);
    for (const { kind, text } of blocks) if (kind !== 'code') read(text, 1);
  }
  const often = [...runs].flatMap(([run, count]) => (count >= 2 ? [run] : []));
  return [...single, ...often].slice(0, TERMS_MAX);
}
