import { charsetOfStart } from './charset.ts';
import { SitemapXml } from './sitemap-xml.ts';

/**
 * Reads sitemaps of any form, some text at a time: `<urlset>` and `<sitemapindex>` with the extensions for images, videos,
 * news and languages, or plain lines.
 *
 * What it finds goes to a sink, which also says when to stop, so that crawler and analysis keep only what each needs. It
 * never throws on what a file holds: broken XML gives the entries that could be read and says where it broke, and
 * entities of its own are never expanded.
 */
export interface SitemapSink {
  /** Nothing more is wanted. */
  readonly stopped: boolean;
  /** Told once, before the first entry. `namespace` is that of the root element; '' for lines of text. */
  root(kind: SitemapKind, namespace: string): void;
  entry(entry: SitemapEntry): void;
  fault(fault: SitemapFault): void;
  /** A fault behind which nothing can be read; the sink is `stopped` from then on. */
  stop(fault: SitemapFault): void;
}

export type SitemapKind = 'urlset' | 'index' | 'text';

export interface SitemapEntry {
  /** As written, without blanks around it; undefined when the entry has none. */
  readonly loc: string | undefined;
  /** These as written too; undefined when missing or empty. */
  readonly lastmod: string | undefined;
  readonly changefreq: string | undefined;
  readonly priority: string | undefined;
  /** Where `<loc>` stands, or the end of an entry without one; from 1. */
  readonly line: number;
  readonly extensions: SitemapExtensions | undefined;
}

/** What the extensions say about one page; each list is cut at a bound that no valid entry reaches. */
export interface SitemapExtensions {
  readonly images: number;
  readonly images_without_address: number;
  /** Names of the elements that hold something. */
  readonly videos: readonly ReadonlySet<string>[];
  readonly news: readonly ReadonlyMap<string, string>[];
  readonly alternates: readonly { readonly hreflang: string; readonly href: string }[];
}

export type SitemapFaultCode =
  | 'broken_xml'
  | 'unescaped_ampersand'
  | 'not_a_sitemap'
  | 'web_page'
  | 'wrong_root'
  | 'too_long'
  | 'too_deep';

export interface SitemapFault {
  readonly code: SitemapFaultCode;
  /** From 1; undefined when it concerns the file as a whole. */
  readonly line: number | undefined;
  readonly message: string;
}

/** Longest text that is taken for a value. */
export const VALUE_LENGTH_MAX = 8 * 1024;

/** A file while it is read. */
export class SitemapReader {
  readonly #sink: SitemapSink;
  #format: SitemapFormat | undefined;

  constructor(sink: SitemapSink) {
    this.#sink = sink;
  }

  write(text: string): void {
    this.#format ??= formatOf(text, this.#sink);
    this.#format?.write(text);
  }

  end(): void {
    if (!this.#sink.stopped) this.#format?.end();
  }
}

const SLICE_BYTES = 64 * 1024;

/** Reads a whole file that is in memory. */
export function readSitemapBytes(bytes: Uint8Array, sink: SitemapSink): void {
  const reader = new SitemapReader(sink);
  const decoder = new TextDecoder(charsetOfStart(bytes.subarray(0, SLICE_BYTES)) ?? 'utf-8');
  for (let start = 0; start < bytes.byteLength && !sink.stopped; start += SLICE_BYTES) {
    reader.write(decoder.decode(bytes.subarray(start, start + SLICE_BYTES), { stream: true }));
  }
  reader.end();
}

/** One way to write a sitemap. */
export interface SitemapFormat {
  write(text: string): void;
  end(): void;
}

/** Told by the first characters that are no blanks; undefined while there are none. */
function formatOf(text: string, sink: SitemapSink): SitemapFormat | undefined {
  const start = text.trimStart();
  if (start === '') return undefined;
  // A page in place of a sitemap is the most common mistake of servers, and as XML it would only be a heap of faults.
  if (/^<!doctype\s+html/i.test(start)) {
    sink.stop({ code: 'web_page', line: undefined, message: 'The file is a web page.' });
  }
  return start.startsWith('<') ? new SitemapXml(sink) : new SitemapLines(sink);
}

/** One URL a line. */
class SitemapLines implements SitemapFormat {
  readonly #sink: SitemapSink;
  #line = 0;
  #rest = '';
  #told = false;

  constructor(sink: SitemapSink) {
    this.#sink = sink;
  }

  write(text: string): void {
    const lines = (this.#rest + text).split(/\r\n|\r|\n/);
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#take(line);
    if (this.#rest.length > VALUE_LENGTH_MAX) {
      const message = `Line ${this.#line + 1} is too long.`;
      this.#sink.stop({ code: 'too_long', line: undefined, message });
    }
  }

  end(): void {
    this.#take(this.#rest);
  }

  #take(line: string): void {
    this.#line += 1;
    const loc = line.trim();
    if (loc === '' || this.#sink.stopped) return;
    if (!this.#told && /^https?:\/\//i.test(loc)) {
      this.#told = true;
      this.#sink.root('text', '');
    }
    const nothing = { lastmod: undefined, changefreq: undefined, priority: undefined, extensions: undefined };
    this.#sink.entry({ loc, line: this.#line, ...nothing });
  }
}
