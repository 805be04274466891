import { languageOfTag } from '../../web/words.ts';
import { pageAddress, type PageAddress, resolveBase } from '../../web/url.ts';
import type { DocumentFact, LinkFact } from '../../ports/index.ts';
import { findCanonical } from '../../web/link-header.ts';
import { parsePublishedAt } from '../../web/dates.ts';
import { PageHead } from '../../web/crawled/page-head.ts';
import { PageLinks } from '../../web/crawled/page-links.ts';
import { clip, foldSpace } from '../../web/crawled/page-text.ts';
import { platformType } from '../../web/crawled/platform.ts';
import { obeyDirectives, readHeaderDirectives } from '../../web/directives.ts';
import { spamScore } from '../../web/crawled/spam-score.ts';
import { type Entry, field, type WatHtml } from './wat-envelope.ts';

/**
 * A page of which only head and links are known, by the same rules as a page that is read whole.
 *
 * What would take its text (words, headings, hashes) is left empty and marked as not read. All scripts and head links are
 * taken as standing in the head, where nearly all of them do; links as standing in the content, since WAT does not
 * say where they stand.
 */
export function readWatPage(
  html: WatHtml,
  address: PageAddress,
  headers: ReadonlyMap<string, string>,
  agentToken: string,
): { readonly document: DocumentFact; readonly links: readonly LinkFact[] } {
  const head = new PageHead(agentToken);
  const links = new PageLinks();
  const claimed = readMetas(html.metas, head);
  head.title = clip(foldSpace(html.title).trim(), TITLE_LENGTH_MAX);
  for (const script of html.scripts) head.asset(field(script, 'url'), true);
  readHeadLinks(html.head_links, head, links);
  const hasContact = readLinks(html.links, head, links);
  const base = resolveBase(html.base, address.url);
  const canonical = canonicalOf(head, headers.get('link') ?? '', address, base, links);
  if (head.refreshHref !== undefined) single(links, head.refreshHref, 'redirect');
  const stated = readHeaderDirectives(headers.get('x-robots-tag') ?? '');
  const directives = obeyDirectives([...head.directives, ...stated], agentToken);
  const resolved = links.resolve(address, base, '', directives.nofollow);
  const signs = { generator: head.generator, og_type: head.ogType, schema_types: [], assets: head.assets };
  const document: DocumentFact = {
    title: head.title,
    description: head.description,
    canonical_url: canonical?.url,
    ...directives,
    language: languageOfTag(claimed === '' ? (headers.get('content-language') ?? '') : claimed),
    headings: [],
    word_count: 0,
    internal_links: resolved.internal,
    external_links: resolved.external,
    schema_types: [],
    platform_type: platformType(signs),
    published_at: head.datesByTrust.map(parsePublishedAt).find((date) => date !== undefined),
    content_hash: 0n,
    simhash: 0n,
    spam_score: spamScore({
      address,
      title: head.title,
      description: head.description,
      canonical,
      known_sources: head.knownSources,
      social_meta: head.socialMeta,
      contact: hasContact,
    }),
    text: '',
    text_read: false,
  };
  return { document, links: resolved.links };
}

const TITLE_LENGTH_MAX = 1000;
const CONTACT = /^\s*(?:mailto|tel):/i;

/** Reads the meta elements, and among them the language that the page claims. */
function readMetas(metas: readonly Entry[], head: PageHead): string {
  let claimed = '';
  for (const meta of metas) {
    const name = field(meta, 'name');
    if (name === 'HTML@/lang' || name === 'HTML@/xml:lang') claimed ||= field(meta, 'content');
    else head.meta(attributesOf(meta));
  }
  return claimed;
}

function readHeadLinks(entries: readonly Entry[], head: PageHead, links: PageLinks): void {
  for (const link of entries) {
    const href = field(link, 'url');
    const rels = field(link, 'rel').toLowerCase().slice(0, REL_LENGTH_MAX).split(/\s+/);
    head.asset(href, true);
    if (rels.includes('canonical')) {
      if (head.canonicalHref !== undefined) continue;
      head.canonicalHref = href;
      single(links, href, 'canonical');
    } else if (rels.includes('alternate') && !rels.includes('stylesheet')) single(links, href, 'alternate');
  }
}

const REL_LENGTH_MAX = 256;

/** An image inside of a link stands just before the link, since a link is told at its end. Says whether there is a contact. */
function readLinks(entries: readonly Entry[], head: PageHead, links: PageLinks): boolean {
  let hasContact = false;
  let image: Entry | undefined;
  for (const link of entries) {
    const path = field(link, 'path');
    if (path === 'A@/href') {
      const href = field(link, 'url');
      hasContact ||= CONTACT.test(href);
      anchor(links, href, link, image);
    } else if (path === 'AREA@/href') anchor(links, field(link, 'url'), link, undefined);
    else if (path === 'IMG@/src') head.asset(field(link, 'url'), false);
    image = path === 'IMG@/src' ? link : undefined;
  }
  return hasContact;
}

function anchor(links: PageLinks, href: string, link: Entry, image: Entry | undefined): void {
  const text = field(link, 'text');
  links.start({ href, rel: field(link, 'rel'), position: null, start: -1, depth: 0 }, -1);
  links.text(text);
  if (text.trim() === '' && image !== undefined) links.image(field(image, 'alt'), field(image, 'url'));
  links.finish(-1);
}

function single(links: PageLinks, href: string, type: 'canonical' | 'alternate' | 'redirect'): void {
  links.single({ href, rel: '', alt: '', type, position: 'head', unfollowed: false });
}

function canonicalOf(
  head: PageHead,
  header: string,
  page: PageAddress,
  base: string,
  links: PageLinks,
): PageAddress | undefined {
  if (head.canonicalHref !== undefined) return pageAddress(head.canonicalHref, base);
  const href = header === '' ? undefined : findCanonical(header);
  const address = href === undefined ? undefined : pageAddress(href, page.url);
  if (address !== undefined) single(links, address.url, 'canonical');
  return address;
}

/** The fields of a meta element as the attributes that they were. */
function attributesOf(meta: Entry): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const name of META_ATTRIBUTES) if (typeof meta[name] === 'string') attributes.set(name, meta[name]);
  return attributes;
}

const META_ATTRIBUTES = ['name', 'property', 'content', 'http-equiv'] as const;
