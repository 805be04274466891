import type { IndexDatabase } from '../database/database.ts';
import { RANK_UNKNOWN } from '../database/names.ts';
import { Sql, sql } from '../database/sql.ts';
import { HARMONIC_COMPUTED, HARMONIC_KEPT } from './harmonic-schedule.ts';
import { UNLINKED } from './publish.ts';
import type { EdgeSource } from './ranking/graph.ts';
import { defaultRanking, orderValues, rankEdges, type Ranking } from './ranking/ranking.ts';
import { RANKED_DOMAINS_MIN, rankOfReferrers } from './scale.ts';
import { BOUNDED, countOf, createScratchTable, type GraphKind, numberBlocks, type ScratchTables } from './scratch.ts';

/** Nodes and edges that one answer of the engine carries; 32 MB each. */
const NODES_PER_READ = 4_000_000;
const EDGES_PER_READ = 8_000_000;
/** As base64, under what one statement may have. */
const ROWS_PER_INSERT = 100_000;

export interface GraphFigures {
  readonly nodes: number;
  readonly edges: number;
  readonly method: string;
}

/**
 * Ranks domains, and hosts beside them, by the trusted, independent domains that link to them.
 *
 * PageRank of domains, and harmonic centrality where it is asked for, are written as well, so that they can be compared with Common
 * Crawl's.
 * `method` says how each was computed.
 */
export async function rankDomains(
  database: IndexDatabase,
  scratch: ScratchTables,
  with_harmonic: boolean,
): Promise<{ readonly domain: GraphFigures; readonly host: GraphFigures }> {
  const [domains, hosts] = [await openEdges(database, scratch, 'domain'), await openEdges(database, scratch, 'host')];
  for (const kind of ['domain', 'host'] as const) {
    await createScratchTable(database, scratch, scratch.ranks(kind), RANK_COLUMNS, sql`n`);
  }
  const ranking = await rankEdges(domains, defaultRanking(with_harmonic), {
    ...(await readSeeds(database, scratch, domains.in_degrees.length)),
    hosts: { edges: hosts, owners: await readOwners(database, scratch, hosts.in_degrees.length) },
  });
  const figures = { domain: sizeOf(domains), host: sizeOf(hosts) };
  if (ranking?.witnesses === undefined) {
    return {
      domain: { ...figures.domain, method: tooMany('domain') },
      host: { ...figures.host, method: tooMany('host') },
    };
  }
  const { witnesses, harmonic } = ranking;
  const isRanked = domains.in_degrees.length >= RANKED_DOMAINS_MIN;
  const rankOf = (referrers: number): number => (isRanked ? rankOfReferrers(referrers) : RANK_UNKNOWN);
  await writeRanks(database, scratch.ranks('domain'), {
    ranking,
    in_degrees: domains.in_degrees,
    authority: (node) => (witnesses.nodes[node] ?? 0) + (witnesses.worth[node] ?? 0),
    trust: (node) => witnesses.worth[node] ?? 0,
    rank: (node) => rankOf(witnesses.nodes[node] ?? 0),
  });
  await writeRanks(database, scratch.ranks('host'), {
    ranking: undefined,
    in_degrees: hosts.in_degrees,
    authority: () => 0,
    trust: () => 0,
    rank: (host) => rankOf(witnesses.hosts[host] ?? 0),
  });
  const of_harmonic = with_harmonic ? `${HARMONIC_COMPUTED}${harmonic?.method ?? 'not computed'})` : HARMONIC_KEPT;
  return {
    domain: { ...figures.domain, method: `domain by PageRank, TrustRank, ${of_harmonic}` },
    host: { ...figures.host, method: 'host by its domains' },
  };
}

/** Ranks pages by how the authority of their domains spreads along links: each page begins with an equal share of it. */
export async function rankPages(database: IndexDatabase, scratch: ScratchTables): Promise<GraphFigures> {
  const pages = await openEdges(database, scratch, 'page');
  await createScratchTable(database, scratch, scratch.ranks('page'), RANK_COLUMNS, sql`n`);
  await createSpread(database, scratch);
  const seeds = await readNumbers(database, pages.in_degrees.length, spreadSql(scratch));
  const question = { seeds: new Float32Array(seeds.buffer), names: undefined, hosts: undefined };
  const ranking = await rankEdges(pages, defaultRanking(false), question);
  if (ranking === undefined) return { ...sizeOf(pages), method: tooMany('page') };
  const isRanked = (await countOf(database, scratch.nodes('domain'))) >= RANKED_DOMAINS_MIN;
  await writeRanks(database, scratch.ranks('page'), {
    ranking: undefined,
    in_degrees: pages.in_degrees,
    authority: () => 0,
    trust: () => 0,
    rank: (page) => (isRanked ? rankOfReferrers(ranking.trust[page] ?? 0) : RANK_UNKNOWN),
  });
  return { ...sizeOf(pages), method: 'page by the authority of its domain' };
}

function sizeOf({ in_degrees: degrees }: EdgeSource): { readonly nodes: number; readonly edges: number } {
  return { nodes: degrees.length, edges: degrees.reduce((sum, degree) => sum + degree, 0) };
}

function tooMany(kind: GraphKind): string {
  return `${kind} not ranked (too many for the memory)`;
}

/** What is known of each domain by its number. */
async function readSeeds(
  database: IndexDatabase,
  { seeds: table }: ScratchTables,
  nodes: number,
): Promise<{ readonly names: Uint32Array; readonly seeds: Float32Array }> {
  const column = (name: Sql) => (block: Sql) => sql`SELECT ${name} FROM ${table} WHERE ${block} ORDER BY n`;
  const names = await readNumbers(database, nodes, column(sql`name`));
  const seeds = await readNumbers(database, nodes, column(sql`seed`));
  return { names, seeds: new Float32Array(seeds.buffer) };
}

/** The number of the domain of each host. */
async function readOwners(database: IndexDatabase, scratch: ScratchTables, hosts: number): Promise<Uint32Array> {
  const [domainNodes, hostNodes] = [scratch.nodes('domain'), scratch.nodes('host')];
  return readNumbers(
    database,
    hosts,
    (block) => sql`SELECT toUInt32(ifNull(d.n, 0)) FROM (SELECT n, domain FROM ${hostNodes} WHERE ${block}) AS h
      LEFT ANY JOIN (SELECT id, n FROM ${domainNodes} WHERE id IN (SELECT domain FROM ${hostNodes} WHERE ${block})) AS d
        ON d.id = h.domain ORDER BY h.n`,
    scratch.joined_rows_max,
  );
}

/** What a page of each domain has of it: an even share of the domains that vouch for it, and of itself. */
async function createSpread(database: IndexDatabase, scratch: ScratchTables): Promise<void> {
  const { spread } = scratch;
  const domains = scratch.nodes('domain');
  await createScratchTable(database, scratch, spread, sql`domain UInt64, share Float32`, sql`domain`);
  for (const block of await numberBlocks(database, scratch, domains)) {
    await database.run(sql`INSERT INTO ${spread} SELECT d.id, r.authority / p.pages
      FROM (SELECT id, n FROM ${domains} WHERE ${block}) AS d
      INNER JOIN (SELECT n, authority FROM ${scratch.ranks('domain')} WHERE ${block} AND authority > 0) AS r ON r.n = d.n
      INNER JOIN (SELECT domain, count() AS pages FROM ${scratch.nodes('page')}
        WHERE domain IN (SELECT id FROM ${domains} WHERE ${block}) GROUP BY domain) AS p ON p.domain = d.id ${BOUNDED}`);
  }
}

function spreadSql(scratch: ScratchTables): (block: Sql) => Sql {
  const nodes = scratch.nodes('page');
  return (block) => sql`SELECT toFloat32(ifNull(s.share, 0)) FROM (SELECT n, domain FROM ${nodes} WHERE ${block}) AS p
    LEFT ANY JOIN (SELECT domain, share FROM ${scratch.spread} WHERE domain IN (SELECT domain FROM ${nodes} WHERE ${block})) AS s
      ON s.domain = p.domain ORDER BY p.n`;
}

/** One column of 32 bits over all nodes, in blocks of their numbers. */
async function readNumbers(
  database: IndexDatabase,
  nodes: number,
  select: (block: Sql) => Sql,
  rowsMax: number = NODES_PER_READ,
): Promise<Uint32Array> {
  const numbers = new Uint32Array(nodes);
  for (let start = 0; start < nodes; start += rowsMax) {
    const end = Math.min(nodes, start + rowsMax);
    const bytes = await database.bytes(sql`${select(sql`n >= ${start} AND n < ${end}`)} FORMAT RowBinary`);
    if (bytes.length !== (end - start) * 4) throw new Error('The nodes changed while they were read.');
    // RowBinary is little-endian, as are all machines that the engine runs on.
    new Uint8Array(numbers.buffer, start * 4, bytes.length).set(bytes);
  }
  return numbers;
}

const RANK_COLUMNS = sql`n UInt32, links UInt32, pagerank Float64, harmonic Float64, position Float64, authority Float32, trust Float32, rank UInt16`;
const RANK_BYTES = 42;

interface RankRows {
  /** Of domains alone: nobody asks for more than the rank of a host or a page. */
  readonly ranking: Pick<Ranking, 'pagerank' | 'harmonic'> | undefined;
  readonly in_degrees: Uint32Array;
  readonly authority: (node: number) => number;
  readonly trust: (node: number) => number;
  readonly rank: (node: number) => number;
}

/** Nodes that nothing links to and that are worth nothing have the same values, and share one row under `UNLINKED`. */
async function writeRanks(database: IndexDatabase, table: Sql, rows: RankRows): Promise<void> {
  const { ranking, in_degrees: degrees } = rows;
  const values = ranking?.harmonic?.values ?? ranking?.pagerank;
  const positionOf = values === undefined ? (): number => 0 : orderValues(values);
  const block = Buffer.alloc(ROWS_PER_INSERT * RANK_BYTES);
  let filled = 0;
  const write = (n: number, node: number): void => {
    const at = filled * RANK_BYTES;
    block.writeUInt32LE(n, at);
    block.writeUInt32LE(degrees[node] ?? 0, at + 4);
    block.writeDoubleLE(ranking?.pagerank[node] ?? 0, at + 8);
    block.writeDoubleLE(ranking?.harmonic?.values[node] ?? 0, at + 16);
    block.writeDoubleLE(positionOf(values?.[node] ?? 0), at + 24);
    block.writeFloatLE(n === UNLINKED ? 0 : rows.authority(node), at + 32);
    block.writeFloatLE(n === UNLINKED ? 0 : rows.trust(node), at + 36);
    block.writeUInt16LE(rows.rank(node), at + 40);
    filled += 1;
  };
  const send = async (): Promise<void> => {
    const bytes = block.toString('base64', 0, filled * RANK_BYTES);
    filled = 0;
    await database.run(sql`INSERT INTO ${table}
      SELECT * FROM format(RowBinary, ${RANK_COLUMNS.text}, base64Decode(${new Sql(`'${bytes}'`)}))`);
  };
  const isCommon = (node: number): boolean =>
    degrees[node] === 0 && rows.authority(node) === 0 && (rows.rank(node) === 0 || rows.rank(node) === RANK_UNKNOWN);
  const common = degrees.findIndex((_, node) => isCommon(node));
  write(UNLINKED, common === -1 ? 0 : common);
  for (let node = 0; node < degrees.length; node += 1) {
    if (isCommon(node)) continue;
    if (filled === ROWS_PER_INSERT) await send();
    write(node, node);
  }
  await send();
}

async function openEdges(database: IndexDatabase, scratch: ScratchTables, kind: GraphKind): Promise<EdgeSource> {
  const inDegrees = await readInDegrees(database, scratch, kind);
  return {
    in_degrees: inDegrees,
    read: async (first, end, into) => {
      let filled = 0;
      for (let start = first; start < end;) {
        let edges = 0;
        let stop = start;
        while (stop < end && (edges === 0 || edges + (inDegrees[stop] ?? 0) <= EDGES_PER_READ)) {
          edges += inDegrees[stop] ?? 0;
          stop += 1;
        }
        const bytes = await database.bytes(sql`SELECT source FROM ${scratch.edges(kind)}
          WHERE target >= ${start} AND target < ${stop} ORDER BY target, source FORMAT RowBinary`);
        if (bytes.length !== edges * 4) throw new Error(`The ${kind} graph changed while it was read.`);
        new Uint8Array(into.buffer, into.byteOffset + filled * 4, bytes.length).set(bytes);
        filled += edges;
        start = stop;
      }
    },
  };
}

async function readInDegrees(database: IndexDatabase, scratch: ScratchTables, kind: GraphKind): Promise<Uint32Array> {
  const nodes = await countOf(database, scratch.nodes(kind));
  const degrees = new Uint32Array(nodes);
  for (let start = 0; start < nodes; start += NODES_PER_READ) {
    const bytes = await database.bytes(sql`SELECT target, toUInt32(count()) FROM ${scratch.edges(kind)}
      WHERE target >= ${start} AND target < ${start + NODES_PER_READ} GROUP BY target FORMAT RowBinary`);
    for (let at = 0; at < bytes.length; at += 8) degrees[bytes.readUInt32LE(at)] = bytes.readUInt32LE(at + 4);
  }
  return degrees;
}
