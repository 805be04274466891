import { type Entity, type EntityValue, typeName } from './entity.ts';
import { MICRODATA_VALUES_MAX } from './limits.ts';
import { TextSink } from './text-reader.ts';
import type { OpenElement } from './tree.ts';

/** An item whose end has not come yet. */
interface ItemDraft extends Entity {
  readonly properties: Map<string, EntityValue[]>;
}

/** What descendants of an element with microdata inherit. */
export interface MicrodataContext {
  readonly item: ItemDraft | undefined;
  /** Properties whose value is the text of an element around this one, innermost last. */
  readonly sinks: readonly TextSink[];
}

export const NO_MICRODATA: MicrodataContext = { item: undefined, sinks: [] };

/** A property's text inside a property's text: pages nest two, more only to waste time. */
const SINKS_MAX = 8;
const RDFA_TYPES_MAX = 1000;

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

/** Reads microdata items in the shape that JSON-LD entities have, and the types that RDFa names. */
export class MicrodataReader {
  readonly #items: Entity[] = [];
  readonly #rdfaTypes = new Set<string>();
  /** Texts are known at the end tag; they are put in place when the page has been read. */
  readonly #pending: { values: EntityValue[]; at: number; sink: TextSink }[] = [];
  #values = 0;
  /** An item on html or body, which have no end. */
  #rootItem: ItemDraft | undefined;

  open(element: OpenElement, parent: MicrodataContext): MicrodataContext {
    const { attributes } = element;
    if (attributes.size === 0) return parent;
    this.#readRdfa(attributes.get('typeof'));
    const property = attributes.get('itemprop');
    const scoped = attributes.has('itemscope');
    if (property === undefined && !scoped) return parent;
    const owner = parent.item ?? this.#rootItem;
    const names = (property ?? '').slice(0, 200).split(/\s+/).filter(Boolean);
    if (scoped) return this.#openItem(element, parent, owner, names);
    if (owner === undefined || names.length === 0) return parent;
    const value = valueIn(element);
    if (value !== undefined) {
      for (const name of names) this.#add(owner, name, value);
      return parent;
    }
    return this.#openText(owner, names, parent);
  }

  text(data: string, context: MicrodataContext): void {
    for (const sink of context.sinks) sink.add(data);
  }

  read(): { microdata: readonly Entity[]; rdfa_types: readonly string[] } {
    for (const { values, at, sink } of this.#pending) values[at] = sink.text;
    return { microdata: this.#items, rdfa_types: [...this.#rdfaTypes].sort() };
  }

  #readRdfa(types: string | undefined): void {
    if (types === undefined || this.#rdfaTypes.size >= RDFA_TYPES_MAX) return;
    for (const type of types.slice(0, 500).split(/\s+/)) if (type !== '') this.#rdfaTypes.add(typeName(type));
  }

  #openItem(
    element: OpenElement,
    parent: MicrodataContext,
    owner: ItemDraft | undefined,
    names: readonly string[],
  ): MicrodataContext {
    this.#values += 1;
    if (this.#values > MICRODATA_VALUES_MAX) return parent;
    const types = (element.attributes.get('itemtype') ?? '').slice(0, 500).split(/\s+/).filter(Boolean);
    const item: ItemDraft = {
      types: types.map(typeName),
      id: element.attributes.get('itemid'),
      properties: new Map(),
    };
    if (owner !== undefined && names.length > 0) for (const name of names) this.#add(owner, name, item);
    else this.#items.push(item);
    if (element.name === 'html' || element.name === 'body') this.#rootItem = item;
    return { item, sinks: parent.sinks };
  }

  #openText(owner: ItemDraft, names: readonly string[], parent: MicrodataContext): MicrodataContext {
    if (parent.sinks.length >= SINKS_MAX) return parent;
    const sink = new TextSink();
    for (const name of names) {
      const values = this.#add(owner, name, '');
      if (values !== undefined) this.#pending.push({ values, at: values.length - 1, sink });
    }
    return { item: parent.item, sinks: [...parent.sinks, sink] };
  }

  #add(item: ItemDraft, name: string, value: EntityValue): EntityValue[] | undefined {
    this.#values += 1;
    if (this.#values > MICRODATA_VALUES_MAX) return undefined;
    const values = item.properties.get(name) ?? [];
    values.push(value);
    item.properties.set(name, values);
    return values;
  }
}

function valueIn(element: OpenElement): string | undefined {
  const content = element.attributes.get('content');
  if (content !== undefined || element.name === 'meta') return content ?? '';
  const name = VALUE_ATTRIBUTES.get(element.name);
  if (name === undefined) return undefined;
  return element.attributes.get(name) ?? (element.name === 'time' ? undefined : '');
}
