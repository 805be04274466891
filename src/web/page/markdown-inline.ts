import { referenceName } from './markdown-lines.ts';

/** What stands inside a block of Markdown, in order. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string; readonly at: number; readonly code: boolean }
  | {
      readonly kind: 'link_start';
      readonly href: string;
      readonly label: string | undefined;
      readonly at: number;
      readonly end: number;
    }
  | { readonly kind: 'link_end' }
  | {
      readonly kind: 'image';
      readonly src: string;
      readonly alt: string | undefined;
      readonly sized: boolean;
      readonly at: number;
      readonly end: number;
    };

/**
 * Reads links, images, code spans, autolinks and raw HTML links and images out of one block, in linear time.
 *
 * Brackets are paired beforehand with a stack, so that no text can make the reader look ahead again and again.
 */
export function readInlines(text: string, references: ReadonlyMap<string, string>): readonly Inline[] {
  return new InlineReader(text, references).read();
}

const ENTITIES = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&nbsp;', ' '],
]);

/** Longest link destination with title, and longest raw tag, that is looked for. */
const TAIL_MAX = 4_000;

class InlineReader {
  readonly #text: string;
  readonly #references: ReadonlyMap<string, string>;
  readonly #pairs: ReadonlyMap<number, number>;
  readonly #inlines: Inline[] = [];
  /** Where links that are open end, innermost last; -1 ends with `</a>`. */
  readonly #ends: { at: number; resume: number }[] = [];
  #from = 0;
  #at = 0;

  constructor(text: string, references: ReadonlyMap<string, string>) {
    this.#text = text;
    this.#references = references;
    this.#pairs = bracketPairs(text);
  }

  read(): readonly Inline[] {
    while (this.#at < this.#text.length) this.#step();
    this.#flush();
    for (const _ of this.#ends) this.#inlines.push({ kind: 'link_end' });
    return this.#inlines;
  }

  #step(): void {
    const open = this.#ends.at(-1);
    if (open?.at === this.#at) {
      this.#flush();
      this.#inlines.push({ kind: 'link_end' });
      this.#ends.pop();
      this.#jump(open.resume);
      return;
    }
    this.#character(this.#text.charAt(this.#at));
  }

  #character(character: string): void {
    switch (character) {
      case '\\':
        return this.#escape();
      case '`':
        return this.#code();
      case '!':
        return this.#image();
      case '[':
        return this.#link();
      case '<':
        return this.#angle();
      case 'h':
        return this.#bareUrl();
      case '*':
      case '_':
      case '~':
        return this.#emphasis(character);
      default:
        this.#at += 1;
    }
  }

  #flush(): void {
    if (this.#at > this.#from) this.#push(this.#text.slice(this.#from, this.#at), this.#from);
    this.#from = this.#at;
  }

  #push(text: string, at: number, code = false): void {
    const plain = text.includes('&')
      ? text.replaceAll(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES.get(entity) ?? entity)
      : text;
    this.#inlines.push({ kind: 'text', text: plain, at, code });
  }

  #jump(to: number): void {
    this.#at = Math.max(to, this.#at + 1);
    this.#from = this.#at;
  }

  #escape(): void {
    this.#flush();
    this.#from = this.#at + 1;
    this.#at += 2;
  }

  /** `_` inside a word is part of it; runs of marks between words are emphasis. */
  #emphasis(mark: string): void {
    const inside =
      mark === '_' && isWordCharacter(this.#text[this.#at - 1]) && isWordCharacter(this.#text[this.#at + 1]);
    if (inside || (mark === '~' && this.#text[this.#at + 1] !== '~')) {
      this.#at += 1;
      return;
    }
    this.#flush();
    this.#jump(this.#at + 1);
  }

  #code(): void {
    let length = 0;
    while (this.#text[this.#at + length] === '`') length += 1;
    const fence = '`'.repeat(Math.min(length, 100));
    const close = this.#closingFence(fence, this.#at + length);
    if (close === -1) {
      this.#at += length;
      return;
    }
    this.#flush();
    this.#push(this.#text.slice(this.#at + length, close), this.#at + length, true);
    this.#jump(close + length);
  }

  readonly #missingFences = new Set<number>();

  /** A fence that was not found once is not looked for again: it cannot stand further back. */
  #closingFence(fence: string, from: number): number {
    if (this.#missingFences.has(fence.length)) return -1;
    for (let at = this.#text.indexOf(fence, from); at !== -1; at = this.#text.indexOf(fence, at)) {
      let end = at;
      while (this.#text[end] === '`') end += 1;
      if (end - at === fence.length) return at;
      at = end;
    }
    this.#missingFences.add(fence.length);
    return -1;
  }

  #image(): void {
    const close = this.#text[this.#at + 1] === '[' ? this.#pairs.get(this.#at + 1) : undefined;
    const target = close === undefined ? undefined : this.#target(close, this.#at + 2);
    if (close === undefined || target === undefined) {
      this.#at += 1;
      return;
    }
    this.#flush();
    const alt = plainText(this.#text.slice(this.#at + 2, close));
    this.#inlines.push({ kind: 'image', src: target.href, alt, sized: true, at: this.#at, end: target.end });
    this.#jump(target.end);
  }

  #link(): void {
    const close = this.#pairs.get(this.#at);
    const target = close === undefined || this.#ends.length > 0 ? undefined : this.#target(close, this.#at + 1);
    if (close === undefined || target === undefined) {
      this.#at += 1;
      return;
    }
    this.#flush();
    this.#inlines.push({ kind: 'link_start', href: target.href, label: target.title, at: this.#at, end: target.end });
    this.#ends.push({ at: close, resume: target.end });
    this.#jump(this.#at + 1);
  }

  /** What follows a closing bracket: `(url "title")`, `[name]`, or nothing when the text itself is a name. */
  #target(close: number, start: number): { href: string; title: string | undefined; end: number } | undefined {
    const tail = this.#text.slice(close + 1, close + 1 + TAIL_MAX);
    const direct = DESTINATION.exec(tail);
    if (direct !== null) {
      const { groups } = direct;
      const title = groups?.['title'] ?? groups?.['single'] ?? groups?.['round'];
      const href = unescaped(groups?.['angled'] ?? groups?.['bare'] ?? '');
      return { href, title, end: close + 1 + direct[0].length };
    }
    return this.#referenced(close, start, tail);
  }

  #referenced(close: number, start: number, tail: string): { href: string; title: undefined; end: number } | undefined {
    if (this.#references.size === 0) return undefined;
    const named = /^\[([^[\]]{0,200})\]/.exec(tail);
    const written = named?.[1] ?? '';
    const name = referenceName(written === '' ? this.#text.slice(start, Math.min(close, start + 201)) : written);
    const href = this.#references.get(name);
    return href === undefined ? undefined : { href, title: undefined, end: close + 1 + (named?.[0].length ?? 0) };
  }

  #angle(): void {
    const tail = this.#text.slice(this.#at, this.#at + TAIL_MAX);
    const auto = /^<([a-z][a-z\d+.-]{1,31}:[^\s<>]*)>/i.exec(tail);
    if (auto !== null) {
      this.#whole(auto[1] ?? '', auto[0].length);
      return;
    }
    const tag = /^<(\/?)([a-z][a-z\d-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/i.exec(tail);
    if (tag === null) {
      this.#at += 1;
      return;
    }
    this.#flush();
    this.#tag(tag[1] === '/', (tag[2] ?? '').toLowerCase(), tag[3] ?? '', tag[0].length);
    this.#jump(this.#at + tag[0].length);
  }

  #tag(closing: boolean, name: string, attributes: string, length: number): void {
    const at = this.#at;
    if (name === 'a' && closing) {
      if (this.#ends.at(-1)?.at !== -1) return;
      this.#ends.pop();
      this.#inlines.push({ kind: 'link_end' });
    } else if (name === 'a' && this.#ends.length === 0) {
      const href = attributeOf(attributes, 'href');
      if (href === undefined) return;
      this.#ends.push({ at: -1, resume: -1 });
      this.#inlines.push({ kind: 'link_start', href, label: attributeOf(attributes, 'title'), at, end: at + length });
    } else if (name === 'img') {
      const sized = attributeOf(attributes, 'width') !== undefined && attributeOf(attributes, 'height') !== undefined;
      const alt = attributeOf(attributes, 'alt');
      this.#inlines.push({
        kind: 'image',
        src: attributeOf(attributes, 'src') ?? '',
        alt,
        sized,
        at,
        end: at + length,
      });
    } else if (name === 'br') this.#push(' ', at);
  }

  #bareUrl(): void {
    const possible = this.#ends.length === 0 && !isWordCharacter(this.#text[this.#at - 1]);
    const found = possible
      ? /^https?:\/\/[^\s<>[\]]+/i.exec(this.#text.slice(this.#at, this.#at + 2100))?.[0]
      : undefined;
    if (found === undefined) this.#at += 1;
    else this.#whole(found.replace(/[.,;:!?'")*_]{1,20}$/, ''), undefined);
  }

  /** A link whose text is its address. */
  #whole(href: string, length: number | undefined): void {
    this.#flush();
    const end = this.#at + (length ?? href.length);
    this.#inlines.push({ kind: 'link_start', href, label: undefined, at: this.#at, end });
    this.#push(href, this.#at);
    this.#inlines.push({ kind: 'link_end' });
    this.#jump(end);
  }
}

const DESTINATION =
  /^\([ \t\n]{0,100}(?:<(?<angled>[^<>\n]*)>|(?<bare>(?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*\))*))(?:[ \t\n]{1,100}(?:"(?<title>[^"]*)"|'(?<single>[^']*)'|\((?<round>[^()]*)\)))?[ \t\n]{0,100}\)/;

/** Offsets of opening brackets with those of their closing ones; code spans and escapes are skipped. */
function bracketPairs(text: string): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '[') open.push(at);
    else if (character === ']') {
      const start = open.pop();
      if (start !== undefined) pairs.set(start, at);
    }
  }
  return pairs;
}

function attributeOf(attributes: string, name: string): string | undefined {
  const found = new RegExp(String.raw`(?:^|\s)${name}\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`, 'i').exec(attributes);
  return found === null ? undefined : (found[1] ?? found[2] ?? found[3]);
}

function plainText(markdown: string): string {
  return unescaped(markdown.replaceAll(/[*_`]/g, ''));
}

function unescaped(text: string): string {
  return text.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character);
}
