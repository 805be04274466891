import { type Entity, listEntities } from '../../../web/structured-data/entity.ts';
import type { Page } from '../../../web/page/page.ts';
import { weighText } from '../../../web/tree/measure.ts';
import { newElement, type PageElement, type PageNode } from '../../../web/tree/element.ts';

/** Texts that structured data holds in full. A description is the last resort. */
const TEXT_PROPERTIES = ['articleBody', 'text', 'reviewBody'] as const;
const TEXTS_MAX = 500;

/** The text that a page gives to search engines, for pages whose own text is drawn by scripts. */
export function structuredText(page: Page): PageElement | undefined {
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
