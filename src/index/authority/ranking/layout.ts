import { BOUNDS, DEGREES, HEADER_BYTES, OFFSETS, RESULTS, SEEDS, SIGNATURE_LANES, SIZES, SOURCES } from './header.ts';
import { createMemory, PAGE_BYTES, PAGES_MAX, type SharedMemory } from './kernels.ts';

/** Registers of each counter of a neighbourhood; 0 for none, when only PageRank is asked or fits. */
export type Registers = 0 | 16 | 32 | 64;

export interface Layout {
  readonly nodes: number;
  readonly edges: number;
  readonly registers: Registers;
  /** Edges that are in memory at once. */
  readonly window: number;
  readonly chunks_max: number;
  readonly bytes: number;
}

/** Least room for edges; with fewer, reading them again each round would take most of the time. */
const WINDOW_MIN = 4_000_000;
/** Bytes of a chunk: where it begins, and two figures. */
const CHUNK_BYTES = 20;
/** Between arrays, so that each begins on a cache line. */
const LINE_BYTES = 64;
const ARRAYS = 17;

/** What 32-bit addresses reach, less a page to spare. */
const BYTES_MAX = (PAGES_MAX - 1) * PAGE_BYTES;

interface LayoutWanted {
  readonly harmonic: boolean;
  /** Of nodes, to tell kin by: they have the room of 16 registers. */
  readonly signatures?: boolean;
  readonly bytes_max: number;
}

/**
 * How a graph is laid out in so many bytes, or undefined when its nodes alone do not fit.
 *
 * PageRank and trust need 44 bytes a node (offset 4, links 4, seed 4, two vectors of 16) and 4 an edge: 10 M nodes with
 * 100 M edges are 840 MB. Neighbourhoods need 6 more and two counters of as many bytes as they have registers: 178 bytes a
 * node with 64, 82 with 16. Signatures lie where the counters will, so that they need nothing. As many registers are taken as leave all edges their room. Edges that still do not fit are read again
 * each round, into a window.
 */
export function layoutOf(
  size: { readonly nodes: number; readonly edges: number; readonly in_degree_max: number },
  wanted: LayoutWanted,
): Layout | undefined {
  const room = Math.min(wanted.bytes_max, BYTES_MAX);
  const windowMin = Math.min(size.edges, Math.max(WINDOW_MIN, size.in_degree_max));
  const choices: readonly [Registers, number][] = wanted.harmonic
    ? [
        [64, size.edges],
        [32, size.edges],
        [16, size.edges],
        [16, windowMin],
        [0, windowMin],
      ]
    : wanted.signatures === true
      ? [
          [16, size.edges],
          [16, windowMin],
          [0, windowMin],
        ]
      : [[0, windowMin]];
  for (const [registers, edges] of choices) {
    const window = Math.min(size.edges, Math.floor((room - nodeBytes(size, registers)) / 4));
    if (window < edges) continue;
    const { nodes } = size;
    const bytes = nodeBytes(size, registers) + window * 4;
    return { nodes, edges: size.edges, registers, window, chunks_max: chunksMax(size), bytes };
  }
  return undefined;
}

function nodeBytes(size: { readonly nodes: number; readonly edges: number }, registers: Registers): number {
  const counters = registers === 0 ? 0 : 6 + 2 * registers;
  return HEADER_BYTES + ARRAYS * LINE_BYTES + size.nodes * (44 + counters) + chunksMax(size) * CHUNK_BYTES;
}

/** Nodes and edges that a thread takes at once. */
export const CHUNK_WORK = 262_144;

/** Each chunk but the last of a block is full, and there are at most as many blocks as windows' halves. */
function chunksMax({ nodes, edges }: { readonly nodes: number; readonly edges: number }): number {
  return Math.ceil((nodes + edges) / CHUNK_WORK) + 2 + 2 * Math.ceil(edges / WINDOW_MIN);
}

type SharedWords = Uint32Array<SharedArrayBuffer>;
type SharedFloats = Float64Array<SharedArrayBuffer>;

/** The arrays of one ranking, in one memory that its threads share. */
export interface Arrays {
  readonly memory: SharedMemory;
  readonly layout: Layout;
  readonly offsets: SharedWords;
  readonly degrees: SharedWords;
  readonly sources: SharedWords;
  /** The one whose address `SHARES_OLD` holds first, and the other; two values a node. */
  readonly vectors: readonly [SharedFloats, SharedFloats];
  readonly seeds: Float32Array<SharedArrayBuffer>;
  readonly sizes: Float32Array<SharedArrayBuffer>;
  /** In place of `sizes` and `balls`, before those are used; empty where there are none. */
  readonly names: SharedWords;
  readonly signatures: Uint16Array<SharedArrayBuffer>;
  readonly changed: readonly [Uint8Array<SharedArrayBuffer>, Uint8Array<SharedArrayBuffer>];
  readonly balls: readonly [Uint8Array<SharedArrayBuffer>, Uint8Array<SharedArrayBuffer>];
  readonly bounds: SharedWords;
  readonly results: SharedFloats;
  /** The header, word by word and float by float. */
  readonly words: Int32Array<SharedArrayBuffer>;
  readonly floats: SharedFloats;
}

export function allocate(layout: Layout): Arrays {
  const memory = createMemory(layout.bytes);
  const { buffer } = memory;
  const { nodes, registers, window, chunks_max: chunks } = layout;
  let free = HEADER_BYTES;
  const take = (bytes: number): number => {
    const address = free;
    free += Math.ceil(bytes / LINE_BYTES) * LINE_BYTES;
    return address;
  };
  const counted = registers === 0 ? 0 : nodes;
  const ball = (): Uint8Array<SharedArrayBuffer> =>
    new Uint8Array(buffer, take(counted * registers), counted * registers);
  const vector = (): SharedFloats => new Float64Array(buffer, take(nodes * 16), nodes * 2);
  const balls = [ball(), ball()] as const;
  const sizes = new Float32Array(buffer, take(counted * 4), counted);
  const arrays: Arrays = {
    memory,
    layout,
    balls,
    signatures: new Uint16Array(buffer, balls[0].byteOffset, counted * SIGNATURE_LANES),
    vectors: [vector(), vector()],
    seeds: new Float32Array(buffer, take(nodes * 4), nodes),
    results: new Float64Array(buffer, take(chunks * 16), chunks * 2),
    offsets: new Uint32Array(buffer, take((nodes + 1) * 4), nodes + 1),
    degrees: new Uint32Array(buffer, take(nodes * 4), nodes),
    sources: new Uint32Array(buffer, take(window * 4), window),
    sizes,
    names: new Uint32Array(buffer, sizes.byteOffset, counted),
    bounds: new Uint32Array(buffer, take((chunks + 1) * 4), chunks + 1),
    changed: [new Uint8Array(buffer, take(counted), counted), new Uint8Array(buffer, take(counted), counted)],
    words: new Int32Array(buffer, 0, HEADER_BYTES / 4),
    floats: new Float64Array(buffer, 0, HEADER_BYTES / 8),
  };
  setWord(arrays, OFFSETS, arrays.offsets.byteOffset);
  setWord(arrays, SOURCES, arrays.sources.byteOffset);
  setWord(arrays, DEGREES, arrays.degrees.byteOffset);
  setWord(arrays, SEEDS, arrays.seeds.byteOffset);
  setWord(arrays, SIZES, arrays.sizes.byteOffset);
  setWord(arrays, BOUNDS, arrays.bounds.byteOffset);
  setWord(arrays, RESULTS, arrays.results.byteOffset);
  return arrays;
}

/** Writes a word of the header. Addresses reach over 2 GiB, so they wrap to negative numbers here and are read as unsigned. */
export function setWord({ words }: Arrays, at: number, value: number): void {
  words[at / 4] = value | 0;
}

export function setFloat({ floats }: Arrays, at: number, value: number): void {
  floats[at / 8] = value;
}
