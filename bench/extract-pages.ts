import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

import { z } from 'zod';

/** A page with the main content that people have marked in it. */
export interface MarkedPage {
  readonly id: string;
  readonly type: string;
  readonly url: string;
  readonly html: string;
  readonly expected: string;
  readonly title: string | null;
  readonly author: string | null;
  readonly date: string | null;
}

const Manifest = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      url: z.string(),
      html: z.string(),
      expected: z.string(),
      title: z.string().nullable(),
      author: z.string().nullable(),
      date: z.string().nullable(),
    }),
  ),
});

/** The pages of a folder with `manifest.json`, `html/*.html.gz` and `expected/*.txt`. */
export function readMarkedPages(folder: string): MarkedPage[] {
  const manifest = Manifest.parse(JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')));
  return manifest.items.map((item) => ({
    ...item,
    html: gunzipSync(readFileSync(path.join(folder, item.html))).toString('utf8'),
    expected: readFileSync(path.join(folder, item.expected), 'utf8'),
  }));
}

/** Words as the benchmark counts them. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** F1 of the multisets of words; an empty truth counts 1 when nothing was extracted, else 0. */
export function wordF1(extracted: readonly string[], expected: readonly string[]): number {
  if (expected.length === 0) return extracted.length === 0 ? 1 : 0;
  const left = new Map<string, number>();
  for (const word of expected) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of extracted) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    common += 1;
    left.set(word, count - 1);
  }
  return common === 0 ? 0 : (2 * common) / (extracted.length + expected.length);
}

/** Means by type, and over all pages. */
export function meansByType(pages: readonly MarkedPage[], scores: readonly number[]): Map<string, number> {
  const groups = Map.groupBy(pages.keys(), (at) => pages[at]?.type ?? '');
  const means = new Map<string, number>();
  for (const [type, members] of [...groups].toSorted(([left], [right]) => (left < right ? -1 : 1))) {
    const found = [...members].map((at) => scores[at] ?? 0);
    means.set(type, found.reduce((sum, score) => sum + score, 0) / found.length);
  }
  means.set('all', scores.reduce((sum, score) => sum + score, 0) / Math.max(scores.length, 1));
  return means;
}
