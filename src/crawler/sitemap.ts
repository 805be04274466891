import { TextDecoder } from 'node:util';

import { charsetOfStart } from '../web/charset.ts';
import { messageOf } from '../kernel/errors.ts';
import { type SitemapEntry, type SitemapFault, SitemapReader, type SitemapSink } from '../web/sitemap/sitemap.ts';
import { slices, Unzipped } from '../web/unzipped.ts';
import { URL_LENGTH_MAX } from '../web/url.ts';

/** What a sitemap says, as far as it could be read. */
export interface SitemapResult {
  /** `unknown`: neither the XML of a sitemap nor a list of URLs. */
  readonly kind: 'urlset' | 'index' | 'text' | 'unknown';
  /** The pages of a `urlset` or `text`, the sitemaps of an `index`. */
  readonly entries: readonly SitemapPage[];
  /** The first faults; `problem_count` counts all. */
  readonly problems: readonly SitemapProblem[];
  readonly problem_count: number;
  /** Bytes read, after decompression. */
  readonly bytes: number;
  readonly gzipped: boolean;
  /** Reading stopped at a bound, so there is more. */
  readonly truncated: boolean;
}

interface SitemapPage {
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
  const reader = new BoundedReader(bounds);
  const source = new Unzipped(body instanceof Uint8Array ? slices(body) : body);
  try {
    for await (const chunk of source.chunks()) {
      reader.take(chunk);
      if (reader.collector.stopped) break;
    }
  } catch (error) {
    reader.collector.note(undefined, `The file ends early: ${messageOf(error)}.`);
  }
  reader.end();
  return { ...reader.collector.result(), bytes: reader.bytes, gzipped: source.gzipped };
}

class BoundedReader {
  readonly collector: Collector;
  bytes = 0;
  readonly #bytesMax: number;
  readonly #reader: SitemapReader;
  #decoder: TextDecoder | undefined;

  constructor(bounds: SitemapBounds) {
    this.collector = new Collector(bounds.entries_max);
    this.#reader = new SitemapReader(this.collector);
    this.#bytesMax = bounds.bytes_max;
  }

  take(chunk: Uint8Array): void {
    const kept = chunk.subarray(0, this.#bytesMax - this.bytes);
    this.bytes += kept.byteLength;
    this.#decoder ??= new TextDecoder(charsetOfStart(kept) ?? 'utf-8');
    this.#reader.write(this.#decoder.decode(kept, { stream: true }));
    if (kept.byteLength < chunk.byteLength) this.collector.cut(`The file is larger than ${this.#bytesMax} bytes.`);
  }

  end(): void {
    this.#reader.end();
    if (this.collector.kind === 'unknown') this.collector.note(undefined, 'The file is not a sitemap.');
  }
}

/** Gathers what any format finds, up to the bounds. */
class Collector implements SitemapSink {
  kind: SitemapResult['kind'] = 'unknown';
  stopped = false;
  readonly #entriesMax: number;
  readonly #entries: SitemapPage[] = [];
  readonly #problems: SitemapProblem[] = [];
  #problemCount = 0;

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax;
  }

  root(kind: 'urlset' | 'index' | 'text'): void {
    this.kind = kind;
  }

  entry({ loc, lastmod, line }: SitemapEntry): void {
    if (loc === undefined) {
      this.note(line, 'An entry has no <loc>.');
      return;
    }
    const url = loc.length <= URL_LENGTH_MAX ? URL.parse(loc) : null;
    if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
      const shown = loc.length > 80 ? loc.slice(0, 80) + '…' : loc;
      this.note(line, `"${shown}" is not an absolute http or https URL of at most ${URL_LENGTH_MAX} characters.`);
    } else if (this.#entries.length >= this.#entriesMax) {
      this.cut(`The file has more than ${this.#entriesMax} entries.`);
    } else {
      this.#entries.push({ url: loc, lastmod });
    }
  }

  fault({ line, message }: SitemapFault): void {
    this.note(line, message);
  }

  stop({ message }: SitemapFault): void {
    this.cut(message);
  }

  note(line: number | undefined, message: string): void {
    this.#problemCount += 1;
    if (this.#problems.length < PROBLEMS_MAX) this.#problems.push({ line, message });
    if (this.#problemCount >= FAULTS_MAX) this.stopped = true;
  }

  cut(message: string): void {
    if (!this.stopped) this.note(undefined, message);
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
