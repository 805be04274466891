import { describe, expect, it } from 'vitest';

import { measureGrowth } from '../../../test/growth.ts';
import { decodeBody } from '../charset.ts';
import { readPageFacts } from '../facts/page-facts.ts';
import { descendants } from '../tree/element.ts';
import { preparePage } from '../tree/prepare.ts';
import { readHtmlPage } from './html.ts';
import { LABEL_CHARACTERS_MAX } from './limits.ts';
import { hostilePages } from './test-hostile-pages.ts';

const URL_OF_PAGE = 'https://example.com/a/b';
const DEPTH_MAX = 513;
const PAGES = hostilePages(0.4);
/** For work that looks quadratic is measured again at sizes at which it has to be. */
const SMALL = 0.1;
const byName = new Map<number, ReadonlyMap<string, string>>();

describe('a hostile page', () => {
  it.each(PAGES)('is read within the bounds of the page model: %s', (_, html) => {
    const page = readHtmlPage(html, URL_OF_PAGE);
    expect(page.text).not.toContain('\0');
    for (const { text, url } of page.links) {
      expect(text.length).toBeLessThanOrEqual(LABEL_CHARACTERS_MAX);
      if (url !== undefined) expect(URL.canParse(url)).toBe(true);
    }
    expect(['https:', 'http:']).toContain(URL.parse(page.base_url ?? '')?.protocol);
  });

  it.each(PAGES)('is read for the index: %s', (_, html) => {
    const { head, links, blocks } = readPageFacts(html, 'seamarkbot');
    expect(head.directives.length).toBeLessThanOrEqual(1200);
    expect(links.dropped).toBe(0);
    expect(blocks.every(({ text }) => text !== '' && !text.includes('\0'))).toBe(true);
  });

  it.each(PAGES)('becomes a tree that recursion can walk: %s', (_, html) => {
    const { body } = preparePage(html, URL_OF_PAGE);
    const depths = new Map([[body, 0]]);
    for (const element of descendants(body)) {
      const depth = element.parent === undefined ? 0 : (depths.get(element.parent) ?? 0);
      depths.set(element, depth + 1);
    }
    expect(Math.max(...depths.values().take(50_000))).toBeLessThanOrEqual(DEPTH_MAX);
  });

  it.each(PAGES.map(([name]) => name))('takes time in proportion to its length: %s', (name) => {
    if (pageOf(name, 4 * SMALL).length < pageOf(name, SMALL).length * 3) return;
    expect(measureGrowth((size) => readInEveryWay(pageOf(name, size)), SMALL)).toBeLessThan(9);
  });
});

describe('bytes that lie about their charset', () => {
  const text = '<title>Größe</title><meta charset="utf-16"><p>Größe und Maß</p>';
  it.each([
    ['UTF-8 called UTF-16', Buffer.from(text), 'text/html; charset=utf-16'],
    ['UTF-16 called UTF-8', Buffer.from(`\uFEFF${text}`, 'utf16le'), 'text/html; charset=utf-8'],
    ['latin1 called UTF-8', Buffer.from(text, 'latin1'), 'text/html; charset=utf-8'],
    ['UTF-8 called something that does not exist', Buffer.from(text), 'text/html; charset=klingon'],
    ['random bytes', Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 7919) % 256)), 'text/html'],
    ['half a character at the end', Buffer.from(`${text}ß`).subarray(0, -1), 'text/html; charset=utf-8'],
  ])('are read as some text: %s', (_, bytes, contentType) => {
    const decoded = decodeBody(bytes, contentType);
    expect(decoded.text.isWellFormed()).toBe(true);
    expect(readHtmlPage(decoded.text, URL_OF_PAGE).format).toBe('html');
  });
});

function pageOf(name: string, size: number): string {
  const pages = byName.get(size) ?? new Map(hostilePages(size));
  byName.set(size, pages);
  return pages.get(name) ?? '';
}

function readInEveryWay(html: string): void {
  readHtmlPage(html, URL_OF_PAGE);
  readPageFacts(html, 'seamarkbot');
  preparePage(html, URL_OF_PAGE);
}
