import type { BlockKind, Region } from './page.ts';
import type { OpenElement } from './tree.ts';

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

/** Names that templates without landmark elements use; only whole class or id tokens count. */
const NAMES = new Map<string, Region>([
  ...tokens(
    'navigation',
    'nav navbar nav-bar navigation navheader navfooter main-menu mainmenu site-nav site-navigation main-navigation ' +
      'primary-navigation primary-menu topnav top-nav breadcrumb breadcrumbs pagination pager',
  ),
  ...tokens('header', 'header site-header masthead topbar top-bar global-header'),
  ...tokens('footer', 'footer site-footer page-footer global-footer colophon'),
  ...tokens('sidebar', 'sidebar side-bar sphinxsidebar sidebar-left sidebar-right left-sidebar right-sidebar'),
]);

const NAMED_CONTAINERS = new Set(['div', 'ul', 'ol', 'section', 'table', 'td', 'center']);

export function landmarkOf(element: OpenElement, parent: Landmark): Landmark {
  const role = element.attributes.get('role')?.trim().toLowerCase();
  if (element.name === 'main' || role === 'main') return { ...parent, region: 'content', main: true, sectioned: true };
  const region = regionOf(element, parent, role);
  if (element.name === 'article' || role === 'article') return { ...parent, region, article: true, sectioned: true };
  if (element.name === 'section') return { ...parent, region, sectioned: true };
  return region === parent.region ? parent : { ...parent, region };
}

function regionOf(element: OpenElement, parent: Landmark, role: string | undefined): Region {
  if (parent.region !== 'content') return parent.region;
  const byRole = role === undefined ? undefined : ROLES.get(role);
  if (byRole !== undefined) return byRole;
  if (element.name === 'nav' || element.name === 'search') return 'navigation';
  // An aside in an article is a call-out of its text.
  if (element.name === 'aside') return parent.article ? 'content' : 'sidebar';
  if (parent.sectioned) return 'content';
  if (element.name === 'header' || element.name === 'footer') return element.name;
  return NAMED_CONTAINERS.has(element.name) ? regionByName(element) : 'content';
}

function regionByName(element: OpenElement): Region {
  const named = `${element.attributes.get('id') ?? ''} ${element.attributes.get('class') ?? ''}`;
  if (named === ' ') return 'content';
  for (const token of named.slice(0, 500).toLowerCase().split(/\s+/)) {
    const region = NAMES.get(token);
    if (region !== undefined) return region;
  }
  return 'content';
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

function tokens(region: Region, names: string): [string, Region][] {
  return names.split(' ').map((name) => [name, region]);
}
