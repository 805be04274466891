import { readFileSync } from 'node:fs';

import { parse } from 'parse5';
import type { DefaultTreeAdapterTypes } from 'parse5';

import { type Address, addressOf } from './count-address.ts';
import { linksOf } from './count-links.ts';
import { isOpen, type WebCount } from './count.ts';
import type { SiteFiles } from './site-files.ts';

/**
 * What an audit of one site of the test web must find, read straight from the files with parse5: for each rule the keys of
 * the pages that break it.
 *
 * A page of the site links to what its `a`, `area` and image links lead to. A page is indexable unless its robots meta tag
 * says noindex or its canonical names another address; a canonical that leads to an address that does not exist names none
 * that could be indexed in its place.
 */
export type SiteFaults = ReadonlyMap<string, ReadonlySet<string>>;

/** The rules that are counted here; the others ask for a judgement, or for what no page of the test web has. */
const COUNTED_RULES = [
  'index.status-4xx',
  'redirect.linked',
  'redirect.chain',
  'redirect.broken',
  'link.broken',
  'link.none-internal',
  'robots.blocks-linked',
  'sitemap.redirect',
  'sitemap.blocked',
  'sitemap.dead',
  'index.nofollow',
  'index.meta-refresh',
  'title.missing',
  'meta.missing',
  'meta.multiple',
  'h1.missing',
  'h1.multiple',
  'img.alt-missing',
  'html.lang',
  'html.viewport',
  'html.charset',
  'canonical.multiple',
  'canonical.relative',
  'canonical.dead',
  'canonical.redirect',
  'canonical.cross-host',
  'canonical.blocked',
  'robots.assets',
  'hreflang.one-for-two',
  'content.gone-stale',
  // No page of the test web has parameters.
  'param.order',
  'trap.facets',
] as const;

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;

interface Reading {
  readonly files: SiteFiles;
  readonly count: WebCount;
  readonly faults: Map<string, Set<string>>;
  /** Dead, redirecting and closed addresses that pages of the site link to. */
  readonly linked: Set<string>;
}

export function countFaults(files: SiteFiles, count: WebCount): SiteFaults {
  const reading: Reading = {
    files,
    count,
    faults: new Map(COUNTED_RULES.map((rule) => [rule, new Set()])),
    linked: new Set(),
  };
  const { host, scheme } = files.site;
  const root = new URL(`${scheme}://${host}/`);
  for (const [key, page] of count.pages) if (page.host === host) readPage(reading, key, new URL(page.path, root));
  readAddresses(reading, new Set(files.listed.map((path) => addressOf(path, root)?.key ?? '')));
  return reading.faults;
}

function readAddresses(reading: Reading, listed: ReadonlySet<string>): void {
  const { files, count, linked } = reading;
  const isOwn = (key: string): boolean => isTwin(addressHost(key), files.site.host);
  const all = (rule: (typeof COUNTED_RULES)[number], keys: Iterable<string>, does: (key: string) => boolean): void => {
    for (const key of keys) if (does(key)) tell(reading, rule, key);
  };
  const follow = (key: string): string => count.redirects.get(key)?.key ?? key;
  all('sitemap.redirect', listed, (key) => count.redirects.has(key));
  all('sitemap.blocked', listed, (key) => count.refused.has(key));
  all('sitemap.dead', listed, (key) => count.missing.has(key));
  all('index.status-4xx', count.missing.keys(), (key) => isOwn(key) && (linked.has(key) || listed.has(key)));
  all('robots.blocks-linked', count.refused.keys(), (key) => isOwn(key) && linked.has(key));
  const moved = [...count.redirects.keys()].filter(isOwn);
  all('redirect.chain', moved, (key) => isOwn(follow(key)) && count.redirects.has(follow(key)));
  all('redirect.broken', moved, (key) => count.missing.has(follow(follow(key))));
}

function isTwin(host: string, other: string): boolean {
  return host.replace(/^www\./, '') === other.replace(/^www\./, '');
}

function addressHost(key: string): string {
  return /^[^/?]*/.exec(key)?.[0] ?? '';
}

function tell({ faults }: Reading, rule: (typeof COUNTED_RULES)[number], key: string): void {
  faults.get(rule)?.add(key);
}

/** Search engines read no further than this, and no rule about a page is held against longer ones. */
const CHECKED_BYTES_MAX = 2_000_000;

function readPage(reading: Reading, key: string, address: URL): void {
  const found = reading.files.locate(address.pathname);
  if (found.kind !== 'file') throw new Error(`${address.href} is no file.`);
  const body = readFileSync(found.file);
  const { charset } = reading.files.site;
  const links = linksOf(body, charset, address);
  readLinks(reading, key, address, links);
  if (body.byteLength > CHECKED_BYTES_MAX) return;
  const html = new TextDecoder(charset ?? 'utf-8').decode(body);
  const elements = [...elementsOf(parse(html, { scriptingEnabled: false }))];
  const says: Says = (rule, is) => {
    if (is) tell(reading, rule, key);
  };
  says('title.missing', links.title === '');
  says('html.charset', charset === undefined && !/<meta[^>]+charset/i.test(body.subarray(0, 1024).toString('latin1')));
  readBody(elements, says);
  const own = readCanonical(reading, { elements, key, address }, says);
  const isOwn = own === undefined || own.key === key || isUnknown(reading, own.key, own.host);
  const isIndexable = readMetas(elements, isOwn, says);
  says('content.gone-stale', isIndexable && isPastYear(links.title, address.pathname));
  says(
    'robots.assets',
    assetsOf(elements, address).some((path) => !isOpen(reading.files.site.robots, path)),
  );
  says('hreflang.one-for-two', isIndexable && isSharedByLanguages(elements, address));
}

/** Years that stand alone, the newest of them two years ago or more. */
function isPastYear(title: string, path: string): boolean {
  const words = title.split(/\s+/).map((word) => word.replaceAll(/^[("'“‘[]+|[)"'”’\]?!;:,.]+$/g, ''));
  const years = words.filter((word) => /^20\d\d$/.test(word)).map(Number);
  const newest = Math.max(...years);
  const now = new Date().getUTCFullYear();
  return years.length > 0 && newest <= now - 2 && newest >= now - 17 && !path.includes(String(newest));
}

/** Paths of the scripts and styles that a page loads from its own host. */
function assetsOf(elements: readonly Element[], address: URL): readonly string[] {
  const written = elements.flatMap((element) => {
    if (element.tagName === 'script') return attribute(element, 'src') ?? [];
    const isStyle = element.tagName === 'link' && /(?:^|\s)stylesheet(?:\s|$)/i.test(attribute(element, 'rel') ?? '');
    return isStyle ? (attribute(element, 'href') ?? []) : [];
  });
  return written.flatMap((text) => {
    const url = URL.parse(text.trim(), address.href);
    return url === null || url.host !== address.host ? [] : [url.pathname + url.search];
  });
}

function isSharedByLanguages(elements: readonly Element[], address: URL): boolean {
  const languages = new Map<string, Set<string>>();
  for (const element of elements) {
    const language = attribute(element, 'hreflang')?.toLowerCase() ?? 'x-default';
    const isVersion = element.tagName === 'link' && attribute(element, 'rel')?.toLowerCase() === 'alternate';
    const to = addressOf(attribute(element, 'href') ?? '', address);
    if (!isVersion || language === 'x-default' || to === undefined) continue;
    languages.set(to.key, (languages.get(to.key) ?? new Set()).add(language.split('-', 1)[0] ?? ''));
  }
  return [...languages.values()].some(({ size }) => size > 1);
}

type Says = (rule: (typeof COUNTED_RULES)[number], is: boolean) => void;

function readBody(elements: readonly Element[], says: Says): void {
  const named = (tag: string): readonly Element[] => elements.filter(({ tagName }) => tagName === tag);
  const h1s = named('h1').filter((heading) => textOf(heading).trim() !== '');
  says('h1.missing', h1s.length === 0);
  says('h1.multiple', h1s.length > 1);
  says(
    'img.alt-missing',
    named('img').some((image) => attribute(image, 'alt') === undefined),
  );
  says(
    'html.lang',
    ['lang', 'xml:lang'].every((name) => (attribute(named('html')[0] ?? { attrs: [] }, name) ?? '').trim() === ''),
  );
}

/** @returns whether search engines may index the page */
function readMetas(elements: readonly Element[], isOwnCanonical: boolean, says: Says): boolean {
  const metas = elements.filter(({ tagName }) => tagName === 'meta');
  const named = (name: string): readonly string[] =>
    metas
      .filter((meta) => attribute(meta, 'name')?.toLowerCase() === name)
      .map((meta) => attribute(meta, 'content') ?? '');
  const robots = named('robots').join(',').toLowerCase();
  const descriptions = named('description');
  const isIndexable = isOwnCanonical && !/noindex|none/.test(robots);
  says('meta.missing', isIndexable && descriptions.every((description) => description.trim() === ''));
  says('meta.multiple', descriptions.length > 1);
  says(
    'html.viewport',
    named('viewport').every((content) => content === ''),
  );
  says('index.nofollow', /nofollow|none/.test(robots));
  says(
    'index.meta-refresh',
    metas.some((meta) => attribute(meta, 'http-equiv')?.toLowerCase() === 'refresh'),
  );
  return isIndexable;
}

interface Placed {
  readonly elements: readonly Element[];
  readonly key: string;
  readonly address: URL;
}

function readCanonical({ count }: Reading, { elements, key, address }: Placed, says: Says): Address | undefined {
  const canonicals = elements.filter(
    (element) => element.tagName === 'link' && attribute(element, 'rel')?.toLowerCase() === 'canonical',
  );
  const canonical = attribute(canonicals[0] ?? { attrs: [] }, 'href')?.trim();
  const own = canonical === undefined ? undefined : addressOf(canonical, address);
  says('canonical.multiple', new Set(canonicals.map((link) => attribute(link, 'href'))).size > 1);
  says('canonical.relative', canonical !== undefined && !/^[a-z]+:/i.test(canonical));
  if (own === undefined || own.key === key) return own;
  says('canonical.dead', count.missing.has(own.key));
  says('canonical.blocked', own.host === address.host && count.refused.has(own.key));
  says('canonical.redirect', own.host === address.host && count.redirects.has(own.key));
  says('canonical.cross-host', own.host !== address.host);
  return own;
}

/** An address of the site that no crawl came to, because nothing leads to it but the canonical. */
function isUnknown({ count, files }: Reading, key: string, host: string): boolean {
  return host === files.site.host && !count.pages.has(key) && !count.redirects.has(key) && !count.missing.has(key);
}

function readLinks(reading: Reading, key: string, address: URL, { links }: ReturnType<typeof linksOf>): void {
  const { count, linked } = reading;
  const shown = links.filter(({ type }) => type === 'anchor' || type === 'image');
  const internal = shown.filter(({ target }) => target.host === address.host);
  for (const { target } of shown.filter(({ target: { host } }) => isTwin(host, address.host))) {
    linked.add(target.key).add(count.redirects.get(target.key)?.key ?? target.key);
    if (count.missing.has(target.key)) tell(reading, 'link.broken', key);
    if (count.redirects.has(target.key)) tell(reading, 'redirect.linked', key);
  }
  if (internal.every(({ target }) => target.key === key)) tell(reading, 'link.none-internal', key);
}

function* elementsOf(node: Node): Generator<Element> {
  if (!('childNodes' in node)) return;
  for (const child of node.childNodes) {
    if ('tagName' in child) yield child;
    yield* elementsOf(child);
  }
}

function attribute(element: Pick<Element, 'attrs'>, name: string): string | undefined {
  return element.attrs.find((entry) => entry.name === name)?.value;
}

function textOf(node: Node): string {
  if (node.nodeName === '#text' && 'value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}
