/** Ranked items, each with its rank: one more than the number of items before it, so that tied items share a rank. */
export interface RankedList {
  readonly ranks: ReadonlyMap<string, number>;
}

/** Ranks rows by their positions; gaps between positions do not matter, ties stay ties. */
export function rankRows(rows: readonly { readonly key: string; readonly position: number }[]): RankedList {
  const ranks = new Map<string, number>();
  let rank = 1;
  for (const [at, { key, position }] of rows.entries()) {
    if (position !== rows[at - 1]?.position) rank = at + 1;
    ranks.set(key, rank);
  }
  return { ranks };
}

/**
 * Extrapolated rank-biased overlap of two ranked lists, 0 (nothing in common) to 1 (the same order).
 *
 * Webber, Moffat and Zobel, "A similarity measure for indefinite rankings", ACM TOIS 28(4):20, 2010: RBO_ext for
 * lists of unequal length, with the agreement of tied prefixes as 2·|overlap| / (|one| + |other|). `p` is how far a
 * reader looks on from each result to the next: at 0.9 the first ten results carry 86 % of the weight.
 */
export function rankBiasedOverlap(one: RankedList, other: RankedList, p = 0.9): number {
  const shorter = Math.min(one.ranks.size, other.ranks.size);
  const longer = Math.max(one.ranks.size, other.ranks.size);
  if (longer === 0) return 1;
  if (shorter === 0) return 0;
  const counts = countPrefixes(one, other, longer);
  let overlap = 0;
  let size = 0;
  let atShorter = 0;
  let agreement = 0;
  let sum = 0;
  for (let depth = 1; depth <= longer; depth += 1) {
    overlap += counts.overlap[depth] ?? 0;
    size += counts.size[depth] ?? 0;
    if (depth <= shorter) {
      agreement = (2 * overlap) / size;
      atShorter = agreement;
    } else {
      // After its end the shorter list is assumed to agree as well as it did up to there.
      agreement = (overlap + atShorter * (depth - shorter)) / depth;
    }
    sum += agreement * p ** depth;
  }
  // Rounding may leave the last bit above 1.
  return Math.min(1, ((1 - p) / p) * sum + agreement * p ** longer);
}

/** How many items come in at each depth: to either list, and to the overlap. */
function countPrefixes(
  one: RankedList,
  other: RankedList,
  longer: number,
): { readonly overlap: Uint32Array; readonly size: Uint32Array } {
  const overlap = new Uint32Array(longer + 1);
  const size = new Uint32Array(longer + 1);
  const add = (counts: Uint32Array, depth: number): void => {
    counts[depth] = (counts[depth] ?? 0) + 1;
  };
  for (const [key, rank] of one.ranks) {
    add(size, rank);
    const there = other.ranks.get(key);
    if (there !== undefined) add(overlap, Math.max(rank, there));
  }
  for (const rank of other.ranks.values()) add(size, rank);
  return { overlap, size };
}

/** Share of two sets that is not in both; 0 for two empty ones. */
export function jaccardDistance(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const union = new Set([...one, ...other]).size;
  if (union === 0) return 0;
  const shared = [...one].filter((item) => other.has(item)).length;
  return 1 - shared / union;
}
