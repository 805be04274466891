import { z } from 'zod';

import { idRanges, inIds } from '../authority/scratch.ts';
import type { IndexDatabase } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { isOf } from './edges.ts';
import { placeByFrequency, sharedNumbers, type SiteGraph } from './rival-counter.ts';

/** Links between sites that one answer of the engine carries, in 4 bytes each and some for each linking site. */
const EDGES_PER_READ = 8_000_000;

/** Ids of linking sites in rising order, each in two numbers of 32 bits: 64 bits as one number would be an object each. */
export class SiteIds {
  readonly high: Uint32Array;
  readonly low: Uint32Array;

  constructor(sites: number) {
    this.high = new Uint32Array(sites);
    this.low = new Uint32Array(sites);
  }

  /** Where an id stands; undefined where no site has it. */
  find(high: number, low: number): number | undefined {
    let [from, to] = [0, this.high.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      const difference = (this.high[middle] ?? 0) - high || (this.low[middle] ?? 0) - low;
      if (difference === 0) return middle;
      if (difference < 0) from = middle + 1;
      else to = middle;
    }
    return undefined;
  }
}

/** Both kinds of graph over the same linking sites: to domains, and to hosts where these were asked for and fit as well. */
export interface SiteGraphs {
  readonly ids: SiteIds;
  readonly domain: SiteGraph;
  readonly host: SiteGraph | undefined;
}

interface GraphsWanted {
  readonly with_hosts: boolean;
  /** For both graphs. */
  readonly bytes_max: number;
}

/** Reads whom each site links to, as of one version; undefined where that does not fit in the memory. */
export async function readSiteGraphs(
  database: IndexDatabase,
  version: number,
  { with_hosts, bytes_max }: GraphsWanted,
): Promise<SiteGraphs | undefined> {
  const size = await sizeOf(database, version, 'domain');
  const size_of_hosts = with_hosts ? await sizeOf(database, version, 'host') : undefined;
  if (bytesOf(size) > bytes_max) return undefined;
  const ids = new SiteIds(size.sites);
  const trust = new Float32Array(new SharedArrayBuffer(4 * size.sites));
  const domains = sharedNumbers(size.sites);
  const linked = new LinkedSites(size.sites, size.edges);
  let read = 0;
  await readRows(database, { version, kind: 'domain', edges: size.edges }, (row) => {
    ids.high[read] = row.high;
    ids.low[read] = row.low;
    trust[read] = row.trust;
    domains[read] = row.domains;
    linked.add(read, row.targets);
    read += 1;
  });
  const domain = { ...linked.close(size.referred), trust, domains };
  if (size_of_hosts === undefined || bytesOf(size) + bytesOf(size_of_hosts) > bytes_max) {
    return { ids, domain, host: undefined };
  }
  const hosts = new LinkedSites(size.sites, size_of_hosts.edges);
  await readRows(database, { version, kind: 'host', edges: size_of_hosts.edges }, (row) => {
    const at = ids.find(row.high, row.low);
    if (at !== undefined) hosts.add(at, row.targets);
  });
  return { ids, domain, host: { ...hosts.close(size_of_hosts.referred), trust, domains } };
}

/** Four bytes for each link, 24 for each linking site, and 20 for each that is linked to. */
function bytesOf({ sites, edges, referred }: GraphSize): number {
  return 4 * edges + 24 * sites + 20 * referred;
}

/** Lists of numbers by linking site, which come in the order of the sites. */
class LinkedSites {
  private readonly starts: Uint32Array;
  private readonly targets: Uint32Array;
  private filled = 0;
  private next = 0;

  constructor(sites: number, edges: number) {
    this.starts = sharedNumbers(sites + 1);
    this.targets = sharedNumbers(edges);
  }

  add(site: number, targets: Uint8Array): void {
    this.starts.fill(this.filled, this.next, site + 1);
    this.next = site + 1;
    new Uint8Array(this.targets.buffer).set(targets, this.filled * 4);
    this.filled += targets.length / 4;
  }

  close(referred: number): Pick<SiteGraph, 'starts' | 'linked' | 'numbers' | 'referrers'> {
    const { starts, targets: linked } = this;
    starts.fill(this.filled, this.next);
    const placed = placeByFrequency(linked, referred);
    // Counters are then gone through in one direction, which takes two thirds of the time.
    for (let site = 0; site + 1 < starts.length; site += 1) linked.subarray(starts[site], starts[site + 1]).sort();
    return { starts, linked, ...placed };
  }
}

type Kind = 'domain' | 'host';

const GraphSize = z.object({ sites: z.int(), edges: z.int(), referred: z.int() });
type GraphSize = z.infer<typeof GraphSize>;

async function sizeOf(database: IndexDatabase, version: number, kind: Kind): Promise<GraphSize> {
  const [size] = await database.rows(
    GraphSize,
    sql`SELECT count() AS sites, sum(length(targets)) AS edges,
        (SELECT count() FROM referred_sites WHERE ${isOf({ version }, kind)}) AS referred FROM site_links WHERE ${isOf({ version }, kind)}`,
  );
  return size ?? { sites: 0, edges: 0, referred: 0 };
}

interface Row {
  readonly high: number;
  readonly low: number;
  readonly trust: number;
  readonly domains: number;
  /** Four bytes a number, the lowest first. */
  readonly targets: Uint8Array;
}

async function readRows(
  database: IndexDatabase,
  { version, kind, edges }: { readonly version: number; readonly kind: Kind; readonly edges: number },
  take: (row: Row) => void,
): Promise<void> {
  for (const range of idRanges(edges / EDGES_PER_READ)) {
    const bytes = await database.bytes(sql`SELECT source, trust, domains, targets FROM site_links
      WHERE ${isOf({ version }, kind)} AND ${inIds(sql`source`, range)} ORDER BY source FORMAT RowBinary`);
    for (let at = 0; at < bytes.length;) {
      const { length, begin } = readLength(bytes, at + 16);
      const end = begin + 4 * length;
      take({
        high: bytes.readUInt32LE(at + 4),
        low: bytes.readUInt32LE(at),
        trust: bytes.readFloatLE(at + 8),
        domains: bytes.readUInt32LE(at + 12),
        targets: bytes.subarray(begin, end),
      });
      at = end;
    }
  }
}

/** A length as RowBinary writes it: seven bits a byte, the lowest first, all but the last with the highest bit set. */
function readLength(bytes: Buffer, at: number): { readonly length: number; readonly begin: number } {
  let [length, shift, next] = [0, 0, at];
  for (;;) {
    const byte = bytes.readUInt8(next);
    next += 1;
    length += (byte & 127) * 2 ** shift;
    if (byte < 128) return { length, begin: next };
    shift += 7;
  }
}
