import type { BlockKind, Region } from './page.ts';
import type { OpenElement } from './walk.ts';

/** What an element's descendants inherit about their place on the page. */
export interface Landmark {
  readonly region: Region;
  readonly main: boolean;
  readonly article: boolean;
  /** Inside main, article or section: header and footer are then parts of that, not of the page. */
  readonly sectioned: boolean;
}

const ROLES = new Map<string, Region>([
  ['navigation', 'navigation'],
  ['search', 'navigation'],
  ['menubar', 'navigation'],
  ['banner', 'header'],
  ['contentinfo', 'footer'],
  ['complementary', 'sidebar'],
]);

const TAGS = new Map<string, Region>([
  ['nav', 'navigation'],
  ['search', 'navigation'],
  ['header', 'header'],
  ['footer', 'footer'],
  ['aside', 'sidebar'],
]);

/** Words of class and id by which templates without landmark elements name the parts of a page. */
const WORDS = new Map<string, Region>([
  ...listWords('navigation', 'nav navbar navheader navfooter navigation topnav mainmenu menu breadcrumb breadcrumbs'),
  ...listWords('navigation', 'pagination pager'),
  ...listWords('header', 'header masthead topbar'),
  ...listWords('footer', 'footer colophon'),
  ...listWords('sidebar', 'sidebar sphinxsidebar rightbar leftbar'),
]);
/** Names whose parts say nothing alone. */
const NAMES = new Map<string, Region>([
  ['top-bar', 'header'],
  ['side-bar', 'sidebar'],
]);
/** What may stand beside a telling word without changing what it tells. */
const HARMLESS = new Set(
  (
    'site global main page top bottom primary secondary left right wrapper wrap container inner outer area widget ' +
    'widgets bar links list mobile desktop sticky fixed fluid dark light section column col box block 1 2 3 4 first ' +
    'second default new ui sub'
  ).split(' '),
);
/** Before `header` or `footer` these say whose it is: `section-header` stands in the content, `footer-column` in the footer. */
const PARTS = new Set(['section', 'column', 'col', 'box', 'block', 'widget', 'list']);
/** In every word above: most names have none of them, and need not be taken apart. */
const TELLING = /nav|menu|crumb|pag(?:er|in)|header|masthead|footer|colophon|bar/i;
/** Names of what holds the whole page, not the part that they seem to name. */
const MISLEADING = /sticky[-_]footer|sidebar[-_](?:container|wrap)|(?:container|wrap|wrapper)[-_]sidebar/;
const NAMED_CONTAINERS = new Set(['div', 'section', 'ul', 'ol', 'table', 'td', 'form', 'center', 'dl', 'p']);
const NAMES_CHARACTERS_MAX = 512;

export function landmarkOf(element: OpenElement, parent: Landmark): Landmark {
  const { name, attributes } = element;
  const role = attributes.size === 0 ? undefined : attributes.get('role')?.trim().toLowerCase();
  if (name === 'main' || role === 'main') return { ...parent, region: 'content', main: true, sectioned: true };
  const region = regionOf(element, parent, role);
  if (name === 'article' || role === 'article') return { ...parent, region, article: true, sectioned: true };
  if (name === 'section')
    return parent.sectioned && region === parent.region ? parent : { ...parent, region, sectioned: true };
  return region === parent.region ? parent : { ...parent, region };
}

/** By role, else tag, else names. A menu is one wherever it stands; nothing else divides a header, footer or side bar. */
function regionOf(element: OpenElement, parent: Landmark, role: string | undefined): Region {
  const found =
    (role === undefined ? undefined : ROLES.get(role)) ?? regionByTag(element, parent) ?? regionByName(element, parent);
  return found !== undefined && (parent.region === 'content' || found === 'navigation') ? found : parent.region;
}

function regionByTag({ name }: OpenElement, parent: Landmark): Region | undefined {
  // An aside in an article is a call-out of its text, and a header there is the article's.
  if (name === 'aside' && parent.article) return undefined;
  if ((name === 'header' || name === 'footer') && parent.sectioned) return undefined;
  return TAGS.get(name);
}

/**
 * Class names lie often (`has-sidebar` on the body, `content-sidebar-wrap` around everything, `card-header` in an
 * article), so a word tells only as a whole word, only on containers, and only when every other word of the same name
 * is harmless.
 */
function regionByName({ name, attributes }: OpenElement, parent: Landmark): Region | undefined {
  if (attributes.size === 0 || !NAMED_CONTAINERS.has(name)) return undefined;
  return regionIn(attributes.get('id'), parent) ?? regionIn(attributes.get('class'), parent);
}

function regionIn(names: string | undefined, parent: Landmark): Region | undefined {
  if (names === undefined || !TELLING.test(names)) return undefined;
  for (const name of names.slice(0, NAMES_CHARACTERS_MAX).toLowerCase().split(/\s+/)) {
    const region = regionOfName(name);
    if (region !== undefined && !(parent.sectioned && isOfSection(name, region))) return region;
  }
  return undefined;
}

/** Inside the main part these are parts of it: its header and footer, and the menu of a restaurant. */
function isOfSection(name: string, region: Region): boolean {
  return isFrame(region) || name === 'menu';
}

function regionOfName(name: string): Region | undefined {
  const whole = NAMES.get(name);
  if (whole !== undefined) return whole;
  const words = name.split(/[-_]+/);
  const at = words.findIndex((word) => WORDS.has(word));
  const region = WORDS.get(words[at] ?? '');
  if (region === undefined || MISLEADING.test(name)) return undefined;
  if (words.some((word) => word !== '' && !WORDS.has(word) && !HARMLESS.has(word))) return undefined;
  return isFrame(region) && words.slice(0, at).some((word) => PARTS.has(word)) ? undefined : region;
}

function isFrame(region: Region): boolean {
  return region === 'header' || region === 'footer';
}

/** Not rendered, whatever the style sheets say. */
export function isHidden(element: OpenElement): boolean {
  const { attributes } = element;
  if (attributes.size === 0) return element.name === 'dialog';
  const hidden = attributes.get('hidden');
  if (hidden !== undefined && hidden.trim().toLowerCase() !== 'until-found') return true;
  if (element.name === 'dialog' && !attributes.has('open')) return true;
  if (element.name === 'input' && attributes.get('type')?.toLowerCase() === 'hidden') return true;
  const style = attributes.get('style');
  return style !== undefined && /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style.slice(0, 2000));
}

/** Rendered so that nobody sees it: too small to read, which parts of it may undo, or put away, which they cannot. */
export type Unseen = 'tiny' | 'away' | undefined;

/** Style sheets are not read, only what the element itself says. */
export function readUnseen({ attributes }: OpenElement, around: Unseen): Unseen {
  const style = attributes.size === 0 ? undefined : attributes.get('style')?.slice(0, 2000);
  if (style === undefined || around === 'away') return around;
  if (PUT_AWAY.test(style) || (NO_EXTENT.test(style) && /overflow\s*:\s*hidden/i.test(style))) return 'away';
  if (NO_FONT.test(style)) return 'tiny';
  return /(?:^|;)\s*font(?:-size)?\s*:/i.test(style) ? undefined : around;
}

const NO_FONT = /(?:^|;)\s*font-size\s*:\s*0+(?:\.0+)?(?:px|r?em|pt|%)?\s*(?:!|;|$)/i;
/** Clipped to nothing, or far outside of the page. */
const PUT_AWAY =
  /(?:^|;)\s*(?:clip\s*:\s*rect\(\s*[01](?:px)?\b|clip-path\s*:\s*inset\(\s*(?:50|100)%|(?:left|right|top|text-indent|margin-left)\s*:\s*-\d{4,})/i;
const NO_EXTENT = /(?:^|;)\s*(?:max-)?(?:height|width)\s*:\s*[01](?:px)?\s*(?:!|;|$)/i;

const KINDS = new Map<string, BlockKind>([
  ['p', 'paragraph'],
  ['li', 'list_item'],
  ['dt', 'list_item'],
  ['dd', 'list_item'],
  ['td', 'table_cell'],
  ['th', 'table_cell'],
  ['blockquote', 'quote'],
  ['pre', 'code'],
  ['caption', 'caption'],
  ['figcaption', 'caption'],
  ['h1', 'heading'],
  ['h2', 'heading'],
  ['h3', 'heading'],
  ['h4', 'heading'],
  ['h5', 'heading'],
  ['h6', 'heading'],
]);

/** What kind of block the text inside becomes; a paragraph in a list item or quotation stays part of that. */
export function kindOf(name: string, parent: BlockKind): BlockKind {
  const kind = KINDS.get(name);
  if (kind === undefined) return parent;
  return kind === 'paragraph' && (parent === 'list_item' || parent === 'quote' || parent === 'table_cell')
    ? parent
    : kind;
}

function listWords(region: Region, words: string): [string, Region][] {
  return words.split(' ').map((word) => [word, region]);
}
