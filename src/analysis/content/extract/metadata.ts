import { type Entity, type EntityValue, isEntity } from '../../page/entity.ts';
import type { Page } from '../../page/page.ts';
import { isoDate } from './iso-date.ts';
import { normalisedAddress } from './address.ts';
import { withoutPermalink } from './report.ts';
import { descendants, type PageElement, rawText } from './tree.ts';

/** What a page says about itself; null where it does not say. */
export interface Metadata {
  readonly title: string | null;
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

const TEXT_MAX = 1000;
const AUTHOR_MAX = 120;
const ENTITIES_MAX = 2000;
const ABOUT_THE_PAGE = /^(?:\w*Article|BlogPosting|Report|Recipe|HowTo|WebPage|\w*Page|DiscussionForumPosting|Product|Course|Event|VideoObject|PodcastEpisode|CreativeWork)$/;

export function readMetadata(page: Page, body: PageElement): Metadata {
  const entities = allEntities(page);
  const about = entities.filter((entity) => entity.types.some((type) => ABOUT_THE_PAGE.test(type)));
  const meta = (...names: string[]): string | null => metaOf(page, names);
  const base = page.base_url ?? '';
  const links = page.head.links.filter((link) => link.in_head);
  const canonical = links.find((link) => link.rel.includes('canonical'));
  return {
    title: titleOf(page, meta('og:title', 'twitter:title')),
    description: meta('description', 'og:description', 'twitter:description', 'dc.description') ?? textIn(about, ['description']),
    author: authorOf(page, about, body),
    published_at: dateOf(about, ['datePublished', 'uploadDate'], page, PUBLISHED_NAMES) ?? timeOf(body),
    modified_at: dateOf(about, ['dateModified'], page, MODIFIED_NAMES),
    language: page.language?.value.trim() || meta('og:locale', 'content-language')?.replace('_', '-') || null,
    canonical: normalisedAddress(canonical?.href, base) ?? null,
    site_name: meta('og:site_name', 'application-name') ?? textIn(entities.filter((entity) => entity.types.includes('WebSite')), ['name']),
    image: normalisedAddress(meta('og:image', 'og:image:secure_url', 'og:image:url', 'twitter:image', 'twitter:image:src') ?? imageIn(about), base) ?? null,
    robots: robotsOf(page),
    jsonld_types: [...new Set(page.json_ld.flatMap((block) => block.entities.flatMap((entity) => entity.types)))].slice(0, 50),
  };
}

const PUBLISHED_NAMES = [
  'article:published_time', 'og:article:published_time', 'og:published_time', 'datepublished', 'date', 'dc.date', 'dc.date.issued', 'dcterms.created',
  'dcterms.date', 'pubdate', 'publishdate', 'publish_date', 'publish-date', 'publication_date', 'parsely-pub-date', 'sailthru.date', 'citation_publication_date', 'article.published',
];
const MODIFIED_NAMES = ['article:modified_time', 'og:updated_time', 'datemodified', 'last-modified', 'dcterms.modified', 'dc.date.modified', 'lastmod', 'revised', 'article.updated'];

function metaOf(page: Page, names: readonly string[]): string | null {
  for (const name of names) {
    for (const meta of page.head.metas) {
      if (meta.name !== name && meta.property?.toLowerCase() !== name && meta.http_equiv?.toLowerCase() !== name) continue;
      const content = clean(meta.content);
      if (content !== '') return content;
    }
  }
  return null;
}

function clean(text: string, charactersMax = TEXT_MAX): string {
  return text
    .slice(0, charactersMax * 4)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, charactersMax);
}

/**
 * The first heading when the page's other titles bear it out, else og:title, else the title element without the site.
 *
 * On many pages the first h1 is the site's name or a slogan: it then shares no words with the title element.
 */
function titleOf(page: Page, social: string | null): string | null {
  const written = clean(page.head.titles.find((title) => title.in_head)?.text ?? page.head.titles[0]?.text ?? '');
  const evidence = new Set(wordsOf(`${written} ${social ?? ''}`));
  const headings = page.headings.filter((heading) => heading.level === 1 && !heading.hidden && heading.text.trim() !== '');
  let best: string | undefined;
  let bestShare = evidence.size === 0 ? -1 : 0;
  for (const heading of headings.slice(0, 20)) {
    const text = withoutPermalink(clean(heading.text));
    const words = wordsOf(text);
    if (words.length === 0) continue;
    const share = words.filter((word) => evidence.has(word)).length / words.length;
    if (share <= bestShare) continue;
    best = text;
    bestShare = share;
  }
  if (best !== undefined && (bestShare >= TITLE_SHARE_MIN || (social === null && written === ''))) return best;
  return social ?? (withoutSite(written) || best || clean(headings[0]?.text ?? '') || null);
}

const TITLE_SHARE_MIN = 0.5;

/** `Topic | Site` and `Topic - Site`: the longer side is the topic. */
function withoutSite(title: string): string {
  const parts = title.split(/\s+[|–—·»-]\s+/);
  if (parts.length < 2) return title;
  const longest = parts.reduce((left, right) => (wordsOf(right).length > wordsOf(left).length ? right : left));
  return wordsOf(longest).length >= 3 ? longest : title;
}

function authorOf(page: Page, about: readonly Entity[], body: PageElement): string | null {
  const named = about.flatMap((entity) => entity.properties.get('author') ?? []).map(nameOf);
  const candidates: (string | undefined)[] = [
    ...named,
    ...[metaOf(page, ['author', 'article:author', 'og:article:author', 'dc.creator', 'dcterms.creator', 'parsely-author', 'sailthru.author', 'citation_author', 'byl'])].map((name) => name ?? undefined),
    ...page.links.filter((link) => link.rel.includes('author') && !link.hidden).slice(0, 5).map((link) => link.text),
    ...byLines(body),
  ];
  const names: string[] = [];
  for (const [at, candidate] of candidates.entries()) {
    const name = personName(candidate ?? '');
    if (name === undefined || names.includes(name)) continue;
    names.push(name);
    // JSON-LD lists every author; any other source names one.
    if (at >= named.length || names.length >= 5) break;
    if (candidates[at + 1] === undefined || at + 1 >= named.length) break;
  }
  return names.length === 0 ? null : names.join(', ');
}

function nameOf(value: EntityValue): string | undefined {
  if (typeof value === 'string') return value;
  return isEntity(value) ? firstText(value, 'name') : undefined;
}

function personName(text: string): string | undefined {
  const name = clean(text, AUTHOR_MAX * 2).replace(/^(?:written\s+)?(?:by|von|par|por)[:\s]+/i, '').replace(/^[-–—|:,\s]+|[-–—|:,\s]+$/g, '');
  if (name === '' || name.length > AUTHOR_MAX || /^https?:|[{}<>@]|^(?:admin|author|anonymous|unknown|null|undefined|user)$/i.test(name)) return undefined;
  return /\p{L}/u.test(name) ? name : undefined;
}

const BY_LINE = /\s(?:by-?line|author-?name|post-?author|entry-?author|article-?author|author|p-author|c-byline__author-name)\s/;

function byLines(body: PageElement): string[] {
  const found: string[] = [];
  for (const element of descendants(body)) {
    if (element.words === 0 || element.words > 8) continue;
    const marked = element.attributes.get('itemprop') === 'author' || element.attributes.get('rel') === 'author';
    if (!marked && !BY_LINE.test(element.names)) continue;
    const text = clean(rawText(element), AUTHOR_MAX * 2);
    if (marked || /^by\s/i.test(text)) found.push(text);
    if (found.length >= 3) break;
  }
  return found;
}

function dateOf(about: readonly Entity[], properties: readonly string[], page: Page, names: readonly string[]): string | null {
  for (const entity of about) {
    for (const property of properties) {
      const date = isoDate(firstText(entity, property) ?? '');
      if (date !== undefined) return date;
    }
  }
  for (const name of names) {
    const date = isoDate(metaOf(page, [name]) ?? '');
    if (date !== undefined) return date;
  }
  return null;
}

/** The first `time` that is marked as the day of publication, else the first one near the top of an article. */
function timeOf(body: PageElement): string | null {
  const times = descendants(body).filter((element) => element.tag === 'time' || element.attributes.get('itemprop') === 'datePublished');
  const marked = times.find((time) => /publish|posted|entry-date|post-date|dateline/.test(`${time.names} ${time.attributes.get('itemprop') ?? ''}`.toLowerCase()));
  for (const time of marked === undefined ? times.slice(0, 1) : [marked]) {
    const date = isoDate(time.attributes.get('datetime') ?? time.attributes.get('content') ?? rawText(time));
    if (date !== undefined) return date;
  }
  return null;
}

function robotsOf(page: Page): string | null {
  const rules = page.head.metas.filter((meta) => meta.name === 'robots' || meta.name === 'googlebot').map((meta) => clean(meta.content));
  return rules.length === 0 ? null : [...new Set(rules)].join(', ');
}

function textIn(entities: readonly Entity[], properties: readonly string[]): string | null {
  for (const entity of entities) {
    for (const property of properties) {
      const text = clean(firstText(entity, property) ?? '');
      if (text !== '') return text;
    }
  }
  return null;
}

function imageIn(about: readonly Entity[]): string | undefined {
  for (const entity of about) {
    const value = entity.properties.get('image')?.[0];
    const address = typeof value === 'string' ? value : isEntity(value) ? (firstText(value, 'url') ?? firstText(value, 'contentUrl')) : undefined;
    if (address !== undefined) return address;
  }
  return undefined;
}

function firstText(entity: Entity, property: string): string | undefined {
  return entity.properties.get(property)?.find((value) => typeof value === 'string');
}

/** JSON-LD and microdata, with what stands inside, the outer ones first. */
export function allEntities(page: Page): Entity[] {
  const found: Entity[] = [...page.json_ld.flatMap((block) => block.entities), ...page.microdata];
  for (let at = 0; at < found.length && found.length < ENTITIES_MAX; at += 1) {
    for (const values of found[at]?.properties.values() ?? []) {
      for (const value of values) if (isEntity(value) && found.length < ENTITIES_MAX) found.push(value);
    }
  }
  return found;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
