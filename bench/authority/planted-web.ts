/**
 * Webs of which the truth is known: honest sites that cite each other by topic, and farms that were planted among them.
 * Nodes are registrable domains; the same seed makes the same web.
 */
export interface PlantedWeb {
  readonly kinds: readonly NodeKind[];
  /** Each link once, none from a node to itself. */
  readonly edges: readonly (readonly [source: number, target: number])[];
  /** Farms stand one after another at the end, of the shapes in turn. */
  readonly farm_sizes: readonly number[];
}

/** `cited` is a domain that honest sites link to and nobody reads. */
type NodeKind = 'honest' | 'institution' | 'platform' | 'cited' | 'farm';

export interface PlantedOptions {
  readonly seed: number;
  /** Honest sites that are read, institutions among them. */
  readonly honest: number;
  readonly institution_share: number;
  /** Links of a typical honest site to other honest sites. */
  readonly links_mean: number;
  /** Farms, of the five shapes in turn. */
  readonly farms: number;
  readonly farm_size: number;
  /** Honest sites onto which somebody wrote four links to a farm. */
  readonly hacked: number;
}

export const FARM_SHAPES = ['ring', 'star', 'tangle', 'wheel', 'tiers'] as const;
export type FarmShape = (typeof FARM_SHAPES)[number];

const TOPIC_SITES = 40;
const WITHIN_TOPIC = 0.7;
/** Sites that link to nobody, such as shops. */
const SILENT_SHARE = 0.25;
const PLATFORMS = 6;
const CITED_EACH = 4;
const TANGLE_SHARE = 0.4;
const WHEEL_LINKS = 4;
const TIER_LINKS = 3;
const HACKED_LINKS = 4;

type Random = () => number;
type Edge = [source: number, target: number];

/** `farms: 0` with the same seed gives the same honest web without farms and without what was written onto honest sites. */
export function plantWeb(options: PlantedOptions): PlantedWeb {
  const kinds: NodeKind[] = [];
  const edges: Edge[] = [];
  const add = (kind: NodeKind): number => kinds.push(kind) - 1;
  const random = randomFrom(options.seed);
  const sites = Array.from({ length: options.honest }, () =>
    add(random() < options.institution_share ? 'institution' : 'honest'),
  );
  const platforms = Array.from({ length: PLATFORMS }, () => add('platform'));
  const cited = Array.from({ length: 2 * options.honest }, () => add('cited'));
  citeByTopic(sites, options, random, edges);
  for (const site of sites) {
    for (const platform of platforms) if (random() < 0.4) edges.push([site, platform]);
    repeat(poisson(CITED_EACH, random), () => edges.push([site, pick(cited, random, 1.5)]));
  }
  const farms = plantFarms({ sites, platforms }, options, add, edges);
  return { kinds, edges: distinct(edges), farm_sizes: farms.map((members) => members.length) };
}

function plantFarms(
  { sites, platforms }: { readonly sites: readonly number[]; readonly platforms: readonly number[] },
  { seed, farms, farm_size, hacked }: PlantedOptions,
  add: (kind: NodeKind) => number,
  edges: Edge[],
): number[][] {
  const random = randomFrom(seed + 1_000_003);
  const planted = Array.from({ length: farms }, (_, farm) => {
    const size = Math.max(6, Math.round(farm_size * (0.5 + random())));
    const members = Array.from({ length: size }, () => add('farm'));
    joinFarm(members, FARM_SHAPES[farm % FARM_SHAPES.length] ?? 'ring', random, edges);
    for (const member of members) {
      repeat(Math.floor(3 * random()), () => edges.push([member, pick(sites, random, 2)]));
      if (random() < 0.3) edges.push([member, pick(platforms, random, 1)]);
    }
    return members;
  });
  repeat(farms === 0 ? 0 : hacked, (at) => {
    const victim = pick(sites, random, 0.7);
    const members = planted[at % farms] ?? [];
    repeat(HACKED_LINKS, () => edges.push([victim, pick(members, random, 1)]));
  });
  return planted;
}

function citeByTopic(
  sites: readonly number[],
  { honest, links_mean }: PlantedOptions,
  random: Random,
  edges: Edge[],
): void {
  const topics = Math.max(1, Math.round(honest / TOPIC_SITES));
  const byTopic = Array.from({ length: topics }, (_, topic) => sites.filter((site) => site % topics === topic));
  for (const site of sites) {
    if (random() < SILENT_SHARE) continue;
    const count = Math.max(1, poisson(links_mean * (0.4 + 1.2 * random()), random));
    const fellows = byTopic[site % topics] ?? sites;
    for (let at = 0; at < count; at += 1) {
      edges.push([site, pick(random() < WITHIN_TOPIC ? fellows : sites, random, 1.8)]);
    }
  }
}

/** The last fifth of a farm, one at least, is what it promotes. */
function joinFarm(members: readonly number[], shape: FarmShape, random: Random, edges: Edge[]): void {
  const promoted = members.slice(-Math.max(1, Math.round(members.length / 5)));
  const satellites = members.slice(0, members.length - promoted.length);
  for (const [at, satellite] of satellites.entries()) {
    for (const target of satelliteLinks({ satellites, promoted, at, shape }, random)) edges.push([satellite, target]);
    if (shape !== 'tangle') continue;
    for (const money of promoted) if (random() < TANGLE_SHARE) edges.push([money, satellite]);
  }
}

interface Satellite {
  readonly satellites: readonly number[];
  readonly promoted: readonly number[];
  readonly at: number;
  readonly shape: FarmShape;
}

function satelliteLinks({ satellites, promoted, at, shape }: Satellite, random: Random): readonly number[] {
  const size = satellites.length;
  const after = (step: number): number => satellites[(at + step) % size] ?? 0;
  if (shape === 'star') return promoted;
  if (shape === 'ring') return [...promoted, ...satellites];
  if (shape === 'tangle') return [...promoted, ...satellites.filter(() => random() < TANGLE_SHARE)];
  if (shape === 'wheel') return [...promoted, ...Array.from({ length: WHEEL_LINKS }, (_, step) => after(step + 1))];
  if (at < size / 3) return promoted;
  return Array.from({ length: TIER_LINKS }, () => satellites[Math.floor((random() * size) / 3)] ?? 0);
}

function repeat(times: number, what: (at: number) => void): void {
  for (let at = 0; at < times; at += 1) what(at);
}

function distinct(edges: readonly Edge[]): Edge[] {
  const proper = edges.filter(([source, target]) => source !== target);
  return [...new Map(proper.map((edge) => [edge.join(), edge])).values()];
}

/** Early items more often than late ones, the more so the higher the skew. */
function pick(items: readonly number[], random: Random, skew: number): number {
  return items[Math.floor(items.length * random() ** skew)] ?? items[0] ?? 0;
}

function poisson(mean: number, random: Random): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count += 1;
  return count;
}

function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
