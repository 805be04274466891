import { wordsOf } from './extract-pages.ts';

/** Runs shorter than this are told apart by where they stand, not by what they say. */
const PHRASE_WORDS = 4;
const NEIGHBOURS = 3;

/**
 * How much of each run of a page stands in the marked content, 0-1.
 *
 * A word of the content is given away once: long runs take theirs first, then short ones among kept neighbours, so
 * that a menu does not count as content because its labels come up in the text.
 */
export function labelsOf(runs: readonly (readonly string[])[], expected: string): number[] {
  const words = wordsOf(expected);
  const phrases = phrasesOf(words);
  const lines = new Set(expected.split('\n').map((line) => wordsOf(line).join(' ')));
  const found = runs.map((run) => shareFound(run, phrases, lines));
  const left = new Map<string, number>();
  for (const word of words) left.set(word, (left.get(word) ?? 0) + 1);
  const labels = runs.map(() => 0);
  for (const at of inOrderOfTrust(runs, found)) {
    const run = runs[at] ?? [];
    const share = found[at] ?? 0;
    if (share <= 0) continue;
    let taken = 0;
    for (const word of run) {
      const count = left.get(word) ?? 0;
      if (count === 0) continue;
      taken += 1;
      left.set(word, count - 1);
    }
    labels[at] = share < 0.3 ? Math.min(taken / run.length, share) : taken / run.length;
  }
  return labels;
}

function phrasesOf(words: readonly string[]): Set<string> {
  const phrases = new Set<string>();
  for (let at = 0; at < words.length; at += 1) {
    for (let size = 1; size <= PHRASE_WORDS && at + size <= words.length; size += 1)
      phrases.add(words.slice(at, at + size).join(' '));
  }
  return phrases;
}

function shareFound(run: readonly string[], phrases: ReadonlySet<string>, lines: ReadonlySet<string>): number {
  if (run.length === 0) return 0;
  const whole = run.join(' ');
  if (lines.has(whole)) return 1;
  if (run.length < PHRASE_WORDS) return phrases.has(whole) ? 0.75 : 0;
  const inside = new Uint8Array(run.length);
  for (let at = 0; at + PHRASE_WORDS <= run.length; at += 1) {
    if (phrases.has(run.slice(at, at + PHRASE_WORDS).join(' '))) inside.fill(1, at, at + PHRASE_WORDS);
  }
  return inside.reduce((sum, word) => sum + word, 0) / run.length;
}

function inOrderOfTrust(runs: readonly (readonly string[])[], found: readonly number[]): number[] {
  const trust = runs.map((run, at) => {
    let near = 0;
    let count = 0;
    for (let next = Math.max(0, at - NEIGHBOURS); next <= Math.min(runs.length - 1, at + NEIGHBOURS); next += 1) {
      if (next === at) continue;
      count += 1;
      if ((found[next] ?? 0) > 0.5) near += 1;
    }
    return (run.length >= PHRASE_WORDS ? 10 : 0) + (found[at] ?? 0) + (count === 0 ? 0 : near / count);
  });
  return [...runs.keys()].sort((left, right) => (trust[right] ?? 0) - (trust[left] ?? 0) || left - right);
}
