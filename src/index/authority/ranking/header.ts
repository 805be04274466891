/**
 * The first bytes of the shared memory: where everything lies, and what the round under way needs. Kernels read them when
 * they begin, so a round is started by writing here and saying its name. Both TypeScript and the kernels read this file, so
 * it holds plain numbers only: byte addresses in the memory.
 */

// 32-bit words; all but the numbers of chunks hold byte addresses.
export const OFFSETS = 0;
/** Less four bytes for each edge before the block that is loaded, so that it is indexed by the number of an edge. */
export const SOURCES = 4;
export const DEGREES = 8;
/** PageRank and trust of the round before, as what each node gives to each of its links: two floats a node. */
export const SHARES_OLD = 12;
export const SHARES_NEXT = 16;
/** Harmonic centrality as summed so far. */
export const VALUES = 20;
/** How many nodes each ball holds, as estimated the last time; before that, what the nodes are called, as hashes. */
export const SIZES = 24;
export const CHANGED_OLD = 28;
export const CHANGED_NEXT = 32;
/** Before there are balls, signatures lie here. */
export const BALLS_OLD = 36;
export const BALLS_NEXT = 40;
export const BOUNDS = 44;
export const RESULTS = 48;
export const NEXT_CHUNK = 52;
export const END_CHUNK = 56;
/** The trust that each node has of itself. */
export const SEEDS = 60;

// 64-bit floats.
/** What every node has of PageRank without any link. */
export const BASE = 64;
/** One over the distance of the round. */
export const WEIGHT = 72;
/** What a change of trust weighs beside one of PageRank. */
export const TRUST_WEIGHT = 80;
/** For each number of empty registers, what linear counting makes of it. */
export const LOGARITHMS = 128;

/** Where `sign` puts the hashes of one name together. @public */
export const LANES = 704;

export const HEADER_BYTES = 1024;

/** Hashes of a signature, of 16 bits each. */
export const SIGNATURE_LANES = 16;

export const DAMPING = 0.85;
