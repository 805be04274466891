import { PageElement } from './element.ts';

/** One word of the languages that write blanks; one character of those that do not. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}_]+/gu;
const BEYOND_ASCII = /[^ -~\s]/;

/**
 * How much a text weighs beside others, in words of English, without a dictionary. Each character of a script without
 * blanks is half a word, so that thresholds mean about the same length of text in Japanese or Chinese. The model of
 * extraction was trained with it; what is reported is counted by `countWords`.
 */
export function weighText(text: string): number {
  if (!BEYOND_ASCII.test(text)) return countAscii(text);
  let words = 0;
  for (const [word] of text.matchAll(WORD)) words += word.length === 1 && word > '\u0E00' ? 0.5 : 1;
  return words;
}

function countAscii(text: string): number {
  let words = 0;
  let inside = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const part = (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
    if (part && !inside) words += 1;
    inside = part;
  }
  return words;
}

/** Fills `words` and `linkedWords` of every element below and including `element`. */
export function measure(element: PageElement): void {
  measureWithin(element, element.tag === 'a');
}

function measureWithin(element: PageElement, linked: boolean): void {
  let words = 0;
  let linkedWords = 0;
  for (const child of element.children) {
    if (typeof child === 'string') {
      const count = weighText(child);
      words += count;
      if (linked) linkedWords += count;
    } else {
      measureWithin(child, linked || (child.tag === 'a' && child.attributes.has('href')));
      words += child.words;
      linkedWords += child.linkedWords;
    }
  }
  element.words = words;
  element.linkedWords = linkedWords;
}

export function linkShare(element: PageElement): number {
  return element.words === 0 ? 0 : element.linkedWords / element.words;
}
