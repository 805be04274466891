import { resolveBase } from '../url.ts';
import { relTokens } from './head-reader.ts';
import { LABEL_CHARACTERS_MAX } from './limits.ts';
import type { Link, Place, Region } from './page.ts';
import { collapsed, TextSink } from './text-reader.ts';
import type { OpenElement } from './walk.ts';

/** A link while the words inside it are still being read. */
export class LinkDraft {
  readonly #attributes: ReadonlyMap<string, string>;
  readonly #place: Place;
  /** Words and alt texts in their order. */
  readonly #text = new TextSink();
  #words: TextSink | undefined;
  readonly #languages: string[] = [];
  readonly #imageNames: string[] = [];
  #labels: TextSink | undefined;
  #image = false;

  constructor(element: OpenElement) {
    this.#attributes = element.attributes;
    this.#place = { start: element.start, end: element.end };
  }

  /** `language` is the tag of the nearest lang attribute, '' where that is the document's own. */
  add(text: string, language: string): void {
    this.#text.add(text);
    this.#words?.add(text);
    if (this.#languages.length >= LANGUAGES_MAX || this.#languages.includes(language)) return;
    if (/\S/.test(text)) this.#languages.push(language);
  }

  /** An element inside that carries its name in an attribute. */
  addLabel(label: string): void {
    this.#labels ??= new TextSink();
    this.#labels.add(` ${label} `);
  }

  /** A block inside begins or ends: its words stand apart. */
  addBorder(): void {
    this.#text.add(' ');
    this.#words?.add(' ');
  }

  /** The words so far, as a reader sees them. */
  get words(): string {
    return (this.#words ?? this.#text).text;
  }

  /** An image inside names the link by its alt text, a drawing by its title. */
  addImage(name: string): void {
    this.#image = true;
    if (name === '') return;
    if (this.#imageNames.length < IMAGE_NAMES_MAX) this.#imageNames.push(name.slice(0, LABEL_CHARACTERS_MAX));
    // Only now the words and the whole text differ.
    if (this.#words === undefined) {
      this.#words = new TextSink();
      this.#words.add(this.#text.text);
    }
    this.#text.add(` ${name} `);
    this.#words.add(' ');
  }

  read(where: { region: Region; hidden: boolean; section: number }, resolve: Resolver): Link {
    const attributes = this.#attributes;
    const href = (attributes.get('href') ?? attributes.get('xlink:href'))?.trim();
    const label = this.#label();
    return {
      href,
      url: href === undefined ? undefined : resolve(href),
      text: this.#text.text,
      words: this.words,
      image_names: this.#imageNames,
      languages: this.#languages,
      label: label === '' ? undefined : label,
      rel: relTokens(attributes.get('rel')),
      region: where.region,
      hidden: where.hidden || attributes.get('aria-hidden')?.trim().toLowerCase() === 'true',
      role: attributes.get('role')?.trim().toLowerCase() || undefined,
      scripted: isScripted(attributes),
      anchor: href === undefined && isTarget(attributes),
      dangling: href === undefined && ONLY_OF_LINKS.some((name) => attributes.has(name)),
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

/** More images in one link are decoration. */
const IMAGE_NAMES_MAX = 8;

/** More languages in one link are noise. */
const LANGUAGES_MAX = 4;

/** The standard forbids these on an `a` without href (HTML 4.5.1). */
const ONLY_OF_LINKS = ['target', 'download', 'ping', 'rel', 'hreflang', 'type', 'referrerpolicy'];

function isScripted(attributes: ReadonlyMap<string, string>): boolean {
  for (const [name, value] of attributes) {
    if (name.startsWith('on') && value.trim() !== '' && /^on[a-z]+$/.test(name)) return true;
  }
  return false;
}

function isTarget(attributes: ReadonlyMap<string, string>): boolean {
  return [attributes.get('id'), attributes.get('name')].some((name) => name !== undefined && name.trim() !== '');
}

export interface Resolver {
  (reference: string): string | undefined;
  /** Undefined when the page's address is not known and its base element, if any, is not absolute. */
  readonly base: string | undefined;
}

/** Answers are kept: most references of a page stand on it several times. */
const REMEMBERED_MAX = 20_000;

/** Resolves as browsers do. */
export function resolver(url: string | undefined, baseHref: string | undefined): Resolver {
  const base = resolveBase(baseHref, url);
  const known = new Map<string, string | undefined>();
  const resolve = (reference: string): string | undefined => {
    if (known.has(reference)) return known.get(reference);
    const absolute = reference.length > 100_000 ? undefined : URL.parse(reference, base)?.href;
    if (known.size < REMEMBERED_MAX && reference.length < 500) known.set(reference, absolute);
    return absolute;
  };
  return Object.assign(resolve, { base });
}
