import { parse } from 'parse5';
import type { DefaultTreeAdapterTypes } from 'parse5';

import { addressOf } from './count-address.ts';
import type { Address } from './count-address.ts';

/**
 * The links of one HTML page, read with parse5, which builds the tree that the HTML standard describes.
 *
 * A link here is an `a` or `area` with an `href`, a `link` with `rel` canonical or alternate, or a meta refresh,
 * whose address is http or https once it is resolved against `base href` or the page, and the fragment dropped.
 * `noscript` is read as elements. An `a` that the standard opens again because its end tag is missing is the same
 * link. Links of a page with the same target, type, anchor, alt and nofollow are one link with a count. Everything
 * else with an address (images, scripts, forms, frames) is no link.
 */
export interface PageLinks {
  readonly links: readonly PageLink[];
  readonly nofollow: boolean;
  readonly title: string;
}

export interface PageLink {
  readonly target: Address;
  readonly type: 'anchor' | 'image' | 'canonical' | 'alternate' | 'redirect';
  /** Text inside the link, white space folded; '' when there is none. */
  readonly anchor: string;
  /** The first alt text of an image inside the link, or that of an `area`. */
  readonly alt: string;
  readonly nofollow: boolean;
  readonly count: number;
}

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

export function linksOf(body: Uint8Array, headerCharset: string | undefined, address: URL): PageLinks {
  const tree = parse(decode(body, headerCharset), { scriptingEnabled: false, sourceCodeLocationInfo: true });
  const elements = writtenElements(tree);
  const baseHref = elements.find((element) => element.tagName === 'base' && attribute(element, 'href') !== undefined);
  const base = URL.parse((baseHref && attribute(baseHref, 'href')) ?? '', address.href) ?? address;
  const nofollow = elements.some(
    (element) =>
      element.tagName === 'meta' &&
      attribute(element, 'name')?.toLowerCase() === 'robots' &&
      /\b(?:nofollow|none)\b/i.test(attribute(element, 'content') ?? ''),
  );
  const links = new Map<string, PageLink>();
  for (const element of elements) {
    const link = linkOf(element, base, nofollow);
    if (link === undefined) continue;
    const identity = [link.target.key, link.type, link.anchor, link.alt, link.nofollow].join('\n');
    const before = links.get(identity);
    links.set(identity, before === undefined ? link : { ...before, count: before.count + 1 });
  }
  const title = elements.find((element) => element.tagName === 'title');
  return { links: [...links.values()], nofollow, title: title === undefined ? '' : textOf(title) };
}

function linkOf(element: Element, base: URL, pageNofollow: boolean): PageLink | undefined {
  const href = hrefOf(element);
  if (href === undefined) return undefined;
  const rel = (attribute(element, 'rel') ?? '').toLowerCase().split(/\s+/);
  const type = typeOf(element, rel);
  const target = type === undefined ? undefined : addressOf(href, base);
  if (type === undefined || target === undefined) return undefined;
  const images = [element, ...elementsOf(element)].filter((inner) => /^(?:img|area)$/.test(inner.tagName));
  return {
    target,
    type,
    anchor: element.tagName === 'a' ? textOf(element) : '',
    alt: images.map((image) => folded(attribute(image, 'alt') ?? '')).find((alt) => alt !== '') ?? '',
    nofollow: pageNofollow || ['nofollow', 'ugc', 'sponsored'].some((word) => rel.includes(word)),
    count: 1,
  };
}

function hrefOf(element: Element): string | undefined {
  if (element.tagName !== 'meta') return attribute(element, 'href');
  if (attribute(element, 'http-equiv')?.toLowerCase() !== 'refresh') return undefined;
  return /^\s*[\d.]*\s*[;,]?\s*url\s*=\s*["']?([^"']+)/i.exec(attribute(element, 'content') ?? '')?.[1];
}

function typeOf(element: Element, rel: readonly string[]): PageLink['type'] | undefined {
  if (element.tagName === 'meta') return 'redirect';
  if (element.tagName === 'area') return 'anchor';
  if (element.tagName === 'a') {
    const image = [...elementsOf(element)].some((inner) => inner.tagName === 'img');
    return image && textOf(element) === '' ? 'image' : 'anchor';
  }
  if (element.tagName !== 'link') return undefined;
  if (rel.includes('canonical')) return 'canonical';
  return rel.includes('alternate') && !rel.includes('stylesheet') ? 'alternate' : undefined;
}

/** Elements whose start tag stands in the page, in its order: not those that the standard adds or opens again. */
function writtenElements(tree: Node): readonly Element[] {
  const starts = new Set<number>();
  return [...elementsOf(tree)].filter((element) => {
    const start = element.sourceCodeLocation?.startOffset;
    if (start === undefined || starts.has(start)) return false;
    starts.add(start);
    return true;
  });
}

function* elementsOf(node: Node): Generator<Element> {
  if (!('childNodes' in node)) return;
  for (const child of node.childNodes) {
    if ('tagName' in child) yield child;
    yield* elementsOf(child);
  }
}

function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((entry) => entry.name === name)?.value;
}

function textOf(element: Element): string {
  return folded(rawText(element));
}

function folded(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function rawText(node: Node): string {
  if (node.nodeName === '#text' && 'value' in node) return node.value;
  if ('tagName' in node && (node.tagName === 'script' || node.tagName === 'style')) return '';
  return 'childNodes' in node ? node.childNodes.map(rawText).join('') : '';
}

const HEAD_BYTES = 4096;

function decode(body: Uint8Array, headerCharset: string | undefined): string {
  const head = Buffer.from(body.subarray(0, HEAD_BYTES)).toString('latin1');
  const declared = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1];
  const mark = head.startsWith('\u00EF\u00BB\u00BF') ? 'utf-8' : undefined;
  return new TextDecoder(mark ?? headerCharset ?? declared ?? 'windows-1252').decode(body);
}
