import { type Entity, type EntityValue, isEntity, typeName } from './entity.ts';

/** The vocabulary and prefixes that are in force at an element with RDFa. */
interface Terms {
  /** Names without a prefix mean schema.org. */
  readonly plain: boolean;
  /** Prefixes that mean schema.org. */
  readonly prefixes: ReadonlySet<string>;
}

/** `schema:` is known without a declaration (the initial context of RDFa 1.1). */
const DEFAULT_TERMS: Terms = { plain: false, prefixes: new Set(['schema']) };

const DECLARATIONS_CHARACTERS_MAX = 2000;
const PREFIXES_MAX = 50;
const SCHEMA = /^https?:\/\/(?:www\.)?schema\.org(?:\/|$)/i;

/** A start tag, from whichever parser. */
interface MarkupElement {
  /** Lower case. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** What descendants of an element with microdata or RDFa inherit. */
export interface MarkupContext {
  readonly microdata: ItemDraft | undefined;
  /** Elements around this one in the same item that an `itemref` names, innermost last. */
  readonly parts: readonly ItemDraft[];
  readonly rdfa: RdfaContext;
  /** Properties whose value is the text of an element around this one, innermost last. */
  readonly texts: readonly TextDraft[];
}

interface RdfaContext {
  readonly terms: Terms;
  readonly item: ItemDraft | undefined;
  /** A `rel` whose value is the next thing inside. */
  readonly awaiting: { readonly owner: ItemDraft; readonly names: readonly string[] } | undefined;
}

/** An item whose end has not come yet. */
interface ItemDraft extends Entity {
  readonly types: string[];
  readonly properties: Map<string, EntityValue[]>;
}

export const NO_MARKUP: MarkupContext = {
  microdata: undefined,
  parts: [],
  rdfa: { terms: DEFAULT_TERMS, item: undefined, awaiting: undefined },
  texts: [],
};

/** A property's text inside a property's text: pages nest two, more only to waste time. */
const TEXTS_MAX = 8;
const VALUES_MAX = 20_000;
/** The same for parts inside parts. */
const PARTS_MAX = 8;
const REFERENCED_IDS_MAX = 1000;
/** How many items stand around one at most before it takes no more of them. */
const OWNERS_MAX = 64;
/** Where no `itemref` is known. */
export const NO_REFERENCES: ReadonlySet<string> = new Set();
const TYPES_CHARACTERS_MAX = 500;
const NAMES_CHARACTERS_MAX = 200;

/** Attribute that holds the value, by element (HTML 5.2.4); `content` works on any element in practice. */
const VALUE_ATTRIBUTES = new Map([
  ['a', 'href'],
  ['area', 'href'],
  ['link', 'href'],
  ['img', 'src'],
  ['audio', 'src'],
  ['video', 'src'],
  ['source', 'src'],
  ['embed', 'src'],
  ['iframe', 'src'],
  ['object', 'data'],
  ['time', 'datetime'],
  ['data', 'value'],
  ['meter', 'value'],
]);

/**
 * Reads microdata and RDFa Lite in the shape that JSON-LD entities have.
 *
 * RDFa counts where it uses the vocabulary of schema.org; of RDFa Core `about` and prefixed `rel` are read too, since
 * older systems write them. Feed it every start tag and text in document order.
 *
 * Items may stand before or behind what their `itemref` names, so the ids have to be known beforehand. Hardly any page
 * has some: read it without, and again only where `referencedIds` then says that there are.
 */
export class MarkupReader {
  #microdata: Entity[] = [];
  readonly #referenced: ReadonlySet<string>;
  /** What stands in elements that an `itemref` names, by id. */
  readonly #parts = new Map<string, Part>();
  readonly #references: { readonly item: ItemDraft; readonly ids: readonly string[] }[] = [];
  /** The item that holds another one. */
  readonly #owners = new Map<Entity, Entity>();
  readonly #rdfa: Entity[] = [];
  /** Things of RDFa by the address that `resource` gives them. */
  readonly #resources = new Map<string, ItemDraft>();
  /** Values that are known only when the page has been read. */
  readonly #pending: { values: EntityValue[]; at: number; settle: () => EntityValue }[] = [];
  #values = 0;
  /** What html and body open, which may have no end: it holds for everything behind them. */
  #root: MarkupContext = NO_MARKUP;

  constructor(referenced: ReadonlySet<string>) {
    this.#referenced = referenced;
  }

  open(element: MarkupElement, parent: MarkupContext): MarkupContext {
    if (element.attributes.size === 0) return parent;
    const around = parent === NO_MARKUP ? this.#root : parent;
    const context = this.#openRdfa(element, this.#openMicrodata(element, around));
    if (element.name === 'html' || element.name === 'body') this.#root = context;
    return context;
  }

  text(data: string, context: MarkupContext): void {
    for (const text of (context === NO_MARKUP ? this.#root : context).texts) text.add(data);
  }

  get referencedIds(): ReadonlySet<string> {
    const ids = this.#references.values().flatMap((reference) => reference.ids);
    return this.#references.length === 0 ? NO_REFERENCES : new Set(ids.take(REFERENCED_IDS_MAX));
  }

  read(): { microdata: readonly Entity[]; rdfa: readonly Entity[] } {
    for (const { values, at, settle } of this.#pending) values[at] = settle();
    for (const { item, ids } of this.#references) for (const id of ids) this.#addPart(item, this.#parts.get(id));
    if (this.#references.length > 0) this.#microdata = this.#microdata.filter((item) => !this.#owners.has(item));
    return { microdata: this.#microdata, rdfa: this.#rdfa.filter(({ types }) => types.some(isSchemaType)) };
  }

  #openMicrodata(element: MarkupElement, outside: MarkupContext): MarkupContext {
    const { attributes } = element;
    const around = this.#referenced.size === 0 ? outside : this.#openPart(attributes.get('id'), outside);
    const property = attributes.get('itemprop');
    const isItem = attributes.has('itemscope');
    if (property === undefined && !isItem) return around;
    const names = split(property, NAMES_CHARACTERS_MAX);
    if (!isItem) return this.#addProperty(element, around, ownersIn(around), names);
    const types = split(attributes.get('itemtype'), TYPES_CHARACTERS_MAX).map(typeName);
    const item = this.#newItem(types, attributes.get('itemid'));
    if (item === undefined) return around;
    const ids = split(attributes.get('itemref'), NAMES_CHARACTERS_MAX);
    if (ids.length > 0) this.#references.push({ item, ids: [...new Set(ids)] });
    if (around.microdata === undefined || names.length === 0) this.#microdata.push(item);
    else if (this.#referenced.size > 0) this.#owners.set(item, around.microdata);
    for (const name of names) for (const owner of ownersIn(around)) this.#add(owner, name, item);
    return { ...around, microdata: item, parts: [] };
  }

  #openPart(id: string | undefined, around: MarkupContext): MarkupContext {
    if (id === undefined || !this.#referenced.has(id) || this.#parts.has(id)) return around;
    if (around.parts.length >= PARTS_MAX) return around;
    const content: ItemDraft = { types: [], id: undefined, properties: new Map() };
    this.#parts.set(id, { content, item: around.microdata });
    return { ...around, parts: [...around.parts, content] };
  }

  /** An item belongs to the first that refers to it and never to itself, so that things stay a tree. */
  #addPart(item: ItemDraft, part: Part | undefined): void {
    if (part === undefined || part.item === item || this.#values > VALUES_MAX) return;
    for (const [name, values] of part.content.properties) {
      for (const value of values) {
        if (isEntity(value) && (this.#owners.has(value) || this.#isWithin(item, value))) continue;
        if (isEntity(value)) this.#owners.set(value, item);
        this.#add(item, name, value);
      }
    }
  }

  #isWithin(item: Entity, other: Entity): boolean {
    let around: Entity | undefined = item;
    for (let at = 0; at < OWNERS_MAX && around !== undefined; at += 1) {
      if (around === other) return true;
      around = this.#owners.get(around);
    }
    return around !== undefined;
  }

  #openRdfa(element: MarkupElement, around: MarkupContext): MarkupContext {
    const { attributes } = element;
    const types = attributes.get('typeof');
    const terms = readTerms(attributes.get('vocab'), attributes.get('prefix'), around.rdfa.terms);
    // Most pages have no RDFa, and their elements should cost nothing.
    if (types === undefined && terms === DEFAULT_TERMS && around.rdfa.item === undefined) return around;
    const scope = terms === around.rdfa.terms ? around : { ...around, rdfa: { ...around.rdfa, terms } };
    const property = attributes.get('property');
    if (types !== undefined) return this.#openResource(element, scope, types, property);
    if (property !== undefined) return this.#addRdfaProperty(element, scope, property);
    const { item } = scope.rdfa;
    const named = item === undefined ? [] : relationsIn(attributes.get('rel'), terms);
    if (item !== undefined && named.length > 0) return this.#openRelation(element, scope, item, named);
    const resource = attributes.get('resource') ?? attributes.get('about');
    return resource === undefined ? scope : this.#openSubject(resource, scope);
  }

  #addRdfaProperty(element: MarkupElement, scope: MarkupContext, property: string): MarkupContext {
    const { item, terms } = scope.rdfa;
    const names = item === undefined ? [] : termsIn(property, terms);
    const resource = element.attributes.get('resource');
    if (item === undefined || resource === undefined || element.attributes.has('content'))
      return this.#addProperty(element, scope, item === undefined ? [] : [item], names);
    for (const name of names) this.#addReference(item, name, resource);
    return scope;
  }

  /** `typeof`: a thing of its own, or the value of a property of the thing around it. */
  #openResource(
    element: MarkupElement,
    scope: MarkupContext,
    types: string,
    property: string | undefined,
  ): MarkupContext {
    const { attributes } = element;
    const { terms, item: owner, awaiting } = scope.rdfa;
    const id = ['resource', 'about', 'href', 'src']
      .map((name) => attributes.get(name))
      .find((each) => each !== undefined);
    const named = split(types, TYPES_CHARACTERS_MAX).flatMap((type) => typeIn(type, terms) ?? []);
    const names = [...termsIn(property, terms), ...relationsIn(attributes.get('rel'), terms)];
    const known = id === undefined ? undefined : this.#resources.get(id);
    const item = known ?? this.#newResource(named, id);
    if (item === undefined) return scope;
    if (known !== undefined) known.types.push(...named.filter((type) => !known.types.includes(type)));
    const value = known === undefined ? item : referenceTo(known);
    if (owner !== undefined && names.length > 0) for (const name of names) this.#add(owner, name, value);
    else if (awaiting !== undefined) for (const name of awaiting.names) this.#add(awaiting.owner, name, value);
    else if (known === undefined) this.#rdfa.push(item);
    return { ...scope, rdfa: { terms, item, awaiting: undefined } };
  }

  /** `resource` alone says what the properties inside are about. */
  #openSubject(id: string, scope: MarkupContext): MarkupContext {
    const known = this.#resources.get(id);
    const item = known ?? this.#newResource([], id);
    if (item === undefined) return scope;
    if (known === undefined) this.#rdfa.push(item);
    return { ...scope, rdfa: { ...scope.rdfa, item, awaiting: undefined } };
  }

  #openRelation(
    { attributes }: MarkupElement,
    scope: MarkupContext,
    owner: ItemDraft,
    names: readonly string[],
  ): MarkupContext {
    const target = attributes.get('resource') ?? attributes.get('href') ?? attributes.get('src');
    if (target === undefined) return { ...scope, rdfa: { ...scope.rdfa, awaiting: { owner, names } } };
    for (const name of names) this.#addReference(owner, name, target);
    return scope;
  }

  #addProperty(
    element: MarkupElement,
    context: MarkupContext,
    owners: readonly ItemDraft[],
    names: readonly string[],
  ): MarkupContext {
    if (owners.length === 0 || names.length === 0) return context;
    const value = valueIn(element);
    if (value !== undefined) {
      for (const owner of owners) for (const name of names) this.#add(owner, name, value);
      return context;
    }
    if (context.texts.length >= TEXTS_MAX) return context;
    const text = new TextDraft();
    for (const owner of owners) for (const name of names) this.#addPending(owner, name, () => text.read());
    return { ...context, texts: [...context.texts, text] };
  }

  /** Another thing of the page where one has this address, else the address itself. */
  #addReference(owner: ItemDraft, name: string, target: string): void {
    this.#addPending(owner, name, () => {
      const meant = this.#resources.get(target);
      return meant === undefined ? target : referenceTo(meant);
    });
  }

  #addPending(owner: ItemDraft, name: string, settle: () => EntityValue): void {
    const values = this.#add(owner, name, '');
    if (values !== undefined) this.#pending.push({ values, at: values.length - 1, settle });
  }

  #add(item: ItemDraft, name: string, value: EntityValue): EntityValue[] | undefined {
    this.#values += 1;
    if (this.#values > VALUES_MAX) return undefined;
    const values = item.properties.get(name) ?? [];
    values.push(value);
    item.properties.set(name, values);
    return values;
  }

  #newItem(types: string[], id: string | undefined): ItemDraft | undefined {
    this.#values += 1;
    if (this.#values > VALUES_MAX) return undefined;
    return { types, id, properties: new Map() };
  }

  #newResource(types: string[], id: string | undefined): ItemDraft | undefined {
    const item = this.#newItem(types, id);
    if (item !== undefined && id !== undefined) this.#resources.set(id, item);
    return item;
  }
}

/** What an element holds that an `itemref` names. */
interface Part {
  readonly content: ItemDraft;
  /** The item that it stands in and that has its properties anyway. */
  readonly item: ItemDraft | undefined;
}

function ownersIn({ microdata, parts }: MarkupContext): readonly ItemDraft[] {
  return microdata === undefined ? parts : [microdata, ...parts];
}

/** Types of other vocabularies keep their prefix. */
function isSchemaType(type: string): boolean {
  return !type.includes(':');
}

/** Points to a thing as `{ "@id": … }` does, so that no thing ever holds itself. */
function referenceTo({ id }: Entity): Entity {
  return { types: [], id, properties: new Map() };
}

function valueIn({ name, attributes }: MarkupElement): string | undefined {
  const content = attributes.get('content');
  if (content !== undefined || name === 'meta') return content ?? '';
  const attribute = VALUE_ATTRIBUTES.get(name);
  if (attribute === undefined) return undefined;
  return attributes.get(attribute) ?? (name === 'time' ? undefined : '');
}

function split(written: string | undefined, charactersMax: number): string[] {
  return written === undefined ? [] : written.slice(0, charactersMax).split(/\s+/).filter(Boolean);
}

function termsIn(written: string | undefined, terms: Terms): string[] {
  return split(written, NAMES_CHARACTERS_MAX).flatMap((name) => findSchemaTerm(name, terms) ?? []);
}

/** Plain words in `rel`, such as nofollow, belong to HTML. */
function relationsIn(rel: string | undefined, terms: Terms): string[] {
  if (rel === undefined || !rel.includes(':')) return [];
  return split(rel, NAMES_CHARACTERS_MAX)
    .filter((name) => name.includes(':'))
    .flatMap((name) => findSchemaTerm(name, terms) ?? []);
}

/** The type in schema.org; one of another vocabulary as it is written; nothing where no vocabulary is declared. */
function typeIn(written: string, terms: Terms): string | undefined {
  return findSchemaTerm(written, terms) ?? (written.includes(':') ? written : undefined);
}

const TEXT_CHARACTERS_MAX = 2000;

/** Collects the text of one element up to a bound. */
class TextDraft {
  readonly #parts: string[] = [];
  #characters = 0;

  add(text: string): void {
    if (this.#characters >= TEXT_CHARACTERS_MAX) return;
    this.#parts.push(text.slice(0, TEXT_CHARACTERS_MAX - this.#characters));
    this.#characters += text.length;
  }

  /** On one line, without characters that cannot be seen. */
  read(): string {
    return this.#parts
      .join('')
      .replaceAll(/[\0\uFEFF\u00AD\u200B]/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
  }
}

/** What holds inside an element with `vocab` or `prefix`; the same where it has neither. */
function readTerms(vocab: string | undefined, prefix: string | undefined, around: Terms): Terms {
  if (vocab === undefined && prefix === undefined) return around;
  const plain = vocab === undefined ? around.plain : SCHEMA.test(vocab.trim());
  if (prefix === undefined) return { plain, prefixes: around.prefixes };
  const prefixes = new Set(around.prefixes);
  const written = prefix.slice(0, DECLARATIONS_CHARACTERS_MAX);
  for (const [, name = '', address = ''] of written.matchAll(/(\S+):\s+(\S+)/g).take(PREFIXES_MAX)) {
    if (SCHEMA.test(address)) prefixes.add(name.toLowerCase());
    else prefixes.delete(name.toLowerCase());
  }
  return { plain, prefixes };
}

/** `Product`, `s:Product` and `https://schema.org/Product` → `Product` where they mean schema.org. */
function findSchemaTerm(written: string, { plain, prefixes }: Terms): string | undefined {
  const address = SCHEMA.exec(written)?.[0];
  if (address !== undefined) return written.slice(address.length);
  const colon = written.indexOf(':');
  if (colon < 0) return plain ? written : undefined;
  return prefixes.has(written.slice(0, colon).toLowerCase()) ? written.slice(colon + 1) : undefined;
}
