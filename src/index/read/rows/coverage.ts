import { z } from 'zod';

import { counted } from '../../../kernel/grammar.ts';
import type { Provenance } from '../../../ports/source.ts';
import { BRIEFLY, type IndexDatabase, onlyRow, readColumn } from '../../database/database.ts';
import { RANK_UNKNOWN } from '../../database/names.ts';
import { type Sql, sql } from '../../database/sql.ts';
import { tupleOf } from '../../database/tuples.ts';
import { Arrival } from './arrivals.ts';

/** What the index has read and judged so far, which every answer is based on and must state. */
export interface Coverage extends Counts, Judgement {
  /** Registrable domains of which a page was read, as ids and at most two: none, one and several are what matters. */
  readonly read_domains: readonly string[];
  /** Tells whether any page was read or ranked since another reading. */
  readonly pages_state: string;
  /** Tells whether any link was written or judged since another reading. */
  readonly links_state: string;
  /** Whether links were added to packs since the rebuild. */
  readonly has_pack_changes: boolean;
  /** Whether imported tables of other tools told anything beside links. */
  readonly has_told_facts: boolean;
  /** Copies, by `copyKey`, of domains to which links were written or judged since, unless the domain has so many links that its copy serves all the same. */
  readonly outdated_copies: ReadonlySet<string>;
  /** The registrable domains that most others link to, by number, as of the newest rebuild; undefined until they are read. */
  readonly linked_most: () => LinkedMost | undefined;
}

/** What has been read. */
interface Counts {
  /** Pages with text that was read. */
  readonly documents: number;
  readonly hosts: number;
  readonly oldest_fetch: Date | undefined;
  readonly newest_fetch: Date | undefined;
  /** Pages that search may show, and their mean length in words. */
  readonly indexable: number;
  readonly length_mean: number;
  /** Languages by their number of documents, the commonest first. */
  readonly languages: readonly string[];
}

/** What the newest whole rebuild made of it. */
interface Judgement {
  /** 0 before the first one. */
  readonly authority_version: number;
  /** When that rebuild began. */
  readonly ranked_at: Date | undefined;
  /** When links were judged last, by that rebuild or by one of changes since. */
  readonly judged_at: Date | undefined;
  /** Domains that the rebuild ranked, and whether some have the rank that Common Crawl gives them. */
  readonly ranked_domains: number;
  readonly has_imported_ranks: boolean;
  /** Whether any page leads to another one, as of that rebuild. */
  readonly has_arrivals: boolean;
  /** Pages that lead into a registrable domain from outside it, by the key of the domain; undefined when they are many. */
  readonly arrivals: ReadonlyMap<string, readonly Arrival[]> | undefined;
  /** Words on many documents, with the number of these, of which the rebuild copied the postings that weigh most. */
  readonly common_terms: ReadonlyMap<string, number>;
  /** Targets of which a rebuild made a compact copy, by `hotKey`. */
  readonly hot_targets: ReadonlyMap<string, HotCopy>;
  /** Of targets to which fewer domains link, and that have no copy, no competitors were counted beforehand. */
  readonly counted_domains_min: number;
}

/** A registrable domain or host that is linked to. */
export const LinkedSite = z.object({
  no: z.int(),
  key: z.string(),
  rank: z.int().transform((rank) => (rank === RANK_UNKNOWN ? null : rank)),
  /** Registrable domains that link to it. */
  domains: z.int(),
});
export type LinkedSite = z.infer<typeof LinkedSite>;

/** Sites by their numbers, which are others in each rebuild. */
interface LinkedMost {
  readonly version: number;
  readonly sites: ReadonlyMap<number, LinkedSite>;
}

/** Where the copy of a target lies. */
export interface HotCopy {
  /** The id of its registrable domain. */
  readonly domain: string;
  /** The version under which it was written. */
  readonly copy: number;
}

export function copyKey({ domain, copy }: HotCopy): string {
  return `${domain} ${copy}`;
}

export function hotKey(kind: 'domain' | 'host' | 'page', host: string, path: string): string {
  return `${kind}\n${host}\n${path}`;
}

const TableStates = z.object({
  rows: z.int(),
  facts: z.string(),
  rebuilds: z.string(),
  copies: z.string(),
  domains: z.string(),
  pages: z.string(),
  links: z.string(),
  changes: z.int(),
  told: z.int(),
});
type TableStates = z.infer<typeof TableStates>;

const CountRow = z.object({
  documents: z.int(),
  hosts: z.int(),
  fetched_ms: tupleOf({ oldest: z.int().nullable(), newest: z.int().nullable() }),
  indexable: z.int(),
  length_mean: z.number(),
  languages: z.array(z.string()),
});

const JudgementRow = z.object({
  version: z.int(),
  rebuilt: tupleOf({ ranked_ms: z.int(), judged_ms: z.int(), domains: z.int() }),
  has_imported: z.int(),
  has_arrivals: z.int(),
  arrived: z.array(tupleOf({ domain: z.string(), ...Arrival.shape })),
  common: z.array(z.tuple([z.string(), z.int()])),
  hot: z.array(
    tupleOf({
      kind: z.enum(['domain', 'host', 'page']),
      host: z.string(),
      path: z.string(),
      domain: z.string(),
      copy: z.int(),
    }),
  ),
  counted_min: z.int().nullable(),
});

const LANGUAGES_MAX = 12;
/** Some twenty megabytes of names. */
const ARRIVED_MAX = 50_000;
/** Other processes write too, so the tables are looked at again after this long; what this one writes shows at once. */
const STATE_MS_MAX = 1000;
/** A larger index takes longer to count than most queries take. Meanwhile they use the previous counts. */
const COUNTED_ROWS_MAX = 1_000_000;
/** The share of the time in which a large index is counted, however often it changes. */
const COUNT_SHARE = 0.05;

/** Reads the coverage, and keeps each part of it while the tables behind it stay as they are. */
export class CoverageReader {
  private readonly database: IndexDatabase;
  private looked: { readonly at_ms: number; readonly states: Promise<TableStates> } | undefined;
  private readonly counts: Kept<Counts>;
  private readonly judgement: Kept<Judgement>;
  private readonly domains: Kept<readonly string[]>;
  private readonly outdated: Kept<ReadonlySet<string>>;
  private readonly linked: Kept<LinkedMost>;

  constructor(database: IndexDatabase) {
    this.database = database;
    this.counts = new Kept(() => countIndex(database));
    this.judgement = new Kept((state) => (state === NO_PARTS ? Promise.resolve(NOT_JUDGED) : readJudgement(database)));
    this.domains = new Kept((state) => (state === NO_PARTS ? Promise.resolve([]) : readDomains(database)));
    this.outdated = new Kept(() => readOutdated(database));
    this.linked = new Kept(() => readLinkedMost(database));
  }

  async read(): Promise<Coverage> {
    const states = await this.states();
    const [counts, judgement, read_domains] = await Promise.all([
      this.counts.read(states.facts, states.rows > COUNTED_ROWS_MAX),
      this.judgement.read(states.rebuilds, false),
      this.domains.read(states.domains, false),
    ]);
    const outdated_copies = judgement.hot_targets.size === 0 ? NONE : await this.outdated.read(states.copies, false);
    return {
      ...counts,
      ...judgement,
      read_domains,
      outdated_copies,
      linked_most: () => this.linked.whenThere(states.rebuilds),
      pages_state: states.pages,
      links_state: states.links,
      has_pack_changes: states.changes > 0,
      has_told_facts: states.told > 0,
    };
  }

  /** Something was written: the next reader looks at the tables again. */
  forget(): void {
    this.looked = undefined;
  }

  private states(): Promise<TableStates> {
    const now = performance.now();
    if (this.looked !== undefined && now - this.looked.at_ms < STATE_MS_MAX) return this.looked.states;
    const looked = { at_ms: now, states: tableStates(this.database) };
    // One failure must not be remembered as the answer; the caller sees it all the same.
    looked.states.catch(() => {
      if (this.looked === looked) this.looked = undefined;
    });
    this.looked = looked;
    return looked.states;
  }
}

/** A value that was read from tables, by the state that they were in. */
class Kept<Value> {
  private readonly load: (state: string) => Promise<Value>;
  private known: { readonly state: string; readonly value: Promise<Value> } | undefined;
  private there: { readonly state: string; readonly value: Value } | undefined;
  private again_at_ms = 0;
  private renewing = false;

  constructor(load: (state: string) => Promise<Value>) {
    this.load = load;
  }

  /** With `mayLag` a value that there is serves while a newer one is read. */
  read(state: string, mayLag: boolean): Promise<Value> {
    const { known } = this;
    if (known?.state === state) return known.value;
    if (known === undefined || !mayLag) return this.keep(state, this.load(state));
    if (!this.renewing && performance.now() >= this.again_at_ms) void this.renew(state);
    return known.value;
  }

  /** The value once it was read, which begins now: for whoever is only faster with it. */
  whenThere(state: string): Value | undefined {
    if (this.known?.state !== state) void this.keep(state, this.load(state));
    return this.there?.state === state ? this.there.value : undefined;
  }

  private keep(state: string, value: Promise<Value>): Promise<Value> {
    const known = { state, value };
    value.then(
      (there) => {
        if (this.known === known) this.there = { state, value: there };
      },
      // One failure must not be remembered as the answer; the caller sees it all the same.
      () => {
        if (this.known === known) this.known = undefined;
      },
    );
    this.known = known;
    return value;
  }

  private async renew(state: string): Promise<void> {
    this.renewing = true;
    const started = performance.now();
    try {
      const value = await this.load(state);
      void this.keep(state, Promise.resolve(value));
    } catch {
      // The value before stays, and a later reader tries again.
    } finally {
      const now = performance.now();
      this.again_at_ms = now + (now - started) / COUNT_SHARE;
      this.renewing = false;
    }
  }
}

/** The state of tables without rows. */
const NO_PARTS = '0';
const NONE: ReadonlySet<string> = new Set();

/** Every write and merge changes the names of parts. */
async function tableStates(database: IndexDatabase): Promise<TableStates> {
  const facts = sql`table IN ('page_states', 'fetches')`;
  const found = await database.rows(
    TableStates,
    sql`SELECT sumIf(rows, ${facts}) AS rows, toString(groupBitXorIf(id, ${facts})) AS facts,
        toString(groupBitXorIf(id, table = 'rebuilds')) AS rebuilds,
        toString(groupBitXorIf(id, table IN ('rebuilds', 'link_packs'))) AS copies, toString(groupBitXorIf(id, table = 'read_domains')) AS domains,
        toString(groupBitXorIf(id, table IN ('page_states', 'document_cards', 'rebuilds'))) AS pages,
        toString(groupBitXorIf(id, table IN ('links', 'rebuilds'))) AS links, countIf(table = 'link_pack_changes') AS changes,
        countIf(table IN ('tool_facts', 'tool_targets', 'tool_domains')) AS told
      FROM (SELECT table, rows, cityHash64(table, name) AS id FROM system.parts WHERE database = currentDatabase() AND active
        AND table IN ('page_states', 'document_cards', 'fetches', 'rebuilds', 'read_domains', 'links', 'link_packs', 'link_pack_changes', 'tool_facts', 'tool_targets', 'tool_domains'))`,
  );
  return onlyRow(found);
}

async function countIndex(database: IndexDatabase): Promise<Counts> {
  const found = await database.rows(
    CountRow,
    sql`SELECT countIf(readable) AS documents, uniqExactIf(host, readable) AS hosts,
        (SELECT (toUnixTimestamp64Milli(minOrNull(fetched_at)), toUnixTimestamp64Milli(maxOrNull(fetched_at))) FROM fetches) AS fetched_ms,
        countIf(indexable) AS indexable, ifNotFinite(avgIf(length, indexable), 0) AS length_mean,
        arrayMap(pair -> pair.1, arraySlice(arrayReverseSort(pair -> (pair.2, pair.1),
          arrayZip(languages_counted.1, languages_counted.2)), 1, ${LANGUAGES_MAX})) AS languages,
        sumMapIf([toString(language)], [1], readable AND language != '') AS languages_counted
      FROM page_states FINAL`,
  );
  const { fetched_ms, ...counts } = onlyRow(found);
  return { ...counts, oldest_fetch: dateOf(fetched_ms.oldest), newest_fetch: dateOf(fetched_ms.newest) };
}

/** Of an index before its first rebuild. */
export const NOT_JUDGED: Judgement = {
  authority_version: 0,
  ranked_at: undefined,
  judged_at: undefined,
  ranked_domains: 0,
  has_imported_ranks: false,
  has_arrivals: false,
  arrivals: new Map(),
  common_terms: new Map(),
  hot_targets: new Map(),
  counted_domains_min: Infinity,
};

async function readJudgement(database: IndexDatabase): Promise<Judgement> {
  const found = await database.rows(
    JudgementRow,
    sql`WITH (SELECT max(version) FROM rebuilds) AS newest
      SELECT newest AS version,
        (SELECT (toUnixTimestamp64Milli(max(computed_at)), toUnixTimestamp64Milli(max(judged_at)), max(domains)) FROM rebuilds
          WHERE version = newest) AS rebuilt,
        (SELECT count() > 0 FROM (SELECT 1 FROM authority WHERE version = newest AND kind = 'domain' AND origin = 'commoncrawl'
          LIMIT 1)) AS has_imported,
        (SELECT count() > 0 FROM (SELECT 1 FROM arrivals WHERE version = newest LIMIT 1)) AS has_arrivals,
        (SELECT groupArray((substring(final_host, 1, final_domain_length), host_key, path_key, final_host, final_path, final_flags))
          FROM (SELECT * FROM arrivals WHERE version = newest AND into_domain LIMIT ${ARRIVED_MAX + 1})) AS arrived,
        (SELECT groupArray((term, documents)) FROM common_terms WHERE version = newest) AS common,
        (SELECT groupArray((toString(kind), host, path, toString(domain), copy)) FROM hot_targets
          WHERE version = newest AND ${isNewestCopy(sql`newest`)}) AS hot,
        (SELECT minOrNull(domains) FROM kept_competitors WHERE version = newest AND kind = 'domain' AND main_domain
          AND host NOT IN (SELECT host FROM hot_targets WHERE version = newest AND kind = 'domain')) AS counted_min`,
  );
  const row = onlyRow(found);
  const { ranked_ms, judged_ms, domains } = row.rebuilt;
  if (row.version === 0) return NOT_JUDGED;
  return {
    authority_version: row.version,
    ranked_at: new Date(ranked_ms),
    judged_at: new Date(Math.max(ranked_ms, judged_ms)),
    ranked_domains: domains,
    has_imported_ranks: row.has_imported === 1,
    has_arrivals: row.has_arrivals === 1,
    arrivals: row.arrived.length > ARRIVED_MAX ? undefined : Map.groupBy(row.arrived, ({ domain }) => domain),
    common_terms: new Map(row.common),
    hot_targets: new Map(row.hot.map(({ kind, host, path, ...copy }) => [hotKey(kind, host, path), copy])),
    counted_domains_min: row.counted_min ?? Infinity,
  };
}

/** Some four megabytes of names: most of the sites that answers name are among them. */
const LINKED_MOST_MAX = 20_000;

async function readLinkedMost(database: IndexDatabase): Promise<LinkedMost> {
  const rows = await database.rows(
    LinkedSite.extend({ version: z.int() }),
    sql`SELECT version, no, key, rank, domains FROM referred_sites WHERE version = (SELECT max(version) FROM rebuilds)
      AND kind = 'domain' ORDER BY domains DESC, no LIMIT ${LINKED_MOST_MAX}`,
  );
  return { version: rows[0]?.version ?? 0, sites: new Map(rows.map((row) => [row.no, row])) };
}

/** Targets with more links are answered from their copies alone, which say nothing of what came after the rebuild. */
export const COPIED_ALONE_MIN = 50_000;

async function readOutdated(database: IndexDatabase): Promise<ReadonlySet<string>> {
  const rows = await database.rows(
    z.object({ domain: z.string(), copy: z.int() }),
    sql`SELECT toString(domain) AS domain, copy FROM ${outdatedCopies(sql`(SELECT max(version) FROM rebuilds)`)}`,
  );
  return new Set(rows.map(copyKey));
}

/** Rows of `hot_targets` for domains: whatever is written of a link to one outdates its pack, and its copies with it. */
export function outdatedCopies(version: Sql): Sql {
  const copied = sql`hot_targets WHERE version = ${version} AND kind = 'domain' AND links < ${COPIED_ALONE_MIN}`;
  return sql`(SELECT c.domain AS domain, c.host AS host, c.links AS links, c.copy AS copy FROM (SELECT * FROM ${copied}) AS c
    INNER JOIN (SELECT domain, max(packed_at) AS outdated_at FROM link_packs
      WHERE links = 0 AND domain IN (SELECT domain FROM ${copied}) GROUP BY domain) AS o ON o.domain = c.domain
    WHERE o.outdated_at >= c.copied_at)`;
}

/** Condition on `hot_targets`, whose copies may be outdated and written anew. */
export function isNewestCopy(version: Sql): Sql {
  return sql`(domain, copy) IN (SELECT domain, max(copy) FROM hot_targets WHERE version = ${version} GROUP BY domain)`;
}

function readDomains(database: IndexDatabase): Promise<readonly string[]> {
  return readColumn(database, z.string(), sql`SELECT DISTINCT toString(domain) FROM read_domains LIMIT 2 ${BRIEFLY}`);
}

function dateOf(milliseconds: number | null): Date | undefined {
  return milliseconds === null ? undefined : new Date(milliseconds);
}

/** The note that goes with an answer of the own index, and with the newest observation among the facts behind it. */
export function sourceNote(coverage: Coverage, observed_at: string | null, addition: string): Provenance {
  const { documents, hosts } = coverage;
  const unread =
    coverage.read_domains.length === 0
      ? 'Your index has not read any page yet.'
      : 'Your index has not read any page itself: everything it knows about links was imported.';
  const read = `From your own index: ${counted(documents, 'page')} crawled on ${counted(hosts, 'host')}. It does not know pages or links it has not crawled.`;
  const what = documents === 0 ? unread : read;
  return {
    source: 'index',
    observed_at,
    cached: false,
    coverage: 'sample',
    measure: 'measured',
    note: addition === '' ? what : `${what} ${addition}`,
  };
}

/** What a question is answered from. */
export interface Reading {
  readonly database: IndexDatabase;
  readonly coverage: Coverage;
  readonly signal: AbortSignal;
}
