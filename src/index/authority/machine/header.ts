/**
 * The first bytes of the shared memory: where everything lies, and what the round under way needs. Kernels read them when
 * they begin, so a round is started by writing here and saying its name.
 */

/** Byte addresses of 32-bit words; all but the last four hold byte addresses. */
export const WORDS = {
  offsets: 0,
  /** Less four bytes for each edge before the block that is loaded, so that it is indexed by the number of an edge. */
  sources: 4,
  degrees: 8,
  old: 12,
  next: 16,
  values: 20,
  sizes: 24,
  changed_old: 28,
  changed_next: 32,
  balls_old: 36,
  balls_next: 40,
  logarithms: 44,
  bounds: 48,
  results: 52,
  next_chunk: 56,
  end_chunk: 60,
} as const;

/** Byte addresses of 64-bit floats. */
export const FLOATS = {
  /** What every node has of PageRank without any link. */
  base: 64,
  /** One over the distance of the round. */
  share: 72,
} as const;

/** For each number of empty registers, what linear counting makes of it. */
export const LOGARITHMS_AT = 128;
export const HEADER_BYTES = 1024;

export const DAMPING = 0.85;
