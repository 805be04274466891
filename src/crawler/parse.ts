import { checkPage } from '../checks/page-checks.ts';
import { decodeBody } from '../web/charset.ts';
import { readHeadFacts } from '../web/facts/document.ts';
import { type PageFacts, readPageFacts } from '../web/facts/page-facts.ts';
import type { DocumentFact, LinkFact, PageChecks } from '../web/facts/records.ts';
import { readStated } from '../web/facts/stated.ts';
import { clip, clipBytes } from '../web/facts/text.ts';
import type { VisibleBlock } from '../web/page/text-reader.ts';
import type { LanguageDetector } from '../text/detect-language.ts';
import { contentHash, simhash } from '../text/fingerprints.ts';
import { countWords, tokenize } from '../web/words.ts';
import { isHtml } from '../web/sniff.ts';
import { foldSpace } from '../web/space.ts';
import { pageAddress, type PageAddress } from '../web/url.ts';
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
  /** yyyy-mm-dd, by which dates on the page are past; left out, the page is not checked. */
  readonly today?: string;
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
  readonly checks: PageChecks | undefined;
}

export interface FollowUp {
  readonly url: string;
  readonly key: string;
  readonly host_key: string;
}

export function followUpOf(address: PageAddress): FollowUp {
  return { url: address.url, key: address.host_key + address.path_key, host_key: address.host_key };
}

export type PageProblem = 'not_html' | 'links_cut' | 'text_cut' | 'parse_timeout' | 'parse_memory' | 'parse_failed';

const TEXT_BYTES_MAX = 500_000;
/** Of a larger page search engines do not read all either, and its rules would cost seconds: it is not checked. */
const CHECKED_BYTES_MAX = 2_000_000;
/** Fewer words than this in the main part, while others are there, mean that the parts were told apart wrongly. */
const MAIN_WORDS_MIN = 20;

export function parsePage(input: PageInput, rules: PageRules): ParsedPage {
  const address = pageAddress(input.url);
  if (address === undefined || !isHtml(input.content_type, input.bytes)) return NOT_HTML;
  const { text: html } = decodeBody(input.bytes, input.content_type_header);
  return { ...assemble(readPageFacts(html, rules.agent_token), address, input, rules), checks: checksOf(html, input) };
}

function checksOf(html: string, input: PageInput): PageChecks | undefined {
  if (input.today === undefined || input.bytes.byteLength > CHECKED_BYTES_MAX) return undefined;
  const { url, content_type, content_type_header, x_robots_tag, link, bytes } = input;
  const headers = Object.entries({ 'content-type': content_type_header, 'x-robots-tag': x_robots_tag, link });
  const sent = Object.fromEntries(headers.filter(([, value]) => value !== ''));
  return checkPage(html, { url, headers: sent, content_type, bytes: bytes.byteLength }, input.today);
}

const NOT_HTML: ParsedPage = {
  document: undefined,
  links: [],
  follow: [],
  shape_hash: 0n,
  problems: ['not_html'],
  checks: undefined,
};

function assemble(
  page: PageFacts,
  address: PageAddress,
  input: PageInput,
  rules: PageRules,
): Omit<ParsedPage, 'checks'> {
  const { link, x_robots_tag } = input;
  const texts = new Map(page.blocks.map(({ run, text }) => [run, text]));
  const { facts, resolved } = readHeadFacts(
    {
      ...page,
      address,
      title: page.title ?? '',
      stated: readStated(page),
      link,
      x_robots_tag,
      textOfRun: (run) => texts.get(run) ?? '',
    },
    rules.agent_token,
  );
  const { text, words } = findMainText(page.blocks);
  const document: DocumentFact = {
    ...facts,
    language: rules.detectLanguage(text, page.language.slice(0, LANGUAGE_LENGTH_MAX)),
    headings: listHeadings(page),
    word_count: words,
    content_hash: contentHash(text),
    simhash: simhash(tokenize(text)),
    // What a page forbids to index is counted and compared, but not kept.
    text: facts.noindex ? '' : text,
  };
  const follow = facts.nofollow || rules.scope === undefined ? [] : followUps(resolved.follow, address, rules.scope);
  const problems: PageProblem[] = [];
  if (page.links.dropped > 0) problems.push('links_cut');
  if (page.truncated) problems.push('text_cut');
  return { document, links: resolved.links, follow, shape_hash: contentHash(text.replaceAll(/\d+/g, '')), problems };
}

const LANGUAGE_LENGTH_MAX = 35;
const HEADINGS_MAX = 1000;
const HEADING_LENGTH_MAX = 500;

function listHeadings(page: PageFacts): DocumentFact['headings'] {
  return page.headings
    .filter(({ hidden, text }) => !hidden && text !== '')
    .slice(0, HEADINGS_MAX)
    .map(({ level, text }) => ({ level, text: clip(text, HEADING_LENGTH_MAX) }));
}

/** The text outside of navigation, header, footer and side bars; all there is where hardly any stands outside. */
function findMainText(blocks: readonly VisibleBlock[]): CountedText {
  const main = countText(blocks.filter(({ region }) => region === 'content'));
  if (main.words >= MAIN_WORDS_MIN) return main;
  const all = countText(blocks);
  return all.words > main.words * 2 ? all : main;
}

interface CountedText {
  readonly text: string;
  readonly words: number;
}

function countText(blocks: readonly VisibleBlock[]): CountedText {
  const text = joinBlocks(blocks);
  return { text, words: countWords(text) };
}

/** A block a line. */
function joinBlocks(blocks: readonly VisibleBlock[]): string {
  const lines: string[] = [];
  let length = 0;
  for (const { text } of blocks) {
    if (length >= TEXT_BYTES_MAX) break;
    lines.push(text.includes('\n') ? foldSpace(text) : text);
    length += text.length + 1;
  }
  return clipBytes(lines.join('\n'), TEXT_BYTES_MAX);
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
