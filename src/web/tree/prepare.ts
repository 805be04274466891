import { joinStreamed } from '../page/streamed.ts';
import { type OpenElement, type TreeHandler, walkHtml } from '../page/walk.ts';
import { measure, PageElement, newElement, BLOCK_TAGS, detach, findFirst, weighText } from './element.ts';
import { dropHidden, countWordsIn } from './hidden.ts';
import { isDiscussion, type PageSignals, pageSignals } from './signals.ts';

/** A page made ready for the choice of its content: parsed, rid of what is hidden, counted. */
export interface PreparedPage {
  readonly body: PageElement;
  readonly signals: PageSignals;
  readonly hidden_words: number;
  /** Words of readers' comments that were left out. */
  readonly comment_words: number;
  readonly truncated: boolean;
  /** The text stands in `noscript` only. */
  readonly from_noscript: boolean;
}

/** Less than this share of the words of `noscript` on the page itself means that scripts draw it. */
const SHOWN_SHARE_MIN = 0.5;
const NOSCRIPT_WORDS_MIN = 60;

export function preparePage(html: string, url: string): PreparedPage {
  const { shown, noscript } = splitNoscript(joinStreamed(html));
  const page = prepare(shown, url);
  if (noscript.length < NOSCRIPT_WORDS_MIN * 4) return page;
  const instead = prepare(noscript, url);
  const wanted = instead.body.words >= NOSCRIPT_WORDS_MIN && page.body.words < instead.body.words * SHOWN_SHARE_MIN;
  return wanted ? { ...instead, signals: page.signals, from_noscript: true } : page;
}

function prepare(html: string, url: string): PreparedPage {
  const { body, truncated } = parseHtml(html);
  const signals = pageSignals(html, body, url);
  const { words } = dropHidden(body);
  measure(body);
  const comment_words = dropComments(body, signals);
  if (comment_words > 0) measure(body);
  return { body, signals, hidden_words: words, comment_words, truncated, from_noscript: false };
}

/**
 * Takes the `noscript` parts out of the source, as a browser that runs scripts sees the page.
 *
 * They cannot stay in: what is inside is often not nested properly, and then swallows the rest of the page. They are
 * kept beside it, since pages that are drawn by scripts put their whole text there for search engines.
 */
interface SplitSource {
  readonly shown: string;
  readonly noscript: string;
}

const OPEN = /<noscript(?=[\s/>])/gi;
const CLOSE = /<\/noscript\s{0,10}>/gi;

function splitNoscript(html: string): SplitSource {
  if (!/<noscript/i.test(html)) return { shown: html, noscript: '' };
  const shown: string[] = [];
  const noscript: string[] = [];
  let at = 0;
  while (at < html.length) {
    OPEN.lastIndex = at;
    const open = OPEN.exec(html);
    if (open === null) break;
    const inside = html.indexOf('>', open.index) + 1;
    CLOSE.lastIndex = inside;
    const close = inside === 0 ? null : CLOSE.exec(html);
    if (close === null) break;
    shown.push(html.slice(at, open.index));
    noscript.push(html.slice(inside, close.index));
    at = close.index + close[0].length;
  }
  shown.push(html.slice(at));
  return { shown: shown.join(' '), noscript: noscript.join('\n') };
}

/** The page as a bounded tree. html, head and body are one element, because pages write them twice or not at all. */
interface ParsedPage {
  readonly body: PageElement;
  /** Elements were left out because the page has too many; their text is kept. */
  readonly truncated: boolean;
}

/** The largest of 210 real pages has 16,000; beyond this a page is an attack or a data dump. */
const ELEMENTS_MAX = 50_000;
const PAGE_TAGS = new Set(['html', 'head', 'body']);
/** Their text is never shown and can be most of the page: it is not even stored. */
const TEXT_NOT_STORED = new Set(['script', 'style', 'title', 'noscript', 'textarea', 'iframe', 'noembed', 'noframes']);

export function parseHtml(html: string): ParsedPage {
  const builder = new TreeBuilder();
  walkHtml(html, builder, builder.body);
  builder.flush();
  return { body: builder.body, truncated: builder.truncated };
}

class TreeBuilder implements TreeHandler<PageElement> {
  readonly body = newElement('body');
  truncated = false;
  #count = 0;
  #text = '';
  #target: PageElement = this.body;

  open(opened: OpenElement, parent: PageElement): PageElement {
    if (PAGE_TAGS.has(opened.name)) return parent;
    this.flush();
    if (this.#count >= ELEMENTS_MAX) {
      this.truncated = true;
      this.#text += ' ';
      return parent;
    }
    this.#count += 1;
    const { name, attributes } = opened;
    // A declarative shadow root is shown in place of its host's content.
    const tag = name === 'template' && attributes.has('shadowrootmode') ? 'div' : name;
    const element = new PageElement(tag, attributes, parent);
    parent.children.push(element);
    return opened.beyond_depth ? parent : element;
  }

  text(data: string, context: PageElement): void {
    if (TEXT_NOT_STORED.has(context.tag)) return;
    if (context !== this.#target) {
      this.flush();
      this.#target = context;
    }
    this.#text += data;
  }

  close(): void {
    this.flush();
  }

  endOf(): void {}

  doctype(): void {}

  /** Writes the text that has come in pieces. NULs are dropped and line breaks are one character, as the standard has it. */
  flush(): void {
    if (this.#text === '') return;
    let text = this.#text;
    this.#text = '';
    if (text.includes('\0')) text = text.replaceAll('\0', '');
    if (text.includes('\r')) text = text.replaceAll(/\r\n?/g, '\n');
    this.#target.children.push(text);
  }
}

/** Names of what readers wrote below a page. Whole names only: `comments-open` is a state and `hljs-comment` is code. */
const COMMENT_LIST =
  /\s(?:comments?|comments?[-_]?(?:area|list|section|wrap|wrapper|container|block|thread|threads|holder|box|inner|content|tree|template|form|main|system)|commentlist|commentlisting|comment-?respond|respond|disqus_thread|fb-comments|user-comments|article-comments|post-comments|entry-comments)\s/;
/** With less text of its own, a page is about what its readers write. */
const OWN_WORDS_MIN = 120;
const SENTENCE_WORDS_MIN = 15;
const CODE = new Set(['pre', 'code', 'span']);

/** Leaves out readers' comments unless the page is a discussion. Answers how many words they had. */
function dropComments(body: PageElement, signals: PageSignals): number {
  if (isDiscussion(signals)) return 0;
  const lists: PageElement[] = [];
  collectLists(body, lists);
  if (lists.length === 0 || ownWords(body, new Set(lists)) < OWN_WORDS_MIN) return 0;
  for (const list of lists) detach(list);
  return lists.reduce((sum, list) => sum + countWordsIn(list), 0);
}

function collectLists(element: PageElement, lists: PageElement[]): void {
  for (const child of element.children) {
    if (typeof child === 'string' || child.words === 0 || CODE.has(child.tag)) continue;
    if (COMMENT_LIST.test(child.names) && findFirst(child, (inner) => inner.tag === 'h1') === undefined)
      lists.push(child);
    else collectLists(child, lists);
  }
}

/** Words of running text outside the comments: menus do not make a page one of its own. */
function ownWords(element: PageElement, lists: ReadonlySet<PageElement>): number {
  if (lists.has(element)) return 0;
  const inner = element.children.filter((child) => typeof child !== 'string' && BLOCK_TAGS.has(child.tag));
  if (inner.length === 0)
    return element.words - element.linkedWords >= SENTENCE_WORDS_MIN ? element.words - element.linkedWords : 0;
  return element.children.reduce((sum, child) => {
    if (typeof child !== 'string') return sum + ownWords(child, lists);
    const words = weighText(child);
    return words >= SENTENCE_WORDS_MIN ? sum + words : sum;
  }, 0);
}
