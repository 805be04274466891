import { decodeBody } from '../web/charset.ts';
import { contentHash, simhash, tokenize, type LanguageDetector } from '../web/words.ts';
import { pageAddress, type PageAddress, resolveBase } from '../web/url.ts';
import type { DocumentFact, LinkFact } from '../ports/index.ts';
import { readHtml } from '../web/crawled/html-reader.ts';
import { findCanonical } from '../web/link-header.ts';
import { parsePublishedAt } from '../web/dates.ts';
import { PageReader } from '../web/crawled/page-reader.ts';
import type { StatedFacts } from '../web/crawled/structured-data.ts';
import { clipBytes } from '../web/crawled/page-text.ts';
import { platformType } from '../web/crawled/platform.ts';
import { obeyDirectives, readHeaderDirectives, type RobotsDirectives } from '../web/directives.ts';
import { isHtml } from '../web/crawled/sniff.ts';
import { spamScore } from '../web/crawled/spam-score.ts';
import { inScope, type Scope } from './scope.ts';

/**
 * Turns the bytes of an answer into the facts of a page: pure, bounded and linear in its input, so that it can
 * run on another thread and be given up there.
 */
export interface PageInput {
  /** Where the page was fetched from, after redirects. */
  readonly url: string;
  /** Media type without parameters. */
  readonly content_type: string;
  readonly content_type_header: string;
  /** '' when there is none; the same for `link`. */
  readonly x_robots_tag: string;
  readonly link: string;
  readonly bytes: Uint8Array;
}

export interface PageRules {
  /** The name that robots meta elements may call this crawler by. */
  readonly agent_token: string;
  /** Which links to hand back for following; undefined for none. */
  readonly scope: Scope | undefined;
  readonly detectLanguage: LanguageDetector;
}

export interface ParsedPage {
  /** Undefined when the answer is no HTML. */
  readonly document: DocumentFact | undefined;
  readonly links: readonly LinkFact[];
  /** Pages in scope that the page lets a crawler follow. */
  readonly follow: readonly FollowUp[];
  /** Hash of the text without its digits: pages of an endless calendar share a few of them. */
  readonly shape_hash: bigint;
  readonly problems: readonly PageProblem[];
}

export interface FollowUp {
  readonly url: string;
  readonly key: string;
  readonly host_key: string;
}

export type PageProblem = 'not_html' | 'links_cut' | 'text_cut' | 'parse_timeout' | 'parse_memory' | 'parse_failed';

const TEXT_BYTES_MAX = 500_000;
/** Fewer words than this in the main part, while others are there, mean that the parts were told apart wrongly. */
const MAIN_WORDS_MIN = 20;

export function parsePage(input: PageInput, rules: PageRules): ParsedPage {
  const address = pageAddress(input.url);
  if (address === undefined || !isHtml(input.content_type, input.bytes)) return NOT_HTML;
  const { text: html } = decodeBody(input.bytes, input.content_type_header);
  const reader = new PageReader(rules.agent_token);
  readHtml(html, reader);
  return assemble(reader, address, input, rules);
}

const NOT_HTML: ParsedPage = { document: undefined, links: [], follow: [], shape_hash: 0n, problems: ['not_html'] };

function assemble(reader: PageReader, address: PageAddress, input: PageInput, rules: PageRules): ParsedPage {
  const { head, links, body } = reader;
  const stated = reader.structured.read();
  const base = resolveBase(head.baseHref, address.url);
  const canonical = canonicalOf(reader, input, address, base);
  if (head.refreshHref !== undefined) reader.headFact(head.refreshHref, 'redirect', false);
  const directives = obeyDirectives(
    [...head.directives, ...readHeaderDirectives(input.x_robots_tag)],
    rules.agent_token,
  );
  const { visible, main } = body.finish();
  const resolved = links.resolve(address, base, visible, directives.nofollow);
  const text = mainText(visible, main);
  const title = head.title ?? '';
  const document: DocumentFact = {
    title,
    description: head.description,
    canonical_url: canonical?.url,
    ...directives,
    language: rules.detectLanguage(text.text, head.language),
    headings: reader.headings,
    word_count: text.words.length,
    internal_links: resolved.internal,
    external_links: resolved.external,
    schema_types: stated.types,
    platform_type: platformType({
      generator: head.generator,
      og_type: head.ogType,
      schema_types: stated.types,
      assets: head.assets,
    }),
    published_at: publishedAt(reader, stated),
    content_hash: contentHash(text.text),
    simhash: simhash(text.words),
    spam_score: spamOf(reader, stated, address, canonical),
    text: textToKeep(text.text, directives),
  };
  const follow =
    directives.nofollow || rules.scope === undefined ? [] : followUps(resolved.follow, address, rules.scope);
  const problems: PageProblem[] = [];
  if (links.dropped > 0) problems.push('links_cut');
  if (body.truncated) problems.push('text_cut');
  return {
    document,
    links: resolved.links,
    follow,
    shape_hash: contentHash(text.text.replaceAll(/\d+/g, '')),
    problems,
  };
}

function canonicalOf(reader: PageReader, input: PageInput, page: PageAddress, base: string): PageAddress | undefined {
  const inHead = reader.head.canonicalHref;
  if (inHead !== undefined) return pageAddress(inHead, base);
  const href = input.link === '' ? undefined : findCanonical(input.link);
  const address = href === undefined ? undefined : pageAddress(href, page.url);
  if (address !== undefined) reader.headFact(address.url, 'canonical', false);
  return address;
}

/** What a page forbids to index is counted and compared, but not kept. */
function textToKeep(text: string, directives: RobotsDirectives): string {
  return directives.noindex ? '' : text;
}

interface MainText {
  readonly text: string;
  readonly words: readonly string[];
}

function mainText(visible: string, main: string): MainText {
  const inMain = wordsOf(main);
  if (inMain.words.length >= MAIN_WORDS_MIN || visible.length === main.length) return inMain;
  const all = wordsOf(visible);
  return all.words.length > inMain.words.length * 2 ? all : inMain;
}

function wordsOf(raw: string): MainText {
  const text = clipBytes(raw.replaceAll(' \n', '\n').trim(), TEXT_BYTES_MAX);
  return { text, words: tokenize(text) };
}

function publishedAt(reader: PageReader, { published }: StatedFacts): string | undefined {
  const candidates = published === undefined ? reader.head.datesByTrust : [published, ...reader.head.datesByTrust];
  for (const candidate of candidates) {
    const date = parsePublishedAt(candidate);
    if (date !== undefined) return date;
  }
  return undefined;
}

function spamOf(
  { head, hasContactLink }: PageReader,
  stated: StatedFacts,
  address: PageAddress,
  canonical: PageAddress | undefined,
): number {
  return spamScore({
    address,
    title: head.title ?? '',
    description: head.description,
    canonical,
    known_sources: head.knownSources,
    social_meta: head.socialMeta,
    contact: hasContactLink || stated.has_contact,
  });
}

function followUps(candidates: readonly PageAddress[], page: PageAddress, scope: Scope): FollowUp[] {
  const byKey = new Map<string, FollowUp>();
  const ownKey = page.host_key + page.path_key;
  for (const address of candidates) {
    if (!inScope(scope, address)) continue;
    const key = address.host_key + address.path_key;
    if (key !== ownKey && !byKey.has(key)) byKey.set(key, { url: address.url, key, host_key: address.host_key });
  }
  return [...byKey.values()];
}
