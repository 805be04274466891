import { Tokenizer } from 'htmlparser2';

/**
 * Reads HTML as a stream of elements and text, with bounds that hostile markup cannot exceed.
 *
 * It sits on the tokenizer rather than on a full parser for three reasons: nesting is cut at a fixed depth
 * (a million unclosed elements would otherwise cost quadratic time), attributes that nobody asks for are
 * never copied, and end tags keep to their scope the way browsers do, so that a stray `</div>` in a table
 * cell does not end the main column.
 */
export interface HtmlHandler {
  /** `attributes` is reused: read it now. `depth` names the element until its `close`. */
  open(name: string, attributes: Attributes, depth: number): void;
  close(name: string, depth: number): void;
  text(chunk: string): void;
}

export type Attributes = ReadonlyMap<string, string>;

/** Browsers stop nesting at 512 as well; deeper elements become siblings. */
const DEPTH_MAX = 512;
const ATTRIBUTE_LENGTH_MAX = 8192;

const VOID = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(' '),
);
/** Their text is never markup, so they cannot nest and stay on the stack even beyond the depth limit. */
const RAW_TEXT = new Set('script style title textarea xmp iframe noembed noframes plaintext'.split(' '));
/** An end tag does not reach through these, unless it names one of them. */
const SCOPE_WALLS = new Set('table td th caption template object marquee applet button'.split(' '));
const TABLE_PARTS = new Set('table tbody thead tfoot tr td th caption'.split(' '));
/** End tags of these close only themselves; blocks that were opened inside stay open. */
const FORMATTING = new Set('a abbr b big cite code em font i nobr s small span strike strong tt u'.split(' '));
const IGNORED_END = new Set(['html', 'body']);
const KEPT_ATTRIBUTES = new Set(
  (
    'href rel src data-src alt name content property http-equiv class id role hidden style lang hreflang type ' +
    'datetime itemprop itemtype itemscope itemid value data typeof vocab prefix resource about pubdate xlink:href'
  ).split(' '),
);

const HEADING_LIKE = 'p h1 h2 h3 h4 h5 h6';
const IMPLIED_END = new Map<string, ReadonlySet<string>>(
  Object.entries({
    li: 'li p',
    dt: 'dt dd p',
    dd: 'dt dd p',
    tr: 'tr td th p',
    td: 'td th p',
    th: 'td th p',
    tbody: 'tbody thead tfoot tr td th',
    thead: 'tbody thead tfoot tr td th',
    tfoot: 'tbody thead tfoot tr td th',
    option: 'option',
    optgroup: 'option optgroup',
    body: 'head',
    h1: HEADING_LIKE,
    h2: HEADING_LIKE,
    h3: HEADING_LIKE,
    h4: HEADING_LIKE,
    h5: HEADING_LIKE,
    h6: HEADING_LIKE,
  }).map(([name, closed]) => [name, new Set(closed.split(' '))]),
);
const ENDS_PARAGRAPH = new Set(
  (
    'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form header ' +
    'hgroup hr main menu nav ol p pre section summary table ul'
  ).split(' '),
);
const PARAGRAPH: ReadonlySet<string> = new Set(['p']);

export function readHtml(html: string, handler: HtmlHandler): void {
  const reader = new Reader(html, handler);
  const tokenizer = new Tokenizer({ decodeEntities: true }, reader);
  tokenizer.write(html);
  tokenizer.end();
}

class Reader {
  private readonly stack: string[] = [];
  /** How many elements of each name are open: end tags of none need not be looked for. */
  private readonly openNames = new Map<string, number>();
  private readonly attributes = new Map<string, string>();
  private name = '';
  private attribute = '';
  private value = '';
  private foreign = 0;
  private readonly html: string;
  private readonly handler: HtmlHandler;

  constructor(html: string, handler: HtmlHandler) {
    this.html = html;
    this.handler = handler;
  }

  isInForeignContext(): boolean {
    return this.foreign > 0;
  }

  ontext(start: number, end: number): void {
    this.handler.text(this.html.slice(start, end));
  }

  ontextentity(codePoint: number): void {
    this.handler.text(String.fromCodePoint(codePoint));
  }

  onopentagname(start: number, end: number): void {
    this.name = this.html.slice(start, end).toLowerCase();
    this.attributes.clear();
    this.attribute = '';
  }

  onattribname(start: number, end: number): void {
    const name = end - start > 12 ? '' : this.html.slice(start, end).toLowerCase();
    this.attribute = KEPT_ATTRIBUTES.has(name) && !this.attributes.has(name) ? name : '';
    this.value = '';
  }

  onattribdata(start: number, end: number): void {
    if (this.attribute === '' || this.value.length >= ATTRIBUTE_LENGTH_MAX) return;
    this.value += this.html.slice(start, Math.min(end, start + ATTRIBUTE_LENGTH_MAX));
  }

  onattribentity(codePoint: number): void {
    if (this.attribute !== '') this.value += String.fromCodePoint(codePoint);
  }

  onattribend(): void {
    if (this.attribute !== '') this.attributes.set(this.attribute, this.value);
    this.attribute = '';
  }

  onopentagend(): void {
    this.open(false);
  }

  onselfclosingtag(): void {
    this.open(this.foreign > 0);
  }

  onclosetag(start: number, end: number): void {
    const name = this.html.slice(start, end).toLowerCase();
    if (IGNORED_END.has(name)) return;
    const at = this.inScope(name);
    if (at === -1) return;
    if (FORMATTING.has(name) && at !== this.stack.length - 1) this.closeAlone(name, at);
    else while (this.stack.length > at) this.pop();
  }

  onend(): void {
    while (this.stack.length > 0) this.pop();
  }

  oncdata(start: number, end: number): void {
    this.ontext(start, end);
  }

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}

  private open(selfClosed: boolean): void {
    const name = this.name;
    this.closeImplied(name);
    const depth = this.stack.length;
    this.handler.open(name, this.attributes, depth);
    if (selfClosed || VOID.has(name) || (depth >= DEPTH_MAX && !RAW_TEXT.has(name))) {
      this.handler.close(name, depth);
      return;
    }
    this.stack.push(name);
    this.openNames.set(name, (this.openNames.get(name) ?? 0) + 1);
    if (name === 'svg' || name === 'math') this.foreign += 1;
  }

  private closeImplied(name: string): void {
    const ended = IMPLIED_END.get(name) ?? (ENDS_PARAGRAPH.has(name) ? PARAGRAPH : undefined);
    if (ended === undefined) return;
    for (let top = this.stack.at(-1); top !== undefined && (top === '' || ended.has(top)); top = this.stack.at(-1)) {
      this.pop();
    }
  }

  private inScope(name: string): number {
    if ((this.openNames.get(name) ?? 0) === 0) return -1;
    const walls = !TABLE_PARTS.has(name);
    for (let at = this.stack.length - 1; at >= 0; at -= 1) {
      const open = this.stack[at] ?? '';
      if (open === name) return at;
      if (walls && SCOPE_WALLS.has(open)) return -1;
      if (!walls && open === 'table') return -1;
    }
    return -1;
  }

  /** Blocks inside a formatting element outlive it: only its own meaning ends. */
  private closeAlone(name: string, at: number): void {
    this.stack[at] = '';
    this.forget(name);
    this.handler.close(name, at);
  }

  private pop(): void {
    const name = this.stack.pop() ?? '';
    if (name === '') return;
    this.forget(name);
    if (name === 'svg' || name === 'math') this.foreign -= 1;
    this.handler.close(name, this.stack.length);
  }

  private forget(name: string): void {
    const left = (this.openNames.get(name) ?? 0) - 1;
    if (left > 0) this.openNames.set(name, left);
    else this.openNames.delete(name);
  }
}
