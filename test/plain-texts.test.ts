import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const EXAMPLES = join(import.meta.dirname, '../docs/operations/examples');
/** Backslashes before marks of Markdown, bold words, and the marks that stand for bold before Markdown is written. */
const MARKUP = /\\[\\`*_[\]<>|]|\*\*|[\uFDD0\uFDD1]/;
/** Markdown by their contract: the summary, the text of a page as it was extracted, and search results with the words that were asked for. */
const MARKDOWN = new Set(['markdown_summary', 'content', 'description_marked']);

/** Words in straight quotation marks, which belong to code: markup, JSON, and values of a field by its name. */
const STRAIGHT = /(?<![=:\w])(?<!_\w+ )"(?!https:)[\p{L}\p{N}][^"<>]*"(?![:=\w])/u;
/** Texts of pages and people, as they were written, and markup of pages. */
const QUOTED =
  /\.(?:agent_support\.citations|results|references|questions|discussions|insights|headings|element|anchor\w*|text\w*|title|description|quote|h[1-3]|jsonld\w*|content|markdown)\b/;

/** Every text of an answer with its path, but for those that are Markdown. */
function listTexts(value: unknown, path: string): (readonly [path: string, text: string])[] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    MARKDOWN.has(name) ? [] : listTexts(each, `${path}.${name}`),
  );
}

describe('the texts of an answer', () => {
  it.each(readdirSync(EXAMPLES))('are plain outside of its summary: %s', (name) => {
    const answer: unknown = JSON.parse(readFileSync(join(EXAMPLES, name), 'utf8'));
    const texts = listTexts(answer, '');
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter(([, text]) => MARKUP.test(text))).toEqual([]);
  });

  it.each(readdirSync(EXAMPLES))('quote in curly quotation marks, outside of code: %s', (name) => {
    const answer: unknown = JSON.parse(readFileSync(join(EXAMPLES, name), 'utf8'));
    const own = listTexts(answer, '').filter(([path]) => !QUOTED.test(path));
    expect(own.filter(([, text]) => STRAIGHT.test(text))).toEqual([]);
  });
});
