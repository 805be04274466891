import { z } from 'zod';

import { hostOfKey, isPublicSuffix } from '../../web/url.ts';
import { rankingBytesMax } from '../authority/ranking/ranking.ts';
import type { IndexDatabase } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { inHostRange } from '../read/rows/scope.ts';
import { insertRows, type Row, tableRows } from '../write/table-rows.ts';
import { BOUNDED, type Derivation } from './scratch.ts';
import type { OwnSites, Rivals, SiteGraph } from './rival-counter.ts';
import { type RivalHand, type Side, startRivalCrew } from './rival-crew.ts';
import { readSiteGraphs, type SiteGraphs, type SiteIds } from './site-graph.ts';
import { COPIED_ALONE_MIN } from '../read/rows/coverage.ts';

/** Of which targets competitors are counted beforehand, and from when on by threads; of smaller ones they are counted when they are asked for. */
export interface CountedBounds {
  /** Registrable domains that link to one: its competitors by domain are counted. */
  readonly domains_min: number;
  /** Links to a copied domain, host or page: its competitors by domain and by host are. */
  readonly links_min: number;
  /** Links between domains up to which one thread counts alone. */
  readonly links_alone_max?: number;
}

export const COUNTED_BOUNDS: CountedBounds = { domains_min: 200, links_min: COPIED_ALONE_MIN };

/** Writes whom the sites that link to a target link to as well. Nothing of its own domain is a target's competitor. */
export async function writeCompetitors(
  database: IndexDatabase,
  { version }: Derivation,
  progress: (share: number) => void,
  { domains_min, links_min, links_alone_max }: CountedBounds,
): Promise<void> {
  const copied = await copiedTargets(database, version, links_min);
  const domains = await linkedDomains(database, { version, domains_min, copied });
  if (copied.length + domains.length === 0) return;
  const wanted = { with_hosts: copied.length > 0, bytes_max: rankingBytesMax() };
  const graphs = await readSiteGraphs(database, version, wanted);
  // Competitors are counted when they are asked for, which takes longer.
  if (graphs === undefined) return;
  const rows = new Rows(database, version, (written) => progress(written / (domains.length + 2 * copied.length)));
  const crew = startRivalCrew(graphs, links_alone_max);
  try {
    await countOfDomains(crew.hands, rows, graphs, domains);
    const sides = (['domain', 'host'] as const).filter((side) => graphs[side] !== undefined);
    await eachInTurn(crew.hands, Map.groupBy(copied, ({ key }) => key).values(), async (hand, targets) =>
      countOfCopied(database, rows, { ids: graphs.ids, targets, sides }, hand),
    );
  } finally {
    await crew.close();
  }
  await rows.send();
}

/** Each hand takes the next as soon as it is done with the one before. */
async function eachInTurn<Item>(
  hands: readonly RivalHand[],
  items: IteratorObject<Item>,
  count: (hand: RivalHand, item: Item) => Promise<void>,
): Promise<void> {
  await Promise.all(
    hands.map(async (hand) => {
      for (let next = items.next(); next.done !== true; next = items.next()) await count(hand, next.value);
    }),
  );
}

async function countOfDomains(
  hands: readonly RivalHand[],
  rows: Rows,
  { ids, domain }: SiteGraphs,
  domains: readonly LinkedDomain[],
): Promise<void> {
  const referrers = referrersOf(domain, domains);
  await eachInTurn(hands, domains.entries(), async (hand, [at, { no, key }]) => {
    const linking = referrers(at);
    const shared = await hand.count({ side: 'domain', linking, own: { first: no, end: no + 1 } });
    await rows.add({ kind: 'domain', host: key, path: '' }, 'domain', sitesAt(ids, linking), shared);
  });
}

interface CopiedTargets {
  readonly ids: SiteIds;
  /** Of one domain. */
  readonly targets: readonly CopiedTarget[];
  readonly sides: readonly Side[];
}

async function countOfCopied(
  database: IndexDatabase,
  rows: Rows,
  { ids, targets, sides }: CopiedTargets,
  hand: RivalHand,
): Promise<void> {
  const key = targets[0]?.key ?? '';
  const own = {
    domain: await ownSites(database, rows.version, { side: 'domain', key }),
    host: await ownSites(database, rows.version, { side: 'host', key }),
  };
  for (const target of targets) {
    const sites = await linkingSites(database, rows.version, target);
    const linking = placesOf(ids, sites);
    for (const side of sides) {
      await rows.add(target, side, sites, await hand.count({ side, linking, own: own[side] }));
    }
  }
}

const CopiedTarget = z.object({
  kind: z.enum(['domain', 'host', 'page']),
  domain: z.string(),
  host: z.string(),
  path: z.string(),
  /** Of the registrable domain or public suffix that it belongs to. */
  key: z.string(),
});
type CopiedTarget = z.infer<typeof CopiedTarget>;

async function copiedTargets(
  database: IndexDatabase,
  version: number,
  links_min: number,
): Promise<readonly CopiedTarget[]> {
  return database.rows(
    CopiedTarget,
    sql`SELECT toString(t.kind) AS kind, toString(t.domain) AS domain, t.host AS host, t.path AS path, d.key AS key
      FROM (SELECT kind, domain, host, path FROM hot_targets WHERE version = ${version} AND links >= ${links_min}) AS t
      INNER JOIN (SELECT domain, host AS key FROM hot_targets WHERE version = ${version} AND kind = 'domain') AS d ON d.domain = t.domain
      ORDER BY kind, host, path`,
  );
}

const LinkedDomain = z.object({ no: z.int(), key: z.string() });
type LinkedDomain = z.infer<typeof LinkedDomain>;

/** The links to a public suffix are those to all sites below it, which are no edges to the suffix itself. */
async function linkedDomains(
  database: IndexDatabase,
  { version, domains_min, copied }: { version: number; domains_min: number; copied: readonly CopiedTarget[] },
): Promise<readonly LinkedDomain[]> {
  const counted = new Set(copied.filter(({ kind }) => kind === 'domain').map(({ host }) => host));
  const linked = await database.rows(
    LinkedDomain,
    sql`SELECT no, key FROM referred_sites WHERE version = ${version} AND kind = 'domain' AND domains >= ${domains_min} ORDER BY no`,
  );
  return linked.filter(({ key }) => !counted.has(key) && !isPublicSuffix(hostOfKey(key)));
}

/** The linking sites of each of some domains, by its place among them. */
function referrersOf(
  { starts, linked, numbers }: SiteGraph,
  domains: readonly LinkedDomain[],
): (at: number) => Uint32Array {
  const wanted = new Map(domains.map(({ no }, at) => [no, at]));
  const order = new Int32Array(numbers.length).fill(-1);
  for (const [place, no] of numbers.entries()) order[place] = wanted.get(no) ?? -1;
  const eachLink = (take: (domain: number, site: number) => void): void => {
    for (let site = 0; site + 1 < starts.length; site += 1) {
      const end = starts[site + 1] ?? 0;
      for (let edge = starts[site] ?? 0; edge < end; edge += 1) {
        const domain = order[linked[edge] ?? 0] ?? -1;
        if (domain >= 0) take(domain, site);
      }
    }
  };
  const first = new Uint32Array(domains.length + 1);
  eachLink((domain) => {
    first[domain + 1] = (first[domain + 1] ?? 0) + 1;
  });
  for (let at = 0; at < domains.length; at += 1) first[at + 1] = (first[at + 1] ?? 0) + (first[at] ?? 0);
  const next = first.slice();
  const sites = new Uint32Array(first.at(-1) ?? 0);
  eachLink((domain, site) => {
    const at = next[domain] ?? 0;
    sites[at] = site;
    next[domain] = at + 1;
  });
  return (at) => sites.subarray(first[at], first[at + 1]);
}

/** Ids of linking sites, in two numbers of 32 bits each. */
interface Sites {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

function sitesAt(ids: SiteIds, places: Uint32Array): Sites {
  return { high: places.map((at) => ids.high[at] ?? 0), low: places.map((at) => ids.low[at] ?? 0) };
}

/** A site whose only link leads into a host by a detour within its domain is in no graph. */
function placesOf(ids: SiteIds, { high, low }: Sites): Uint32Array {
  const places = new Uint32Array(high.length);
  let found = 0;
  for (const [at, upper] of high.entries()) {
    const place = ids.find(upper, low[at] ?? 0);
    if (place === undefined) continue;
    places[found] = place;
    found += 1;
  }
  return places.subarray(0, found);
}

/** The registrable domains with a live link to a copied target. */
async function linkingSites(database: IndexDatabase, version: number, target: CopiedTarget): Promise<Sites> {
  const own = sql`version = ${version} AND domain = toUInt64(${target.domain})`;
  const bytes = await database.bytes(sql`SELECT cityHash64(name) FROM hot_names
    WHERE ${own} AND kind = 'source_domain' AND no IN (SELECT source_domain_no FROM hot_links
      WHERE ${own} AND toUInt32(lost_at) = 0 AND ${leadsTo(own, target)}) FORMAT RowBinary`);
  const words = bytes.length / 4;
  const high = new Uint32Array(words / 2);
  const low = new Uint32Array(words / 2);
  for (let at = 0; at < high.length; at += 1) {
    low[at] = bytes.readUInt32LE(8 * at);
    high[at] = bytes.readUInt32LE(8 * at + 4);
  }
  return { high, low };
}

function leadsTo(own: Sql, { kind, host, path }: CopiedTarget): Sql {
  if (kind === 'domain') return sql`1`;
  const isTarget = kind === 'page' ? sql`(name = ${host} AND path = ${path})` : inHostRange(host, sql`name`);
  const pages = sql`SELECT no FROM hot_names WHERE ${own} AND kind = 'target_page' AND ${isTarget}`;
  return sql`(target_page_no IN (${pages}) OR target_page_no IN (SELECT target_page_no FROM hot_arrivals
    WHERE ${own} AND final_page_no IN (${pages})))`;
}

/** Numbers follow the order of the keys, so that the hosts of a domain lie side by side. */
async function ownSites(
  database: IndexDatabase,
  version: number,
  { side, key }: { readonly side: Side; readonly key: string },
): Promise<OwnSites> {
  const isOwn = side === 'domain' ? sql`key = ${key}` : inHostRange(key, sql`key`);
  const [own] = await database.rows(
    z.object({ first: z.int(), end: z.int() }),
    sql`SELECT min(no) AS first, if(count() = 0, 0, max(no) + 1) AS end FROM referred_sites
      WHERE version = ${version} AND kind = ${side} AND ${isOwn} ${BOUNDED}`,
  );
  return own ?? { first: 0, end: 0 };
}

const ROWS_PER_INSERT = 200;

/** Rows of `kept_competitors`, written some at a time. */
class Rows {
  private readonly database: IndexDatabase;
  readonly version: number;
  private readonly tell: (written: number) => void;
  private rows: Row[] = [];
  private written = 0;

  constructor(database: IndexDatabase, version: number, tell: (written: number) => void) {
    this.database = database;
    this.version = version;
    this.tell = tell;
  }

  async add(
    { kind, host, path }: Pick<CopiedTarget, 'kind' | 'host' | 'path'>,
    side: Side,
    sites: Sites,
    { total, no, shared, share }: Rivals,
  ): Promise<void> {
    const target = { version: this.version, kind, host, path, main_domain: side === 'domain' };
    const linking = { domains: sites.high.length, domains_id: idOfAll(sites) };
    const rivals = { total, no: { numbers: no }, shared: { numbers: shared }, share: { numbers: share } };
    this.rows.push({ ...target, ...linking, ...rivals });
    if (this.rows.length >= ROWS_PER_INSERT) await this.send();
  }

  async send(): Promise<void> {
    const { rows } = this;
    this.written += rows.length;
    this.rows = [];
    await insertRows(this.database, [tableRows('kept_competitors', rows)]);
    this.tell(this.written);
  }
}

/** All ids as one, each bit of which says whether an odd number of them has it: tells a set of sites from any other. */
function idOfAll({ high, low }: Sites): bigint {
  const xor = (all: number, each: number): number => all ^ each;
  const [upper, lower] = [high.reduce(xor, 0), low.reduce(xor, 0)];
  return (BigInt(upper >>> 0) << 32n) | BigInt(lower >>> 0);
}
