import type { PageElement, PageNode } from '../../../web/tree/element.ts';

const VOID_TAGS = new Set(['br', 'hr', 'img']);
const LINE_TAGS = new Set(
  'article blockquote dd details dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre summary table tr ul'.split(
    ' ',
  ),
);

/** HTML of a normalised tree. Its elements and attributes are all from the allow-list that built it. */
export function toHtml(article: PageElement): string {
  return article.children
    .map((child) => markup(child))
    .join('')
    .trim();
}

function markup(node: PageNode): string {
  if (typeof node === 'string') return escapeText(node);
  let attributes = '';
  for (const [name, value] of node.attributes)
    attributes += ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`;
  const open = `<${node.tag}${attributes}>`;
  const end = LINE_TAGS.has(node.tag) ? '\n' : '';
  if (VOID_TAGS.has(node.tag)) return open + end;
  const inner = node.children.map((child) => markup(child)).join('');
  return `${open}${LINE_TAGS.has(node.tag) && node.tag !== 'pre' ? inner.trim() : inner}</${node.tag}>${end}`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
