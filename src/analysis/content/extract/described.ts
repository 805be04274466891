import { rawText, type PageElement } from './tree.ts';

/**
 * What the page says about itself to machines, to be found again in its visible text.
 *
 * A paragraph that also stands in JSON-LD or in the meta description is content; words of the title mark the heading.
 */
export interface Described {
  readonly title: ReadonlySet<string>;
  /** Three words in a row, joined by blanks. */
  readonly phrases: ReadonlySet<string>;
}

const WORDS_MAX = 30_000;
const SCRIPT_OPEN = /<script[^>]{0,300}ld\+json[^>]{0,300}>/gi;
const SCRIPTS_MAX = 50;
const WORD = /[\p{L}\p{N}]+/gu;

export function readDescribed(html: string, body: PageElement): Described {
  let title = '';
  const described: string[] = [];
  const visit = (element: PageElement): void => {
    for (const child of element.children) {
      if (typeof child === 'string') continue;
      if (child.tag === 'meta') {
        const name = child.attributes.get('name') ?? child.attributes.get('property') ?? '';
        const content = child.attributes.get('content') ?? '';
        if (/title$/i.test(name)) title += ' ' + content.slice(0, 1000);
        else if (/description$/i.test(name)) described.push(content.slice(0, 4000));
      } else if (child.tag === 'h1') title += ' ' + rawText(child).slice(0, 500);
      visit(child);
    }
  };
  visit(body);
  described.push(...structuredTexts(html));
  return { title: new Set(wordsOf(title)), phrases: phrasesOf(described) };
}

/** Source of the JSON-LD blocks; their strings are compared by words, so it need not parse. */
function structuredTexts(html: string): string[] {
  const texts: string[] = [];
  for (const open of html.matchAll(SCRIPT_OPEN)) {
    const start = open.index + open[0].length;
    const end = html.indexOf('</script', start);
    texts.push(html.slice(start, end === -1 ? start + 10_000 : Math.min(end, start + 200_000)).replaceAll(/\\[nrt]|\\u[0-9a-f]{4}|<[^<>]{0,200}>/gi, ' '));
    if (texts.length >= SCRIPTS_MAX) break;
  }
  return texts;
}

export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

function phrasesOf(texts: readonly string[]): Set<string> {
  const phrases = new Set<string>();
  for (const text of texts) {
    const words = wordsOf(text);
    for (let at = 0; at + 3 <= words.length; at += 1) {
      if (phrases.size >= WORDS_MAX) return phrases;
      phrases.add(`${words[at]} ${words[at + 1]} ${words[at + 2]}`);
    }
  }
  return phrases;
}

/** Shares of the words of a run that stand in the title, and of its phrases that stand in the descriptions. */
export function sharesDescribed(text: string, described: Described): readonly [number, number] {
  const words = wordsOf(text.slice(0, 1500));
  if (words.length === 0) return [0, 0];
  const titled = words.filter((word) => described.title.has(word)).length / words.length;
  let phrases = 0;
  for (let at = 0; at + 3 <= words.length; at += 1) {
    if (described.phrases.has(`${words[at]} ${words[at + 1]} ${words[at + 2]}`)) phrases += 1;
  }
  return [titled, words.length < 3 ? 0 : phrases / (words.length - 2)];
}
