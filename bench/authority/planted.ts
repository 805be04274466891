import { edgesOf } from '../../src/index/authority/ranking/graph.ts';
import { rankEdges } from '../../src/index/authority/ranking/ranking.ts';
import { rankOfReferrers } from '../../src/index/authority/scale.ts';
import { onScale } from '../../src/kernel/rank.ts';
import { FARM_SHAPES, type FarmShape, type PlantedOptions, type PlantedWeb, plantWeb } from './planted-web.ts';

/** Webs from a small crawl to a large one, with as many institutions as there may be. */
const SIZES = [
  { honest: 60, farm_size: 15, hacked: 1 },
  { honest: 300, farm_size: 40, hacked: 3 },
  { honest: 1500, farm_size: 40, hacked: 8 },
  { honest: 6000, farm_size: 100, hacked: 12 },
];
const INSTITUTION_SHARES = [0, 0.03, 0.12];
const SEED_FIRST = 101;

export async function showPlanted(seeds: number): Promise<void> {
  console.log('Of 100; the worst of all seeds, with the median one of PageRank alone in brackets');
  for (const size of SIZES) {
    for (const share of INSTITUTION_SHARES) {
      const figures = await Promise.all(
        Array.from({ length: seeds }, (_, at) =>
          measurePlanted({
            ...size,
            seed: SEED_FIRST + at,
            institution_share: share,
            links_mean: 6,
            farms: 5,
          }),
        ),
      );
      const counts = figures.map(({ above_median }) =>
        Object.values(above_median).reduce((sum, count) => sum + count, 0),
      );
      const farms = figures.map(({ farm_domains }) => farm_domains);
      const plain = figures.map(({ above_by_pagerank }) => above_by_pagerank);
      console.log(
        [
          `${size.honest} honest sites, ${100 * share} % institutions`.padEnd(42),
          `median ${medianOf(figures.map(({ median }) => median))}, highest ${Math.max(...figures.map(({ highest }) => highest))}`.padEnd(
            24,
          ),
          `farm domains above it ${Math.max(...counts)} of ${Math.max(...farms)} (${medianOf(plain)})`.padEnd(44),
          `τ ${Math.min(...figures.map((figure) => figure.kendall)).toFixed(2)} (${medianOf(figures.map(({ kendall_by_pagerank }) => kendall_by_pagerank)).toFixed(2)})`.padEnd(
            18,
          ),
          `moved ${Math.max(...figures.map(({ moved }) => moved))}`,
        ].join(''),
      );
    }
  }
}

/** How ranks stand up to farms that were planted in a web. */
interface PlantedFigures {
  /** 0-100. */
  readonly median: number;
  readonly highest: number;
  readonly highest_of_farms: number;
  readonly farm_domains: number;
  readonly above_median: Readonly<Record<FarmShape, number>>;
  readonly above_by_pagerank: number;
  /** Of the order of honest sites by rank, with farms and without. */
  readonly kendall: number;
  readonly kendall_by_pagerank: number;
  /** The most that a rank of 0-100 changes when unrelated sites are added. */
  readonly moved: number;
}

const UNRELATED_SITES = 35;
/** Pairs grow with the square. */
const COMPARED_MAX = 600;

async function measurePlanted(options: PlantedOptions): Promise<PlantedFigures> {
  const [web, clean] = [plantWeb(options), plantWeb({ ...options, farms: 0 })];
  const [{ ranks, pagerank }, before] = [await rankWeb(web), await rankWeb(clean)];
  const honest = numbersOf(web, (kind) => kind === 'honest' || kind === 'institution');
  const farms = numbersOf(web, (kind) => kind === 'farm');
  const of = (nodes: readonly number[]): number[] => nodes.map((node) => ranks[node] ?? 0);
  const median = medianOf(of(honest));
  const plain = medianOf(honest.map((node) => pagerank[node] ?? 0));
  const above: Record<FarmShape, number> = { ring: 0, star: 0, tangle: 0, wheel: 0, tiers: 0 };
  let first = farms[0] ?? 0;
  for (const [farm, size] of web.farm_sizes.entries()) {
    const shape = FARM_SHAPES[farm % FARM_SHAPES.length] ?? 'ring';
    for (let node = first; node < first + size; node += 1) if ((ranks[node] ?? 0) > median) above[shape] += 1;
    first += size;
  }
  const compared = honest.slice(0, COMPARED_MAX);
  const more = await rankWeb(
    joinWebs(web, plantWeb({ ...options, seed: options.seed + 77, honest: UNRELATED_SITES, farms: 0 })),
  );
  return {
    median: shown(median),
    highest: shown(Math.max(...of(honest))),
    highest_of_farms: shown(Math.max(0, ...of(farms))),
    farm_domains: farms.length,
    above_median: above,
    above_by_pagerank: farms.filter((node) => (pagerank[node] ?? 0) > plain).length,
    kendall: kendall(
      compared.map((node) => shown(ranks[node] ?? 0)),
      compared.map((node) => shown(before.ranks[node] ?? 0)),
    ),
    kendall_by_pagerank: kendall(
      compared.map((node) => pagerank[node] ?? 0),
      compared.map((node) => before.pagerank[node] ?? 0),
    ),
    moved: Math.max(...ranks.map((rank, node) => Math.abs(shown(rank) - shown(more.ranks[node] ?? 0)))),
  };
}

/** Ranks of 0-1000 by the number of the node. */
async function rankWeb({
  kinds,
  edges,
}: PlantedWeb): Promise<{ readonly ranks: number[]; readonly pagerank: number[] }> {
  const names = Uint32Array.from(kinds, (kind, node) => (kind === 'platform' ? 0 : nameOf(node)));
  const seeds = Float32Array.from(kinds, (kind) => (kind === 'institution' ? 1 : 0));
  const ranking = await rankEdges(
    edgesOf(kinds.length, edges),
    { harmonic: true, threads: 1, bytes_max: 1e9 },
    { names, seeds, hosts: undefined },
  );
  return {
    ranks: Array.from(ranking?.witnesses?.nodes ?? [], rankOfReferrers),
    pagerank: [...(ranking?.pagerank ?? [])],
  };
}

/** A hash that is never 0. */
function nameOf(node: number): number {
  const hash = Math.imul(node + 1, 0x9e3779b1);
  return (Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) ^ hash) >>> 0 || 1;
}

function joinWebs(one: PlantedWeb, other: PlantedWeb): PlantedWeb {
  const first = one.kinds.length;
  const moved = other.edges.map(([source, target]) => [source + first, target + first] as const);
  return { kinds: [...one.kinds, ...other.kinds], edges: [...one.edges, ...moved], farm_sizes: one.farm_sizes };
}

function numbersOf({ kinds }: PlantedWeb, isWanted: (kind: PlantedWeb['kinds'][number]) => boolean): number[] {
  return kinds.flatMap((kind, node) => (isWanted(kind) ? [node] : []));
}

function shown(rank: number): number {
  return onScale(rank, 'one_hundred') ?? 0;
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
}

/** Kendall's τ-b: 1 for the same order, with ties on either side counted half. */
function kendall(one: readonly number[], other: readonly number[]): number {
  let [agreement, untiedOne, untiedOther] = [0, 0, 0];
  for (let at = 0; at < one.length; at += 1) {
    for (let before = 0; before < at; before += 1) {
      const left = Math.sign((one[at] ?? 0) - (one[before] ?? 0));
      const right = Math.sign((other[at] ?? 0) - (other[before] ?? 0));
      agreement += left * right;
      untiedOne += Math.abs(left);
      untiedOther += Math.abs(right);
    }
  }
  return untiedOne * untiedOther === 0 ? 1 : agreement / Math.sqrt(untiedOne * untiedOther);
}
