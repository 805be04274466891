import { readHtmlPage } from '../page/html.ts';
import { descendants, rawText } from '../tree/element.ts';
import { preparePage } from '../tree/prepare.ts';
import { isHttp } from '../url.ts';
import { findContent } from './find-content.ts';
import { normalise } from './normalise.ts';

export interface ContentLink {
  /** Absolute, without a fragment. */
  readonly url: string;
  /** As it stands in the source. */
  readonly text: string;
}

/** The links in the main content of a page, each address once: menus, teasers and footers are left out. */
export function listContentLinks(html: string, url: string): ContentLink[] {
  const page = readHtmlPage(html, url);
  const { content } = findContent(preparePage(html, url), page, []);
  const article = normalise(content.children, { base_url: page.base_url ?? url, images: false });
  const found = new Map<string, ContentLink>();
  for (const element of descendants(article)) {
    const [href = ''] = (element.attributes.get('href') ?? '').split('#', 1);
    if (element.tag !== 'a' || !isHttp(href) || found.has(href)) continue;
    found.set(href, { url: href, text: rawText(element) });
  }
  return [...found.values()];
}
