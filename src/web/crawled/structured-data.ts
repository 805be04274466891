import type { Entity } from '../structured-data/entity.ts';
import { visitEntities } from '../structured-data/entity.ts';
import { readJsonLd } from '../structured-data/json-ld.ts';
import { MarkupReader } from '../structured-data/markup.ts';

/** What the index keeps of a page's structured data. */
export interface StatedFacts {
  /** Types of schema.org in the order of the document, JSON-LD first. */
  readonly types: readonly string[];
  readonly published: string | undefined;
  readonly has_contact: boolean;
}

/** Collects the structured data of a page while it is read. JSON-LD longer than the bounds is left out. */
export class StructuredData {
  readonly markup = new MarkupReader();
  readonly #entities: Entity[] = [];
  #charactersLeft = JSON_LENGTH_TOTAL;

  jsonLd(text: string): void {
    if (text.length > Math.min(JSON_LENGTH_MAX, this.#charactersLeft)) return;
    this.#charactersLeft -= text.length;
    const block = readJsonLd(text, 0, NOWHERE);
    // Pages often hold raw line breaks inside of strings, which JSON forbids.
    const { entities } = block.error === undefined ? block : readJsonLd(text.replaceAll(CONTROL, ' '), 0, NOWHERE);
    for (const entity of entities) this.#entities.push(entity);
  }

  read(): StatedFacts {
    const { microdata, rdfa } = this.markup.read();
    const types = new Set<string>();
    let published: string | undefined;
    let hasContact = false;
    visitEntities([...this.#entities, ...microdata, ...rdfa], (entity) => {
      for (const type of entity.types) if (types.size < TYPES_MAX && TYPE_NAME.test(type)) types.add(type);
      const date = entity.properties.get('datePublished')?.find((value) => typeof value === 'string');
      published ??= date?.slice(0, 64);
      hasContact ||= entity.properties.has('telephone') || entity.properties.has('email');
    });
    return { types: [...types], published, has_contact: hasContact };
  }
}

export const JSON_LENGTH_MAX = 400_000;
const JSON_LENGTH_TOTAL = 1_000_000;
const TYPES_MAX = 50;
const TYPE_NAME = /^[A-Za-z][A-Za-z0-9]{0,63}$/;
const NOWHERE = { start: 0, end: 0 };

// oxlint-disable-next-line no-control-regex -- control characters are exactly what is to be replaced
const CONTROL = /[\u0000-\u001f]/g;
