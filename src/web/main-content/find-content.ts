import { type Entity, listEntities } from '../structured-data/entity.ts';
import type { Page } from '../page/page.ts';
import { findFirst, newElement, type PageElement, type PageNode, weighText } from '../tree/element.ts';
import type { PreparedPage } from '../tree/prepare.ts';
import { chooseContent } from './choose.ts';

/** A choice with fewer words is checked against the fallbacks. */
const THIN_WORDS = 25;
/** A fallback takes over when it has this many times the words of the choice. */
const FALLBACK_FACTOR = 3;
const FALLBACK_CONFIDENCE = 0.3;

/** How the main content of a page was chosen. */
type ContentMethod = 'text_model' | 'noscript' | 'structured_data' | 'main_element' | 'body';

export interface FoundContent {
  readonly content: PageElement;
  readonly method: ContentMethod;
  /** 0–1. */
  readonly confidence: number;
}

/** The main content of a page by the text model, or by what helps where that finds hardly a word; a warning says which. */
export function findContent(prepared: PreparedPage, page: Page, warnings: string[]): FoundContent {
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
