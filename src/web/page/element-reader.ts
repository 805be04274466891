import { IMAGES_MAX, LINKS_MAX, RESOURCES_MAX } from './limits.ts';
import type { LinkDraft, Resolver } from './link-draft.ts';
import type { Form, Image, Link, Place, Region, Resource } from './page.ts';
import { relTokens } from './head-reader.ts';
import type { HeadingDraft } from './text-reader.ts';
import type { OpenElement } from './walk.ts';

interface ElementContext {
  readonly region: Region;
  readonly hidden: boolean;
  readonly skipped: boolean;
  readonly inert: boolean;
  readonly link: LinkDraft | undefined;
  readonly heading: HeadingDraft | undefined;
}

export interface PageElements {
  readonly links: readonly Link[];
  readonly images: readonly Image[];
  readonly forms: readonly Form[];
  readonly resources: readonly Resource[];
  readonly counts: { readonly links: number; readonly images: number };
  readonly truncated: boolean;
}

/** Collects links, images, forms and what the page loads. */
export class ElementReader {
  readonly #links: { draft: LinkDraft; region: Region; hidden: boolean; section: number }[] = [];
  readonly #images: Image[] = [];
  readonly #forms: { element: OpenElement }[] = [];
  readonly #resources: { kind: Resource['kind']; reference: string; place: Place }[] = [];
  #linkCount = 0;
  #imageCount = 0;
  #truncated = false;

  open(element: OpenElement, context: ElementContext, state: { readonly section: number }): void {
    const { name } = element;
    if (context.inert || element.beyond_depth) return;
    if (isLinkElement(element)) this.#link(context, state.section);
    else if (element.foreign) return;
    else if (name === 'img') this.#image(element, context);
    else if (name === 'form') {
      if (this.#room(this.#forms, RESOURCES_MAX)) this.#forms.push({ element });
    } else {
      const kind = resourceKind(element);
      const reference = element.attributes.get(name === 'link' ? 'href' : name === 'object' ? 'data' : 'src');
      if (kind !== undefined && reference !== undefined) this.#resource(kind, reference, element);
    }
  }

  read(resolve: Resolver): PageElements {
    return {
      links: this.#links.map(({ draft, ...where }) => draft.read(where, resolve)),
      images: this.#images,
      forms: this.#forms.map(({ element }) => formOf(element, resolve)),
      resources: this.#resources.flatMap(({ kind, reference, place }) => {
        const url = resolve(reference);
        return url === undefined ? [] : [{ kind, url, place }];
      }),
      counts: { links: this.#linkCount, images: this.#imageCount },
      truncated: this.#truncated,
    };
  }

  #link(context: ElementContext, section: number): void {
    this.#linkCount += 1;
    if (context.link === undefined || !this.#room(this.#links, LINKS_MAX)) return;
    this.#links.push({ draft: context.link, region: context.region, hidden: context.hidden, section });
  }

  #image(element: OpenElement, context: ElementContext): void {
    this.#imageCount += 1;
    const { attributes } = element;
    const alt = attributes.get('alt');
    const label = attributes.get('aria-label')?.trim() ?? '';
    nameParent((alt ?? label).trim(), context);
    const src = attributes.get('src')?.trim();
    if (src !== undefined && src !== '') this.#resource('image', src, element);
    if (!this.#room(this.#images, IMAGES_MAX)) return;
    this.#images.push({
      src,
      alt,
      sized: isSized(attributes),
      lazy: valueOf(attributes, 'loading') === 'lazy',
      hidden: context.hidden || context.skipped,
      excused: label !== '' || isExcused(attributes) || isPixel(attributes),
      linked: context.link !== undefined,
      region: context.region,
      place: { start: element.start, end: element.end },
    });
  }

  #resource(kind: Resource['kind'], reference: string, element: OpenElement): void {
    if (!this.#room(this.#resources, RESOURCES_MAX)) return;
    this.#resources.push({ kind, reference: reference.trim(), place: { start: element.start, end: element.end } });
  }

  #room(list: readonly unknown[], max: number): boolean {
    if (list.length < max) return true;
    this.#truncated = true;
    return false;
  }
}

/** In an SVG drawing an `a` without an address only groups shapes. */
export function isLinkElement({ name, foreign, attributes }: OpenElement): boolean {
  if (!foreign) return name === 'a' || name === 'area';
  return name === 'a' && (attributes.has('href') || attributes.has('xlink:href'));
}

/** The name of an image is part of the name of its link and heading. */
function nameParent(name: string, context: ElementContext): void {
  context.link?.addImage(name);
  if (name !== '') context.heading?.addAlt(name);
}

function resourceKind(element: OpenElement): Resource['kind'] | undefined {
  switch (element.name) {
    case 'script':
      return 'script';
    case 'iframe':
    case 'frame':
      return 'frame';
    case 'video':
    case 'audio':
    case 'source':
    case 'embed':
    case 'object':
      return 'media';
    case 'link':
      return relTokens(element.attributes.get('rel')).includes('stylesheet') ? 'style' : undefined;
    default:
      return undefined;
  }
}

function isExcused(attributes: ReadonlyMap<string, string>): boolean {
  const role = valueOf(attributes, 'role');
  if (role === 'presentation' || role === 'none') return true;
  if (valueOf(attributes, 'title') !== '') return true;
  return attributes.has('aria-labelledby') || valueOf(attributes, 'aria-hidden') === 'true';
}

function valueOf(attributes: ReadonlyMap<string, string>, name: string): string {
  return attributes.get(name)?.trim().toLowerCase() ?? '';
}

/** An image that counts visits and shows nothing. */
function isPixel(attributes: ReadonlyMap<string, string>): boolean {
  return /^[01](?:px)?$/.test(valueOf(attributes, 'width')) && /^[01](?:px)?$/.test(valueOf(attributes, 'height'));
}

function isSized(attributes: ReadonlyMap<string, string>): boolean {
  if (/^\d/.test(valueOf(attributes, 'width')) && /^\d/.test(valueOf(attributes, 'height'))) return true;
  const style = (attributes.get('style') ?? '').slice(0, 2000);
  const ratio = /(?:^|[;\s])aspect-ratio\s*:/i.test(style);
  return /(?:^|[;\s])width\s*:/i.test(style) && (ratio || /(?:^|[;\s])height\s*:/i.test(style));
}

function formOf(element: OpenElement, resolve: Resolver): Form {
  const action = element.attributes.get('action')?.trim();
  return {
    action,
    url: action === undefined || action === '' ? undefined : resolve(action),
    method: element.attributes.get('method')?.trim().toLowerCase() ?? 'get',
    place: { start: element.start, end: element.end },
  };
}
