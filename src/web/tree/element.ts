/**
 * The page as a tree: the least that extraction needs, and bounded.
 *
 * Text is a plain string among the children, so a page of a megabyte stays a few megabytes. The walker that builds it stops at 512 levels,
 * which is what makes recursion over the tree safe everywhere else.
 */

export type PageNode = PageElement | string;

export class PageElement {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  parent: PageElement | undefined;
  children: PageNode[] = [];
  /** `class` and `id` in lower case with a blank around each, for one search of both; cut at 400 characters. */
  readonly names: string;
  /** Filled by `measure`. */
  words = 0;
  linkedWords = 0;

  constructor(tag: string, attributes: ReadonlyMap<string, string>, parent: PageElement | undefined) {
    this.tag = tag;
    this.attributes = attributes;
    this.parent = parent;
    const className = attributes.get('class') ?? '';
    const id = attributes.get('id') ?? '';
    this.names = className === '' && id === '' ? '' : ` ${className} ${id} `.slice(0, 400).toLowerCase();
  }
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

export function newElement(tag: string, children: PageNode[] = [], attributes = NO_ATTRIBUTES): PageElement {
  const element = new PageElement(tag, attributes, undefined);
  element.children = children;
  for (const child of children) if (typeof child !== 'string') child.parent = element;
  return element;
}

/** Elements below `root` in document order, without `root` itself. */
export function descendants(root: PageElement): PageElement[] {
  const found: PageElement[] = [];
  collect(root, found);
  return found;
}

function collect(element: PageElement, into: PageElement[]): void {
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    into.push(child);
    collect(child, into);
  }
}

export function findFirst(root: PageElement, matches: (element: PageElement) => boolean): PageElement | undefined {
  for (const child of root.children) {
    if (typeof child === 'string') continue;
    if (matches(child)) return child;
    const found = findFirst(child, matches);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function detach(element: PageElement): void {
  const siblings = element.parent?.children;
  if (siblings === undefined) return;
  const at = siblings.indexOf(element);
  if (at >= 0) siblings.splice(at, 1);
  element.parent = undefined;
}

export function contains(ancestor: PageElement, element: PageElement): boolean {
  for (let at: PageElement | undefined = element; at !== undefined; at = at.parent) if (at === ancestor) return true;
  return false;
}

/** Text as it stands in the source, without block breaks. */
export function rawText(node: PageNode): string {
  if (typeof node === 'string') return node;
  let text = '';
  for (const child of node.children) text += rawText(child);
  return text;
}

export const BLOCK_TAGS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search section summary table tbody td ' +
    'tfoot th thead tr ul'
  ).split(' '),
);

/** One word of the languages that write blanks; one character of those that do not. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}_]+/gu;
const BEYOND_ASCII = /[^ -~\s]/;

/**
 * How much a text weighs beside others, in words of English, without a dictionary. Each character of a script without
 * blanks is half a word, so that thresholds mean about the same length of text in Japanese or Chinese. The model of
 * extraction was trained with it; what is reported is counted by `countWords`.
 */
export function weighText(text: string): number {
  if (!BEYOND_ASCII.test(text)) return countAscii(text);
  let words = 0;
  for (const [word] of text.matchAll(WORD)) words += word.length === 1 && word > '\u0E00' ? 0.5 : 1;
  return words;
}

function countAscii(text: string): number {
  let words = 0;
  let inside = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const part = (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
    if (part && !inside) words += 1;
    inside = part;
  }
  return words;
}

/** Fills `words` and `linkedWords` of every element below and including `element`. */
export function measure(element: PageElement): void {
  measureWithin(element, element.tag === 'a');
}

function measureWithin(element: PageElement, linked: boolean): void {
  let words = 0;
  let linkedWords = 0;
  for (const child of element.children) {
    if (typeof child === 'string') {
      const count = weighText(child);
      words += count;
      if (linked) linkedWords += count;
    } else {
      measureWithin(child, linked || (child.tag === 'a' && child.attributes.has('href')));
      words += child.words;
      linkedWords += child.linkedWords;
    }
  }
  element.words = words;
  element.linkedWords = linkedWords;
}

export function linkShare(element: PageElement): number {
  return element.words === 0 ? 0 : element.linkedWords / element.words;
}
