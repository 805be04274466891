import type { Page } from './page.ts';
import { readPage } from './read.ts';

/** A page that was fetched or supplied, as plain data. */
export interface AskedPage {
  readonly text: string;
  readonly format: 'html' | 'markdown';
  /** The page's own address; undefined when only its text is known. */
  readonly url: string | undefined;
  /** What only a fetch can know; undefined for supplied text. */
  readonly answer: { readonly status: number; readonly x_robots_tag: string | undefined } | undefined;
}

/** Text that begins like an HTML or XHTML document is one, whatever the field that it was sent in is called. */
const HTML_DOCUMENT =
  /^[\s\uFEFF]*(?:<\?xml\s[^>]{0,200}\?>\s*)?(?:<!--[^>]{0,500}-->\s*)?<(?:!doctype\s+html|html|head|body)(?=[\s>/])/i;

/** A page whose text was supplied: Markdown, or the HTML document that was pasted in its place. */
export function makeSuppliedPage(text: string, url: string | undefined): AskedPage {
  return { text, format: HTML_DOCUMENT.test(text) ? 'html' : 'markdown', url, answer: undefined };
}

export function readAskedPage(asked: AskedPage): Page {
  return readPage(asked.format === 'html' ? { html: asked.text } : { markdown: asked.text }, asked.url);
}
