import { readDataRows } from '../kernel/data.ts';
import { foldPhrase } from '../text/normalize.ts';

/** Headings that every page may have and that say nothing about its subject, by language. */
const COMMON: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  readDataRows(import.meta.url, 'data/common-headings.tsv').map(([language = '', headings = '']) => [
    language,
    new Set(headings.split(', ').map((heading) => foldPhrase(heading))),
  ]),
);
const NONE: ReadonlySet<string> = new Set();

const NUMBERING =
  /^(?:(?:step|schritt|paso|étape|etape|passo|stap|tip|tipp)\s*#?\d{1,3}\s*[:.)–—-]?\s*|[#(]?\d{1,3}(?:\.\d{1,2})*\s*[.):–—-]+\s*|[QF]\s*[:.]\s*)/iu;

/** A heading without its number: «3. Clean the chain» is «Clean the chain». */
export function cleanHeading(heading: string): string {
  return heading
    .replace(NUMBERING, '')
    .replace(/[\s:¶#§]+$/u, '')
    .trim();
}

/** Whether a heading says nothing of its own, such as «Conclusion» or «Frequently asked questions». */
export function isCommonHeading(heading: string, language: string): boolean {
  const folded = foldPhrase(cleanHeading(heading)).replace(/[?!.:]+$/, '');
  return folded === '' || (COMMON.get(language) ?? NONE).has(folded) || (COMMON.get('en') ?? NONE).has(folded);
}
