import { readDataRows } from '../../../kernel/data.ts';
import type { ReadPage } from '../../../text/reading/reading.ts';
import type { DraftReport } from './report.ts';

const PHRASES = new Map(
  readDataRows(import.meta.url, 'data/worn-phrases.tsv').map(([language = '', phrases = '']) => [
    language,
    phrases.split('|'),
  ]),
);
const HINTS_MAX = 10;

/** Worn-out phrases of a draft, each once. */
export function findWornPhrases(
  page: ReadPage,
  language: string,
  lineOf: (text: string) => number | null,
): DraftReport['style_hints'] {
  const text = page.sections
    .flatMap(({ blocks }) => blocks.map((block) => block.text))
    .join('\n')
    .replaceAll('’', "'")
    .toLowerCase();
  return (PHRASES.get(language) ?? [])
    .filter((phrase) => text.includes(phrase))
    .slice(0, HINTS_MAX)
    .map((phrase) => ({ phrase, line: lineOf(phrase), hint: 'Strike it, or say what you mean in its place.' }));
}
