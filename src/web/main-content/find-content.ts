import { chooseContent } from './choose.ts';
import type { Page } from '../page/page.ts';
import { type Entity, listEntities } from '../structured-data/entity.ts';
import { findFirst, newElement, type PageElement, type PageNode, weighText } from '../tree/element.ts';
import type { PreparedPage } from '../tree/prepare.ts';

/** The main content of a page, as a tree of its own elements. */
export interface FoundContent {
  readonly content: PageElement;
  /** The text model, or the fallback where it finds next to nothing. */
  readonly method: 'text_model' | 'noscript' | 'structured_data' | 'main_element' | 'body';
  /** How sure the choice is, 0-1. */
  readonly confidence: number;
  /** The page has more runs of text than are examined. */
  readonly cut: boolean;
}

/** A choice with fewer words is checked against the fallbacks. */
const THIN_WORDS = 25;
/** A fallback takes over when it has this many times the words of the choice. */
const FALLBACK_FACTOR = 3;
const FALLBACK_CONFIDENCE = 0.3;

/** Finds the main content of a page, which was read as `page` and prepared as `prepared`. */
export function findContent(prepared: PreparedPage, page: Page): FoundContent {
  const { content, words, confidence, cut } = chooseContent(prepared);
  const method = prepared.from_noscript ? 'noscript' : 'text_model';
  const chosen: FoundContent = { content, method, confidence, cut };
  if (words >= THIN_WORDS) return chosen;
  const structured = structuredText(page);
  if (structured !== undefined && structured.words >= Math.max(THIN_WORDS, words * FALLBACK_FACTOR))
    return { content: structured, method: 'structured_data', confidence: FALLBACK_CONFIDENCE, cut };
  const main = findFirst(
    prepared.body,
    (element) => element.tag === 'main' || element.attributes.get('role') === 'main',
  );
  if (main !== undefined && main.words > words * FALLBACK_FACTOR && main.words > 0)
    return { content: main, method: 'main_element', confidence: FALLBACK_CONFIDENCE, cut };
  if (words === 0 && prepared.body.words > 0)
    return { content: prepared.body, method: 'body', confidence: FALLBACK_CONFIDENCE, cut };
  return chosen;
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
