import { type OpenElement, type TreeHandler, walkHtml } from '../page/tree.ts';
import { newElement, PageElement } from './element.ts';

/** The page as a bounded tree. html, head and body are one element, because pages write them twice or not at all. */
export interface ParsedPage {
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
