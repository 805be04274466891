import { BLOCK_TAGS, newElement, type PageElement, type PageNode } from '../tree/element.ts';

/**
 * Code blocks keep each character and say their language where the page does.
 *
 * Highlighters mark the language with a class on the block, the code or a wrapper, and some write a line as an
 * element of its own without a line break, or put line numbers into the text.
 */
const LANGUAGE =
  /\s(?:language|lang|highlight-source|highlight|brush:|sourcecode|code-block-|highlighter-)[-:\s]?\s?([a-z][a-z0-9+#.-]{0,19})\s/;
const LANGUAGE_NAME = /^[a-z][a-z0-9+#.-]{0,19}$/;
const NOT_A_LANGUAGE = new Set(
  'plaintext none text default notranslate source highlight wrapper container block line lines numbers'.split(' '),
);
const LINE_NUMBERS =
  /\s(?:linenos?|line-?numbers?(?:-rows)?|gutter|lineno|linenodiv|hljs-ln-numbers|ln-num|copy|copy-?(?:button|btn|code))\s/;
/** How far above the block its wrapper may be. */
const WRAPPERS = 3;

export function codeBlock(pre: PageElement): PageNode[] {
  const text = codeText(pre).replace(/^\n/, '').replace(/\s+$/, '');
  if (text.trim() === '') return [];
  const language = languageOf(pre);
  const code = newElement(
    'code',
    [text],
    language === undefined ? undefined : new Map([['class', `language-${language}`]]),
  );
  return [newElement('pre', [code])];
}

function codeText(root: PageElement): string {
  let text = '';
  const visit = (node: PageNode): void => {
    if (typeof node === 'string') {
      text += node;
      return;
    }
    if (node.tag === 'br') {
      text += '\n';
      return;
    }
    if (node.tag === 'button' || LINE_NUMBERS.test(node.names)) return;
    const line = BLOCK_TAGS.has(node.tag);
    if (line && text !== '' && !text.endsWith('\n')) text += '\n';
    for (const child of node.children) visit(child);
    if (line && !text.endsWith('\n')) text += '\n';
  };
  for (const child of root.children) visit(child);
  return text;
}

function languageOf(pre: PageElement): string | undefined {
  for (const candidate of namedAround(pre)) {
    const declared = candidate.attributes.get('data-lang') ?? candidate.attributes.get('data-language');
    const language = declared?.toLowerCase() ?? LANGUAGE.exec(candidate.names.replaceAll(' ', '  '))?.[1];
    if (language !== undefined && LANGUAGE_NAME.test(language) && !NOT_A_LANGUAGE.has(language)) return language;
  }
  return undefined;
}

/** The code inside, the block itself, and what wraps it. */
function namedAround(pre: PageElement): PageElement[] {
  const found = pre.children.filter((child) => typeof child !== 'string').filter((child) => child.tag === 'code');
  let at: PageElement | undefined = pre;
  for (let level = 0; at !== undefined && level <= WRAPPERS; level += 1) {
    found.push(at);
    at = at.parent;
  }
  return found;
}
