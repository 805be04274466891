import { likenessOf } from '../../src/text/vectors/likeness.ts';

/**
 * What the analysis is held against: three ways that anyone would write in an hour, with average linkage and one threshold,
 * which the bench takes from the other sets, so that no set is scored with what was chosen on it.
 */
export type Grouping = (keywords: readonly string[]) => readonly number[];

export const JACCARD_THRESHOLDS = [0.2, 0.25, 0.3, 0.35, 0.4, 0.5];
export const LETTERS_THRESHOLDS = [0.06, 0.1, 0.14, 0.18, 0.22, 0.26, 0.32, 0.38, 0.44];
export const TFIDF_THRESHOLDS = [0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5];

const tokens = (keyword: string): string[] => keyword.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

export function exactTokenJaccard(threshold: number): Grouping {
  return (keywords) => {
    const sets = keywords.map((keyword) => new Set(tokens(keyword)));
    return averageLinkage(sets.length, threshold, (one, other) => {
      const [here, there] = [sets[one], sets[other]];
      if (here === undefined || there === undefined) return 0;
      const both = here.intersection(there).size;
      return both === 0 ? 0 : both / (here.size + there.size - both);
    });
  };
}

/** Smoothed inverse document frequency and cosine, as scikit-learn does it. */
export function plainTfidf(threshold: number): Grouping {
  return (keywords) => {
    const documents = keywords.map(tokens);
    const counts = new Map<string, number>();
    for (const document of documents)
      for (const token of new Set(document)) counts.set(token, (counts.get(token) ?? 0) + 1);
    const vectors = documents.map((document) => {
      const vector = new Map<string, number>();
      for (const token of document) {
        const rarity = Math.log((1 + documents.length) / (1 + (counts.get(token) ?? 0))) + 1;
        vector.set(token, (vector.get(token) ?? 0) + rarity);
      }
      const length = Math.hypot(...vector.values());
      return new Map([...vector].map(([token, weight]) => [token, weight / length]));
    });
    return averageLinkage(vectors.length, threshold, (one, other) => {
      let sum = 0;
      for (const [token, weight] of vectors[one] ?? []) sum += weight * (vectors[other]?.get(token) ?? 0);
      return sum;
    });
  };
}

/** Letter runs less the mean of the list and, where there are vectors, an encoder. */
export function lettersAndMeaning(threshold: number, vectors: ReadonlyMap<string, Float32Array> | undefined): Grouping {
  return (keywords) => {
    const encoded = keywords.flatMap((keyword) => vectors?.get(keyword) ?? []);
    return averageLinkage(keywords.length, threshold, likenessOf(keywords, encoded));
  };
}

function averageLinkage(count: number, threshold: number, likeness: (one: number, other: number) => number): number[] {
  const between = Array.from({ length: count }, (_, one) =>
    Array.from({ length: count }, (__, other) => likeness(one, other)),
  );
  let groups = Array.from({ length: count }, (_, at) => [at]);
  for (
    let pair = nearestPair(groups, between, threshold);
    pair !== undefined;
    pair = nearestPair(groups, between, threshold)
  ) {
    const [left, right] = pair;
    join(between, groups, left, right);
    groups = groups.filter((group) => group !== right).map((group) => (group === left ? [...left, ...right] : group));
  }
  const found = Array.from({ length: count }, () => -1);
  for (const [id, group] of groups.entries()) for (const at of group) found[at] = id;
  return found;
}

function nearestPair(
  groups: readonly number[][],
  between: readonly number[][],
  threshold: number,
): readonly [number[], number[]] | undefined {
  let nearest = -1;
  let found: readonly [number[], number[]] | undefined;
  for (const [at, left] of groups.entries()) {
    for (const right of groups.slice(at + 1)) {
      const value = between[left[0] ?? 0]?.[right[0] ?? 0] ?? 0;
      if (value < threshold || value <= nearest) continue;
      nearest = value;
      found = [left, right];
    }
  }
  return found;
}

/** The first member of a group stands for it. */
function join(
  between: number[][],
  groups: readonly number[][],
  left: readonly number[],
  right: readonly number[],
): void {
  const [one = 0, other = 0] = [left[0], right[0]];
  for (const [at = 0] of groups) {
    const [here, there] = [between[one]?.[at] ?? 0, between[other]?.[at] ?? 0];
    const mean = (left.length * here + right.length * there) / (left.length + right.length);
    const [row, column] = [between[one], between[at]];
    if (row !== undefined) row[at] = mean;
    if (column !== undefined) column[one] = mean;
  }
}
