import { stem } from '../../../text/stems.ts';
import { foldText, tokenize } from '../../../web/words.ts';
import { isStopWord } from '../../../text/stop-words.ts';
import { alignKeyword } from '../../../text/alignment.ts';

/** The keyword as the page itself writes it. */
export interface Phrase {
  readonly text: string;
  /** Where on the page: `h1`, `title`, `h2`, `text` … */
  readonly source: string;
}

export interface Source {
  readonly name: string;
  readonly text: string;
}

interface Word {
  readonly folded: string;
  readonly stem: string;
  /** Stems of `dog-friendly`, word by word. */
  readonly parts: readonly string[];
  readonly start: number;
  readonly end: number;
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;
/** No phrase crosses these. */
const BORDER = /[.!?:;|•·()[\]{}"“”„«»\n\u3002\uff01\uff1f\uff5c]|\s[–—-]\s/u;
/** Words that the page may put between those of the keyword, such as `in` in `Bike repair in Hamburg`. */
const EXTRA_WORDS_MAX = 3;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u;
const SOURCE_CHARACTERS_MAX = 1000;

/** The shortest run of words that says the keyword, from the first source that has one. */
export function findPhrase(keyword: string, sources: readonly Source[], language: string): Phrase | undefined {
  const { words } = alignKeyword(keyword, '', language);
  if (words.length === 0) return undefined;
  for (const { name, text } of sources) {
    const bounded = text.slice(0, SOURCE_CHARACTERS_MAX);
    const found = UNSPACED.test(keyword)
      ? findUnspaced(keyword, bounded)
      : findShortestRun(keyword, words, bounded, language);
    if (found !== undefined) return { text: found, source: name };
  }
  return undefined;
}

function findUnspaced(keyword: string, text: string): string | undefined {
  const wanted = foldText(keyword).replaceAll(/\s+/g, '');
  const folded = foldText(text);
  const at = wanted === '' || folded.length !== text.length ? -1 : folded.indexOf(wanted);
  return at < 0 ? undefined : text.slice(at, at + wanted.length);
}

function findShortestRun(
  keyword: string,
  wanted: readonly string[],
  text: string,
  language: string,
): string | undefined {
  const found = splitWords(text, language);
  const stems = wanted.map((word) => stem(word, language === '' ? 'en' : language));
  let best: Run | undefined;
  for (let from = 0; from < found.length; from += 1) {
    const to = findRunEnd(from, found, stems, text);
    if (to === undefined || !hasOnlySmallWordsBetween(found.slice(from, to + 1), stems, language)) continue;
    if (best === undefined || to - from < best.to - best.from) best = { from, to };
  }
  if (best === undefined) return undefined;
  const { from, to } = widenRun(best, found, tokenize(keyword));
  return text.slice(found[from]?.start, found[to]?.end);
}

interface Run {
  readonly from: number;
  readonly to: number;
}

/** The word that completes the keyword in a run that begins here. */
function findRunEnd(from: number, found: readonly Word[], stems: readonly string[], text: string): number | undefined {
  const missing = new Set(stems);
  const last = Math.min(found.length, from + stems.length + EXTRA_WORDS_MAX);
  for (let to = from; to < last; to += 1) {
    const word = found[to];
    const before = found[to - 1];
    if (word === undefined) return undefined;
    if (to > from && before !== undefined && BORDER.test(text.slice(before.end, word.start))) return undefined;
    for (const each of missing) if (matchesWord(word, each)) missing.delete(each);
    if (missing.size === 0) return to;
    // A run begins with a word of the keyword.
    if (to === from && missing.size === stems.length) return undefined;
  }
  return undefined;
}

/** `Bike repair in Hamburg` is the keyword in the page's words; `bike needs a repair` is a sentence. */
function hasOnlySmallWordsBetween(run: readonly Word[], wanted: readonly string[], language: string): boolean {
  return run.every((word) => isStopWord(word.folded, language) || wanted.some((each) => matchesWord(word, each)));
}

/** A part of a compound counts from this length on. */
const COMPOUND_PART_MIN = 4;

function matchesWord(word: Word, wanted: string): boolean {
  if (word.stem === wanted || word.parts.includes(wanted)) return true;
  return wanted.length >= COMPOUND_PART_MIN && word.folded.includes(wanted);
}

/** Small words of the keyword before the run belong to it: `how to` in `how to fix a flat tyre`. */
function widenRun(run: Run, found: readonly Word[], keyword: readonly string[]): Run {
  let { from } = run;
  const small = new Set(keyword);
  while (from > 0 && small.has(found[from - 1]?.folded ?? '')) from -= 1;
  return { from, to: run.to };
}

function splitWords(text: string, language: string): Word[] {
  const code = language === '' ? 'en' : language;
  return text
    .matchAll(WORD)
    .map((match) => {
      const folded = foldText(match[0]).replaceAll(/['’]/g, '');
      return {
        folded,
        stem: stem(folded, code),
        parts: folded.includes('-') ? folded.split('-').map((part) => stem(part, code)) : [],
        start: match.index,
        end: match.index + match[0].length,
      };
    })
    .toArray();
}
