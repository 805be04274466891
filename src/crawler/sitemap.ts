import { TextDecoder } from 'node:util';

import { SaxesParser, type SaxesTagNS } from 'saxes';

import { charsetOfStart } from '../kernel/charset.ts';
import { messageOf } from '../kernel/errors.ts';
import { URL_LENGTH_MAX } from '../kernel/url.ts';
import { slices, Unzipped } from './sitemap-bytes.ts';

/** What a sitemap says, as far as it could be read. */
export interface SitemapResult {
  /** `unknown`: neither the XML of a sitemap nor a list of URLs. */
  readonly kind: 'urlset' | 'index' | 'text' | 'unknown';
  /** The pages of a `urlset` or `text`, the sitemaps of an `index`. */
  readonly entries: readonly SitemapEntry[];
  /** The first faults; `problem_count` counts all. */
  readonly problems: readonly SitemapProblem[];
  readonly problem_count: number;
  /** Bytes read, after decompression. */
  readonly bytes: number;
  readonly gzipped: boolean;
  /** Reading stopped at a bound, so there is more. */
  readonly truncated: boolean;
}

interface SitemapEntry {
  /** An absolute http(s) URL as it is written. */
  readonly url: string;
  /** As it is written, which may be no date. */
  readonly lastmod: string | undefined;
}

interface SitemapProblem {
  /** Counted from 1; undefined when it concerns the file as a whole. */
  readonly line: number | undefined;
  readonly message: string;
}

export interface SitemapBounds {
  readonly entries_max: number;
  /** After decompression. */
  readonly bytes_max: number;
}

/** The bounds of the protocol (sitemaps.org) for one file. */
export const SITEMAP_BOUNDS: SitemapBounds = { entries_max: 50_000, bytes_max: 50 * 1024 * 1024 };

const PROBLEMS_MAX = 20;
/** One for each entry that a file may have: more faults than that is no sitemap. */
const FAULTS_MAX = 50_000;
/** A sitemap with all its extensions needs six levels. */
const DEPTH_MAX = 32;
/** No tag, text or comment of a sitemap is nearly so long; the parser holds each in memory. */
const PIECE_LENGTH_MAX = 1024 * 1024;
const VALUE_LENGTH_MAX = 4 * URL_LENGTH_MAX;
/** The bounds above are checked between such parts. */
const PART_LENGTH = 8 * 1024;

/**
 * Reads a sitemap of any form: `<urlset>`, `<sitemapindex>` or plain lines, gzipped or not.
 *
 * It never throws on what the file holds. Broken XML gives the entries that could be read and says where it broke;
 * extensions (images, video, news, hreflang) are passed over; entities of its own are never expanded.
 */
export async function readSitemap(
  body: AsyncIterable<Uint8Array> | Uint8Array,
  bounds: SitemapBounds = SITEMAP_BOUNDS,
): Promise<SitemapResult> {
  const reader = new SitemapReader(bounds);
  const source = new Unzipped(body instanceof Uint8Array ? slices(body) : body);
  try {
    for await (const chunk of source.chunks()) {
      reader.take(chunk);
      if (reader.collector.stopped) break;
    }
  } catch (error) {
    reader.collector.fault(undefined, `The file breaks off: ${messageOf(error)}.`);
  }
  reader.end();
  return { ...reader.collector.result(), bytes: reader.bytes, gzipped: source.gzipped };
}

class SitemapReader {
  readonly collector: Collector;
  bytes = 0;
  readonly #bytesMax: number;
  #decoder: TextDecoder | undefined;
  #format: Format | undefined;

  constructor(bounds: SitemapBounds) {
    this.collector = new Collector(bounds.entries_max);
    this.#bytesMax = bounds.bytes_max;
  }

  take(chunk: Uint8Array): void {
    const kept = chunk.subarray(0, this.#bytesMax - this.bytes);
    this.bytes += kept.byteLength;
    this.#decoder ??= new TextDecoder(charsetOfStart(kept) ?? 'utf-8');
    const text = this.#decoder.decode(kept, { stream: true });
    this.#format ??= formatOf(text, this.collector);
    this.#format?.write(text);
    if (kept.byteLength < chunk.byteLength) this.collector.stop(`The file is larger than ${this.#bytesMax} bytes.`);
  }

  end(): void {
    if (!this.collector.stopped) this.#format?.end();
    if (this.collector.kind === 'unknown') this.collector.fault(undefined, 'The file is no sitemap.');
  }
}

interface Format {
  write(text: string): void;
  end(): void;
}

/** Gathers what any format finds, up to the bounds. */
class Collector {
  kind: SitemapResult['kind'] = 'unknown';
  stopped = false;
  readonly #entriesMax: number;
  readonly #entries: SitemapEntry[] = [];
  readonly #problems: SitemapProblem[] = [];
  #problemCount = 0;

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax;
  }

  entry(written: string, lastmod: string | undefined, line: number): void {
    const url = written.length <= URL_LENGTH_MAX ? URL.parse(written) : null;
    if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
      const shown = written.length > 80 ? written.slice(0, 80) + '…' : written;
      this.fault(line, `"${shown}" is not an absolute http or https URL of at most ${URL_LENGTH_MAX} characters.`);
    } else if (this.#entries.length >= this.#entriesMax) {
      this.stop(`The file has more than ${this.#entriesMax} entries.`);
    } else {
      this.#entries.push({ url: written, lastmod });
    }
  }

  fault(line: number | undefined, message: string): void {
    this.#problemCount += 1;
    if (this.#problems.length < PROBLEMS_MAX) this.#problems.push({ line, message });
    if (this.#problemCount >= FAULTS_MAX) this.stopped = true;
  }

  stop(message: string): void {
    if (!this.stopped) this.fault(undefined, message);
    this.stopped = true;
  }

  result(): Omit<SitemapResult, 'bytes' | 'gzipped'> {
    return {
      kind: this.kind,
      entries: this.#entries,
      problems: this.#problems,
      problem_count: this.#problemCount,
      truncated: this.stopped,
    };
  }
}

/** Told by the first characters that are no blanks; undefined while there are none. */
function formatOf(text: string, collector: Collector): Format | undefined {
  const start = text.trimStart();
  if (start === '') return undefined;
  // A page in place of a sitemap is the most common mistake of servers, and as XML it would only be a heap of faults.
  if (/^<!doctype\s+html/i.test(start)) collector.stop('The file is a web page.');
  return start.startsWith('<') ? new XmlSitemap(collector) : new TextSitemap(collector);
}

/** One URL a line. */
class TextSitemap implements Format {
  readonly #collector: Collector;
  #line = 0;
  #rest = '';

  constructor(collector: Collector) {
    this.#collector = collector;
  }

  write(text: string): void {
    const lines = (this.#rest + text).split(/\r\n|\r|\n/);
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#take(line);
    if (this.#rest.length > VALUE_LENGTH_MAX) this.#collector.stop(`Line ${this.#line + 1} is too long.`);
  }

  end(): void {
    this.#take(this.#rest);
  }

  #take(line: string): void {
    this.#line += 1;
    const written = line.trim();
    if (written === '' || this.#collector.stopped) return;
    if (/^https?:\/\//i.test(written)) this.#collector.kind = 'text';
    this.#collector.entry(written, undefined, this.#line);
  }
}

/** Listens for `loc` and `lastmod` directly in an entry of the root's own namespace; nothing else is looked at. */
class XmlSitemap implements Format {
  readonly #collector: Collector;
  readonly #parser = new SaxesParser({ xmlns: true });
  readonly #ampersands = new Ampersands();
  #root: SaxesTagNS | undefined;
  #depth = 0;
  /** 0 outside of entries. */
  #entryDepth = 0;
  #field: 'loc' | 'lastmod' | undefined;
  #values: { loc: string | undefined; lastmod: string | undefined } = { loc: undefined, lastmod: undefined };
  #fed = 0;
  #fedAtEvent = 0;

  constructor(collector: Collector) {
    this.#collector = collector;
    const parser = this.#parser;
    parser.on('opentag', (tag) => this.#open(tag));
    parser.on('closetag', (tag) => this.#close(tag));
    parser.on('text', (text) => this.#append(text));
    parser.on('cdata', (text) => this.#append(text));
    parser.on('comment', () => this.#append(''));
    parser.on('error', (error) => collector.fault(parser.line, error.message.replace(/^\d+:\d+: /, '')));
  }

  write(text: string): void {
    for (let start = 0; start < text.length && !this.#collector.stopped; start += PART_LENGTH) {
      const piece = this.#ampersands.repair(text.slice(start, start + PART_LENGTH));
      this.#parser.write(piece.text);
      if (piece.repaired > 0) this.#collector.fault(this.#parser.line, 'An "&" is not written as "&amp;".');
      this.#fed += piece.text.length;
      if (this.#fed - this.#fedAtEvent > PIECE_LENGTH_MAX) {
        this.#collector.stop(`What begins before line ${this.#parser.line} is too long for a sitemap.`);
      }
    }
  }

  end(): void {
    this.#parser.write(this.#ampersands.rest());
    this.#parser.close();
  }

  #open(tag: SaxesTagNS): void {
    this.#fedAtEvent = this.#fed;
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) this.#collector.stop('Elements are nested too deeply for a sitemap.');
    if (this.#collector.stopped) return;
    this.#root ??= this.#takeRoot(tag);
    this.#field = undefined;
    if (this.#isEntry(tag)) {
      this.#entryDepth = this.#depth;
      this.#values = { loc: undefined, lastmod: undefined };
    } else if (this.#depth === this.#entryDepth + 1 && this.#isOwn(tag)) {
      if (tag.local === 'loc' || tag.local === 'lastmod') {
        this.#field = tag.local;
        this.#values[tag.local] = '';
      }
    }
  }

  #takeRoot(tag: SaxesTagNS): SaxesTagNS {
    if (tag.local === 'urlset') this.#collector.kind = 'urlset';
    else if (tag.local === 'sitemapindex') this.#collector.kind = 'index';
    else this.#collector.stop(`The root element is <${tag.name.slice(0, 40)}>, neither <urlset> nor <sitemapindex>.`);
    return tag;
  }

  #close(tag: SaxesTagNS): void {
    this.#fedAtEvent = this.#fed;
    this.#field = undefined;
    if (this.#depth === this.#entryDepth && !this.#collector.stopped && this.#isEntry(tag)) {
      const { loc, lastmod } = this.#values;
      const date = lastmod?.trim();
      if (loc === undefined) this.#collector.fault(this.#parser.line, 'An entry has no <loc>.');
      else this.#collector.entry(loc.trim(), date === '' ? undefined : date, this.#parser.line);
      this.#entryDepth = 0;
    }
    this.#depth -= 1;
  }

  #append(text: string): void {
    this.#fedAtEvent = this.#fed;
    if (this.#field === undefined) return;
    const value = this.#values[this.#field] ?? '';
    if (value.length <= VALUE_LENGTH_MAX) this.#values[this.#field] = value + text.slice(0, VALUE_LENGTH_MAX);
  }

  /** By name and not by depth: the parser closes the root where a closing tag is wrong, and entries may follow. */
  #isEntry(tag: SaxesTagNS): boolean {
    return this.#isOwn(tag) && tag.local === (this.#collector.kind === 'index' ? 'sitemap' : 'url');
  }

  #isOwn(tag: SaxesTagNS): boolean {
    return tag.prefix === this.#root?.prefix && (tag.uri === this.#root.uri || tag.uri === '');
  }
}

/**
 * Writes `&amp;` for an `&` that begins no entity, the most common fault of sitemaps: the parser would take
 * everything up to the next semicolon for the name of one. Inside CDATA an `&` is right.
 */
class Ampersands {
  #held = '';
  #inCdata = false;

  repair(text: string): { text: string; repaired: number } {
    const whole = this.#held + text;
    // The end may be a part of something that the next piece completes; the longest such thing is an entity.
    const safe = Math.max(0, whole.length - 12);
    let done = '';
    let from = 0;
    let repaired = 0;
    const token = /<!\[CDATA\[|\]\]>|&(?:(?:[a-zA-Z][a-zA-Z0-9]{0,8}|#[0-9]{1,7}|#x[0-9a-fA-F]{1,6});)?/g;
    for (let found = token.exec(whole); found !== null && found.index < safe; found = token.exec(whole)) {
      if (found[0] === '&' && !this.#inCdata) {
        done += whole.slice(from, found.index) + '&amp;';
        from = token.lastIndex;
        repaired += 1;
      } else if (found[0].startsWith('<')) this.#inCdata = true;
      else if (found[0] === ']]>') this.#inCdata = false;
    }
    const end = Math.max(from, safe);
    this.#held = whole.slice(end);
    return { text: done + whole.slice(from, end), repaired };
  }

  rest(): string {
    return this.repair(' '.repeat(12)).text;
  }
}
