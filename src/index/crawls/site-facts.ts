import { z } from 'zod';

import { VISIT_OUTCOMES } from '../../ports/crawl-records.ts';
import { CHECKS_VERSION_MIN, type RenderFact } from '../../ports/index.ts';
import {
  type ComparedCrawls,
  type ComparedPages,
  type SiteCrawl,
  type SiteEntry,
  type SiteFacts,
  type SiteFactsStore,
  type SiteOutcome,
  type SitePage,
  type SiteRobots,
} from '../../ports/site-facts.ts';
import { parseRobots } from '../../web/robots/robots.ts';
import type { Target } from '../../web/target.ts';
import { pageAddress } from '../../web/url.ts';
import { type IndexDatabase, PLAINLY } from '../database/database.ts';
import { HTTPS_FLAG, urlOfKeys } from '../database/names.ts';
import { BETWEEN_DOMAINS } from '../database/link-domains.ts';
import { type Sql, sql } from '../database/sql.ts';
import { PageNumbers, shortId } from './page-numbers.ts';
import { crawlsOfSite, inHosts, inSite, type SiteReading } from './range.ts';
import { readSiteChanges } from './site-changes.ts';
import { countExternal, readGoneLinks } from './gone-links.ts';
import { readHostProbes } from './host-probes.ts';
import { readLeftPages } from './left-pages.ts';
import { readClosedAssets } from './site-assets.ts';
import { countShownImages, readImageAnswers, readImages } from './site-images.ts';
import { readSharedAnchors, readSiteLinks } from './site-links.ts';
import { readTemporaryRedirects } from './temporary-redirects.ts';

/** Rows of one statement: a page with its texts has a kilobyte or two. */
const PAGES_BATCH = 2000;
const ENTRIES_MAX = 1_000_000;
const TEXTS_BATCH = 500;

const Named = z.object({ host_key: z.string(), path_key: z.string(), flags: z.int() });

const PageRow = Named.extend({
  id: z.int(),
  outcome: z.int(),
  status: z.int(),
  response_ms: z.int(),
  note: z.string(),
  readable: z.int(),
  title: z.string(),
  description: z.string(),
  h1: z.string(),
  noindex: z.int(),
  nofollow: z.int(),
  language: z.string(),
  word_count: z.int(),
  internal_links: z.int(),
  bytes: z.int(),
  schema_types: z.array(z.string()),
  content_hash: z.string(),
  simhash_low: z.int(),
  simhash_high: z.int(),
  redirect_url: z.string(),
  canonical_url: z.string(),
  rules_version: z.int(),
  failed: z.array(z.string()),
  warned: z.array(z.string()),
  evidence: z.array(z.string()),
  script_shell: z.int(),
  rendered: z.int(),
  render: z.tuple([z.string(), z.string(), z.int(), z.int(), z.int(), z.int(), z.int()]),
  alternates: z.array(z.tuple([z.string(), z.string(), z.string()])),
});
type PageRow = z.infer<typeof PageRow>;

const CrawlRow = z.object({
  crawl: z.string(),
  started_ms: z.int(),
  ended_ms: z.int(),
  reason: z.string(),
  waiting: z.int(),
  problems: z.string(),
  settings: z.string(),
});

const Settings = z
  .object({
    sitemaps: z.boolean().optional(),
    external_links: z.boolean().optional(),
    depth_max: z.number().optional(),
  })
  .catch({});
const Problems = z.array(z.object({ kind: z.string(), count: z.number() })).catch([]);
const Reason = z.enum(['exhausted', 'pages_max', 'aborted']).optional().catch(undefined);

export class EngineSiteFacts implements SiteFactsStore {
  private readonly database: IndexDatabase;

  constructor(database: IndexDatabase) {
    this.database = database;
  }

  async crawls(site: Target, limit: number, signal: AbortSignal): Promise<readonly SiteCrawl[]> {
    const rows = await this.database.rows(
      CrawlRow,
      sql`SELECT crawl, toUnixTimestamp64Milli(started_at) AS started_ms, toUnixTimestamp64Milli(tupleElement(ended, 1)) AS ended_ms,
          tupleElement(ended, 2) AS reason, toUInt32(tupleElement(ended, 3)) AS waiting, tupleElement(ended, 4) AS problems,
          ifNull(settings, '') AS settings
        FROM crawl_runs FINAL WHERE crawl IN (${crawlsOfSite(site)})
        ORDER BY started_at DESC, crawl LIMIT ${limit} ${PLAINLY}`,
      signal,
    );
    return rows.map(crawlOf);
  }

  async countPages(site: Target, { crawl_id }: SiteCrawl, signal: AbortSignal): Promise<number> {
    const [counted] = await this.database.rows(
      z.object({ pages: z.int() }),
      sql`SELECT count() AS pages FROM crawl_pages WHERE crawl = ${crawl_id} AND ${inSite(site, 'host_key')}`,
      signal,
    );
    return counted?.pages ?? 0;
  }

  async facts(site: Target, crawl: SiteCrawl, signal: AbortSignal): Promise<SiteFacts> {
    const numbers = new PageNumbers();
    const reading = { database: this.database, site, crawl_id: crawl.crawl_id, numbers, signal };
    const read = await readPages(reading);
    const entries = await readEntries(reading);
    const once = sharing();
    const left = await readLeftPages(reading);
    const links = await readSiteLinks(reading);
    const pages = [...read.pages, ...left];
    const referring = await readReferring(reading);
    for (const [at, page] of pages.entries()) {
      page.moved_to = numberOfUrl(read.redirects.get(at) ?? '', site, numbers);
      page.canonical = numberOfUrl(page.canonical_url, site, numbers);
      page.referring_hosts = referring[at] ?? 0;
    }
    const robots = await readRobots(reading);
    return {
      site: site.value,
      crawl,
      pages,
      links,
      alternates: read.alternates.map(([page, language, host_key, path_key]) => ({
        page,
        language,
        target: numbers.ofKeys(host_key, path_key) ?? OTHER_SITE,
        url: urlOfKeys(host_key, path_key, HTTPS_FLAG),
      })),
      sitemap: entries.map(({ sitemap, host_key, path_key, flags, lastmod }): SiteEntry => {
        const page = numbers.ofKeys(host_key, path_key) ?? OTHER_SITE;
        return { sitemap: once(sitemap), page, url: urlOfKeys(host_key, path_key, flags), lastmod: once(lastmod) };
      }),
      robots,
      gone_links: await readGoneLinks(reading),
      external: crawl.checks_external ? await countExternal(reading) : { linked: 0, asked: 0 },
      probes: await readHostProbes(reading),
      images: await readImages(reading),
      images_shown: await countShownImages(reading),
      closed_assets: await readClosedAssets(reading, closedBy(robots)),
      shared_anchors: await readSharedAnchors(reading),
      temporary_redirects: await readTemporaryRedirects(reading),
    };
  }

  changes(compared: ComparedCrawls, signal: AbortSignal): Promise<ComparedPages> {
    return readSiteChanges(this.database, compared, signal);
  }

  async outcomes(
    site: Target,
    { crawl_id }: SiteCrawl,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, SiteOutcome>> {
    const Cells = z.tuple([z.string(), z.string(), z.int(), z.int()]);
    const columns = await this.database.columns(
      sql`SELECT host_key, path_key, flags, outcome FROM crawl_pages FINAL WHERE crawl = ${crawl_id} AND ${inSite(site, 'host_key')}`,
      signal,
    );
    const images = await readImageAnswers(this.database, crawl_id, signal);
    const pages = (columns[0] ?? []).map((_, at) => {
      const [host_key, path_key, flags, outcome] = Cells.parse(columns.map((column) => column[at]));
      return [urlOfKeys(host_key, path_key, flags), VISIT_OUTCOMES[outcome] ?? 'failed'] as const;
    });
    return new Map([...images.map((url) => [url, 'read'] as const), ...pages]);
  }

  async texts(pages: readonly SitePage[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const texts = new Map<string, string>();
    for (let at = 0; at < pages.length; at += TEXTS_BATCH) {
      const keys = pages.slice(at, at + TEXTS_BATCH).map(({ host_key, path_key }) => [host_key, path_key]);
      const rows = await this.database.rows(
        Named.extend({ text: z.string() }),
        sql`SELECT host_key, path_key, 0 AS flags, argMax(text, observed_at) AS text FROM documents
          WHERE page IN (SELECT cityHash64(host_key, path_key) FROM pages WHERE (host_key, path_key) IN ${keys})
          GROUP BY host_key, path_key`,
        signal,
      );
      for (const { host_key, path_key, text } of rows) texts.set(host_key + path_key, text);
    }
    return texts;
  }
}

const EntryRow = Named.extend({ sitemap: z.string(), lastmod: z.string() });

function readEntries({ database, site, crawl_id, signal }: SiteReading): Promise<z.infer<typeof EntryRow>[]> {
  return database.rows(
    EntryRow,
    sql`SELECT host_key, path_key, flags, toString(sitemap) AS sitemap, lastmod FROM sitemap_entries FINAL
      WHERE crawl = ${crawl_id} AND sitemap IN (SELECT sitemap FROM sitemap_entries
        WHERE crawl = ${crawl_id} AND ${inSite(site, 'host_key')}) LIMIT ${ENTRIES_MAX}`,
    signal,
  );
}

function readRobots({ database, site, crawl_id, signal }: SiteReading): Promise<readonly SiteRobots[]> {
  return database.rows(
    z.object({ host_key: z.string(), url: z.string(), text: z.string() }),
    sql`SELECT host_key, url, text FROM robots_files FINAL WHERE crawl = ${crawl_id} AND ${inHosts(site)}`,
    signal,
  );
}

/** Whether Google may not read an address; of hosts whose file nobody read it may. */
function closedBy(robots: readonly SiteRobots[]): (url: string) => boolean {
  const rules = new Map(robots.map(({ host_key, text }) => [host_key, parseRobots(text)]));
  return (url) => rules.get(pageAddress(url)?.host_key ?? '')?.match('googlebot', url).allowed === false;
}

const OTHER_SITE = -2;
const NOWHERE = -1;

/** Pages as they are read; where they lead is found once all of them are known. */
type PageDraft = { -readonly [Field in keyof SitePage]: SitePage[Field] };

interface ReadPages {
  readonly pages: readonly PageDraft[];
  readonly redirects: ReadonlyMap<number, string>;
  readonly alternates: readonly (readonly [page: number, language: string, host_key: string, path_key: string])[];
}

async function readPages(reading: SiteReading): Promise<ReadPages> {
  const pages: PageDraft[] = [];
  const redirects = new Map<number, string>();
  const alternates: [number, string, string, string][] = [];
  const once = sharing();
  let after: { host_key: string; path_key: string } | undefined;
  for (;;) {
    const batch = await reading.database.rows(PageRow, pagesSql(reading, after), reading.signal);
    for (const row of batch) {
      const at = pages.push(pageOf(row, once)) - 1;
      reading.numbers.add(row.id);
      if (row.redirect_url !== '') redirects.set(at, row.redirect_url);
      for (const [language, host_key, path_key] of row.alternates) {
        alternates.push([at, once(language), once(host_key), path_key]);
      }
    }
    after = batch.at(-1);
    if (batch.length < PAGES_BATCH) return { pages, redirects, alternates };
  }
}

function pagesSql({ site, crawl_id }: SiteReading, after: { host_key: string; path_key: string } | undefined): Sql {
  const rest = after === undefined ? sql`1` : sql`(host_key, path_key) > (${after.host_key}, ${after.path_key})`;
  const seen = sql`SELECT * FROM crawl_pages FINAL WHERE crawl = ${crawl_id} AND ${inSite(site, 'host_key')} AND ${rest}
    ORDER BY host_key, path_key LIMIT ${PAGES_BATCH}`;
  const keys = sql`(host_key, path_key) IN (SELECT host_key, path_key FROM (${seen}))`;
  return sql`SELECT c.host_key AS host_key, c.path_key AS path_key, c.flags AS flags,
      ${shortId(sql`c.host_key`, sql`c.path_key`)} AS id,
      c.outcome AS outcome, if(c.status = 304, ifNull(p.status, 0), c.status) AS status, c.response_ms AS response_ms, toString(c.note) AS note,
      ifNull(p.readable, 0) AS readable, ifNull(p.title, '') AS title, ifNull(p.description, '') AS description,
      ifNull(p.h1, '') AS h1, ifNull(p.noindex, 0) AS noindex, ifNull(p.nofollow, 0) AS nofollow,
      ifNull(toString(p.language), '') AS language, ifNull(p.word_count, 0) AS word_count,
      ifNull(p.internal_links, 0) AS internal_links, ifNull(p.bytes, 0) AS bytes,
      arrayMap(x -> toString(x), p.schema_types) AS schema_types, toString(ifNull(p.content_hash, 0)) AS content_hash,
      toUInt32(bitAnd(ifNull(p.simhash, 0), 4294967295)) AS simhash_low, toUInt32(bitShiftRight(ifNull(p.simhash, 0), 32)) AS simhash_high,
      if(c.moved_to != '', c.moved_to, ifNull(p.redirect_url, '')) AS redirect_url, ifNull(p.canonical_url, '') AS canonical_url,
      if(ifNull(k.rules_version, 0) >= ${CHECKS_VERSION_MIN} AND k.observed_at >= p.observed_at, k.rules_version, 0) AS rules_version,
      arrayMap(x -> toString(x), k.failed) AS failed, arrayMap(x -> toString(x), k.warned) AS warned, k.evidence AS evidence,
      ifNull(k.script_shell, 0) AS script_shell,
      ifNull(r.observed_at = p.observed_at, 0) AS rendered,
      tuple(ifNull(r.raw_title, ''), ifNull(r.raw_canonical_url, ''), ifNull(r.raw_noindex, 0), ifNull(r.raw_words, 0),
        ifNull(r.raw_links, 0), ifNull(r.shown_links, 0), ifNull(r.added_links, 0)) AS render,
      arrayZip(arrayMap(x -> toString(x), k.alternate_language), k.alternate_host, k.alternate_path) AS alternates
    FROM (${seen}) AS c
    LEFT JOIN (SELECT *, arrayElement(headings, indexOf(heading_levels, 1)) AS h1 FROM pages FINAL WHERE ${keys}) AS p
      ON p.host_key = c.host_key AND p.path_key = c.path_key
    LEFT JOIN (SELECT * FROM page_checks FINAL WHERE ${keys}) AS k ON k.host_key = c.host_key AND k.path_key = c.path_key
    LEFT JOIN (SELECT * FROM page_renders FINAL WHERE ${keys}) AS r ON r.host_key = c.host_key AND r.path_key = c.path_key
    ORDER BY c.host_key, c.path_key`;
}

/** Hosts of other domains that link to each page. */
async function readReferring({ database, site, numbers, signal }: SiteReading): Promise<Uint32Array> {
  const rows = await database.rows(
    z.object({ host_key: z.string(), path_key: z.string(), hosts: z.int() }),
    sql`SELECT target_host AS host_key, target_path AS path_key, toUInt32(uniqExact(source_host)) AS hosts FROM links FINAL
      PREWHERE ${inSite(site, 'target_host')} WHERE ${BETWEEN_DOMAINS}
        AND NOT ifNull(lost_at > tupleElement(newest, 'seen'), 0)
      GROUP BY target_host, target_path`,
    signal,
  );
  const hosts = new Uint32Array(numbers.size);
  for (const row of rows) {
    const at = numbers.ofKeys(row.host_key, row.path_key);
    if (at !== undefined) hosts[at] = row.hosts;
  }
  return hosts;
}

function crawlOf(row: z.infer<typeof CrawlRow>): SiteCrawl {
  const { crawl, started_ms, ended_ms, reason, waiting, problems, settings } = row;
  const { sitemaps = false, external_links = false, depth_max } = Settings.parse(parsed(settings));
  return {
    crawl_id: crawl,
    started_at: new Date(started_ms),
    ended_at: ended_ms === 0 ? undefined : new Date(ended_ms),
    reason: Reason.parse(reason),
    waiting,
    settings,
    reads_sitemaps: sitemaps,
    follows_links: depth_max !== 0,
    checks_external: external_links,
    problems: Problems.parse(parsed(problems)),
  };
}

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function numberOfUrl(url: string, site: Target, numbers: PageNumbers): number {
  const address = url === '' ? undefined : pageAddress(url);
  if (address === undefined) return NOWHERE;
  const known = numbers.ofKeys(address.host_key, address.path_key);
  return known ?? (address.domain === site.domain ? NOWHERE : OTHER_SITE);
}

function pageOf(row: PageRow, once: Once): PageDraft {
  const { status, response_ms, word_count, internal_links, bytes, content_hash, rules_version } = row;
  return {
    url: urlOfKeys(row.host_key, row.path_key, row.flags),
    host_key: once(row.host_key),
    path_key: row.path_key,
    outcome: VISIT_OUTCOMES[row.outcome] ?? 'failed',
    status,
    response_ms,
    note: once(row.note),
    readable: row.readable !== 0,
    title: once(row.title),
    description: once(row.description),
    h1: row.h1 === row.title ? once(row.title) : row.h1,
    noindex: row.noindex !== 0,
    nofollow: row.nofollow !== 0,
    language: once(row.language),
    word_count,
    internal_links,
    bytes,
    schema_types: once(row.schema_types),
    content_hash,
    // Signed, they are kept in place: larger numbers are objects of their own.
    simhash: [row.simhash_low | 0, row.simhash_high | 0],
    moved_to: NOWHERE,
    canonical: NOWHERE,
    canonical_url: row.canonical_url,
    rules_version,
    failed: once(row.failed),
    warned: once(row.warned),
    evidence: once(row.evidence),
    script_shell: row.script_shell !== 0,
    render: renderOf(row),
    referring_hosts: 0,
  };
}

function renderOf({ rendered, render }: PageRow): RenderFact | undefined {
  if (rendered === 0) return undefined;
  const [raw_title, raw_canonical_url, raw_noindex, raw_words, raw_links, links, added_links] = render;
  return { raw_title, raw_canonical_url, raw_noindex: raw_noindex !== 0, raw_words, raw_links, links, added_links };
}

/** The same text, or list, for equal ones: most of what pages of a site hold they hold alike. */
type Once = <Value extends string | readonly string[]>(value: Value) => Value;

/** Texts and lists that were met before; lists by their texts. */
function sharing(): Once {
  const texts = new Map<string, string>();
  const lists = new Map<string, readonly string[]>();
  return (value) => {
    const key = typeof value === 'string' ? value : value.join('\n');
    const known = typeof value === 'string' ? texts.get(key) : lists.get(key);
    if (known === undefined) {
      if (typeof value === 'string') texts.set(key, value);
      else lists.set(key, value);
      return value;
    }
    return sameKind(value, known);
  };
}

/** Safe because texts are looked up among texts, and lists among lists. */
function sameKind<Value extends string | readonly string[]>(_value: Value, known: string | readonly string[]): Value {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee is stated above
  return known as Value;
}
