import type { DocumentFact, LinkFact, PageFact } from '../../ports/index.ts';
import { findCanonical } from '../../web/link-header.ts';
import { parsePublishedAt } from '../../web/dates.ts';
import { PageHead } from '../../web/crawled/page-head.ts';
import { PageLinks } from '../../web/crawled/page-links.ts';
import { clip, foldSpace } from '../../web/crawled/page-text.ts';
import { platformType } from '../../web/crawled/platform.ts';
import { obeyDirectives, readHeaderDirectives } from '../../web/directives.ts';
import { spamScore } from '../../web/crawled/spam-score.ts';
import { pageAddress, type PageAddress, resolveBase } from '../../web/url.ts';
import { languageOfTag } from '../../web/words.ts';
import { BatchMaker, type FactBatch, traitsOf } from './batch.ts';
import { CountedBytes } from '../../web/warc/byte-window.ts';
import {
  captureOf,
  type FactRules,
  factsOfHead,
  type LeftOut,
  mediaType,
  one,
  pageFact,
  type RecordFacts,
} from './facts.ts';
import { type ReadOptions, readRecords } from '../../web/warc/reader.ts';
import type { WarcRecord } from '../../web/warc/record.ts';
import { type Entry, field, readWatAnswer, readWatLanguage, type WatHtml } from '../../web/warc/wat.ts';

/** What is extracted of the largest pages is shorter; longer JSON might take a hundred times its size in memory. */
const JSON_BYTES_MAX = 4 * 1024 * 1024;

/** What Common Crawl has extracted of an answer says about its page: everything but its text. */
export function factsOfWat(record: WarcRecord, rules: FactRules): RecordFacts {
  if (record.type !== 'metadata') return none('other_record');
  if (record.length > JSON_BYTES_MAX) return none('unreadable');
  const answer = readWatAnswer(record.payload);
  if (answer === undefined) return none('other_record');
  if (answer === null) return none('unreadable');
  const capture = captureOf(answer.target_uri, answer.date, rules);
  if (typeof capture === 'string') return none(capture);
  const { status, headers, bytes, html } = answer;
  if (status < 100) return none('unreadable');
  const content_type = mediaType(headers.get('content-type') ?? '');
  const head = { status, location: headers.get('location') ?? '', content_type, bytes };
  const bare = factsOfHead(capture, head);
  if (bare !== undefined) return bare;
  const fact = pageFact(capture, head);
  return one(
    html === undefined ? fact : { ...fact, ...readWatPage(html, capture.address, headers, rules.agent_token) },
  );
}

/** The fact of a page with the language that the record behind its own names, if it is of the same capture. */
function withWatLanguage(fact: PageFact, own: WarcRecord, next: WarcRecord): PageFact {
  const { document } = fact;
  if (document === undefined || next.type !== 'metadata' || targetOf(next) !== targetOf(own)) return fact;
  const code = readWatLanguage(next.payload);
  if (code === undefined) return fact;
  const language = RENAMED[code] ?? languageOfTag(code);
  return language === '' ? fact : { ...fact, document: { ...document, language } };
}

function targetOf(record: WarcRecord): string | undefined {
  return record.headers.get('warc-target-uri');
}

/** The detector's own names where they are not those of ISO 639-1. */
const RENAMED: Readonly<Record<string, string>> = { iw: 'he', in: 'id', jw: 'jv', ji: 'yi' };

function none(left_out: LeftOut): RecordFacts {
  return { facts: [], left_out };
}

/** Reads pages from what Common Crawl has extracted of them. */
export async function* watBatches(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
  rules: FactRules,
): AsyncGenerator<FactBatch> {
  const counted = new CountedBytes(bytes, options.offset);
  const batch = new BatchMaker();
  let held: Held | undefined;
  for await (const record of readRecords(counted, options, (part) => batch.skip(part))) {
    // A page waits for the record behind its own, which may name its language.
    if (held !== undefined) batch.add(one(withWatLanguage(held.fact, held.record, record)), traitsOf(held.record));
    held = undefined;
    if (batch.isFull) yield batch.take(record.position);
    const read = factsOfWat(record, rules);
    const [fact] = read.facts;
    if (fact === undefined) batch.add(read, traitsOf(record));
    else held = { fact, record };
  }
  if (held !== undefined) batch.add(one(held.fact), traitsOf(held.record));
  yield batch.take({ offset: counted.offset, inner: 0 });
}

interface Held {
  readonly fact: PageFact;
  readonly record: WarcRecord;
}

/**
 * A page of which only head and links are known, by the same rules as a page that is read whole.
 *
 * What would take its text (words, headings, hashes) is left empty and marked as not read. All scripts and head links are
 * taken as standing in the head, where nearly all of them do; links as standing in the content, since WAT does not
 * say where they stand.
 */
function readWatPage(
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
