import { relTokens } from './head-reader.ts';
import type { Link, Place, Region } from './page.ts';
import { collapsed, TextSink } from './text-reader.ts';
import type { OpenElement } from './tree.ts';

/** A link while the words inside it are still being read. */
export class LinkDraft {
  readonly #attributes: ReadonlyMap<string, string>;
  readonly #place: Place;
  readonly #words = new TextSink();
  #labels: TextSink | undefined;
  #image = false;

  constructor(element: OpenElement) {
    this.#attributes = element.attributes;
    this.#place = { start: element.start, end: element.end };
  }

  add(text: string): void {
    this.#words.add(text);
  }

  /** An element inside that carries its name in an attribute. */
  addLabel(label: string): void {
    this.#labels ??= new TextSink();
    this.#labels.add(` ${label} `);
  }

  /** An image inside names the link by its alt text, a drawing by its title. */
  addImage(name: string): void {
    this.#image = true;
    if (name !== '') this.#words.add(` ${name} `);
  }

  read(where: { region: Region; hidden: boolean; section: number }, resolve: Resolver): Link {
    const attributes = this.#attributes;
    const href = attributes.get('href')?.trim();
    const label = this.#label();
    return {
      href,
      url: href === undefined ? undefined : resolve(href),
      text: this.#words.text,
      label: label === '' ? undefined : label,
      rel: relTokens(attributes.get('rel')),
      region: where.region,
      hidden: where.hidden || attributes.get('aria-hidden')?.trim().toLowerCase() === 'true',
      scripted: attributes.has('onclick'),
      anchor: href === undefined && (attributes.has('id') || attributes.has('name')),
      image: this.#image,
      section: where.section,
      place: this.#place,
    };
  }

  #label(): string {
    const own = this.#attributes.get('aria-label') ?? this.#attributes.get('title') ?? '';
    return collapsed(own.slice(0, 2000)) || (this.#labels?.text ?? '');
  }
}

export interface Resolver {
  (reference: string): string | undefined;
  /** Undefined when the page's address is not known and its base element, if any, is not absolute. */
  readonly base: string | undefined;
}

/** Answers are kept: most references of a page stand on it several times. */
const REMEMBERED_MAX = 20_000;

/** Resolves as browsers do; a base with a data: or javascript: address is not taken (HTML 4.2.3). */
export function resolver(url: string | undefined, baseHref: string | undefined): Resolver {
  const base = baseOf(url, baseHref);
  const known = new Map<string, string | undefined>();
  const resolve = (reference: string): string | undefined => {
    if (known.has(reference)) return known.get(reference);
    const absolute = reference.length > 100_000 ? undefined : URL.parse(reference, base)?.href;
    if (known.size < REMEMBERED_MAX && reference.length < 500) known.set(reference, absolute);
    return absolute;
  };
  return Object.assign(resolve, { base });
}

function baseOf(url: string | undefined, baseHref: string | undefined): string | undefined {
  if (baseHref === undefined) return url;
  const base = URL.parse(baseHref, url);
  return base !== null && (base.protocol === 'http:' || base.protocol === 'https:') ? base.href : url;
}
