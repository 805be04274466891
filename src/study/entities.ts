import { compareText } from '../text/normalize.ts';
import type { ComparedPage } from './kinds.ts';

/** A name that several of the compared pages use: a brand, product, person, place or standard. */
export interface Entity {
  readonly name: string;
  readonly pages: number;
  readonly of: number;
  /** By URL, in the order of the result page. */
  readonly seen_on: readonly string[];
}

const ENTITIES_MAX = 30;
const CAPITAL = String.raw`\p{Lu}[\p{L}\p{N}&’'-]*`;
/** A run of capitalised words, or one word with inner capitals or digits such as `WD-40` and `iPhone`. */
const NAME = new RegExp(
  String.raw`(?<![\p{L}\p{N}.])(?:${CAPITAL}(?: (?:(?:of|de|der|des|la|le|van|von|and|&) )?${CAPITAL}){1,3}|\p{Lu}{2,}[\p{Lu}\p{N}-]*|\p{Ll}{0,2}\p{Lu}\p{Ll}*\p{Lu}[\p{L}\p{N}]*|\p{Lu}[\p{L}]*-?\p{N}+[\p{L}\p{N}]*|${CAPITAL})(?![\p{L}\p{N}])`,
  'gu',
);
const SENTENCE_START = /(?:^|[.!?:…•|“"(]\s*)$/u;
/** German writes every noun with a capital, so that one word alone shows no name. */
const CAPITAL_NOUNS: ReadonlySet<string> = new Set(['de']);
const TEXT_MAX = 60_000;

/** Names in the running text of at least two pages, those of most pages first. */
export function findEntities(pages: readonly ComparedPage[], language: string): Entity[] {
  const seen = new Map<string, { forms: Map<string, number>; pages: Set<number> }>();
  for (const [at, { page }] of pages.entries()) {
    let read = 0;
    for (const { blocks } of page.sections)
      for (const { kind, text } of blocks) {
        if (kind === 'code' || kind === 'table_row' || read > TEXT_MAX) continue;
        read += text.length;
        for (const name of namesIn(text, language)) {
          const key = name.toLowerCase();
          const known = seen.get(key) ?? { forms: new Map<string, number>(), pages: new Set<number>() };
          known.forms.set(name, (known.forms.get(name) ?? 0) + 1);
          known.pages.add(at);
          seen.set(key, known);
        }
      }
  }
  return [...seen.values()]
    .filter((each) => each.pages.size >= 2)
    .map((each) => ({
      name: [...each.forms].toSorted((one, other) => other[1] - one[1] || compareText(one[0], other[0]))[0]?.[0] ?? '',
      pages: each.pages.size,
      of: pages.length,
      seen_on: [...each.pages].flatMap((at) => pages[at]?.url ?? []),
    }))
    .toSorted((one, other) => other.pages - one.pages || compareText(one.name, other.name))
    .slice(0, ENTITIES_MAX);
}

function namesIn(text: string, language: string): string[] {
  const names: string[] = [];
  for (const { 0: name, index } of text.matchAll(NAME)) {
    const isPlain = /^\p{Lu}[\p{Ll}’'-]+$/u.test(name);
    if (isPlain && (startsSentence(text, index) || CAPITAL_NOUNS.has(language))) continue;
    if (name.length < 2 || name.length > 60 || /^(?:I|I['’].*|A|FAQs?|OK|DIY)$/.test(name)) continue;
    names.push(name);
  }
  return names;
}

/** Whether a sentence begins here, so that a capital letter shows no name. */
export function startsSentence(text: string, index: number): boolean {
  return SENTENCE_START.test(text.slice(Math.max(0, index - 3), index));
}
