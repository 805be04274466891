import { readHeadFacts } from '../../web/facts/document.ts';
import { PageHead } from '../../web/facts/head.ts';
import { PageLinks } from '../../web/facts/links.ts';
import type { DocumentFact, LinkFact } from '../../web/facts/records.ts';
import { NOTHING_STATED } from '../../web/facts/stated.ts';
import { clip, foldSpace } from '../../web/facts/text.ts';
import type { PageAddress } from '../../web/url.ts';
import { languageOfTag } from '../../web/words.ts';
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
  for (const script of html.scripts) head.asset(field(script, 'url'), true);
  for (const link of html.head_links)
    head.link({ href: field(link, 'url'), rel: field(link, 'rel'), type: '', in_head: true }, links);
  const has_contact_link = readLinks(html.links, head, links);
  const { facts, resolved } = readHeadFacts(
    {
      address,
      title: foldSpace(html.title).trim(),
      base: html.base,
      head,
      links,
      stated: NOTHING_STATED,
      has_contact_link,
      link: headers.get('link') ?? '',
      x_robots_tag: headers.get('x-robots-tag') ?? '',
      textOfRun: () => '',
    },
    agentToken,
  );
  const document: DocumentFact = {
    ...facts,
    language: languageOfTag(claimed === '' ? (headers.get('content-language') ?? '') : claimed),
    headings: [],
    word_count: 0,
    content_hash: 0n,
    simhash: 0n,
    text: '',
    text_read: false,
  };
  return { document, links: resolved.links };
}

const ANCHOR_LENGTH_MAX = 500;
const HREF_LENGTH_MAX = 4096;
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

function anchor(links: PageLinks, href: string, link: Entry, inside: Entry | undefined): void {
  const written = clip(foldSpace(field(link, 'text')).trim(), ANCHOR_LENGTH_MAX);
  const image = written === '' && inside !== undefined ? inside : undefined;
  const source = image === undefined ? '' : field(image, 'url');
  const alt = image === undefined ? '' : clip(foldSpace(field(image, 'alt')).trim(), ANCHOR_LENGTH_MAX);
  const shown = source.startsWith('data:') ? '' : clip(source, HREF_LENGTH_MAX);
  const type = written === '' && (shown !== '' || alt !== '') ? 'image' : 'anchor';
  links.add({ href, rel: field(link, 'rel'), type, anchor: written, alt, image: shown, position: null });
}

/** The fields of a meta element as the attributes that they were. */
function attributesOf(meta: Entry): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const name of META_ATTRIBUTES) if (typeof meta[name] === 'string') attributes.set(name, meta[name]);
  return attributes;
}

const META_ATTRIBUTES = ['name', 'property', 'content', 'http-equiv'] as const;
