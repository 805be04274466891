import { TextDecoder } from 'node:util';

import { charsetOfStart } from '../charset.ts';
import { messageOf } from '../../kernel/errors.ts';
import { type SitemapFormat, type SitemapSink, VALUE_LENGTH_MAX } from './sitemap-sink.ts';
import { SitemapXml } from './sitemap-xml.ts';
import { slices, Unzipped } from '../unzipped.ts';

export type * from './sitemap-sink.ts';

/**
 * Reads sitemaps of any form, some text at a time: `<urlset>` and `<sitemapindex>` with the extensions for images, videos,
 * news and languages, or plain lines.
 *
 * It passes what it finds to a sink, which also says when to stop, so that crawler and analysis keep only what each needs.
 * It never throws on a file's content: broken XML yields the entries that could be read and the place where it broke, and
 * custom entities are never expanded.
 */
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

/** How a file that came as bytes was read. */
export interface ReadBytes {
  /** Unzipped, as far as they were read. */
  readonly bytes: number;
  readonly gzipped: boolean;
  /** The file continues past `bytes_max`. */
  readonly cut: boolean;
}

/** Reads a file in memory, gzipped or not, part by part, so that it is never unzipped all at once. */
export async function readSitemapBytes(file: Uint8Array, sink: SitemapSink, bytes_max: number): Promise<ReadBytes> {
  const reader = new SitemapReader(sink);
  const source = new Unzipped(slices(file));
  let decoder: TextDecoder | undefined;
  let bytes = 0;
  let cut = false;
  try {
    for await (const chunk of source.chunks()) {
      const kept = chunk.subarray(0, bytes_max - bytes);
      cut = kept.byteLength < chunk.byteLength;
      bytes += kept.byteLength;
      decoder ??= new TextDecoder(charsetOfStart(kept) ?? 'utf-8');
      reader.write(decoder.decode(kept, { stream: true }));
      if (cut || sink.stopped) break;
    }
  } catch (error) {
    sink.fault({ code: 'broken_off', line: undefined, message: `The file ends early: ${messageOf(error)}.` });
  }
  if (!cut) reader.end();
  return { bytes, gzipped: source.gzipped, cut };
}

/** Told by the first characters that are no blanks; undefined while there are none. */
function formatOf(text: string, sink: SitemapSink): SitemapFormat | undefined {
  const start = text.trimStart();
  if (start === '') return undefined;
  // A page in place of a sitemap is the most common mistake of servers, and as XML it would only be a heap of faults.
  if (/^<!doctype\s+html/i.test(start)) {
    sink.stop({ code: 'web_page', line: undefined, message: 'The file is a web page, not a sitemap.' });
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
