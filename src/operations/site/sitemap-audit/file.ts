import { defineTask, type Task } from '../../../kernel/task.ts';
import { parseRobots, type RobotsRules } from '../../../web/robots/robots.ts';
import {
  readSitemapBytes,
  type SitemapEntry,
  type SitemapFault,
  type SitemapKind,
  SitemapReader,
  type SitemapSink,
} from '../../../web/sitemap/sitemap.ts';
import { cleanText } from '../../../text/normalize.ts';
import {
  checkEntry,
  checkExtensions,
  type EntryPlace,
  type ExtensionCounts,
  isLastmod,
  Languages,
  noExtensions,
} from './entry.ts';
import { type FindingId, type Hit, Hits } from './findings.ts';
import { exactKey, KeySet, listedUrl, pageKey } from './keys.ts';

/** One sitemap, and what is known when it is read. */
export interface SitemapFileInput {
  /** Where it was read; null when its text was supplied. */
  readonly url: string | null;
  readonly text: string | undefined;
  readonly bytes: Uint8Array | undefined;
  /** Cut at the size that the protocol allows. */
  readonly truncated: boolean;
  readonly is_child: boolean;
  /** Host of the site; null lets the first listed URL decide. */
  readonly host: string | null;
  /** yyyy-mm-dd, with a day to spare for time zones. */
  readonly newest_day: string;
  /** The robots.txt of `host`; null when it is not known. */
  readonly robots_txt: string | null;
  /** Keys of the URLs of the files that were read before this one. */
  readonly before: readonly Float64Array[];
  /** Page keys of what the supplied links lead to and of the crawled pages; null when there are none. */
  readonly linked: Float64Array | null;
  readonly crawled: Float64Array | null;
}

/** What is left of a sitemap once it is read: a few megabytes for the largest. */
export interface SitemapDigest {
  readonly url: string | null;
  readonly type: SitemapKind | 'unknown';
  readonly is_child: boolean;
  readonly host: string | null;
  readonly entries: number;
  /** Unzipped, as far as they were read. */
  readonly bytes: number;
  /** Null when its text was supplied. */
  readonly gzipped: boolean | null;
  readonly truncated: boolean;
  readonly problems: readonly { readonly line: number | null; readonly message: string }[];
  readonly problem_count: number;
  readonly extensions: ExtensionCounts;
  readonly with_lastmod: number;
  readonly lastmod_from: string | null;
  readonly lastmod_to: string | null;
  /** Keys of the usable URLs, in their order; empty for an index. */
  readonly exact_keys: Float64Array;
  readonly page_keys: Float64Array;
  /** The first sitemaps of an index. */
  readonly children: readonly string[];
  readonly hits: readonly Hit[];
  /** Listed URLs that neither the links nor the crawl reach; null if nothing was supplied to tell by. */
  readonly unlinked: number | null;
  readonly not_crawled: number | null;
}

/** Entries that the protocol allows in a file; those after them are counted but not judged. */
const ENTRIES_MAX = 50_000;
/** With more faults than this, the rest of a file is not worth reading. */
const FAULTS_MAX = 10_000;
/** The size that the protocol allows for one file, unzipped (sitemaps.org). */
export const SITEMAP_BYTES_MAX = 50 * 1024 * 1024;
const PROBLEMS_SHOWN = 20;
const CHILDREN_MAX = 50;

/** A few bytes of gzip can be a thousand times as many of XML. */
const ZIPPED_HEAVY = 5_000;

/**
 * Reads one sitemap and judges every entry.
 *
 * One file is one task, so ten of the largest never lie in memory together and none outlasts the time of a task.
 */
export const sitemapFile: Task<SitemapFileInput, Promise<SitemapDigest>> = defineTask(
  import.meta.url,
  'sitemapFile',
  readSitemapFile,
  ZIPPED_HEAVY,
);

async function readSitemapFile(input: SitemapFileInput): Promise<SitemapDigest> {
  const digest = new FileReading(input);
  if (input.bytes !== undefined) await digest.readBytes(input.bytes);
  else if (input.text !== undefined) {
    const reader = new SitemapReader(digest);
    // A byte order mark is not part of the text, and pasted files keep it.
    reader.write(input.text.replace(/^\uFEFF/, ''));
    reader.end();
  }
  return digest.read();
}

const FAULT_FINDINGS: Readonly<Record<SitemapFault['code'], FindingId>> = {
  broken_xml: 'broken_xml',
  unescaped_ampersand: 'unescaped_ampersand',
  not_a_sitemap: 'not_a_sitemap',
  web_page: 'not_a_sitemap',
  wrong_root: 'not_a_sitemap',
  too_long: 'broken_xml',
  too_deep: 'broken_xml',
  broken_off: 'broken_xml',
};

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

class FileReading implements SitemapSink {
  stopped = false;
  readonly #input: SitemapFileInput;
  readonly #robots: RobotsRules | undefined;
  readonly #hits = new Hits();
  readonly #known: KeySet;
  readonly #knownPages = new KeySet();
  readonly #linked: KeySet | undefined;
  readonly #crawled: KeySet | undefined;
  readonly #languages = new Languages();
  readonly #exact: number[] = [];
  readonly #pages: number[] = [];
  readonly #children: string[] = [];
  readonly #problems: { line: number | null; message: string }[] = [];
  readonly #extensions = noExtensions();
  #problemCount = 0;
  #kind: SitemapKind | 'unknown' = 'unknown';
  #host: string | null;
  #entries = 0;
  #usable = 0;
  #withLastmod = 0;
  #range: { from: string | null; to: string | null } = { from: null, to: null };
  #bytes = 0;
  #gzipped: boolean | null = null;
  #tooLarge = false;
  #unlinked = 0;
  #notCrawled = 0;

  constructor(input: SitemapFileInput) {
    this.#input = input;
    this.#host = input.host;
    this.#known = KeySet.of(...input.before);
    this.#robots = input.robots_txt === null ? undefined : parseRobots(input.robots_txt);
    this.#linked = input.linked === null ? undefined : KeySet.of(input.linked);
    this.#crawled = input.crawled === null ? undefined : KeySet.of(input.crawled);
  }

  async readBytes(file: Uint8Array): Promise<void> {
    const { bytes, gzipped, cut } = await readSitemapBytes(file, this, SITEMAP_BYTES_MAX);
    this.#bytes = bytes;
    this.#gzipped = gzipped;
    this.#tooLarge = cut || this.#input.truncated;
  }

  root(kind: SitemapKind, namespace: string): void {
    this.#kind = kind;
    if (kind === 'text' || namespace === NAMESPACE) return;
    const detail = namespace === '' ? 'no xmlns' : `xmlns="${namespace}"`;
    this.#hits.add('wrong_namespace', { sitemap: this.#input.url, line: 1, detail });
  }

  fault({ code, line, message }: SitemapFault): void {
    this.#problemCount += 1;
    if (this.#problems.length < PROBLEMS_SHOWN) {
      this.#problems.push({ line: line ?? null, message: cleanText(message, 200) });
    }
    // What is too long before a root element or a first URL was never meant to be a sitemap.
    const id = code === 'too_long' && this.#kind === 'unknown' ? 'not_a_sitemap' : FAULT_FINDINGS[code];
    this.#hits.add(id, { sitemap: this.#input.url, line: line ?? null, detail: message });
    if (this.#problemCount >= FAULTS_MAX) this.stopped = true;
  }

  stop(fault: SitemapFault): void {
    if (!this.stopped) this.fault(fault);
    this.stopped = true;
  }

  entry(entry: SitemapEntry): void {
    this.#entries += 1;
    if (this.#entries > ENTRIES_MAX) return;
    const place: EntryPlace = { sitemap: this.#input.url, line: entry.line };
    if (this.#kind === 'unknown') {
      // A text whose first lines are not URLs is not a list of URLs.
      if (this.#entries >= 20) this.stop({ code: 'not_a_sitemap', line: 1, message: 'The file contains no URLs.' });
      return;
    }
    const url = entry.loc === undefined ? undefined : listedUrl(entry.loc);
    if (url === undefined) {
      const id = entry.loc === undefined || entry.loc === '' ? 'missing_loc' : 'invalid_url';
      this.#hits.add(id, { ...place, url: entry.loc ?? null });
      return;
    }
    this.#host ??= url.host;
    if (this.#kind === 'index') this.#child(url, entry, place);
    else this.#page(url, entry, place);
  }

  #child(url: URL, entry: SitemapEntry, place: EntryPlace): void {
    if (!this.#known.add(exactKey(url))) this.#hits.add('duplicate', { ...place, url: url.href });
    else if (this.#children.length < CHILDREN_MAX) this.#children.push(url.href);
    if (url.host !== this.#host) this.#hits.add('other_host_sitemap', { ...place, url: url.href });
    this.#dates(entry);
    checkEntry({ entry, url, place, host: this.#host, newest_day: this.#input.newest_day, is_page: false }, this.#hits);
  }

  #page(url: URL, entry: SitemapEntry, place: EntryPlace): void {
    this.#usable += 1;
    const page = pageKey(url);
    this.#twins(url, page, place);
    this.#dates(entry);
    checkEntry({ entry, url, place, host: this.#host, newest_day: this.#input.newest_day, is_page: true }, this.#hits);
    if (url.host === this.#host) this.#reach(url, page, place);
    if (entry.extensions !== undefined) {
      checkExtensions(entry.extensions, url, place, this.#hits);
      this.#count(entry.extensions);
      this.#languages.add(url, entry.extensions.alternates, entry.line);
    }
  }

  #twins(url: URL, page: number, place: EntryPlace): void {
    const exact = exactKey(url);
    this.#exact.push(exact);
    this.#pages.push(page);
    const isNew = this.#known.add(exact);
    const isNewPage = this.#knownPages.add(page);
    if (!isNew) this.#hits.add('duplicate', { ...place, url: url.href });
    else if (!isNewPage) this.#hits.add('duplicate_spelling', { ...place, url: url.href });
  }

  /** Whether crawlers may fetch the page and can find it. */
  #reach(url: URL, page: number, place: EntryPlace): void {
    const verdict = this.#robots?.match('Googlebot', url.href);
    if (verdict?.allowed === false) {
      this.#hits.add('blocked', { ...place, url: url.href, detail: verdict.line ?? null });
    }
    if (url.pathname !== '/' || url.search !== '') this.#links(url, page, place);
  }

  #links(url: URL, page: number, place: EntryPlace): void {
    const unlinked = this.#linked?.has(page) === false;
    const notCrawled = this.#crawled?.has(page) === false;
    if (unlinked) this.#unlinked += 1;
    if (notCrawled) this.#notCrawled += 1;
    if (unlinked) this.#hits.add('unlinked', { ...place, url: url.href, detail: notCrawled ? 'not crawled' : null });
    else if (notCrawled && this.#linked === undefined) {
      this.#hits.add('orphan_candidate', { ...place, url: url.href, detail: 'not among crawl_urls' });
    }
  }

  #dates({ lastmod }: SitemapEntry): void {
    if (lastmod === undefined) return;
    this.#withLastmod += 1;
    if (!isLastmod(lastmod)) return;
    const { from, to } = this.#range;
    const date = lastmod.slice(0, 40);
    if (from === null || date < from) this.#range.from = date;
    if (to === null || date > to) this.#range.to = date;
  }

  #count({ images, videos, news, alternates }: NonNullable<SitemapEntry['extensions']>): void {
    this.#extensions.images += images;
    this.#extensions.videos += videos.length;
    this.#extensions.news += news.length;
    this.#extensions.alternates += alternates.length;
  }

  read(): SitemapDigest {
    this.#judgeWhole();
    const { url, text, is_child, linked, crawled } = this.#input;
    return {
      url,
      type: this.#kind,
      is_child,
      host: this.#host,
      entries: this.#entries,
      bytes: text === undefined ? this.#bytes : Buffer.byteLength(text),
      gzipped: this.#gzipped,
      truncated: this.#tooLarge || this.stopped || this.#entries > ENTRIES_MAX,
      problems: this.#problems,
      problem_count: this.#problemCount,
      extensions: this.#extensions,
      with_lastmod: this.#withLastmod,
      lastmod_from: this.#range.from,
      lastmod_to: this.#range.to,
      exact_keys: Float64Array.from(this.#exact),
      page_keys: Float64Array.from(this.#pages),
      children: this.#children,
      hits: this.#findings(),
      unlinked: linked === null ? null : this.#unlinked,
      not_crawled: crawled === null ? null : this.#notCrawled,
    };
  }

  /** The XML faults of a file that is not a sitemap say nothing. */
  #findings(): Hit[] {
    const hits = this.#hits.read();
    if (!hits.some(({ id }) => id === 'not_a_sitemap')) return hits;
    return hits.filter(({ id }) => id !== 'broken_xml' && id !== 'unescaped_ampersand');
  }

  #judgeWhole(): void {
    const { url: sitemap } = this.#input;
    const whole = { sitemap, url: sitemap };
    if (this.#tooLarge) {
      this.#hits.add('too_large', whole);
      if (this.#kind === 'unknown') return;
    }
    if (this.#kind === 'unknown') {
      if (!this.stopped) this.stop({ code: 'not_a_sitemap', line: undefined, message: 'The file is not a sitemap.' });
      return;
    }
    this.#judgeSize(whole);
    const { from, to } = this.#range;
    const same = from !== null && from === to && from.length > 16 && this.#withLastmod === this.#usable;
    if (same && this.#usable >= SAME_LASTMOD_MIN) this.#hits.add('same_lastmod', { ...whole, detail: from });
    this.#languages.judge(sitemap, this.#hits);
  }

  #judgeSize(whole: { sitemap: string | null; url: string | null }): void {
    if (this.#kind === 'index' && this.#input.is_child) this.#hits.add('nested_index', whole);
    if (this.#entries === 0 && this.#problemCount === 0) this.#hits.add('empty_sitemap', whole);
    if (this.#entries > ENTRIES_MAX) {
      this.#hits.add('too_many_urls', { ...whole, detail: `${this.#entries} entries` });
    }
    if (this.#extensions.news > NEWS_MAX) {
      this.#hits.add('news_extension', { ...whole, detail: `${this.#extensions.news} news entries in one file` });
    }
  }
}

const NEWS_MAX = 1000;
/** So many pages cannot all have changed in the same second. */
const SAME_LASTMOD_MIN = 20;
