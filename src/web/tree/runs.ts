import { weighText, BLOCK_TAGS, PageElement, type PageNode } from './element.ts';

/** Words that stand together: neighbouring inline nodes of one block. The unit that is kept or left out. */
export interface TextRun {
  readonly parent: PageElement;
  /** The nodes, by their places among the children of `parent`. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly words: number;
  readonly linkedWords: number;
  readonly links: number;
}

/** More than four times those of the largest of 210 real pages; what stands behind is not looked at. */
export const RUNS_MAX = 40_000;

/** Finds the runs of a page in document order. Code blocks are one run each, whatever is inside. */
export function textRuns(root: PageElement): TextRun[] {
  const runs: TextRun[] = [];
  markBlocks(root);
  collectRuns(root, runs, false);
  return runs;
}

const HOLDS_BLOCKS = new WeakSet<PageElement>();

/** An inline element that holds a block separates runs as the block does. */
export function isBlockLike(element: PageElement): boolean {
  return BLOCK_TAGS.has(element.tag) || HOLDS_BLOCKS.has(element);
}

function markBlocks(element: PageElement): boolean {
  let holds = false;
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    if (markBlocks(child) || BLOCK_TAGS.has(child.tag)) holds = true;
  }
  if (holds && !BLOCK_TAGS.has(element.tag)) HOLDS_BLOCKS.add(element);
  return holds;
}

function collectRuns(parent: PageElement, runs: TextRun[], linked: boolean): void {
  const { children } = parent;
  let from = -1;
  for (let at = 0; at <= children.length && runs.length < RUNS_MAX; at += 1) {
    const child = children[at];
    if (child !== undefined && isInRun(child, parent)) {
      if (from === -1) from = at;
      continue;
    }
    if (from !== -1) {
      const run = runOf(parent, from, at, linked);
      if (run !== undefined) runs.push(run);
      from = -1;
    }
    if (child instanceof PageElement) collectRuns(child, runs, linked || isLink(child));
  }
}

function isInRun(child: PageNode, parent: PageElement): boolean {
  return parent.tag === 'pre' || typeof child === 'string' || !isBlockLike(child);
}

function runOf(parent: PageElement, from: number, to: number, linked: boolean): TextRun | undefined {
  let text = '';
  let links = linked ? 1 : 0;
  let linkedWords = 0;
  const visit = (node: PageNode, inLink: boolean): void => {
    if (typeof node === 'string') {
      text += node;
      if (inLink) linkedWords += weighText(node);
      return;
    }
    if (node.tag === 'br') text += ' ';
    const link = isLink(node);
    if (link) links += 1;
    for (const child of node.children) visit(child, inLink || link);
  };
  for (let at = from; at < to; at += 1) {
    const node = parent.children[at];
    if (node !== undefined) visit(node, linked);
  }
  const words = weighText(text);
  if (words === 0) return undefined;
  return {
    parent,
    from,
    to,
    text: text.replaceAll(/\s+/g, ' ').trim(),
    words,
    linkedWords: Math.min(words, linkedWords),
    links,
  };
}

function isLink(element: PageElement): boolean {
  return element.tag === 'a' && element.attributes.has('href');
}
