import type { LinkPosition } from '../../ports/links.ts';
import type { Attributes } from './html-reader.ts';

/**
 * Which part of a page an element begins: by its tag, else its role, else telling words of class and id.
 *
 * Class names lie often (`has-sidebar` on the body, `content-sidebar-wrap` around everything, `card-header`
 * in an article), so a word tells only as a whole word, only on containers, and only when every other word
 * of the same class name is harmless.
 */
export function regionOf(name: string, attributes: Attributes, parent: Region): Region {
  const role = attributes.get('role');
  if (role !== undefined) {
    const byRole = ROLES.get(role.trim().toLowerCase());
    if (byRole !== undefined) return byRole;
  }
  const byTag = TAGS.get(name);
  if (byTag !== undefined) return parent.article && (byTag === HEADER || byTag === FOOTER) ? parent : byTag;
  if (!CONTAINERS.has(name)) return parent;
  return byWords(attributes, parent) ?? parent;
}

export interface Region {
  readonly position: LinkPosition;
  /** Inside the main part, where headers and footers belong to the text. */
  readonly article: boolean;
}

export const PAGE: Region = { position: 'content', article: false };
const ARTICLE: Region = { position: 'content', article: true };
const NAVIGATION: Region = { position: 'navigation', article: false };
const HEADER: Region = { position: 'header', article: false };
const FOOTER: Region = { position: 'footer', article: false };
const SIDEBAR: Region = { position: 'sidebar', article: false };

const ROLES = new Map<string, Region>([
  ['navigation', NAVIGATION],
  ['menubar', NAVIGATION],
  ['banner', HEADER],
  ['contentinfo', FOOTER],
  ['complementary', SIDEBAR],
  ['main', ARTICLE],
]);

const TAGS = new Map<string, Region>([
  ['nav', NAVIGATION],
  ['header', HEADER],
  ['footer', FOOTER],
  ['aside', SIDEBAR],
  ['main', ARTICLE],
  ['article', ARTICLE],
]);

const CONTAINERS = new Set(['div', 'section', 'ul', 'ol', 'table', 'td', 'form', 'center', 'dl', 'p']);

const WORDS = new Map<string, Region>([
  ['nav', NAVIGATION],
  ['navbar', NAVIGATION],
  ['navigation', NAVIGATION],
  ['menu', NAVIGATION],
  ['breadcrumb', NAVIGATION],
  ['breadcrumbs', NAVIGATION],
  ['pagination', NAVIGATION],
  ['header', HEADER],
  ['masthead', HEADER],
  ['topbar', HEADER],
  ['footer', FOOTER],
  ['colophon', FOOTER],
  ['sidebar', SIDEBAR],
  ['rightbar', SIDEBAR],
  ['leftbar', SIDEBAR],
]);

/** What may stand beside a telling word without changing what it tells. */
const HARMLESS = new Set(
  (
    'site global main page top bottom primary secondary left right wrapper wrap container inner outer area widget ' +
    'widgets bar links list mobile desktop sticky fixed fluid dark light header footer nav menu navbar sidebar ' +
    'navigation section column col box block 1 2 3 4 first second default new ui sub'
  ).split(' '),
);
const NOT_IN_ARTICLES: ReadonlySet<Region> = new Set([HEADER, FOOTER]);
const CLASS_LENGTH_MAX = 512;

function byWords(attributes: Attributes, parent: Region): Region | undefined {
  const id = attributes.get('id');
  const classes = attributes.get('class');
  if (id === undefined && classes === undefined) return undefined;
  return tellingRegion(id, parent) ?? tellingRegion(classes, parent);
}

function tellingRegion(names: string | undefined, parent: Region): Region | undefined {
  if (names === undefined || names === '') return undefined;
  for (const name of names.slice(0, CLASS_LENGTH_MAX).toLowerCase().split(/\s+/)) {
    const region = regionOfName(name);
    if (region !== undefined && !(parent.article && NOT_IN_ARTICLES.has(region))) return region;
  }
  return undefined;
}

function regionOfName(name: string): Region | undefined {
  let region: Region | undefined;
  for (const word of name.split(/[-_]+/)) {
    const told = WORDS.get(word);
    if (told !== undefined) region ??= told;
    else if (word !== '' && !HARMLESS.has(word)) return undefined;
  }
  return region;
}
