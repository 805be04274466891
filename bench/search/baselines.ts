import type { PageFact } from '../../src/ports/index.ts';
import { tokenize } from '../../src/web/words.ts';

/** Answers a query with URLs, best first. */
export type Ranker = (query: string) => readonly string[];

export const RESULTS = 50;

/** BM25 over title and text as one field, unstemmed, k1 1.2 and b .75: the least that a search may be. */
export function plainBm25(facts: readonly PageFact[]): Ranker {
  const pages = facts.map(({ url, document }) => ({
    url,
    words: tokenize(`${document?.title ?? ''}\n${document?.text ?? ''}`),
  }));
  const mean = pages.reduce((sum, { words }) => sum + words.length, 0) / Math.max(1, pages.length);
  const postings = new Map<string, Map<number, number>>();
  for (const [at, { words }] of pages.entries()) {
    for (const word of words) {
      const list = postings.get(word) ?? new Map<number, number>();
      postings.set(word, list.set(at, (list.get(at) ?? 0) + 1));
    }
  }
  return (query) => {
    const scores = new Map<number, number>();
    for (const word of new Set(tokenize(query))) {
      const list = postings.get(word) ?? new Map<number, number>();
      const idf = Math.log(1 + (pages.length - list.size + 0.5) / (list.size + 0.5));
      for (const [at, seen] of list) {
        const length = (pages[at]?.words.length ?? 0) / mean;
        scores.set(at, (scores.get(at) ?? 0) + (idf * seen * 2.2) / (seen + 1.2 * (0.25 + 0.75 * length)));
      }
    }
    return [...scores]
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, RESULTS)
      .map(([at]) => pages[at]?.url ?? '');
  };
}
