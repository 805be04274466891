import { cleanText } from '../../../text/normalize.ts';
import type { Page } from '../../../web/page/page.ts';
import { preparePage } from '../../../web/tree/prepare.ts';
import { readMetadata } from '../../../web/tree/metadata.ts';
import { newElement, type PageElement } from '../../../web/tree/element.ts';
import { detectPageLanguage, type PageLanguage } from '../../../text/page-language.ts';
import { readAskedPage } from '../../../web/page/asked-page.ts';
import { detectBrand, stripBrand } from '../../../text/brand.ts';
import { type Find, find, thing } from './draft.ts';
import { type Judgement, judgeStructuredData } from '../../../web/structured-data/judge.ts';
import { type FaqCandidate, faqCandidates } from './faq.ts';
import type { SchemaPlanInput } from './input.ts';
import { type Label, labelled, labelsOf, quoteLabel } from './labels.ts';
import { LABEL } from './names.ts';
import { findDate } from '../../../web/structured-data/notation.ts';

/** Everything that detection and drafts ask about, worked out once. */
export interface PageFacts {
  readonly page: Page;
  readonly input: SchemaPlanInput;
  readonly language: PageLanguage;
  /** The page as a tree without what is hidden; empty for Markdown. */
  readonly body: PageElement;
  readonly existing: Judgement;
  readonly labels: readonly Label[];
  readonly faq: readonly FaqCandidate[];
  readonly name: Find | undefined;
  readonly description: Find | undefined;
  readonly image: Find | undefined;
  readonly author: Find | undefined;
  readonly published: Find | undefined;
  readonly modified: Find | undefined;
  /** The name of the site, and the site as an organization. */
  readonly site: Find | undefined;
  readonly publisher: Find | undefined;
  /** Absolute address of the page: canonical, else where it was read. */
  readonly url: string | undefined;
  readonly og_type: string;
  readonly text: string;
}

const TEXT_CHARACTERS_MAX = 300_000;

export function readPageFacts(input: SchemaPlanInput): PageFacts {
  const page = readAskedPage(input.page);
  const language = detectPageLanguage(page);
  const { body, stated } = markupOf(page, input.page.text);
  const labels = labelsOf(page);
  const brand = detectBrand(page, page.head.titles[0]?.text, input.target);
  const site = brand === undefined ? undefined : find(brand.name, brand.source);
  return {
    page,
    input,
    language,
    body,
    existing: judgeStructuredData(page),
    labels,
    faq: faqCandidates(page, body),
    name: nameOf(page, brand?.name),
    description: descriptionOf(page),
    image: imageOf(page),
    author: authorOf(page, labels, stated.author),
    published: dateOf(page, 'date', labels, LABEL.published, stated.published),
    modified: dateOf(page, 'updated', labels, LABEL.modified, stated.modified),
    site,
    publisher: findPublisher(page, site),
    url: addressOf(page),
    og_type: (metaOf(page, 'og:type') ?? '').toLowerCase(),
    text: page.text.slice(0, TEXT_CHARACTERS_MAX),
  };
}

/** The site as an organization, with its logo where the page marks one. */
function findPublisher(page: Page, site: Find | undefined): Find | undefined {
  if (site === undefined) return undefined;
  const logo = page.images.find(
    (image) => /logo/i.test(`${image.src ?? ''} ${image.alt ?? ''}`) && absolute(image.src, page) !== undefined,
  );
  const url = URL.parse(addressOf(page) ?? '')?.origin;
  return find(
    thing('Organization', {
      name: site.value,
      url: url === undefined ? undefined : `${url}/`,
      logo: absolute(logo?.src, page),
    }),
    site.evidence,
  );
}

interface Stated {
  readonly author: string | undefined;
  readonly published: string | undefined;
  readonly modified: string | undefined;
}

/** The tree of an HTML page and what its markup says; Markdown has neither. */
function markupOf(page: Page, text: string): { body: PageElement; stated: Stated } {
  const nothing = { author: undefined, published: undefined, modified: undefined };
  if (page.format !== 'html') return { body: newElement('body'), stated: nothing };
  const { body } = preparePage(text, page.url ?? '');
  const { author, published_at, modified_at } = readMetadata(page, body);
  const stated = {
    author: author ?? undefined,
    published: published_at ?? undefined,
    modified: modified_at ?? undefined,
  };
  return { body, stated };
}

export function metaOf(page: Page, key: string): string | undefined {
  return page.head.metas.find((meta) => (meta.property === key || meta.name === key) && meta.content.trim() !== '')
    ?.content;
}

function nameOf(page: Page, brand: string | undefined): Find | undefined {
  const heading = page.headings.find((each) => each.level === 1 && !each.hidden && each.text.trim() !== '');
  if (heading !== undefined) return find(cleanText(heading.text, 300), 'first heading');
  const social = metaOf(page, 'og:title');
  if (social !== undefined) return find(cleanText(social, 300), 'og:title');
  const title = page.head.titles.find((each) => each.in_head && each.text !== '')?.text;
  if (title !== undefined) return find(stripBrand(cleanText(title, 300), brand), 'title');
  return find(cleanText(page.front_matter?.get('title') ?? '', 300), 'front matter');
}

const DESCRIPTION_WORDS_MIN = 6;

function descriptionOf(page: Page): Find | undefined {
  for (const key of ['description', 'og:description']) {
    const written = metaOf(page, key);
    if (written !== undefined) return find(cleanText(written, 1000), key === 'description' ? 'meta description' : key);
  }
  const front = page.front_matter?.get('description');
  if (front !== undefined) return find(cleanText(front, 1000), 'front matter');
  const first = page.blocks.find(
    (block) =>
      block.region === 'content' &&
      (block.kind === 'paragraph' || block.kind === 'other') &&
      (block.text.split(' ').length >= DESCRIPTION_WORDS_MIN || /[。！？]/u.test(block.text)) &&
      block.linked_characters * 2 < block.text.length &&
      !isByLine(block.text),
  );
  return first === undefined ? undefined : find(cleanText(first.text, 500), 'first paragraph');
}

const BY_LINE_WORDS_MAX = 18;

/** Who wrote the page and when says nothing of what it is about. */
function isByLine(text: string): boolean {
  return (
    text.split(' ').length <= BY_LINE_WORDS_MAX && LEADS['date']?.test(text) === true && findDate(text) !== undefined
  );
}

function imageOf(page: Page): Find | undefined {
  const social = absolute(metaOf(page, 'og:image'), page);
  if (social !== undefined) return find(social, 'og:image');
  const front = absolute(page.front_matter?.get('image') ?? page.front_matter?.get('cover'), page);
  if (front !== undefined) return find(front, 'front matter');
  const first = page.images.find(
    (image) =>
      image.region === 'content' &&
      !image.hidden &&
      !/logo|icon|avatar|sprite|pixel|badge|\.svg(?:$|\?)/i.test(image.src ?? '') &&
      absolute(image.src, page) !== undefined,
  );
  return first === undefined ? undefined : find(absolute(first.src, page), 'first image of the content');
}

/** Absolute http(s) address; undefined for everything else, and for a relative one of a page without address. */
export function absolute(written: string | undefined, page: Page): string | undefined {
  if (written === undefined || written.length > 2048) return undefined;
  const url = URL.parse(written.trim(), page.base_url ?? addressOf(page));
  return url === null || !/^https?:$/.test(url.protocol) ? undefined : url.href;
}

function addressOf(page: Page): string | undefined {
  const canonical = page.head.links.find((link) => link.in_head && link.rel.includes('canonical'))?.url;
  const stated =
    canonical ?? metaOf(page, 'og:url') ?? page.front_matter?.get('canonical_url') ?? page.front_matter?.get('url');
  const url = URL.parse(stated ?? '') ?? URL.parse(page.url ?? '');
  return url === null || !/^https?:$/.test(url.protocol) ? undefined : url.href;
}

function authorOf(page: Page, labels: readonly Label[], stated: string | undefined): Find | undefined {
  const byLine = page.blocks
    .slice(0, 60)
    .map((block) => BY_LINE.exec(block.text.slice(0, 150))?.[1])
    .find((name) => name !== undefined);
  const written = stated ?? page.front_matter?.get('author') ?? labelled(labels, LABEL.author)?.value ?? byLine;
  if (written === undefined) return undefined;
  const names = written
    .split(/\s*[,;]\s+|\s+(?:and|und|y|et)\s+/)
    .map((name) => cleanText(name, 80))
    .filter((name) => NAME.test(name))
    .slice(0, 5);
  const people = names.flatMap((name) => thing('Person', { name }) ?? []);
  const evidence = stated === undefined ? 'by-line' : 'by-line or author metadata';
  const [first] = people;
  return first === undefined ? undefined : find(people.length === 1 ? first : people, evidence);
}

const NAME = /^[\p{Lu}\p{Lo}][\p{L}\p{M} .’'-]{1,60}$/u;
/** `By Ada King`, `Von Jana Ott · 3. März 2026`. */
const BY_LINE =
  /^(?:by|von|por|par|written by|escrito por)\s{1,3}([\p{Lu}][\p{L}.’'-]{0,30}(?:\s[\p{Lu}][\p{L}.’'-]{0,30}){1,3})(?=\s*(?:$|[,·|–—]|\son\s|\sam\s|\sel\s|\sle\s))/iu;

function dateOf(
  page: Page,
  key: string,
  labels: readonly Label[],
  pattern: RegExp,
  stated: string | undefined,
): Find | undefined {
  if (stated !== undefined) return find(stated, 'date metadata or time element');
  const front = findDate(page.front_matter?.get(key) ?? '');
  if (front !== undefined) return find(front, 'front matter');
  return labelledDate(labels, pattern) ?? dateInLine(page, LEADS[key]);
}

export function labelledDate(labels: readonly Label[], pattern: RegExp): Find | undefined {
  for (const label of labels) {
    const date = pattern.test(label.name) ? findDate(label.value) : undefined;
    if (date !== undefined) return find(date, quoteLabel(label));
  }
  return undefined;
}

/** The date of a short line that begins like a by-line. */
function dateInLine(page: Page, lead: RegExp | undefined): Find | undefined {
  if (lead === undefined) return undefined;
  for (const block of page.blocks.slice(0, 60)) {
    if (block.text.length > 160 || !lead.test(block.text)) continue;
    const date = findDate(block.text);
    if (date !== undefined) return find(date, `“${block.text.slice(0, 80)}”`);
  }
  return undefined;
}

const LEADS: Readonly<Record<string, RegExp>> = {
  date: /^(?:published|posted|by\s|von\s|por\s|par\s|veröffentlicht|publicado|publié|公開)/iu,
  updated: /(?:updated|aktualisiert|actualizado|mis à jour|更新)/iu,
};
