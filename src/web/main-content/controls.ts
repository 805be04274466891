import { BLOCK_TAGS, type PageElement, type PageNode, rawText, weighText } from '../tree/element.ts';

/** Where more of the words are in controls, they are what the page is about: a list of teams to choose from. */
const SHARE_MAX = 0.3;
const OPTION_TAGS = new Set(['option', 'optgroup']);
const WORDS_MAX = { option: 20, button: 5, label: 6 } as const;
/** What stands in these is a heading, an opening line or prose, whatever element it is written with. */
const TEXT_TAGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'summary', 'dt', 'p', 'blockquote']);
/** A button that opens a part of the text is the heading of that part. */
const OPENS = /accordion|collaps|toggle|tab|faq|expand|spoiler|question|term|tooltip/;
const OPENING_ATTRIBUTES = ['aria-expanded', 'aria-controls', 'data-toggle', 'data-bs-toggle', 'data-target'];

/** What a visitor chooses or presses and nobody reads as content: options, the labels of filters, short buttons. */
export function findControls(content: readonly PageNode[]): ReadonlySet<PageElement> {
  const found = new Set<PageElement>();
  let words = 0;
  let controlWords = 0;
  const visit = (node: PageNode, inText: boolean): void => {
    if (typeof node === 'string') {
      words += weighText(node);
      return;
    }
    if (isControl(node, inText)) {
      found.add(node);
      const own = weighText(rawText(node));
      words += own;
      controlWords += own;
      return;
    }
    for (const child of node.children) visit(child, inText || TEXT_TAGS.has(node.tag));
  };
  for (const node of content) visit(node, false);
  return controlWords > words * SHARE_MAX ? new Set() : found;
}

function isControl(element: PageElement, inText: boolean): boolean {
  if (OPTION_TAGS.has(element.tag)) return isShort(element, WORDS_MAX.option);
  if (inText) return false;
  if (element.tag === 'button') return !opensText(element) && isShort(element, WORDS_MAX.button);
  if (element.tag === 'label') return isLabelOfControl(element) && isShort(element, WORDS_MAX.label);
  return element.tag === 'legend' && element.parent?.tag === 'fieldset' && isShort(element, WORDS_MAX.label);
}

/** An option without its end tag may hold the rest of the page. */
function isShort(element: PageElement, wordsMax: number): boolean {
  const text = rawText(element);
  return weighText(text) <= wordsMax && !text.includes('?') && !holdsBlock(element);
}

function holdsBlock(element: PageElement): boolean {
  return element.children.some(
    (child) =>
      typeof child !== 'string' && ((BLOCK_TAGS.has(child.tag) && !OPTION_TAGS.has(child.tag)) || holdsBlock(child)),
  );
}

function opensText({ attributes, names }: PageElement): boolean {
  return (
    OPENING_ATTRIBUTES.some((name) => attributes.has(name)) || attributes.get('role') === 'tab' || OPENS.test(names)
  );
}

function isLabelOfControl({ attributes, children, names }: PageElement): boolean {
  if (OPENS.test(names)) return false;
  return (
    attributes.has('for') ||
    children.some((child) => typeof child !== 'string' && (child.tag === 'input' || child.tag === 'select'))
  );
}
