import { once } from '../../kernel/once.ts';
import { type Entity, firstText, isEntity, listEntities } from '../structured-data/entity.ts';
import type { Page } from '../page/page.ts';
import { dayInAddress, parseDate } from '../dates.ts';
import { normalizeAddress } from '../url.ts';
import { authorOf } from './author.ts';
import { type ByLine, readByLine } from './by-line.ts';
import { findHeadline, titleOf } from './page-title.ts';
import { cleanLine } from '../page/quote.ts';
import { shownDate } from './shown-date.ts';
import type { PageElement } from './element.ts';

/** What a page says about itself; null where it does not say. */
export interface Metadata {
  /** Of the title element, as it is written: what browsers and results show. */
  readonly title: string | null;
  /** The main heading where the page’s titles confirm it, else a title without the site name. */
  readonly headline: string | null;
  readonly description: string | null;
  readonly author: string | null;
  readonly published_at: string | null;
  readonly modified_at: string | null;
  readonly language: string | null;
  readonly canonical: string | null;
  readonly site_name: string | null;
  readonly image: string | null;
  readonly robots: string | null;
  readonly jsonld_types: string[];
}

const ABOUT_THE_PAGE =
  /^(?:\w*Article|BlogPosting|Report|Recipe|HowTo|WebPage|\w*Page|DiscussionForumPosting|Product|Course|Event|VideoObject|PodcastEpisode|CreativeWork)$/;

/** `discussion`: readers' posts, each with its own date and author, of which the first is the page's. */
export function readMetadata(page: Page, body: PageElement, discussion = false): Metadata {
  const entities = listEntities(page);
  const about = entities.filter((entity) => entity.types.some((type) => ABOUT_THE_PAGE.test(type)));
  // A video on the page of a product says when the video was made.
  const product = entities.some((entity) => entity.types.includes('Product'));
  const dated = product ? about.filter((entity) => !entity.types.includes('VideoObject')) : about;
  const meta = (...names: string[]): string | null => metaOf(page, names);
  const base = page.base_url ?? '';
  const links = page.head.links.filter((link) => link.in_head);
  const canonical = links.find((link) => link.rel.includes('canonical'));
  const siteName =
    meta('og:site_name', 'application-name') ??
    textIn(
      entities.filter((entity) => entity.types.includes('WebSite')),
      ['name'],
    );
  const headline = findHeadline(page, meta('og:title', 'twitter:title'), siteName);
  const language = languageOf(page, meta('og:locale', 'content-language'));
  const byLine = once(() => readByLine(body, { title: headline, language: language ?? '', discussion }));
  return {
    title: titleOf(page) || null,
    headline,
    description:
      meta('description', 'og:description', 'twitter:description', 'dc.description') ?? textIn(about, ['description']),
    author: authorOf(page, about, body, {
      meta: meta(...AUTHOR_NAMES),
      labelled: labelledAuthor(page),
      site: siteName,
      type: meta('og:type'),
      by_line: () => byLine().author,
    }),
    ...datesOf(page, dated, discussion, { shown: () => shownDate(body, entities, discussion, byLine), byLine }),
    language,
    canonical: addressOf(canonical?.href, base),
    site_name: siteName,
    image: addressOf(
      meta('og:image', 'og:image:secure_url', 'og:image:url', 'twitter:image', 'twitter:image:src') ?? imageIn(about),
      base,
    ),
    robots: robotsOf(page),
    jsonld_types: [...new Set(page.json_ld.flatMap((block) => block.entities.flatMap((entity) => entity.types)))].slice(
      0,
      50,
    ),
  };
}

/** Read only where the page does not state its dates. */
interface SeenDates {
  readonly shown: () => string | null;
  readonly byLine: () => ByLine;
}

function datesOf(
  page: Page,
  dated: readonly Entity[],
  discussion: boolean,
  { shown, byLine }: SeenDates,
): Pick<Metadata, 'published_at' | 'modified_at'> {
  const stated = dateOf(dated, ['datePublished', 'uploadDate'], page, PUBLISHED_NAMES);
  const modified_at = dateOf(dated, ['dateModified'], page, MODIFIED_NAMES);
  if (discussion) return { published_at: earlier(stated, shown()), modified_at };
  return {
    published_at: statedOrSeen(stated, byLine) ?? shown() ?? dayInAddress(page.url ?? '') ?? null,
    modified_at: modified_at ?? (stated === null ? (byLine().changed ?? null) : null),
  };
}

/** A time this long after the beginning of a day in UTC may still be on that day somewhere on Earth. */
const DAY_ANYWHERE_MS = 36 * 60 * 60 * 1000;

/** Many programs state the day of the last change as that of publication; the earlier day beside the title is the true one. */
function statedOrSeen(stated: string | null, byLine: () => ByLine): string | null {
  const seen = stated === null ? undefined : byLine().date;
  if (stated === null || seen === undefined) return stated;
  return Date.parse(stated) - Date.parse(seen.slice(0, 10)) >= DAY_ANYWHERE_MS ? seen : stated;
}

/** Structured data and times of a discussion are often those of a reply. */
function earlier(first: string | null, second: string | null): string | null {
  if (first === null || second === null) return first ?? second;
  return second.slice(0, 10) < first.slice(0, 10) ? second : first;
}

const AUTHOR_NAMES = [
  'author',
  'article:author',
  'og:article:author',
  'dc.creator',
  'dcterms.creator',
  'parsely-author',
  'sailthru.author',
  'citation_author',
  'byl',
];
/** Cards of social networks carry labels of their own: `Written by` beside a name. */
function labelledAuthor(page: Page): string | null {
  for (const at of [1, 2]) {
    const label = metaOf(page, [`twitter:label${at}`]) ?? '';
    if (/^(?:written by|author|von|par|por)$/i.test(label)) return metaOf(page, [`twitter:data${at}`]);
  }
  return null;
}

const PUBLISHED_NAMES = [
  'article:published_time',
  'og:article:published_time',
  'og:published_time',
  'datepublished',
  'date',
  'dc.date',
  'dc.date.issued',
  'dcterms.created',
  'dcterms.date',
  'pubdate',
  'publishdate',
  'publish_date',
  'publish-date',
  'publication_date',
  'parsely-pub-date',
  'sailthru.date',
  'citation_publication_date',
  'article.published',
];
const MODIFIED_NAMES = [
  'article:modified_time',
  'og:updated_time',
  'datemodified',
  'last-modified',
  'dcterms.modified',
  'dc.date.modified',
  'lastmod',
  'revised',
  'article.updated',
];

function languageOf(page: Page, meta: string | null): string | null {
  const declared = page.language?.value.trim() ?? '';
  return declared === '' ? (meta?.replace('_', '-') ?? null) : cleanLine(declared, 40);
}

function addressOf(written: string | undefined, base: string): string | null {
  return normalizeAddress(written, base) ?? null;
}

function metaOf(page: Page, names: readonly string[]): string | null {
  for (const name of names) {
    for (const meta of page.head.metas) {
      if (meta.name !== name && meta.property?.toLowerCase() !== name && meta.http_equiv?.toLowerCase() !== name)
        continue;
      const content = cleanLine(meta.content);
      if (content !== '') return content;
    }
  }
  return null;
}

function dateOf(
  about: readonly Entity[],
  properties: readonly string[],
  page: Page,
  names: readonly string[],
): string | null {
  for (const entity of about) {
    for (const property of properties) {
      const date = parseDate(firstText(entity, property) ?? '');
      if (date !== undefined) return date;
    }
  }
  for (const name of names) {
    const date = parseDate(metaOf(page, [name]) ?? '');
    if (date !== undefined) return date;
  }
  return null;
}

function robotsOf(page: Page): string | null {
  const rules = page.head.metas
    .filter((meta) => meta.name === 'robots' || meta.name === 'googlebot')
    .map((meta) => cleanLine(meta.content));
  return rules.length === 0 ? null : [...new Set(rules)].join(', ');
}

function textIn(entities: readonly Entity[], properties: readonly string[]): string | null {
  for (const entity of entities) {
    for (const property of properties) {
      const text = cleanLine(firstText(entity, property) ?? '');
      if (text !== '') return text;
    }
  }
  return null;
}

function imageIn(about: readonly Entity[]): string | undefined {
  for (const entity of about) {
    const value = entity.properties.get('image')?.[0];
    const address =
      typeof value === 'string'
        ? value
        : isEntity(value)
          ? (firstText(value, 'url') ?? firstText(value, 'contentUrl'))
          : undefined;
    if (address !== undefined) return address;
  }
  return undefined;
}
