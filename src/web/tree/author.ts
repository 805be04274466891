import { type Entity, type EntityValue, firstText, isEntity } from '../structured-data/entity.ts';
import type { Page } from '../page/page.ts';
import { cleanLine } from '../page/quote.ts';
import { siteTest } from './page-title.ts';
import { descendants, type PageElement, rawText } from './element.ts';

const AUTHOR_CHARACTERS_MAX = 120;
const AUTHORS_MAX = 5;

interface Stated {
  readonly meta: string | null;
  /** Said outright to be who wrote the page, which on a person's own site has the name of the site. */
  readonly labelled: string | null;
  readonly site: string | null;
  /** `og:type`. */
  readonly type: string | null;
  /** Beside the title, as visitors read it. */
  readonly by_line: () => string | undefined;
}

const ARTICLE = /^(?:\w*Article|BlogPosting)$/;

/**
 * JSON-LD names every author; any other source names one. The site itself is the author of articles only, and only
 * where neither their structured data nor their by-line names a person.
 */
export function authorOf(page: Page, about: readonly Entity[], body: PageElement, stated: Stated): string | null {
  const isSite = siteTest(page, stated.site);
  const listed = about
    .flatMap((entity) => entity.properties.get('author') ?? [])
    .map((value) => personName(nameOf(value)))
    .filter((name) => name !== undefined);
  const people = [...new Set(listed)].filter((name) => !isSite(name));
  if (people.length > 0) return people.slice(0, AUTHORS_MAX).join(', ');
  const labelled = personName(stated.labelled ?? '');
  if (labelled !== undefined) return labelled;
  const links = page.links.filter((link) => link.rel.includes('author') && !link.hidden).slice(0, AUTHORS_MAX);
  const meta = personName(stated.meta ?? '');
  const candidates = [meta, ...links.map((link) => personName(link.text)), ...byLines(body).map(personName)];
  const person = candidates.find((name) => name !== undefined && !isSite(name)) ?? stated.by_line();
  if (person !== undefined) return person;
  const isArticle =
    stated.type === 'article' || about.some((entity) => entity.types.some((type) => ARTICLE.test(type)));
  return (isArticle ? (listed[0] ?? candidates.find((name) => name !== undefined)) : undefined) ?? null;
}

function nameOf(value: EntityValue): string {
  if (typeof value === 'string') return value;
  return isEntity(value) ? (firstText(value, 'name') ?? '') : '';
}

const NO_NAME =
  /^https?:|[{}<>@|]|^(?:admin|administrator|author|authors|anonymous|unknown|null|undefined|user|editor|staff|guest)$/i;

function personName(text: string): string | undefined {
  const name = cleanLine(text, AUTHOR_CHARACTERS_MAX * 2)
    .replace(/^(?:(?:written|posted|words|story|published)\s+)?(?:by|von|par|por)[:\s]+/i, '')
    .replace(/^[-–—:,•\s]+/, '')
    .replace(/\s*[-–—:,•]?\s*$/, '');
  if (name === '' || name.length > AUTHOR_CHARACTERS_MAX || NO_NAME.test(name)) return undefined;
  return /\p{L}/u.test(name) ? name : undefined;
}

/** Class names of the name itself, and of lines that hold it behind a "by". */
const NAME =
  /\s(?:(?:post|entry|article|blog|story)?[-_]*(?:author|byline)[-_]*(?:__)?(?:name|fullname|link)|author|p-author|byline|(?!\S{0,40}(?:comment|review|testimonial))\S{0,40}(?:author|by-?line)\S{0,20}name(?!\S{0,30}(?:wrap|box|contain|info|row))\S{0,30})\s/;
/** Said outright, whatever the element is called. */
const WRITTEN_BY = /^\s*(?:written|words|story|article|recipe) by[:\s]+/i;
const NAME_WORDS_MAX = 5;
const BY_LINE_WORDS_MAX = 8;

function byLines(body: PageElement): string[] {
  const found: string[] = [];
  for (const element of descendants(body)) {
    if (element.words === 0 || element.words > BY_LINE_WORDS_MAX) continue;
    const name = byLine(element);
    if (name !== undefined) found.push(name);
    if (found.length >= AUTHORS_MAX) break;
  }
  return found;
}

function byLine(element: PageElement): string | undefined {
  const text = cleanLine(rawText(element), AUTHOR_CHARACTERS_MAX * 2);
  if (element.attributes.get('itemprop') === 'author' || element.attributes.get('rel') === 'author') return text;
  const written = text.replace(WRITTEN_BY, '');
  if (written !== text && looksLikeName(written)) return written;
  if (!NAME.test(element.names)) return undefined;
  return /^by\s/i.test(text) || (element.words <= NAME_WORDS_MAX && looksLikeName(text)) ? text : undefined;
}

/** Two to five words that begin with capitals and nothing else, such as `Ada King` or `The Example Team`. */
function looksLikeName(text: string): boolean {
  const words = text.split(/\s+/);
  return words.length >= 2 && words.every((word) => /^\p{Lu}[\p{L}.’'-]*,?$/u.test(word));
}
