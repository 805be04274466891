import type { PageFact, RenderFact, Validators } from '../../ports/index.ts';
import { isSamePage, pageAddress, type PageAddress, publicSuffix } from '../../web/url.ts';
import { markNeighbours } from '../../text/neighbours.ts';
import { countSearchTerms } from '../../text/search-terms.ts';
import { cutText } from '../../text/stems.ts';
import {
  attributeBits,
  HTTPS_FLAG,
  LINK_TYPES,
  MOVE_CANONICAL,
  MOVE_REDIRECT,
  positionCode,
  READ,
  READ_IN_PART,
  SLASH_FLAG,
} from '../database/names.ts';
import { tsvNumbers, tsvText, tsvTexts, tsvTime } from './tsv.ts';
import { type DocumentFact, type LinkFact, moveLink, type PageChecks } from '../../web/facts/records.ts';

/** Columns of `incoming` in the order in which `incomingRow` writes them. */
export const INCOMING_COLUMNS =
  `host_key path_key domain_length flags source_tld observed_at source status redirect_url content_type bytes
  move_kind move_host move_path move_domain_length move_flags
  link_host link_path link_domain_length link_flags link_type link_anchor link_alt link_dofollow link_attributes
  link_position link_count link_image link_before link_after
  readable title description canonical_url noindex nofollow language heading_levels headings word_count internal_links
  external_links schema_types platform_type published_at content_hash simhash spam_score text
  terms terms_body terms_title terms_heading terms_url terms_beside length link_share
  etag last_modified follow
  rules_version failed warned evidence script_shell alternate_language alternate_host alternate_path images assets
  rendered raw_title raw_canonical_url raw_noindex raw_words raw_links shown_links added_links`.split(/\s+/);

const LINKS_MAX = 20_000;
const HEADINGS_MAX = 300;
const SCHEMA_TYPES_MAX = 50;
const LINE_MAX = 500;
const TITLE_MAX = 1000;
const DESCRIPTION_MAX = 2000;
const AROUND_MAX = 200;
const COUNT_MAX = 65_535;
const NUMBER_MAX = 4_294_967_295;
const BYTES_MAX = Number.MAX_SAFE_INTEGER;

export interface IncomingRow extends UnchangedRow {
  readonly links: number;
}

export interface UnchangedRow {
  readonly text: string;
  readonly page: Pick<PageAddress, 'host_key' | 'path_key'>;
}

/**
 * A fact as a row of `incoming`. Undefined where it says nothing about a page: an address that is none, a redirect to the
 * same page in its other spelling (http to https, slash added), and 304, which says that nothing changed and has a row
 * of its own (`unchangedRow`).
 */
export function incomingRow(fact: PageFact): IncomingRow | undefined {
  const address = pageAddress(fact.url);
  if (address === undefined || fact.status === 304) return undefined;
  const redirect = addressOf(isRedirect(fact) ? fact.redirect_url : undefined, address);
  if (redirect !== undefined && isSamePage(redirect, address)) return undefined;
  const canonical = addressOf(fact.document?.canonical_url, address);
  const move = redirect ?? (canonical !== undefined && !isSamePage(canonical, address) ? canonical : undefined);
  const links = linkColumns(address, fact, move, redirect !== undefined);
  const cells = [
    ...keyCells(address),
    tsvText(publicSuffix(address.host)),
    tsvTime(fact.observed_at),
    tsvText(fact.source),
    whole(fact.status, COUNT_MAX),
    tsvText(redirect?.url ?? ''),
    tsvText(fact.content_type.slice(0, 100)),
    whole(fact.bytes, BYTES_MAX),
    ...moveCells(move, redirect !== undefined),
    ...links.cells,
    ...documentCells(address, fact),
    ...validatorCells(fact.validators),
    ...checkCells(fact.checks, address),
    ...renderCells(fact.render),
  ];
  return { text: cells.join('\t') + '\n', page: address, links: links.count };
}

/** Columns of `unchanged` in the order in which `unchangedRow` writes them. */
export const UNCHANGED_COLUMNS = ['host_key', 'path_key', 'observed_at'];

/** A fetch that found its page unchanged as a row of `unchanged`; undefined for any other. */
export function unchangedRow(fact: PageFact): UnchangedRow | undefined {
  const address = fact.status === 304 ? pageAddress(fact.url) : undefined;
  if (address === undefined) return undefined;
  const cells = [tsvText(address.host_key), tsvText(address.path_key), tsvTime(fact.observed_at)];
  return { text: cells.join('\t') + '\n', page: address };
}

function validatorCells(validators: Validators | undefined): string[] {
  if (validators === undefined) return ['', '', '[]'];
  const { etag, last_modified, links } = validators;
  return [tsvText(etag ?? ''), tsvText(last_modified ?? ''), tsvTexts(links)];
}

function checkCells(checks: PageChecks | undefined, page: PageAddress): (string | number)[] {
  if (checks === undefined) return [0, '[]', '[]', '[]', 0, '[]', '[]', '[]', '[]', '[]'];
  const alternates = checks.alternates.flatMap(({ language, url }) => {
    const address = pageAddress(url, page.url);
    return address === undefined ? [] : [{ language: language.trim().toLowerCase().slice(0, LANGUAGE_MAX), address }];
  });
  return [
    checks.version,
    tsvTexts(checks.failed),
    tsvTexts(checks.warned),
    tsvTexts(checks.evidence),
    checks.script_shell ? 1 : 0,
    tsvTexts(alternates.map(({ language }) => language)),
    tsvTexts(alternates.map(({ address }) => address.host_key)),
    tsvTexts(alternates.map(({ address }) => address.path_key)),
    tsvTexts(checks.images),
    tsvTexts(checks.assets),
  ];
}

function renderCells(render: RenderFact | undefined): (string | number)[] {
  if (render === undefined) return [0, '', '', 0, 0, 0, 0, 0];
  const { raw_title, raw_canonical_url, raw_noindex, raw_words, raw_links, links, added_links } = render;
  return [
    1,
    tsvText(raw_title.slice(0, TITLE_MAX)),
    tsvText(raw_canonical_url),
    raw_noindex ? 1 : 0,
    ...[raw_words, raw_links, links, added_links].map((count) => whole(count, NUMBER_MAX)),
  ];
}

/** A longer code is none. */
const LANGUAGE_MAX = 20;

function isRedirect(fact: PageFact): boolean {
  return fact.status >= 300 && fact.status < 400;
}

function addressOf(url: string | undefined, base: PageAddress): PageAddress | undefined {
  return url === undefined || url === '' ? undefined : pageAddress(url, base.url);
}

function keyCells(address: PageAddress): (string | number)[] {
  return [tsvText(address.host_key), tsvText(address.path_key), domainLength(address), flagsOf(address)];
}

function moveCells(move: PageAddress | undefined, isRedirectMove: boolean): (string | number)[] {
  if (move === undefined) return [0, '', '', 0, 0];
  const kind = isRedirectMove ? MOVE_REDIRECT : MOVE_CANONICAL;
  return [kind, tsvText(move.host_key), tsvText(move.path_key), domainLength(move), flagsOf(move)];
}

/** How much of the host key names the registrable domain: the key starts with it. */
export function domainLength({ host, host_key, domain }: PageAddress): number {
  if (domain !== host) return domain.length + 1;
  const port = host_key.lastIndexOf('.:');
  return port === -1 ? host_key.length : port + 1;
}

export function flagsOf(address: PageAddress): number {
  return (address.https ? HTTPS_FLAG : 0) | (address.trailing_slash ? SLASH_FLAG : 0);
}

interface LinkRow {
  readonly target: PageAddress;
  readonly link: LinkFact;
  dofollow: boolean;
  count: number;
}

function linkColumns(
  address: PageAddress,
  fact: PageFact,
  move: PageAddress | undefined,
  isRedirectMove: boolean,
): { readonly cells: readonly string[]; readonly count: number } {
  const rows = [
    ...foldedLinks(address, withMove(fact, move, isRedirectMove), fact.document?.nofollow === true).values(),
  ];
  const texts = (of: (row: LinkRow) => string): string => tsvTexts(rows.map(of));
  const numbers = (of: (row: LinkRow) => number): string => tsvNumbers(rows.map(of));
  const cells = [
    texts(({ target }) => target.host_key),
    texts(({ target }) => target.path_key),
    numbers(({ target }) => domainLength(target)),
    numbers(({ target }) => flagsOf(target)),
    numbers(({ link }) => Math.max(0, LINK_TYPES.indexOf(link.type))),
    texts(({ link }) => link.anchor.slice(0, LINE_MAX)),
    texts(({ link }) => link.alt.slice(0, LINE_MAX)),
    numbers(({ dofollow }) => (dofollow ? 1 : 0)),
    numbers(({ link }) => attributeBits(link.attributes)),
    numbers(({ link }) => positionCode(link.position)),
    numbers(({ count }) => whole(count, COUNT_MAX)),
    texts(({ link }) => link.image_url.slice(0, DESCRIPTION_MAX)),
    texts(({ link }) => link.text_pre.slice(-AROUND_MAX)),
    texts(({ link }) => link.text_post.slice(0, AROUND_MAX)),
  ];
  return { cells, count: rows.length };
}

/** A redirect or canonical is a link too, whether or not the reader of the page listed it as one. */
function withMove(fact: PageFact, move: PageAddress | undefined, isRedirectMove: boolean): readonly LinkFact[] {
  const type = isRedirectMove ? 'redirect' : 'canonical';
  const links = fact.links.slice(0, LINKS_MAX);
  if (move === undefined || links.some((link) => link.type === type)) return links;
  return [...links, moveLink(move.url, type)];
}

/** Links whose addresses are one page after folding become one row with their counts added. */
function foldedLinks(
  address: PageAddress,
  links: readonly LinkFact[],
  isNofollow: boolean,
): ReadonlyMap<string, LinkRow> {
  const rows = new Map<string, LinkRow>();
  for (const link of links) {
    const target = pageAddress(link.target_url, address.url);
    if (
      target === undefined ||
      ((link.type === 'canonical' || link.type === 'redirect') && isSamePage(target, address))
    )
      continue;
    const dofollow = link.dofollow && !isNofollow;
    const key = [target.host_key, target.path_key, link.type, link.anchor, link.alt].join('\n');
    const known = rows.get(key);
    if (known === undefined) rows.set(key, { target, link, dofollow, count: link.count });
    else {
      known.count += link.count;
      known.dofollow ||= dofollow;
    }
  }
  return rows;
}

/** One cell that does not parse would refuse its whole block, so no number is taken on trust. */
function whole(value: number, max: number): number {
  return Number.isFinite(value) ? Math.min(max, Math.max(0, Math.trunc(value))) : 0;
}

function documentCells(address: PageAddress, { document, links }: PageFact): (string | number | bigint)[] {
  if (document === undefined) return NO_DOCUMENT;
  const words = wordsOf(address, document);
  const headings = document.headings.slice(0, HEADINGS_MAX);
  return [
    document.text_read === false ? READ_IN_PART : READ,
    tsvText(document.title.slice(0, TITLE_MAX)),
    tsvText(document.description.slice(0, DESCRIPTION_MAX)),
    tsvText((document.canonical_url ?? '').slice(0, 4 * LINE_MAX)),
    document.noindex ? 1 : 0,
    document.nofollow ? 1 : 0,
    tsvText(document.language.slice(0, 8)),
    tsvNumbers(headings.map(({ level }) => whole(level, 9))),
    tsvTexts(headings.map(({ text }) => text.slice(0, LINE_MAX))),
    whole(document.word_count, NUMBER_MAX),
    whole(document.internal_links, NUMBER_MAX),
    whole(document.external_links, NUMBER_MAX),
    tsvTexts(document.schema_types.slice(0, SCHEMA_TYPES_MAX).map((type) => type.slice(0, 100))),
    tsvText(document.platform_type.slice(0, 100)),
    tsvText((document.published_at ?? '').slice(0, 100)),
    BigInt.asUintN(64, document.content_hash),
    BigInt.asUintN(64, document.simhash),
    Number.isFinite(document.spam_score) ? document.spam_score : 0,
    tsvText(document.text.slice(0, TEXT_CHARACTERS_MAX)),
    tsvTexts(words.terms),
    tsvNumbers(words.body),
    tsvNumbers(words.title),
    tsvNumbers(words.heading),
    tsvNumbers(words.url),
    tsvTexts(words.beside),
    words.length,
    linkShare(document, links),
  ];
}

/** The percentage of a text that is links of its content: nearly all of a table of contents, little of a page. */
function linkShare({ text }: DocumentFact, links: readonly LinkFact[]): number {
  let characters = 0;
  for (const { type, position, anchor, count } of links)
    if (type === 'anchor' && position === 'content') characters += anchor.length * count;
  return text === '' ? 0 : Math.min(100, Math.round((100 * characters) / text.length));
}

/** The same cells empty, with no terms after them. */
const NO_DOCUMENT: (string | number)[] = [
  0,
  '',
  '',
  '',
  0,
  0,
  '',
  '[]',
  '[]',
  0,
  0,
  0,
  '[]',
  '',
  '',
  0,
  0,
  0,
  '',
].concat(['[]', '[]', '[]', '[]', '[]', '[]', 0, 0]);

/** The words of a document by where they stand, in parallel lists. */
interface DocumentWords {
  readonly terms: readonly string[];
  readonly body: readonly number[];
  readonly title: readonly number[];
  readonly heading: readonly number[];
  readonly url: readonly number[];
  /** What stands beside it; see `markNeighbours`. */
  readonly beside: readonly string[];
  /** Words of the body, which BM25 sets in relation to the mean. */
  readonly length: number;
}

/** Text beyond this is not searchable: it is data, not prose. */
const TEXT_CHARACTERS_MAX = 200_000;
/** A page with more distinct words than this is a word list. */
const TERMS_MAX = 20_000;
/** Counts are kept in a byte; the score is saturated long before. */
const BYTE_MAX = 255;

function wordsOf(address: PageAddress, document: DocumentFact): DocumentWords {
  const { language } = document;
  const text = document.text.slice(0, TEXT_CHARACTERS_MAX);
  const headings = document.headings.map((heading) => heading.text);
  const [titleCut, textCut] = [cutText(document.title, language), cutText(text, language)];
  const body = countSearchTerms(text, language, textCut);
  const title = countSearchTerms(document.title, language, titleCut);
  const heading = countSearchTerms(headings.join('\n'), language);
  const url = countSearchTerms(readableUrl(address), language);
  let length = 0;
  for (const count of body.values()) length += count;
  const terms = [...new Set([...title.keys(), ...heading.keys(), ...url.keys(), ...body.keys()])].slice(0, TERMS_MAX);
  const counts = (of: ReadonlyMap<string, number>): number[] =>
    terms.map((term) => Math.min(BYTE_MAX, of.get(term) ?? 0));
  const neighbours = markNeighbours([titleCut, ...headings.map((each) => cutText(each, language)), textCut]);
  const beside = terms.map((term) => neighbours.get(term) ?? '');
  return {
    terms,
    body: counts(body),
    title: counts(title),
    heading: counts(heading),
    url: counts(url),
    beside,
    length,
  };
}

/** Host and path as words; percent signs that encode nothing stay what they are. */
function readableUrl({ host, path_key }: PageAddress): string {
  try {
    return host + decodeURIComponent(path_key);
  } catch {
    return host + path_key;
  }
}
