import type { EdgeSource } from './graph.ts';
import type { Crew } from './crew.ts';
import { END_CHUNK, NEXT_CHUNK, SOURCES } from './header.ts';
import type { KernelName } from './kernels.ts';
import { type Arrays, CHUNK_WORK, setWord } from './layout.ts';

/** Nodes whose edges are in memory together, and the chunks that they are worked off in. */
interface Block {
  readonly first: number;
  readonly end: number;
  readonly first_chunk: number;
  readonly end_chunk: number;
}

/** Rounds over all edges of a graph: from memory when they fit, else block by block, read anew each time. */
export class Rounds {
  readonly arrays: Arrays;
  private readonly source: EdgeSource;
  private readonly crew: Crew;
  private readonly blocks: readonly Block[];
  private chunks = 0;
  private loaded: Block | undefined;

  private constructor(source: EdgeSource, arrays: Arrays, crew: Crew) {
    this.source = source;
    this.arrays = arrays;
    this.crew = crew;
    const { offsets } = arrays;
    for (let node = 0; node < arrays.layout.nodes; node += 1) {
      offsets[node + 1] = (offsets[node] ?? 0) + (source.in_degrees[node] ?? 0);
    }
    this.blocks = this.cut();
  }

  /** Reads every edge once, to count the links of each node. */
  static async open(source: EdgeSource, arrays: Arrays, crew: Crew): Promise<Rounds> {
    const rounds = new Rounds(source, arrays, crew);
    const { degrees, sources } = arrays;
    for (const block of rounds.blocks) {
      await rounds.load(block);
      const edges = rounds.edgesOf(block);
      for (let at = 0; at < edges; at += 1) {
        const from = sources[at] ?? 0;
        degrees[from] = (degrees[from] ?? 0) + 1;
      }
    }
    return rounds;
  }

  /** Blocks of as many nodes as have their edges in the window, cut into chunks of about the same work. */
  private cut(): Block[] {
    const { layout, offsets } = this.arrays;
    const blocks: Block[] = [];
    for (let first = 0; first < layout.nodes;) {
      const limit = (offsets[first] ?? 0) + layout.window;
      let end = first;
      while (end < layout.nodes && (offsets[end + 1] ?? 0) <= limit) end += 1;
      if (end === first) throw new RangeError('The window holds less than the edges of one node.');
      const firstChunk = this.chunks;
      this.cutChunks(first, end);
      blocks.push({ first, end, first_chunk: firstChunk, end_chunk: this.chunks });
      first = end;
    }
    return blocks;
  }

  private cutChunks(first: number, end: number): void {
    const { offsets, bounds } = this.arrays;
    for (let node = first; node < end;) {
      bounds[this.chunks] = node;
      const enough = node + (offsets[node] ?? 0) + CHUNK_WORK;
      while (node < end && node + (offsets[node] ?? 0) < enough) node += 1;
      this.chunks += 1;
      bounds[this.chunks] = node;
    }
  }

  async run(kernel: KernelName): Promise<void> {
    for (const block of this.blocks) {
      await this.begin(block);
      await this.crew.run(kernel);
    }
  }

  /** For a kernel that threads cannot share. */
  async runAlone(kernel: KernelName): Promise<void> {
    for (const block of this.blocks) {
      await this.begin(block);
      this.crew.runAlone(kernel);
    }
  }

  /** Every node with its sources: those that stand from one place up to before another. */
  async forEachNode(visit: (node: number, sources: Uint32Array, from: number, end: number) => void): Promise<void> {
    const { offsets, sources } = this.arrays;
    for (const block of this.blocks) {
      await this.load(block);
      const before = offsets[block.first] ?? 0;
      for (let node = block.first; node < block.end; node += 1) {
        visit(node, sources, (offsets[node] ?? 0) - before, (offsets[node + 1] ?? 0) - before);
      }
    }
  }

  private async begin(block: Block): Promise<void> {
    await this.load(block);
    setWord(this.arrays, NEXT_CHUNK, block.first_chunk);
    setWord(this.arrays, END_CHUNK, block.end_chunk);
  }

  /** One of the figures that the chunks of the last round wrote, added in their order: the same for any number of threads. */
  sum(figure: 0 | 1): number {
    let sum = 0;
    for (let chunk = 0; chunk < this.chunks; chunk += 1) sum += this.arrays.results[chunk * 2 + figure] ?? 0;
    return sum;
  }

  private edgesOf({ first, end }: Block): number {
    const { offsets } = this.arrays;
    return (offsets[end] ?? 0) - (offsets[first] ?? 0);
  }

  private async load(block: Block): Promise<void> {
    if (this.loaded === block) return;
    this.loaded = undefined;
    const { sources, offsets } = this.arrays;
    await this.source.read(block.first, block.end, sources.subarray(0, this.edgesOf(block)));
    setWord(this.arrays, SOURCES, sources.byteOffset - 4 * (offsets[block.first] ?? 0));
    this.loaded = block;
  }
}
