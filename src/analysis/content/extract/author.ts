import { type Entity, type EntityValue, isEntity } from '../../page/entity.ts';
import type { Page } from '../../page/page.ts';
import { clean } from './clean.ts';
import { firstText } from './entities.ts';
import { descendants, type PageElement, rawText } from './tree.ts';

const AUTHOR_CHARACTERS_MAX = 120;
const AUTHORS_MAX = 5;

/** JSON-LD names every author; any other source names one. */
export function authorOf(page: Page, about: readonly Entity[], body: PageElement, meta: string | null): string | null {
  const stated = about
    .flatMap((entity) => entity.properties.get('author') ?? [])
    .map((value) => personName(nameOf(value)));
  const names = [...new Set(stated.filter((name) => name !== undefined))];
  if (names.length > 0) return names.slice(0, AUTHORS_MAX).join(', ');
  const links = page.links.filter((link) => link.rel.includes('author') && !link.hidden).slice(0, AUTHORS_MAX);
  for (const candidate of [meta ?? '', ...links.map((link) => link.text), ...byLines(body)]) {
    const name = personName(candidate);
    if (name !== undefined) return name;
  }
  return null;
}

function nameOf(value: EntityValue): string {
  if (typeof value === 'string') return value;
  return isEntity(value) ? (firstText(value, 'name') ?? '') : '';
}

const NO_NAME =
  /^https?:|[{}<>@|]|^(?:admin|administrator|author|authors|anonymous|unknown|null|undefined|user|editor|staff|guest)$/i;

function personName(text: string): string | undefined {
  const name = clean(text, AUTHOR_CHARACTERS_MAX * 2)
    .replace(/^(?:(?:written|posted|words|story|published)\s+)?(?:by|von|par|por)[:\s]+/i, '')
    .replace(/^[-–—:,•\s]+/, '')
    .replace(/\s*[-–—:,•]?\s*$/, '');
  if (name === '' || name.length > AUTHOR_CHARACTERS_MAX || NO_NAME.test(name)) return undefined;
  return /\p{L}/u.test(name) ? name : undefined;
}

/** Class names of the name itself, and of lines that hold it behind a "by". */
const NAME =
  /\s(?:(?:post|entry|article|blog|story)?[-_]*(?:author|byline)[-_]*(?:__)?(?:name|fullname|link)|author|p-author|byline)\s/;
const NAME_WORDS_MAX = 5;
const BY_LINE_WORDS_MAX = 8;

function byLines(body: PageElement): string[] {
  const found: string[] = [];
  for (const element of descendants(body)) {
    if (element.words === 0 || element.words > BY_LINE_WORDS_MAX) continue;
    const marked = element.attributes.get('itemprop') === 'author' || element.attributes.get('rel') === 'author';
    if (!marked && !NAME.test(element.names)) continue;
    const text = clean(rawText(element), AUTHOR_CHARACTERS_MAX * 2);
    if (marked || /^(?:written )?by\s/i.test(text) || (element.words <= NAME_WORDS_MAX && looksLikeName(text)))
      found.push(text);
    if (found.length >= AUTHORS_MAX) break;
  }
  return found;
}

/** Two to five words that begin with capitals and nothing else, such as `Ada King` or `The Example Team`. */
function looksLikeName(text: string): boolean {
  const words = text.split(/\s+/);
  return words.length >= 2 && words.every((word) => /^\p{Lu}[\p{L}.’'-]*,?$/u.test(word));
}
