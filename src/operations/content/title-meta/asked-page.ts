import { languageOfTag } from '../../../web/words.ts';
import { guessLanguage } from '../../../text/language.ts';
import { cleanText } from '../../../text/normalize.ts';
import type { Page } from '../../../web/page/page.ts';
import { readPage } from '../../../web/page/read.ts';

/** A page that was fetched or supplied, as plain data. */
export interface AskedPage {
  readonly text: string;
  readonly format: 'html' | 'markdown';
  /** The page's own address; undefined when only its text is known. */
  readonly url: string | undefined;
  /** What only a fetch can know; undefined for supplied text. */
  readonly answer: { readonly status: number; readonly x_robots_tag: string | undefined } | undefined;
}

/** Text that begins like an HTML document is one, whatever the field that it was sent in is called. */
const HTML_DOCUMENT = /^[\s\uFEFF]*(?:<!--[^>]{0,500}-->\s*)?<(?:!doctype\s+html|html|head|body)(?=[\s>/])/i;

/** A page whose text was supplied: Markdown, or the HTML document that was pasted in its place. */
export function suppliedPage(text: string, url: string | undefined): AskedPage {
  return { text, format: HTML_DOCUMENT.test(text) ? 'html' : 'markdown', url, answer: undefined };
}

export function readAsked(asked: AskedPage): Page {
  return readPage(asked.format === 'html' ? { html: asked.text } : { markdown: asked.text }, asked.url);
}

export interface PageLanguage {
  /** ISO 639-1; '' when it cannot be told. */
  readonly code: string;
  /** What the page itself says; '' without that. */
  readonly declared: string;
}

const SAMPLE_CHARACTERS = 3000;
/** A guess that sure outweighs what a template says of every page. */
const SURE = 0.75;
const WORDS_TOLD_BY = 30;

/** The language that the page is written in: its own claim, unless its words plainly say another one. */
export function languageOf(page: Page): PageLanguage {
  const claims = [page.language?.value, page.front_matter?.get('lang'), page.front_matter?.get('language')];
  const declared = claims.map((claim) => languageOfTag(claim ?? '')).find((code) => code !== '') ?? '';
  const sample = cleanText(page.text, SAMPLE_CHARACTERS);
  const guess = guessLanguage(sample === '' ? (page.head.titles[0]?.text ?? '') : sample, declared);
  const overruled = guess.confidence >= SURE && page.word_count >= WORDS_TOLD_BY;
  if (declared === '' || overruled) return { code: guess.value === '' ? declared : guess.value, declared };
  return { code: declared, declared };
}
