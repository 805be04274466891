import { BLOCK, HEADING, NOT_TEXT } from '../../../web/page/elements.ts';
import { readInlines } from '../../../web/page/markdown-inline.ts';
import { type MarkdownBlock, readBlocks } from '../../../web/page/markdown-lines.ts';
import type { BlockKind, Region } from '../../../web/page/page.ts';
import { isHidden, kindOf, type Landmark, landmarkOf } from '../../../web/page/regions.ts';
import { collapsed } from '../../../web/page/text-reader.ts';
import { type OpenElement, type TreeHandler, walkHtml } from '../../../web/page/walk.ts';

/**
 * The running text of a page with the way back to its source, character by character.
 *
 * The page model folds white space and entities; adding a link takes the exact place.
 */
export interface SourceBlock {
  readonly kind: BlockKind;
  readonly region: Region;
  readonly main: boolean;
  readonly article: boolean;
  /** Words of the last heading above; '' before the first one. */
  readonly section: string;
  /** As in the source, entities decoded; white space is not folded. */
  readonly text: string;
  readonly runs: readonly Run[];
}

/** Text that is in the source without a break. */
export interface Run {
  /** Offset in the text of the block. */
  readonly at: number;
  readonly length: number;
  /** Offset in the source; undefined when it is written otherwise there (an entity). */
  readonly source: number | undefined;
  readonly linked: boolean;
  readonly code: boolean;
}

/** Characters of text that are read; no page for readers has more. */
const TEXT_MAX = 2_000_000;

export function readSourceText(source: { html: string } | { markdown: string }): readonly SourceBlock[] {
  return pickMainBlocks('html' in source ? readHtmlBlocks(source.html) : readMarkdownBlocks(source.markdown));
}

/** The main text must have at least this share of the content's characters, as in the page model. */
const MAIN_SHARE_MIN = 1 / 3;

function pickMainBlocks(blocks: readonly SourceBlock[]): readonly SourceBlock[] {
  const content = blocks.filter((block) => block.region === 'content');
  const all = countCharacters(content);
  for (const candidate of [content.filter((block) => block.main), content.filter((block) => block.article)]) {
    if (candidate.length > 0 && countCharacters(candidate) >= all * MAIN_SHARE_MIN) return candidate;
  }
  return content;
}

function countCharacters(blocks: readonly SourceBlock[]): number {
  return blocks.reduce((sum, block) => sum + block.text.length, 0);
}

type BlockContext = Pick<SourceBlock, 'kind' | 'region' | 'main' | 'article'>;

class BlockCollector {
  readonly blocks: SourceBlock[] = [];
  section = '';
  #context: BlockContext | undefined;
  #parts: string[] = [];
  #runs: Run[] = [];
  #length = 0;
  #total = 0;

  add(text: string, context: BlockContext, run: Omit<Run, 'at' | 'length'>): void {
    if (text === '' || this.#total > TEXT_MAX) return;
    if (this.#context === undefined) {
      if (!/\S/.test(text)) return;
      this.#context = context;
    }
    this.#runs.push({ at: this.#length, length: text.length, ...run });
    this.#parts.push(text);
    this.#length += text.length;
    this.#total += text.length;
  }

  end(): void {
    const context = this.#context;
    if (context === undefined) return;
    const { kind, region, main, article } = context;
    const text = this.#parts.join('');
    if (kind === 'heading' && region === 'content') this.section = collapsed(text).slice(0, 300);
    this.blocks.push({ kind, region, main, article, section: this.section, text, runs: this.#runs });
    this.#context = undefined;
    this.#parts = [];
    this.#runs = [];
    this.#length = 0;
  }
}

interface Context extends Landmark {
  readonly kind: BlockKind;
  readonly skipped: boolean;
  readonly linked: boolean;
  readonly code: boolean;
}

const ROOT: Context = {
  region: 'content',
  main: false,
  article: false,
  sectioned: false,
  kind: 'other',
  skipped: false,
  linked: false,
  code: false,
};

const CODE = new Set(['code', 'kbd', 'samp', 'var', 'tt', 'pre']);
/** Elements whose words are not running text. */
const NO_PROSE = new Set(['button', 'label', 'summary', 'legend', 'time', 'form', 'cite', 'address']);

function isNoProse(element: OpenElement): boolean {
  return NOT_TEXT.has(element.name) || NO_PROSE.has(element.name) || isHidden(element);
}

function readHtmlBlocks(html: string): SourceBlock[] {
  const collector = new BlockCollector();
  walkHtml(html, new HtmlText(html, collector), ROOT);
  collector.end();
  return collector.blocks;
}

class HtmlText implements TreeHandler<Context> {
  readonly #html: string;
  readonly #collector: BlockCollector;

  constructor(html: string, collector: BlockCollector) {
    this.#html = html;
    this.#collector = collector;
  }

  doctype(): void {}

  endOf(): void {
    this.#collector.end();
  }

  open(element: OpenElement, parent: Context): Context {
    const { name } = element;
    if (element.foreign) return { ...parent, skipped: true };
    if (BLOCK.has(name)) this.#collector.end();
    if (element.beyond_depth || name === 'html' || name === 'body') return parent;
    const { region, main, article, sectioned } = landmarkOf(element, parent);
    return {
      region,
      main,
      article,
      sectioned,
      kind: HEADING.has(name) ? 'heading' : kindOf(name, parent.kind),
      skipped: parent.skipped || isNoProse(element),
      linked: parent.linked || name === 'a',
      code: parent.code || CODE.has(name),
    };
  }

  close(element: OpenElement): void {
    if (BLOCK.has(element.name) && !element.foreign) this.#collector.end();
  }

  text(data: string, context: Context, start: number): void {
    if (context.skipped) return;
    const { linked, code } = context;
    const source = this.#html.startsWith(data, start) ? start : undefined;
    this.#collector.add(data, context, { source, linked, code });
  }
}

function readMarkdownBlocks(markdown: string): SourceBlock[] {
  const document = readBlocks(markdown);
  const collector = new BlockCollector();
  for (const block of document.blocks) {
    const context = { kind: block.kind, region: 'content', main: true, article: false } as const;
    if (block.kind !== 'code') addMarkdown(markdown, block, document.references, { collector, context });
    collector.end();
  }
  return collector.blocks;
}

function addMarkdown(
  markdown: string,
  block: MarkdownBlock,
  references: ReadonlyMap<string, string>,
  { collector, context }: { collector: BlockCollector; context: BlockContext },
): void {
  const lines = new LinePlaces(block);
  let links = 0;
  for (const inline of readInlines(block.lines.map((line) => line.text).join('\n'), references)) {
    if (inline.kind === 'link_start') links += 1;
    else if (inline.kind === 'link_end') links = Math.max(0, links - 1);
    else if (inline.kind === 'text') {
      for (const { text, source } of lines.split(inline.text, inline.at)) {
        const isThere = markdown.startsWith(text, source);
        const { code } = inline;
        collector.add(text, context, { source: isThere ? source : undefined, linked: links > 0, code });
      }
    }
  }
}

/** From offsets in the joined lines of a block back to the document, asked in rising order. */
class LinePlaces {
  readonly #starts: { readonly at: number; readonly offset: number }[] = [];
  #line = 0;

  constructor(block: MarkdownBlock) {
    let at = 0;
    for (const line of block.lines) {
      this.#starts.push({ at, offset: line.offset });
      at += line.text.length + 1;
    }
  }

  /** Cuts a text at its line breaks: between two lines the source may have list or quote marks. */
  *split(text: string, at: number): Generator<{ text: string; source: number }> {
    let from = 0;
    while (from < text.length) {
      const end = text.indexOf('\n', from);
      const stop = end === -1 ? text.length : end + 1;
      yield { text: text.slice(from, stop), source: this.#findOffset(at + from) };
      from = stop;
    }
  }

  #findOffset(at: number): number {
    while (this.#line > 0 && (this.#starts[this.#line]?.at ?? 0) > at) this.#line -= 1;
    while ((this.#starts[this.#line + 1]?.at ?? Number.POSITIVE_INFINITY) <= at) this.#line += 1;
    const line = this.#starts[this.#line];
    return line === undefined ? 0 : line.offset + at - line.at;
  }
}
