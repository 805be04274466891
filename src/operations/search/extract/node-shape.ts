import { BLOCK_TAGS, PageElement, type PageNode } from '../../../web/tree/element.ts';

const HEADING = /^h[1-6]$/;

/** Content of a heading as one line, whatever blocks stand in it. */
export function flattened(element: PageElement): PageNode[] {
  return element.children.flatMap((child) =>
    typeof child === 'string' || !holdsBlocks(child) ? [child] : [' ', ...flattened(child), ' '],
  );
}

export function holdsBlocks(element: PageElement): boolean {
  if (BLOCK_TAGS.has(element.tag)) return true;
  return element.children.some((child) => typeof child !== 'string' && holdsBlocks(child));
}

export function holdsHeading(element: PageElement): boolean {
  return element.children.some(
    (child) => typeof child !== 'string' && (HEADING.test(child.tag) || holdsHeading(child)),
  );
}

export function holdsImage(element: PageElement): boolean {
  return element.tag === 'img' || holdsTag(element, 'img');
}

export function holdsTag(element: PageElement, tag: string): boolean {
  return element.children.some((child) => typeof child !== 'string' && (child.tag === tag || holdsTag(child, tag)));
}

export function hasContent(nodes: readonly PageNode[]): boolean {
  return nodes.some((node) =>
    typeof node === 'string' ? /\S/.test(node) : node.tag === 'img' || hasContent(node.children),
  );
}

/** Without white space and line breaks at either end. */
export function trimmed(nodes: PageNode[]): PageNode[] {
  const blank = (node: PageNode | undefined): boolean =>
    node !== undefined && (typeof node === 'string' ? !/\S/.test(node) : node.tag === 'br');
  let start = 0;
  let end = nodes.length;
  while (start < end && blank(nodes[start])) start += 1;
  while (end > start && blank(nodes[end - 1])) end -= 1;
  return nodes.slice(start, end);
}

/** The nodes, with list items that stand in no list gathered in one. */
export function listed(nodes: readonly PageNode[]): readonly PageNode[] {
  if (!nodes.some((node) => isItem(node))) return nodes;
  const out: PageNode[] = [];
  let list: PageElement | undefined;
  for (const node of nodes) {
    if (isItem(node)) {
      if (list === undefined) {
        list = new PageElement('ul', new Map(), node.parent);
        out.push(list);
      }
      list.children.push(node);
    } else if (list === undefined || typeof node !== 'string' || /\S/.test(node)) {
      list = undefined;
      out.push(node);
    }
  }
  return out;
}

function isItem(node: PageNode): node is PageElement {
  return typeof node !== 'string' && node.tag === 'li';
}
