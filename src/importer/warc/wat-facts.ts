import type { PageFact } from '../../ports/index.ts';
import { readHeadFacts } from '../../web/facts/document.ts';
import { PageHead } from '../../web/facts/head.ts';
import { PageLinks } from '../../web/facts/links.ts';
import type { DocumentFact, LinkFact } from '../../web/facts/records.ts';
import { NOTHING_STATED } from '../../web/facts/stated.ts';
import { clip } from '../../web/facts/text.ts';
import { foldSpace } from '../../web/space.ts';
import type { PageAddress } from '../../web/url.ts';
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

/** Turns what Common Crawl extracted from an answer into facts about its page: everything but its text. */
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
 * What would take its text (words, headings, hashes) is left empty and marked as not read. WAT does not say where on the
 * page a link is.
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
  for (const script of html.scripts) head.asset(field(script, 'url'));
  for (const link of html.head_links) head.link({ href: field(link, 'url'), rel: field(link, 'rel'), type: '' }, links);
  readLinks(html.links, head, links);
  const { facts, resolved } = readHeadFacts(
    {
      address,
      title: foldSpace(html.title).trim(),
      base: html.base,
      head,
      links,
      stated: NOTHING_STATED,
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

/** WAT files list a link where it ends, so an image inside a link comes just before it. Returns whether there is a contact link. */
function readLinks(entries: readonly Entry[], head: PageHead, links: PageLinks): void {
  let image: Entry | undefined;
  for (const link of entries) {
    const path = field(link, 'path');
    if (path === 'A@/href') anchor(links, field(link, 'url'), link, image);
    else if (path === 'AREA@/href') anchor(links, field(link, 'url'), link, undefined);
    else if (path === 'IMG@/src') head.asset(field(link, 'url'));
    image = path === 'IMG@/src' ? link : undefined;
  }
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
