import type { MarkedPage } from './extract-pages.ts';

/**
 * Long pages of sections that are much alike, such as glossaries, terms and lists of answers, made of sentences of the marked
 * pages: these hold hardly any, and a model that has seen none takes the middle of such a page for a list of links.
 */
export function makeLongPages(marked: readonly MarkedPage[]): readonly MarkedPage[] {
  const texts = marked.flatMap(({ expected }) => expected.split('\n')).filter((text) => wordCount(text) >= WORDS_MIN);
  return MAKES.flatMap((make, kind) =>
    SECTIONS.map((count, size) => {
      const from = (kind * SECTIONS.length + size) * TEXTS_APART;
      // Some repeat themselves: forms and conditions do.
      const pool = size % 2 === 0 ? count : FEW_TEXTS;
      const parts = Array.from({ length: count }, (_, at) => ({
        name: `Part ${at + 1}`,
        text: cleaned(texts[(from + (at % pool)) % texts.length] ?? ''),
      }));
      return pageOf(make, parts, `${kind}-${count}`);
    }),
  );
}

interface Part {
  readonly name: string;
  readonly text: string;
}
type Make = (parts: readonly Part[]) => string;

const WORDS_MIN = 8;
const TEXTS_APART = 1009;
const FEW_TEXTS = 5;
const SECTIONS = [60, 120, 200, 300, 450, 700];

const MAKES: readonly Make[] = [
  (parts) =>
    `<main><article><h1>All parts</h1>${each(parts, (name, text) => `<h2>${name}</h2><p>${text}</p>`)}</article></main>`,
  (parts) =>
    `<div id="page"><div class="text"><h1>All parts</h1>${each(parts, (name, text) => `<div><h3>${name}</h3><div>${text}</div></div>`)}</div></div>`,
  (parts) =>
    `<main><h1>All parts</h1><dl>${each(parts, (name, text) => `<dt>${name}</dt><dd>${text}</dd>`)}</dl></main>`,
  (parts) =>
    `<div><h1>All parts</h1><ol>${each(parts, (name, text) => `<li><b>${name}</b> <p>${text}</p></li>`)}</ol></div>`,
];

function each(parts: readonly Part[], write: (name: string, text: string) => string): string {
  return parts.map(({ name, text }) => write(name, text)).join('\n');
}

function pageOf(make: Make, parts: readonly Part[], id: string): MarkedPage {
  const menu = ['Home', 'Products', 'Prices', 'News', 'Contact'].map(
    (name) => `<li><a href="/${name}">${name}</a></li>`,
  );
  const footer =
    '<footer><a href="/imprint">Imprint</a> <a href="/privacy">Privacy policy</a> © All rights reserved</footer>';
  return {
    id: `long-${id}`,
    type: 'long',
    url: `https://long-${id}.example/parts`,
    html: `<!doctype html><html><head><title>All parts</title></head><body><header><ul>${menu.join('')}</ul></header>${make(parts)}${footer}</body></html>`,
    expected: `All parts\n${each(parts, (name, text) => `${name}\n${text}`)}`,
    title: 'All parts',
    author: null,
    date: null,
  };
}

function cleaned(text: string): string {
  return text.replaceAll(/[<>&]/g, ' ').slice(0, 600);
}

function wordCount(text: string): number {
  return text.split(/\s+/).length;
}
