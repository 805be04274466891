import { BLOCKS_MAX, HEADINGS_MAX, LABEL_CHARACTERS_MAX } from './limits.ts';
import type { BlockKind, Heading, Place, Region, Section, TextBlock } from './page.ts';
import { foldSpace } from '../space.ts';
import { countWords } from '../words.ts';

/** What the text reader has to know about where a run of text stands. */
export interface TextContext {
  readonly region: Region;
  readonly main: boolean;
  readonly article: boolean;
  readonly kind: BlockKind;
  readonly preformatted: boolean;
  readonly linked: boolean;
}

interface BlockDraft extends TextBlock {
  readonly article: boolean;
  readonly run: number;
}

/** A block before it is known what the page is about. */
export interface VisibleBlock {
  readonly text: string;
  readonly region: Region;
  readonly run: number;
}

export interface PageText {
  readonly headings: readonly Heading[];
  readonly heading_count: number;
  readonly sections: readonly Section[];
  readonly blocks: readonly TextBlock[];
  readonly text: string;
  readonly word_count: number;
  readonly truncated: boolean;
}

/** A heading that is being read. */
export class HeadingDraft {
  readonly level: number;
  readonly #words = new TextSink();
  #alts: TextSink | undefined;

  constructor(level: number) {
    this.level = level;
  }

  add(text: string): void {
    this.#words.add(text);
  }

  addAlt(text: string): void {
    this.#alts ??= new TextSink();
    this.#alts.add(` ${text} `);
  }

  get text(): string {
    return this.#words.text || (this.#alts?.text ?? '');
  }
}

/** Collects the text of one element up to a bound. */
export class TextSink {
  readonly #parts: string[] = [];
  #characters = 0;

  add(text: string): void {
    if (this.#characters >= LABEL_CHARACTERS_MAX) return;
    this.#parts.push(text.slice(0, LABEL_CHARACTERS_MAX - this.#characters));
    this.#characters += text.length;
  }

  get text(): string {
    return this.#parts.length === 0 ? '' : collapsed(this.#parts.join(''));
  }
}

const PIECES_MAX = 4096;

/** A place in the visible text: which run between two borders of blocks, and how many of its characters stand before. */
export interface TextPlace {
  readonly run: number;
  readonly offset: number;
}

/** Cuts the visible text of a page into blocks and sections while the page is walked. */
export class TextReader {
  readonly #headings: Heading[] = [];
  #headingCount = 0;
  readonly #blocks: BlockDraft[] = [];
  /** Index into headings of each section's heading; the first section has none. */
  readonly #sectionHeadings: (number | undefined)[] = [undefined];
  #parts: string[] = [];
  /** Pieces put together, for text of nothing but single signs comes in millions of them. */
  #pieces: string[] = [];
  #truncated = false;
  #context: TextContext | undefined;
  #start = 0;
  #linkedCharacters = 0;
  #run = 0;
  /** Of the text of the block so far, and whether it ends in a space. */
  #length = 0;
  #spaced = false;

  add(text: string, context: TextContext, start: number): void {
    if (this.#context === undefined) {
      if (!context.preformatted && isBlank(text)) return;
      this.#context = context;
      this.#start = start;
    }
    if (context.linked) this.#linkedCharacters += text.length;
    const folded = this.#folded(text, this.#context.preformatted);
    if (folded === '') return;
    this.#length += folded.length;
    this.#spaced = folded.endsWith(' ');
    this.#parts.push(folded);
    if (this.#parts.length >= PIECES_MAX) this.#pieces.push(this.#parts.splice(0).join(''));
  }

  /** Called at the border of every block element. */
  endBlock(): void {
    const context = this.#context;
    const run = this.#run;
    this.#run += 1;
    if (context === undefined) return;
    const text = (this.#pieces.join('') + this.#parts.join('')).trimEnd();
    const linkedCharacters = Math.min(this.#linkedCharacters, text.length);
    this.#parts = [];
    this.#pieces = [];
    this.#context = undefined;
    this.#linkedCharacters = 0;
    this.#length = 0;
    this.#spaced = false;
    if (text === '') return;
    if (this.#blocks.length >= BLOCKS_MAX) {
      this.#truncated = true;
      return;
    }
    this.#blocks.push({
      kind: context.kind,
      text,
      region: context.region,
      main: context.main,
      article: context.article,
      run,
      linked_characters: linkedCharacters,
      section: this.section,
      start: this.#start,
    });
  }

  /** Where the next text will stand. */
  get place(): TextPlace {
    return { run: this.#run, offset: this.#length };
  }

  #folded(text: string, preformatted: boolean): string {
    if (preformatted) {
      const kept = text.includes('\0') ? text.replaceAll('\0', '') : text;
      return this.#length === 0 ? kept.trimStart() : kept;
    }
    const folded = UNEVEN.test(text) ? foldSpace(text.replaceAll(DROPPED, '')) : text;
    return (this.#length === 0 || this.#spaced) && folded.startsWith(' ') ? folded.slice(1) : folded;
  }

  /** A new section begins at each visible heading of the content. */
  heading(heading: Omit<Heading, 'text'>): void {
    this.#headingCount += 1;
    if (this.#headings.length >= HEADINGS_MAX) return;
    this.#headings.push({ ...heading, text: '' });
    if (heading.region === 'content' && !heading.hidden) this.#sectionHeadings.push(this.#headings.length - 1);
  }

  /** The words of a heading are known only when it ends. */
  headingText(place: Place, text: string): void {
    for (let at = this.#headings.length - 1; at >= 0 && at >= this.#headings.length - 10; at -= 1) {
      const heading = this.#headings[at];
      if (heading !== undefined && heading.place.start === place.start) this.#headings[at] = { ...heading, text };
    }
  }

  get section(): number {
    return this.#sectionHeadings.length - 1;
  }

  read(): PageText {
    this.endBlock();
    const main = mainBlocks(this.#blocks);
    const text = main.map((block) => block.text).join('\n');
    const counts = main.map((block) => countWords(block.text));
    return {
      headings: this.#headings,
      heading_count: this.#headingCount,
      sections: this.#sections(main, counts),
      blocks: this.#blocks.map(toBlock),
      text,
      word_count: counts.reduce((total, count) => total + count, 0),
      truncated: this.truncated,
    };
  }

  /** What the page shows, without the choice of what it is about. */
  readVisible(): { readonly headings: readonly Heading[]; readonly blocks: readonly VisibleBlock[] } {
    this.endBlock();
    return { headings: this.#headings, blocks: this.#blocks };
  }

  get truncated(): boolean {
    return this.#truncated || this.#headingCount > this.#headings.length;
  }

  #sections(main: readonly BlockDraft[], counts: readonly number[]): Section[] {
    const drafts = this.#sectionHeadings.map((heading) => ({ heading, texts: [] as string[], words: 0 }));
    for (const [at, block] of main.entries()) {
      const draft = block.kind === 'heading' ? undefined : drafts[block.section];
      draft?.texts.push(block.text);
      if (draft !== undefined) draft.words += counts[at] ?? 0;
    }
    return drafts.map(({ heading: at, texts, words }) => {
      const heading = at === undefined ? undefined : this.#headings[at];
      return {
        heading: at,
        title: heading?.text ?? '',
        level: heading?.level ?? 0,
        text: texts.join('\n'),
        word_count: words,
      };
    });
  }
}

function toBlock({ kind, text, region, main, article, linked_characters, section, start }: BlockDraft): TextBlock {
  return { kind, text, region, main: main || article, linked_characters, section, start };
}

/** A candidate for the main text has to hold at least this share of the content's characters. */
const MAIN_SHARE_MIN = 1 / 3;

/**
 * The text that the page is about: what stands in main, else in articles, else everything outside of
 * navigation, header, footer and sidebar. A page whose every word stands in those is taken whole.
 */
function mainBlocks(blocks: readonly BlockDraft[]): readonly BlockDraft[] {
  const content = blocks.filter((block) => block.region === 'content');
  const all = lengthOf(content);
  for (const candidate of [content.filter((block) => block.main), content.filter((block) => block.article)]) {
    if (candidate.length > 0 && lengthOf(candidate) >= all * MAIN_SHARE_MIN) return candidate;
  }
  return content.length > 0 ? content : blocks;
}

function lengthOf(blocks: readonly BlockDraft[]): number {
  return blocks.reduce((total, block) => total + block.text.length, 0);
}

const DROPPED = /[\0\uFEFF\u00AD\u200B]/g;
const UNEVEN = /[\0\uFEFF\u00AD\u200B]|\s\s|[^\S ]/;

/** Whitespace as a browser shows it; NUL and byte order marks are dropped. */
export function collapsed(text: string): string {
  if (!UNEVEN.test(text)) return text.trim();
  return foldSpace(text.replaceAll(DROPPED, '')).trim();
}

function isBlank(text: string): boolean {
  return !/\S/.test(text);
}
