import { newElement, type PageElement, type PageNode, rawText } from '../../../web/tree/element.ts';

/** `3 / 12`, arrows and dots: what is left of a slider once its pictures are gone. */
const COUNTER = /^\d{1,3}\s?(?:\/|of|von|sur|de)\s?\d{1,3}$/i;
const SIGNS = /^[\s\p{P}\p{S}]+$/u;
const HEADING = /^h([1-6])$/;
const DOTS_MIN = 2;

/**
 * Takes out what a reader of the content alone would stumble over: rules that divide nothing, counters of sliders and,
 * in an article, headings whose text is not part of it. Elsewhere a heading may be a card by itself.
 */
export function tidied(article: PageElement, isArticle: boolean): PageElement {
  const blocks = withoutCounters(article.children);
  const kept = isArticle ? withText(blocks) : blocks;
  return newElement('article', withoutStrayRules(kept));
}

function withoutCounters(nodes: readonly PageNode[]): PageNode[] {
  return nodes.filter((node) => {
    if (typeof node === 'string') return true;
    if (node.tag === 'p') return !isCounter(node);
    return !((node.tag === 'ul' || node.tag === 'ol') && isDots(node));
  });
}

function isCounter(paragraph: PageElement): boolean {
  const text = rawText(paragraph).trim();
  const pictured = paragraph.children.some((child) => typeof child !== 'string' && child.tag === 'img');
  return !pictured && text !== '' && (COUNTER.test(text) || SIGNS.test(text));
}

/** The numbers from 1 on, one an item. */
function isDots({ children }: PageElement): boolean {
  return children.length >= DOTS_MIN && children.every((item, at) => rawText(item).trim() === String(at + 1));
}

function withText(blocks: readonly PageNode[]): PageNode[] {
  const kept: PageNode[] = [];
  let below: number | undefined = 0;
  for (const block of blocks.toReversed()) {
    const level = levelOf(block);
    if (level !== undefined && below !== undefined && below <= level) continue;
    kept.unshift(block);
    below = level;
  }
  // A page of headings alone has them for its text.
  return kept.length === 0 ? [...blocks] : kept;
}

function levelOf(block: PageNode): number | undefined {
  const level = typeof block === 'string' ? undefined : HEADING.exec(block.tag)?.[1];
  return level === undefined ? undefined : Number(level);
}

function withoutStrayRules(blocks: readonly PageNode[]): PageNode[] {
  const single = blocks.filter((block, at) => !(isRule(block) && isRule(blocks[at + 1])));
  return single.filter((block, at) => {
    const next = single[at + 1];
    return !isRule(block) || (next !== undefined && isText(single[at - 1]));
  });
}

function isRule(block: PageNode | undefined): boolean {
  return typeof block === 'object' && block.tag === 'hr';
}

function isText(block: PageNode | undefined): boolean {
  return block !== undefined && levelOf(block) === undefined;
}

/** The content below its title, where no heading of it says the title. */
export function withTitle(article: PageElement, title: string | null): PageElement {
  if (title === null || article.children.length === 0) return article;
  const wanted = flat(title);
  const said = article.children.some(
    (block) => levelOf(block) === 1 || (levelOf(block) === 2 && flat(rawText(block)) === wanted),
  );
  return said ? article : newElement('article', [newElement('h1', [title]), ...article.children]);
}

export function flat(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
