import { countWords } from '../words.ts';
import { descendants, findFirst, type PageElement } from './element.ts';

/**
 * Takes out what a visitor does not see.
 *
 * Text that is in the source and not on the screen is where instructions to language models are hidden, so it never
 * reaches an answer. Only inline styles and attributes can be read; a style sheet's rules are not known here, but the
 * class names that every framework uses for screen-reader text are.
 */
export interface HiddenText {
  /** Words of text that were taken out, scripts and styles not counted. */
  readonly words: number;
}

const NEVER_SHOWN = new Set(
  'script style noscript template head title meta link base noframes iframe object embed applet canvas audio video map svg datalist frameset frame source track param col colgroup'.split(
    ' ',
  ),
);
const HIDDEN_STYLE =
  /display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0+)?\s*(?:;|!|$)|font-size\s*:\s*0(?:\.0+)?(?:px|em|rem|pt|%)?\s*(?:;|!|$)|clip\s*:\s*rect\(\s*0|clip-path\s*:\s*inset\(\s*(?:50|100)%|(?:(?<![\w-])(?:left|top)|text-indent)\s*:\s*-\d{3,}(?![\d.]*%)/i;
const HIDDEN_NAMES =
  /[\s](?:sr-only|sr_only|visually-?hidden|visuallyhidden|screen-?reader(?:-text|-only)?|screenreader-only|u-hidden-visually|a11y-hidden|offscreen|assistive-text|hidden-accessible)(?=\s)/;
/** What is collapsed rather than hidden: a visitor opens it with one press, and its text is content. */
const COLLAPSED_NAMES =
  /accordion|collaps|toggle|tab-?pane|tab-?panel|tab-?content|faq|expand|spoiler|read-?more|answer|carousel|slide|swiper|slick/;

/** How an accordion hides what one press shows; what stands off the screen is hidden for good. */
const COLLAPSED_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0/i;
const OFF_SCREEN_STYLE = /font-size\s*:\s*0|clip|(?:left|top|text-indent)\s*:\s*-\d{3,}/i;
/** Their buttons open menus and overlays, which are no part of the text. */
const MENU_TAGS = new Set(['nav', 'header', 'footer', 'form']);
const OVERLAY_NAMES = /modal|overlay|popup|dialog|drawer|dropdown|menu|flyout|off-?canvas|search|cookie|consent/;
const OVERLAY_ROLES = new Set(['dialog', 'alertdialog', 'menu', 'listbox', 'tooltip']);

/** Bootstrap hides with one class and shows again on wide screens with another. */
const HIDDEN_EVERYWHERE = /\sd-none(?!.*\sd-(?:sm|md|lg|xl|xxl)-(?:block|flex|grid|inline|table))/;
const STYLE_CHARACTERS_MAX = 4000;
/**
 * A page that is hidden as a whole is shown by a script: it fades in, or waits for what is still to load. It has most
 * of the words, and the heading too where menus are hidden beside it.
 */
const WHOLE_PAGE_SHARE = { with_heading: 0.5, without: 0.75 } as const;

/** Shorter parts are not counted against the page, which would have to be counted too. */
const WHOLE_PAGE_WORDS_MIN = 50;

export function dropHidden(root: PageElement): HiddenText {
  let all: number | undefined;
  return { words: dropFrom(root, { opened: openedByButtons(root), words: () => (all ??= countWordsIn(root)) }) };
}

interface HidingPage {
  /** Ids of what a button of the page opens. */
  readonly opened: ReadonlySet<string>;
  /** Of the whole page, before anything is taken out. */
  readonly words: () => number;
}

function openedByButtons(root: PageElement): Set<string> {
  const opened = new Set<string>();
  for (const element of descendants(root)) {
    const ids = element.attributes.get('aria-controls');
    if (ids !== undefined && !isInMenu(element)) for (const id of ids.split(/\s+/)) opened.add(id);
  }
  return opened;
}

function isInMenu(element: PageElement): boolean {
  for (let at: PageElement | undefined = element; at !== undefined; at = at.parent)
    if (MENU_TAGS.has(at.tag) || at.attributes.get('role') === 'navigation') return true;
  return false;
}

function dropFrom(element: PageElement, page: HidingPage): number {
  let words = 0;
  let dropped = false;
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    if (NEVER_SHOWN.has(child.tag)) dropped = true;
    else {
      const hiddenWords = isHidden(child, page.opened) ? countWordsIn(child) : undefined;
      if (hiddenWords === undefined || isWholePage(child, hiddenWords, page)) {
        words += dropFrom(child, page);
        continue;
      }
      words += hiddenWords;
      dropped = true;
    }
    child.parent = undefined;
  }
  if (dropped)
    element.children = element.children.filter((child) => typeof child === 'string' || child.parent === element);
  return words;
}

function isHidden(element: PageElement, opened: ReadonlySet<string>): boolean {
  const { attributes, names, tag } = element;
  if (attributes.size === 0) return false;
  if (tag === 'dialog' && !attributes.has('open')) return true;
  if (names !== '' && (HIDDEN_NAMES.test(names) || HIDDEN_EVERYWHERE.test(names))) return true;
  const collapsible = isCollapsible(element, opened);
  return hiddenByStyle(attributes.get('style'), collapsible) || (!collapsible && hiddenByAttribute(attributes));
}

function isCollapsible({ attributes, names }: PageElement, opened: ReadonlySet<string>): boolean {
  const role = attributes.get('role') ?? '';
  if (role === 'tabpanel' || COLLAPSED_NAMES.test(names)) return true;
  return opened.has(attributes.get('id') ?? '') && !OVERLAY_ROLES.has(role) && !OVERLAY_NAMES.test(names);
}

function hiddenByAttribute(attributes: ReadonlyMap<string, string>): boolean {
  const hidden = attributes.get('hidden');
  return (hidden !== undefined && hidden !== 'until-found') || attributes.get('aria-hidden') === 'true';
}

function hiddenByStyle(style: string | undefined, collapsible: boolean): boolean {
  if (style === undefined || style.length > STYLE_CHARACTERS_MAX || !HIDDEN_STYLE.test(style)) return false;
  return !(collapsible && COLLAPSED_STYLE.test(style) && !OFF_SCREEN_STYLE.test(style));
}

function isWholePage(element: PageElement, words: number, page: HidingPage): boolean {
  if (words < WHOLE_PAGE_WORDS_MIN || !isShownByScript(element)) return false;
  const share = words / page.words();
  if (share <= WHOLE_PAGE_SHARE.with_heading) return false;
  return share > WHOLE_PAGE_SHARE.without || isMain(element) || findFirst(element, isMain) !== undefined;
}

/** Hidden by what a script takes away, not by a class for screen readers. */
function isShownByScript({ attributes }: PageElement): boolean {
  return /opacity|visibility|display/i.test(attributes.get('style') ?? '') || hiddenByAttribute(attributes);
}

function isMain({ tag, attributes }: PageElement): boolean {
  return tag === 'h1' || tag === 'main' || attributes.get('role') === 'main';
}

/** Words of the text that an element holds, shown or not, scripts and the like left out. */
export function countWordsIn(element: PageElement): number {
  let words = 0;
  for (const child of element.children) {
    if (typeof child === 'string') words += countWords(child);
    else if (!NEVER_SHOWN.has(child.tag)) words += countWordsIn(child);
  }
  return words;
}
