import { closeSync, openSync, readSync, writeSync } from 'node:fs';

import type { EdgeSource } from '../../src/index/authority/ranking/graph.ts';
import type { MadeGraph } from './made-graph.ts';

/** Two 32-bit words, nodes and edges; then the offsets of the nodes, and one more; then the sources. */
const HEADER_BYTES = 8;
/** A read or write of more than 2 GiB is refused. */
const PIECE_BYTES = 256 * 1024 * 1024;

export function writeGraph(path: string, { nodes, in_degrees: inDegrees, sources }: MadeGraph): void {
  const file = openSync(path, 'w');
  const offsets = new Uint32Array(nodes + 1);
  for (const [node, degree] of inDegrees.entries()) offsets[node + 1] = (offsets[node] ?? 0) + degree;
  let at = 0;
  for (const words of [Uint32Array.of(nodes, sources.length), offsets, sources]) {
    const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
    for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
      writeSync(file, bytes, start, Math.min(PIECE_BYTES, bytes.length - start), at + start);
    }
    at += bytes.length;
  }
  closeSync(file);
}

/** Reads edges as they are asked for, as they come from the engine otherwise. */
export function openGraph(path: string): EdgeSource {
  const file = openSync(path, 'r');
  const [nodes = 0] = readWords(file, 0, new Uint32Array(1));
  const offsets = readWords(file, HEADER_BYTES, new Uint32Array(nodes + 1));
  const inDegrees = new Uint32Array(nodes);
  for (let node = 0; node < nodes; node += 1) inDegrees[node] = (offsets[node + 1] ?? 0) - (offsets[node] ?? 0);
  const sourcesAt = HEADER_BYTES + (nodes + 1) * 4;
  return {
    in_degrees: inDegrees,
    read: async (first, end, into) => {
      const from = offsets[first] ?? 0;
      readWords(file, sourcesAt + from * 4, into.subarray(0, (offsets[end] ?? 0) - from));
      return Promise.resolve();
    },
  };
}

function readWords<Words extends Uint32Array>(file: number, position: number, words: Words): Words {
  const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    readSync(file, bytes, start, Math.min(PIECE_BYTES, bytes.length - start), position + start);
  }
  return words;
}
