import { readHtmlPage } from './html.ts';
import { readMarkdownPage } from './markdown.ts';
import type { Page } from './page.ts';

/** Reads a page from the text there is of it. `url` is the address that its relative references resolve against. */
export function readPage(source: { html: string } | { markdown: string }, url: string | undefined): Page {
  return 'html' in source ? readHtmlPage(source.html, url) : readMarkdownPage(source.markdown, url);
}
