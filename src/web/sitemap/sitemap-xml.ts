import { SaxesParser, type SaxesTagNS } from 'saxes';

import { SitemapExtensionReader } from './sitemap-extensions.ts';
import { type SitemapFaultCode, type SitemapFormat, type SitemapSink, VALUE_LENGTH_MAX } from './sitemap-sink.ts';

/** A sitemap with all its extensions needs six levels. */
const DEPTH_MAX = 32;
/** No tag, text or comment of a sitemap is nearly so long; the parser holds each in memory. */
const PIECE_LENGTH_MAX = 1024 * 1024;
/** The bounds above are checked between such parts. */
const PART_LENGTH = 8 * 1024;

const FIELDS = ['loc', 'lastmod', 'changefreq', 'priority'] as const;
type Field = (typeof FIELDS)[number];

/** Listens for the fields directly in an entry of the root's own namespace, and for the known extensions. */
export class SitemapXml implements SitemapFormat {
  readonly #sink: SitemapSink;
  readonly #parser = new XmlParser({ xmlns: true });
  readonly #ampersands = new Ampersands();
  readonly #extensions = new SitemapExtensionReader();
  #root: SaxesTagNS | undefined;
  #entryName = 'url';
  #depth = 0;
  /** 0 outside of entries. */
  #entryDepth = 0;
  #field: Field | undefined;
  #values: Record<Field, string | undefined> = noValues();
  #line = 0;
  #fed = 0;
  #fedAtEvent = 0;

  constructor(sink: SitemapSink) {
    this.#sink = sink;
    const parser = this.#parser;
    parser.on('opentag', (tag) => this.#open(tag));
    parser.on('closetag', (tag) => this.#close(tag));
    parser.on('text', (text) => this.#append(text));
    parser.on('cdata', (text) => this.#append(text));
    parser.on('comment', () => this.#append(''));
    parser.onFault = (message) => {
      sink.fault({ code: 'broken_xml', line: parser.line, message: messageOf(message) });
    };
  }

  write(text: string): void {
    for (let start = 0; start < text.length && !this.#sink.stopped; start += PART_LENGTH) {
      const piece = this.#ampersands.repair(text.slice(start, start + PART_LENGTH));
      this.#parser.write(piece.text);
      if (piece.repaired > 0) {
        const message = 'An "&" must be written as "&amp;".';
        this.#sink.fault({ code: 'unescaped_ampersand', line: this.#parser.line, message });
      }
      this.#fed += piece.text.length;
      if (this.#fed - this.#fedAtEvent > PIECE_LENGTH_MAX) {
        this.#stop('too_long', `The element or text before line ${this.#parser.line} is too long for a sitemap.`);
      }
    }
  }

  end(): void {
    this.#parser.write(this.#ampersands.rest());
    this.#parser.close();
  }

  #stop(code: SitemapFaultCode, message: string): void {
    this.#sink.stop({ code, line: undefined, message });
  }

  #open(tag: SaxesTagNS): void {
    this.#fedAtEvent = this.#fed;
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) this.#stop('too_deep', 'Elements are nested too deeply for a sitemap.');
    if (this.#sink.stopped) return;
    this.#root ??= this.#takeRoot(tag);
    this.#field = undefined;
    if (this.#isEntry(tag)) {
      this.#entryDepth = this.#depth;
      this.#values = noValues();
      this.#line = 0;
      this.#extensions.reset();
    } else if (this.#entryDepth > 0) this.#openInside(tag);
  }

  #openInside(tag: SaxesTagNS): void {
    const field = fieldOf(tag.local);
    if (this.#isOwn(tag) && this.#depth === this.#entryDepth + 1 && field !== undefined) {
      this.#field = field;
      this.#values[field] = '';
      if (field === 'loc') this.#line = this.#parser.line;
    } else this.#extensions.open(tag);
  }

  #takeRoot(tag: SaxesTagNS): SaxesTagNS {
    if (tag.local === 'urlset') this.#sink.root('urlset', tag.uri);
    else if (tag.local === 'sitemapindex') {
      this.#entryName = 'sitemap';
      this.#sink.root('index', tag.uri);
    } else {
      const name = tag.name.slice(0, 40);
      this.#stop('wrong_root', `The root element is <${name}>, neither <urlset> nor <sitemapindex>.`);
    }
    return tag;
  }

  #close(tag: SaxesTagNS): void {
    this.#fedAtEvent = this.#fed;
    this.#field = undefined;
    if (this.#depth === this.#entryDepth && !this.#sink.stopped && this.#isEntry(tag)) this.#closeEntry();
    else if (this.#entryDepth > 0) this.#extensions.close(tag);
    this.#depth -= 1;
  }

  #closeEntry(): void {
    const { loc, lastmod, changefreq, priority } = this.#values;
    this.#sink.entry({
      loc: loc?.trim(),
      lastmod: filled(lastmod),
      changefreq: filled(changefreq),
      priority: filled(priority),
      line: this.#line === 0 ? this.#parser.line : this.#line,
      extensions: this.#extensions.read(),
    });
    this.#entryDepth = 0;
  }

  #append(text: string): void {
    this.#fedAtEvent = this.#fed;
    if (this.#field === undefined) {
      if (this.#entryDepth > 0) this.#extensions.append(text);
      return;
    }
    const value = this.#values[this.#field] ?? '';
    if (value.length <= VALUE_LENGTH_MAX) this.#values[this.#field] = value + text.slice(0, VALUE_LENGTH_MAX);
  }

  /** By name and not by depth: the parser closes the root where a closing tag is wrong, and entries may follow. */
  #isEntry(tag: SaxesTagNS): boolean {
    return tag.local === this.#entryName && this.#isOwn(tag);
  }

  #isOwn(tag: SaxesTagNS): boolean {
    return tag.prefix === this.#root?.prefix && (tag.uri === this.#root.uri || tag.uri === '');
  }
}

/** The parser makes an error with a stack of each fault, which takes most of the time that a file full of faults takes. */
class XmlParser extends SaxesParser<{ xmlns: true }> {
  onFault: (message: string) => void = () => undefined;

  override fail(message: string): this {
    this.onFault(message);
    return this;
  }
}

function messageOf(message: string): string {
  return message === 'undefined entity.' ? 'An entity that XML does not define.' : message;
}

function noValues(): Record<Field, string | undefined> {
  return { loc: undefined, lastmod: undefined, changefreq: undefined, priority: undefined };
}

function fieldOf(name: string): Field | undefined {
  return FIELDS.find((field) => field === name);
}

function filled(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed === '' ? undefined : trimmed;
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
