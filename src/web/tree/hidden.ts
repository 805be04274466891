import { countWords } from '../words.ts';
import type { PageElement } from './element.ts';

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
  /display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0+)?\s*(?:;|!|$)|font-size\s*:\s*0(?:\.0+)?(?:px|em|rem|pt|%)?\s*(?:;|!|$)|clip\s*:\s*rect\(\s*0|clip-path\s*:\s*inset\(\s*(?:50|100)%|(?:left|top|text-indent)\s*:\s*-\d{3,}/i;
const HIDDEN_NAMES =
  /[\s](?:sr-only|sr_only|visually-?hidden|visuallyhidden|screen-?reader(?:-text|-only)?|screenreader-only|u-hidden-visually|a11y-hidden|offscreen|assistive-text|hidden-accessible)(?=\s)/;
/** What is collapsed rather than hidden: a visitor opens it with one press, and its text is content. */
const COLLAPSED_NAMES =
  /accordion|collaps|toggle|tab-?pane|tab-?panel|tab-?content|faq|expand|spoiler|read-?more|answer|carousel|slide|swiper|slick/;

/** Bootstrap hides with one class and shows again on wide screens with another. */
const HIDDEN_EVERYWHERE = /\sd-none(?!.*\sd-(?:sm|md|lg|xl|xxl)-(?:block|flex|grid|inline|table))/;
const STYLE_CHARACTERS_MAX = 4000;
/** Pages that fade in as a whole are not hidden. */
const FADED_SHARE = 0.5;

export function dropHidden(root: PageElement): HiddenText {
  const most = holdsFading(root) ? countWordsIn(root) * FADED_SHARE : Number.POSITIVE_INFINITY;
  return { words: dropFrom(root, most) };
}

function dropFrom(element: PageElement, most: number): number {
  let words = 0;
  let dropped = false;
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    if (NEVER_SHOWN.has(child.tag)) dropped = true;
    else {
      const hiddenWords = isHidden(child) ? countWordsIn(child) : undefined;
      if (hiddenWords === undefined || (hiddenWords > most && fadesIn(child))) {
        words += dropFrom(child, most);
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

function isHidden(element: PageElement): boolean {
  const { attributes, names, tag } = element;
  if (attributes.size === 0) return false;
  if (tag === 'dialog' && !attributes.has('open')) return true;
  if (names !== '' && (HIDDEN_NAMES.test(names) || HIDDEN_EVERYWHERE.test(names))) return true;
  const collapsible = COLLAPSED_NAMES.test(names) || attributes.get('role') === 'tabpanel';
  return hiddenByStyle(attributes.get('style'), collapsible) || (!collapsible && hiddenByAttribute(attributes));
}

function hiddenByAttribute(attributes: ReadonlyMap<string, string>): boolean {
  const hidden = attributes.get('hidden');
  return (hidden !== undefined && hidden !== 'until-found') || attributes.get('aria-hidden') === 'true';
}

function hiddenByStyle(style: string | undefined, collapsible: boolean): boolean {
  if (style === undefined || style.length > STYLE_CHARACTERS_MAX || !HIDDEN_STYLE.test(style)) return false;
  return !(collapsible && /display\s*:\s*none/i.test(style));
}

/** Few pages do, and only theirs have to be counted. */
function holdsFading(element: PageElement): boolean {
  return element.children.some((child) => typeof child !== 'string' && (fadesIn(child) || holdsFading(child)));
}

function fadesIn(element: PageElement): boolean {
  const style = element.attributes.size === 0 ? undefined : element.attributes.get('style');
  return style !== undefined && /opacity|visibility/i.test(style);
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
