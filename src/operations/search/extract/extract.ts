import { counted } from '../../../kernel/grammar.ts';
import { definePageTask, type Task } from '../../../kernel/task.ts';
import { renderHtml, renderText } from './render.ts';
import { renderMarkdown } from './markdown.ts';
import { findContent } from '../../../web/main-content/find-content.ts';
import { normalise } from '../../../web/main-content/normalise.ts';
import { quotesFrom, boundedImages, ExtractReport, headingsOf, linksOf } from './report.ts';
import { readHtmlPage } from '../../../web/page/html.ts';
import type { Page } from '../../../web/page/page.ts';
import { normalizeAddress } from '../../../web/url.ts';
import { descendants, type PageElement, newElement, rawText } from '../../../web/tree/element.ts';
import { flat, tidied, withTitle } from './tidy.ts';
import { readMetadata } from '../../../web/tree/metadata.ts';
import { type PreparedPage, preparePage } from '../../../web/tree/prepare.ts';
import { isDiscussion, type PageSignals } from '../../../web/tree/signals.ts';
import { guessLanguage } from '../../../text/language.ts';
import { countWords } from '../../../web/words.ts';

export interface ExtractInput {
  readonly html: string;
  /** Where the page was in the end, after redirects; '' where only the page itself says where it lives. */
  readonly url: string;
  readonly format: 'markdown' | 'text' | 'html';
  readonly include_images: boolean;
}

/** Reads the main content of a page. May run on a worker thread. */
export const extractContent: Task<ExtractInput, ExtractReport> = definePageTask(
  import.meta.url,
  'extractContent',
  extract,
);

/** Content with fewer words is delivered with a warning. */
const SHORT_WORDS = 50;
/** A visitor does not see this many words: worth a warning. */
const HIDDEN_WORDS_MIN = 20;

function extract(input: ExtractInput): ExtractReport {
  const url = input.url === '' ? ownAddress(readHtmlPage(input.html, undefined)) : input.url;
  const page = readHtmlPage(input.html, url);
  const base = page.base_url ?? url;
  const prepared = preparePage(input.html, url);
  const metadata = readMetadata(page, prepared.body, isDiscussion(prepared.signals));
  const warnings: string[] = [];
  const found = findContent(prepared, page, warnings);
  const article = tidied(
    withoutTitle(
      normalise(found.content.children, { base_url: base, images: input.include_images }),
      metadata.headline,
      prepared.signals,
    ),
    isArticle(prepared.signals),
  );
  const text = renderText(article);
  const words = countWords(text);
  warnings.push(...warningsFor(prepared, words));
  const images = input.include_images ? boundedImages(imagesIn(article)) : undefined;
  return {
    content: written(article, text, input.format, metadata.headline),
    method: words === 0 ? 'none' : found.method,
    metadata: { ...metadata, language: metadata.language ?? (guessLanguage(text).value || null) },
    headings: headingsOf(page),
    links: linksOf(page, url),
    ...(images === undefined ? {} : { images }),
    quotes: quotesFrom(text),
    word_count: words,
    confidence: words === 0 ? 0 : Math.round(found.confidence * 100) / 100,
    warnings,
  };
}

/** The canonical URL of a page, else its `og:url`; '' where neither is absolute. */
function ownAddress({ head }: Page): string {
  const canonical = head.links.find((link) => link.rel.includes('canonical'))?.href;
  const stated = [canonical, head.metas.find(({ property }) => property === 'og:url')?.content];
  return stated.map((address) => normalizeAddress(address, '')).find((address) => address !== undefined) ?? '';
}

function warningsFor(prepared: PreparedPage, words: number): string[] {
  const warnings: string[] = [];
  if (words === 0) warnings.push('The page has no readable text: it may need scripts, a login or consent.');
  else if (words < SHORT_WORDS) warnings.push(`The content is very short (${counted(words, 'word')}).`);
  if (prepared.hidden_words >= HIDDEN_WORDS_MIN)
    warnings.push(`${prepared.hidden_words} words that visitors cannot see were left out.`);
  if (prepared.comment_words > 0)
    warnings.push(`Readers’ comments (${counted(prepared.comment_words, 'word')}) were left out.`);
  if (prepared.truncated) warnings.push('The page has too many elements; the structure of its later part was lost.');
  return warnings;
}

function written(article: PageElement, text: string, format: ExtractInput['format'], title: string | null): string {
  if (format === 'text') return text;
  return format === 'html' ? renderHtml(article) : renderMarkdown(withTitle(article, title));
}

function imagesIn(article: PageElement): { src: string; alt: string }[] {
  const images = new Map<string, { src: string; alt: string }>();
  for (const element of descendants(article)) {
    const src = element.attributes.get('src');
    if (element.tag === 'img' && src !== undefined && !images.has(src))
      images.set(src, { src, alt: element.attributes.get('alt') ?? '' });
  }
  return [...images.values()];
}

/** The heading may stand behind this many blocks, such as a date or a picture. */
const BLOCKS_BEFORE_MAX = 3;

/** An article's content begins below its title, which stands in the metadata. */
function withoutTitle(article: PageElement, title: string | null, signals: PageSignals): PageElement {
  if (title === null || !isArticle(signals)) return article;
  const wanted = flat(title);
  const at = article.children.findIndex(
    (child, index) =>
      index < BLOCKS_BEFORE_MAX && typeof child !== 'string' && child.tag === 'h1' && flat(rawText(child)) === wanted,
  );
  return at === -1 || article.children.length === 1
    ? article
    : newElement('article', article.children.toSpliced(at, 1));
}

function isArticle(signals: PageSignals): boolean {
  return (signals.article || signals.url_article) && !signals.product && !signals.list;
}
