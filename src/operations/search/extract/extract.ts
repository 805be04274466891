import { counted } from '../../../kernel/grammar.ts';
import { definePageTask, type Task } from '../../../kernel/task.ts';
import { chooseContent } from './choose.ts';
import { renderHtml, renderText } from './render.ts';
import { renderMarkdown } from './markdown.ts';
import { normalise } from './normalise.ts';
import { quotesFrom, boundedImages, ExtractReport, headingsOf, linksOf } from './report.ts';
import { readHtmlPage } from '../../../web/page/html.ts';
import type { Page } from '../../../web/page/page.ts';
import { type Entity, listEntities } from '../../../web/structured-data/entity.ts';
import {
  descendants,
  findFirst,
  type PageElement,
  weighText,
  newElement,
  type PageNode,
  rawText,
} from '../../../web/tree/element.ts';
import { readMetadata } from '../../../web/tree/metadata.ts';
import { type PreparedPage, preparePage } from '../../../web/tree/prepare.ts';
import type { PageSignals } from '../../../web/tree/signals.ts';
import { countWords } from '../../../web/words.ts';

export interface ExtractInput {
  readonly html: string;
  /** Where the page was in the end, after redirects. */
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

/** A choice with fewer words is checked against the fallbacks. */
const THIN_WORDS = 25;
/** A fallback takes over when it has this many times the words of the choice. */
const FALLBACK_FACTOR = 3;
/** Content with fewer words is delivered with a warning. */
const SHORT_WORDS = 50;
/** A visitor does not see this many words: worth a warning. */
const HIDDEN_WORDS_MIN = 20;

interface Found {
  readonly content: PageElement;
  readonly method: ExtractReport['method'];
  readonly confidence: number;
}

function extract(input: ExtractInput): ExtractReport {
  const page = readHtmlPage(input.html, input.url);
  const base = page.base_url ?? input.url;
  const prepared = preparePage(input.html, input.url);
  const metadata = readMetadata(page, prepared.body);
  const warnings: string[] = [];
  const found = findContent(prepared, page, warnings);
  const article = withoutTitle(
    normalise(found.content.children, { base_url: base, images: input.include_images }),
    metadata.title,
    prepared.signals,
  );
  const text = renderText(article);
  const words = countWords(text);
  warnings.push(...warningsFor(prepared, words));
  const images = input.include_images ? boundedImages(imagesIn(article)) : undefined;
  return {
    content: written(article, text, input.format),
    method: words === 0 ? 'none' : found.method,
    metadata,
    headings: headingsOf(page),
    links: linksOf(page, input.url),
    ...(images === undefined ? {} : { images }),
    quotes: quotesFrom(text),
    word_count: words,
    confidence: words === 0 ? 0 : Math.round(found.confidence * 100) / 100,
    warnings,
  };
}

function findContent(prepared: PreparedPage, page: Page, warnings: string[]): Found {
  const choice = chooseContent(prepared);
  if (choice.cut) warnings.push('The page is too large to be read to its end.');
  const method = prepared.from_noscript ? 'noscript' : 'text_model';
  if (method === 'noscript')
    warnings.push('The page is drawn by scripts; the content was read from its noscript part.');
  if (choice.words >= THIN_WORDS) return { content: choice.content, method, confidence: choice.confidence };
  const structured = structuredText(page);
  if (structured !== undefined && structured.words >= Math.max(THIN_WORDS, choice.words * FALLBACK_FACTOR)) {
    warnings.push('The page shows hardly any text without scripts; the content was read from its structured data.');
    return { content: structured, method: 'structured_data', confidence: FALLBACK_CONFIDENCE };
  }
  const main = findFirst(
    prepared.body,
    (element) => element.tag === 'main' || element.attributes.get('role') === 'main',
  );
  if (main !== undefined && main.words > choice.words * FALLBACK_FACTOR && main.words > 0) {
    warnings.push('No clear main content was found; the whole main element was used.');
    return { content: main, method: 'main_element', confidence: FALLBACK_CONFIDENCE };
  }
  if (choice.words === 0 && prepared.body.words > 0) {
    warnings.push('No main content was found; the text of the whole page was used.');
    return { content: prepared.body, method: 'body', confidence: FALLBACK_CONFIDENCE };
  }
  return { content: choice.content, method, confidence: choice.confidence };
}

const FALLBACK_CONFIDENCE = 0.3;

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

function written(article: PageElement, text: string, format: ExtractInput['format']): string {
  if (format === 'text') return text;
  return format === 'html' ? renderHtml(article) : renderMarkdown(article);
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

/** Texts that structured data holds in full. A description is the last resort. */
const TEXT_PROPERTIES = ['articleBody', 'text', 'reviewBody'] as const;
const TEXTS_MAX = 500;

/** The text that a page gives to search engines, for pages whose own text is drawn by scripts. */
function structuredText(page: Page): PageElement | undefined {
  const texts: string[] = [];
  const entities = listEntities(page);
  for (const property of TEXT_PROPERTIES) collect(entities, property, texts);
  if (texts.length === 0)
    collect(
      entities.filter((entity) => entity.types.includes('Product')),
      'description',
      texts,
    );
  if (texts.length === 0) return undefined;
  const paragraphs: PageNode[] = texts.flatMap((text) =>
    text
      .replaceAll(/<br\s*\/?>|<\/(?:p|li|h\d|div)>/gi, '\n')
      .replaceAll(/<[a-z/!][^<>]{0,1000}>/gi, ' ')
      .split(/\n+/)
      .filter((line) => line.trim() !== '')
      .map((line) => newElement('p', [line])),
  );
  const content = newElement('body', paragraphs);
  content.words = texts.reduce((sum, text) => sum + weighText(text), 0);
  return content;
}

function collect(entities: readonly Entity[], property: string, into: string[]): void {
  for (const entity of entities) {
    const value = entity.properties.get(property)?.[0];
    if (typeof value === 'string' && value.trim() !== '' && !into.includes(value) && into.length < TEXTS_MAX)
      into.push(value);
  }
}

/** The heading may stand behind this many blocks, such as a date or a picture. */
const BLOCKS_BEFORE_MAX = 3;

/** An article's content begins below its title, which stands in the metadata. */
function withoutTitle(article: PageElement, title: string | null, signals: PageSignals): PageElement {
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
