import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

import {
  CLOSES_PARAGRAPH,
  HEADING,
  HTML_INSIDE_FOREIGN,
  LEAVES_FOREIGN,
  SPECIAL,
  TABLE_PART,
  VOID,
} from './elements.ts';
import { OpenElements, type Scope } from './open-elements.ts';

/**
 * Turns HTML of any quality into properly nested open, close and text events, in time linear in its length.
 *
 * It stands on the tokenizer of htmlparser2 and not on its parser, because that one moves its whole stack on
 * every element and searches it on every stray end tag: 200 kB of nested or stray tags keep it busy for
 * minutes. Nesting follows the HTML standard where pages really rely on it (implied ends, scopes, SVG and
 * MathML); misnested formatting is closed, not reopened. html, head and body are events, never on the stack,
 * since a page may leave them out or repeat them.
 */
export interface TreeHandler<Context> {
  /** Answers what children of this element see as their context. */
  open(element: OpenElement, parent: Context): Context;
  close(element: OpenElement, context: Context): void;
  /** Entities are decoded; one run of text may come in several pieces. */
  text(data: string, context: Context, start: number): void;
  /** `</head>` and the like, where they stand in the source. */
  endOf(name: 'html' | 'head' | 'body'): void;
  doctype(text: string): void;
}

export interface OpenElement {
  /** Lower case. */
  readonly name: string;
  /** Names in lower case; the first of repeated attributes, as browsers take it. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Where the start tag begins in the source, and where it ends, both as offsets. */
  readonly start: number;
  readonly end: number;
  /** Part of SVG or MathML. */
  readonly foreign: boolean;
  /** Nested deeper than is followed: closed at once, its content belongs to an ancestor. */
  readonly beyond_depth: boolean;
}

/** An element whose end tag has not come, as the stack of open elements keeps it. */
interface Frame<Context> {
  readonly name: string;
  readonly foreign: boolean;
  readonly element: OpenElement;
  readonly context: Context;
}

/** Deeper elements are reported but hold no children. Blink stops at the same depth; real pages stay under 200. */
const DEPTH_MAX = 512;
/** More than any real element has; the rest is dropped so that one tag cannot fill the memory. */
const ATTRIBUTES_MAX = 256;

/** Elements whose start tag ends an open one of the same family. */
const ENDS: ReadonlyMap<string, { readonly names: readonly string[]; readonly scope: Scope }> = new Map([
  ['a', { names: ['a'], scope: 'general' }],
  ['button', { names: ['button'], scope: 'general' }],
  ['li', { names: ['li'], scope: 'list' }],
  ['dd', { names: ['dd', 'dt'], scope: 'definition' }],
  ['dt', { names: ['dd', 'dt'], scope: 'definition' }],
  ['optgroup', { names: ['option', 'optgroup'], scope: 'general' }],
  ['rt', { names: ['rt', 'rp'], scope: 'general' }],
  ['rp', { names: ['rt', 'rp'], scope: 'general' }],
  ['td', { names: ['td', 'th', 'caption'], scope: 'table' }],
  ['th', { names: ['td', 'th', 'caption'], scope: 'table' }],
  ['tr', { names: ['tr', 'caption'], scope: 'table' }],
  ['tbody', { names: ['tbody', 'thead', 'tfoot', 'caption'], scope: 'table' }],
  ['thead', { names: ['tbody', 'thead', 'tfoot', 'caption'], scope: 'table' }],
  ['tfoot', { names: ['tbody', 'thead', 'tfoot', 'caption'], scope: 'table' }],
]);

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

/** `kept` names the attributes that the handler asks for, where it does without the others. */
export function walkHtml<Context>(
  html: string,
  handler: TreeHandler<Context>,
  root: Context,
  kept?: ReadonlySet<string>,
): void {
  const walker = new Walker(html, handler, root, kept);
  const tokenizer = new Tokenizer({ decodeEntities: true }, walker);
  writeHtml(html, tokenizer, walker);
  tokenizer.end();
}

const CDATA = '<![CDATA[';
/** Of the same length, so that every place stays where it is. */
const BOGUS_COMMENT = '<!xCDATA[';

/**
 * Outside of drawings and formulas `<![CDATA[` opens a comment that ends at the next `>`. The tokenizer reads on to
 * `]]>`, which pages seldom write there: the rest of the page would be gone.
 */
function writeHtml(html: string, tokenizer: Tokenizer, walker: Walker<unknown>): void {
  let from = 0;
  for (let at = html.indexOf(CDATA); at !== -1; at = html.indexOf(CDATA, from)) {
    tokenizer.write(html.slice(from, at));
    tokenizer.write(walker.isInForeignContext() ? CDATA : BOGUS_COMMENT);
    from = at + CDATA.length;
  }
  tokenizer.write(from === 0 ? html : html.slice(from));
}

class Walker<Context> implements TokenizerCallbacks {
  readonly #source: string;
  readonly #handler: TreeHandler<Context>;
  readonly #root: Context;
  readonly #kept: ReadonlySet<string> | undefined;
  /** Of the longest name that is kept: `data-` attributes are many, and most of them longer. */
  readonly #keptLength: number;
  readonly #stack = new OpenElements<Frame<Context>>();
  /** Elements beyond the depth bound whose end tags are still to come. */
  readonly #overflow = new Map<string, number>();
  #name = '';
  #start = 0;
  #attributes: Map<string, string> | undefined;
  /** Undefined for one that is not kept. */
  #attribute: string | undefined;
  #value = '';

  constructor(source: string, handler: TreeHandler<Context>, root: Context, kept: ReadonlySet<string> | undefined) {
    this.#kept = kept;
    this.#keptLength =
      kept === undefined ? Number.POSITIVE_INFINITY : Math.max(...[...kept].map(({ length }) => length));
    this.#source = source;
    this.#handler = handler;
    this.#root = root;
  }

  onopentagname(start: number, end: number): void {
    this.#name = this.#source.slice(start, end).toLowerCase();
    this.#start = start - 1;
    this.#attributes = undefined;
  }

  onattribname(start: number, end: number): void {
    this.#value = '';
    this.#attribute = undefined;
    if (end - start > this.#keptLength) return;
    const name = this.#source.slice(start, end).toLowerCase();
    if (this.#kept === undefined || this.#kept.has(name)) this.#attribute = name;
  }

  onattribdata(start: number, end: number): void {
    if (this.#attribute === undefined) return;
    const piece = this.#source.slice(start, end);
    this.#value = this.#value === '' ? piece : this.#value + piece;
  }

  onattribentity(codepoint: number): void {
    if (this.#attribute !== undefined) this.#value += String.fromCodePoint(codepoint);
  }

  onattribend(): void {
    if (this.#attribute === undefined) return;
    this.#attributes ??= new Map();
    if (this.#attributes.size < ATTRIBUTES_MAX && !this.#attributes.has(this.#attribute)) {
      this.#attributes.set(this.#attribute, this.#value);
    }
    this.#value = '';
  }

  onopentagend(end: number): void {
    this.#openElement(end + 1, false);
  }

  onselfclosingtag(end: number): void {
    this.#openElement(end + 1, true);
  }

  onclosetag(start: number, end: number): void {
    const name = this.#source.slice(start, end).toLowerCase();
    // Most end tags are those of the element that is open, which nothing shields from them.
    if (this.#overflow.size === 0 && this.#stack.current?.name === name) {
      this.#pop();
      return;
    }
    if (isRoot(name)) {
      if (this.#stack.nearest('noscript', 'none') === undefined) this.#handler.endOf(name);
      return;
    }
    const beyond = this.#overflow.get(name) ?? 0;
    if (beyond > 0) {
      this.#overflow.set(name, beyond - 1);
      return;
    }
    if (HEADING.has(name)) this.#closeHeading();
    else if (name === 'noscript') this.#closeNearest(name, 'none');
    else if (TABLE_PART.has(name)) this.#closeNearest(name, 'table');
    else this.#closeNearest(name, SPECIAL.has(name) ? 'general' : 'inline');
  }

  ontext(start: number, end: number): void {
    this.#handler.text(this.#source.slice(start, end), this.#context(), start);
  }

  ontextentity(codepoint: number, end: number): void {
    this.#handler.text(String.fromCodePoint(codepoint), this.#context(), end);
  }

  oncdata(start: number, end: number, offset: number): void {
    if (this.isInForeignContext()) this.ontext(start, end - offset);
  }

  ondeclaration(start: number, end: number): void {
    this.#handler.doctype(this.#source.slice(start, Math.min(end, start + 200)));
  }

  oncomment(): void {}

  onprocessinginstruction(): void {}

  onend(): void {
    this.#popTo(0);
  }

  isInForeignContext(): boolean {
    const current = this.#stack.current;
    return current !== undefined && current.foreign && !HTML_INSIDE_FOREIGN.has(current.name);
  }

  #context(): Context {
    return this.#stack.current?.context ?? this.#root;
  }

  #openElement(end: number, selfClosing: boolean): void {
    const name = this.#name === 'image' && !this.isInForeignContext() ? 'img' : this.#name;
    const foreign = this.#enter(name);
    const empty = foreign ? selfClosing : VOID.has(name);
    const element: OpenElement = {
      name,
      attributes: this.#attributes ?? NO_ATTRIBUTES,
      start: this.#start,
      end,
      foreign,
      beyond_depth: !empty && this.#stack.depth >= DEPTH_MAX,
    };
    const context = this.#handler.open(element, this.#context());
    if (isRoot(name)) return;
    if (!empty && !element.beyond_depth) {
      this.#stack.push({ name, foreign, element, context });
      return;
    }
    if (!empty) this.#overflow.set(name, (this.#overflow.get(name) ?? 0) + 1);
    this.#handler.close(element, context);
  }

  /** Closes what the start tag ends; answers whether the element belongs to a drawing or formula. */
  #enter(name: string): boolean {
    if (this.isInForeignContext()) {
      if (!LEAVES_FOREIGN.has(name)) return true;
      while (this.isInForeignContext()) this.#pop();
    }
    const foreign = name === 'svg' || name === 'math';
    if (!foreign) this.#closeImplied(name);
    return foreign;
  }

  #closeImplied(name: string): void {
    if (CLOSES_PARAGRAPH.has(name)) this.#closeNearest('p', 'button');
    const current = this.#stack.current?.name ?? '';
    const ended = ENDS.get(name);
    if (HEADING.has(current) && HEADING.has(name)) this.#pop();
    else if (name === 'option' && current === 'option') this.#pop();
    else if (ended !== undefined) this.#closeOneOf(ended.names, ended.scope);
  }

  #closeOneOf(candidates: readonly string[], scope: Scope): void {
    for (const candidate of candidates) this.#closeNearest(candidate, scope);
  }

  /** The end tag of any heading closes the heading that is open. */
  #closeHeading(): void {
    const depths = [...HEADING].map((name) => this.#stack.nearest(name, 'general') ?? -1);
    const nearest = Math.max(...depths);
    if (nearest >= 0) this.#popTo(nearest);
  }

  #closeNearest(name: string, scope: Scope): void {
    const depth = this.#stack.nearest(name, scope);
    if (depth !== undefined) this.#popTo(depth);
  }

  #popTo(depth: number): void {
    while (this.#stack.depth > depth) this.#pop();
  }

  #pop(): void {
    const frame = this.#stack.pop();
    if (frame !== undefined) this.#handler.close(frame.element, frame.context);
  }
}

function isRoot(name: string): name is 'html' | 'head' | 'body' {
  return name === 'html' || name === 'head' || name === 'body';
}
