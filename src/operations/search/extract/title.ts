import type { PageSignals } from '../../../web/tree/signals.ts';
import { newElement, type PageElement, rawText } from '../../../web/tree/element.ts';

/** The heading may stand behind this many blocks, such as a date or a picture. */
const BLOCKS_BEFORE_MAX = 3;

/** An article's content begins below its title, which stands in the metadata. */
export function withoutTitle(article: PageElement, title: string | null, signals: PageSignals): PageElement {
  if (title === null || !(signals.article || signals.url_article) || signals.product || signals.list) return article;
  const wanted = flat(title);
  const at = article.children.findIndex(
    (child, index) =>
      index < BLOCKS_BEFORE_MAX && typeof child !== 'string' && child.tag === 'h1' && flat(rawText(child)) === wanted,
  );
  return at === -1 || article.children.length === 1
    ? article
    : newElement('article', article.children.toSpliced(at, 1));
}

function flat(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
