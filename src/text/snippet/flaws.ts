import { readDataRows } from '../../kernel/data.ts';
import { foldText } from '../../web/words.ts';
import { squash } from '../brand.ts';
import { isStopWord } from '../stop-words.ts';
import { isShouted } from './casing.ts';
import type { Field } from './option.ts';
import { splitTitle } from '../title-parts.ts';

interface Words {
  readonly start: ReadonlySet<string>;
  readonly end: ReadonlySet<string>;
  readonly cut: ReadonlySet<string>;
  readonly finite: ReadonlySet<string>;
  readonly joins: ReadonlySet<string>;
}

const WORDS = readWords();

export interface Wording {
  readonly field: Field;
  readonly language: string;
  /** The first heading: a name that it writes small, such as that of a command, may begin a title. */
  readonly heading?: string | undefined;
}

/**
 * Why an editor would not publish a title or a description as it is worded, in words that follow “it”; undefined where
 * nothing is wrong with it.
 *
 * Each rule sees one fault of form, in any language where it needs no words, else in English, German, Spanish and French.
 * A text that passes may still say nothing worth saying.
 */
export function findFlaw(text: string, { field, language, heading }: Wording): string | undefined {
  const words = WORDS.get(language);
  return (
    findBrokenMarks(text, language) ??
    findRepeats(text) ??
    (field === 'title' ? findTitleFlaw(text, words, heading) : findSentencesFlaw(text, language, words))
  );
}

function findBrokenMarks(text: string, language: string): string | undefined {
  if (/&(?:amp|nbsp|quot|reg|trade|lt|gt|#\d+);|\{\{|\}\}|%%|\$\{/i.test(text))
    return 'has a placeholder or code in it';
  if (/\uFFFD|[ÃÂ][\u0080-\u00BF]|â€|\p{Ll}â\s/u.test(text)) return 'has broken characters';
  if (/\p{L}{2},\p{L}{2}|\p{Ll}{3}[.!?]\p{Lu}\p{Ll}/u.test(text)) return 'lacks a space after a comma or full stop';
  if (/[\p{L}\p{N}] +[,.](?=\s|$)/u.test(text) || (language !== 'fr' && /[\p{L}\p{N}] +[;:!?](?=\s|$)/u.test(text)))
    return 'has a space before a punctuation mark';
  if (/[,;:/&+\\|]\s*$|[\s\p{L}][–—-]\s*$|(?:…|\.\.\.)$/u.test(text)) return 'stops in the middle';
  if ((text.match(/(?<!\d)\d+\.\d+\./g) ?? []).length > 1) return 'is a table of contents';
  if (/[!?]\s?[!?]/.test(text)) return 'piles up exclamation or question marks';
  return isUnbalanced(text) ? 'opens a bracket or quotation mark without closing it' : undefined;
}

const PAIRS = /„[^„“”]*[“”]|“[^“”]*”|”[^“”]*”|«[^«»]*»|»[^«»]*«|\([^()]*\)|\[[^[\]]*\]|"[^"]*"/gu;

function isUnbalanced(text: string): boolean {
  let rest = text.replaceAll(/(?<=\d)["”″]/gu, '');
  // Brackets inside brackets are few; each pass takes the innermost.
  for (let pass = 0; pass < 3; pass += 1) rest = rest.replaceAll(PAIRS, '');
  return /[„“”«»()[\]"]/u.test(rest);
}

/** Words that some languages rightly say twice: `vous vous`, `die die`, `had had`. */
const TWICE = new Set(['that', 'had', 'nous', 'vous', 'die', 'der', 'das', 'sie']);

function findRepeats(text: string): string | undefined {
  for (const [, word = ''] of text.matchAll(/(?<![\p{L}\p{N}'’-])(\p{L}{2,}) +\1(?![\p{L}\p{N}'’-])/giu)) {
    if (!TWICE.has(word.toLowerCase())) return `says “${word}” twice in a row`;
  }
  const parts = splitTitle(text).map(squash);
  return parts.some((part, at) => part !== '' && parts.indexOf(part) < at) ? 'says the same part twice' : undefined;
}

function findTitleFlaw(title: string, words: Words | undefined, heading: string | undefined): string | undefined {
  const parts = splitTitle(title);
  if (startsSmall(title) && !isSmallName(parts, heading)) return 'starts with a small letter';
  const oddity = findOddPart(title, parts);
  if (oddity !== undefined) return oddity;
  const first = /^\P{L}*(\p{L}+)/u.exec(title)?.[1]?.toLowerCase() ?? '';
  if (words?.start.has(first) === true) return `starts with “${first}”`;
  const ended = parts.map((part) => endsWith(part, words?.end)).find((word) => word !== undefined);
  return ended === undefined ? findSecondVerb(title, words) : `has a part that ends with “${ended}”`;
}

/** Faults that can be seen without knowing the language. */
function findOddPart(title: string, parts: readonly string[]): string | undefined {
  if (isShouted(title)) return 'is written in capitals';
  if (parts.some(isShoutedPart)) return 'has a part in capitals';
  if (SYMBOL.test(title)) return 'has symbols that results leave out';
  if (TRAIL.test(title)) return 'is a breadcrumb trail';
  if (SLUG.test(parts[0] ?? '')) return 'is a file name';
  if (parts.some(isBareNumber)) return 'has a number that stands alone';
  if (isKeywordList(title)) return 'lists keywords';
  return /^\d{1,2}(?:\.\d{1,2})*[.)]\s/.test(title) ? 'starts with a section number' : undefined;
}

/** Parts of a title that is nothing but keywords; a name and a place are two. */
const KEYWORDS_MIN = 3;

/** `Implant cost - Prices - Grants - Leeds`. */
export function isKeywordList(title: string): boolean {
  const parts = title.split(/\s+[-–—|•·]\s+/u);
  const bare = parts.slice(1).filter((part) => /^[\p{L}-]+$/u.test(part.trim()));
  return parts.length > KEYWORDS_MIN && bare.length >= KEYWORDS_MIN;
}

/** Emoji, check marks, arrows and stars; not `®` and `™`. */
const SYMBOL = /[\u2190-\u21FF\u25A0-\u27BF\u2B00-\u2BFF]|(?![©®™\d#*])\p{Extended_Pictographic}/u;
const SLUG = /^\p{L}[\p{Ll}\d]*(?:-[\p{Ll}\d]+){2,}$/u;
/** `Products > Boxes > Custom`. */
const TRAIL = /\p{L}\s*[>›]\s*\p{L}/u;
const SHOUTED_LETTERS_MIN = 6;

/** `FREE SHIPPING`; a shorter one may be a name. */
function isShoutedPart(part: string): boolean {
  const letters = part.match(/\p{L}/gu) ?? [];
  return letters.length >= SHOUTED_LETTERS_MIN && /^\P{Ll}+$/u.test(part) && /\p{Lu}{3,}\s+\p{Lu}{3,}/u.test(part);
}

/** `json — JSON encoder`, where the heading writes the name small too. */
function isSmallName([first = '', ...others]: readonly string[], heading: string | undefined): boolean {
  return others.length > 0 && !/\s/.test(first) && heading?.includes(first) !== false;
}

/** A part that is neither words, nor a year, nor a price. */
function isBareNumber(part: string): boolean {
  return /^\P{L}+$/u.test(part) && !/^\s*(?:19|20)\d\d\s*$|[€$£]/u.test(part);
}

function findSentencesFlaw(text: string, language: string, words: Words | undefined): string | undefined {
  if (startsSmall(text)) return 'starts with a small letter';
  if (isShouted(text)) return 'is written in capitals';
  if (GREETING.test(text)) return 'greets instead of saying what the page has';
  if (isTitleCased(text, language)) return 'is a sentence in title case';
  if (language === 'en' && /\b(?:with|of|for|in|on|by|from|to) it['’]s\b/i.test(text)) return 'writes “it’s” for “its”';
  const isClosed = /[.!?。！？][)"”»“’]*$/u.test(text);
  const last = endsWith(text, words?.end) ?? (isClosed ? undefined : endsWith(text, words?.cut));
  if (last !== undefined) return `stops after “${last}”`;
  return findSecondVerb(text, words);
}

/** `Welcome to our website`, `Click here`: room in a result that says nothing. */
const GREETING =
  /^(?:(?:hello|hi)\b[^.!?]*[.!?]\s*)?(?:a warm )?(?:welcome to|(?:herzlich )?willkommen (?:auf|bei|in|im)|bienvenid[oa]s? a|bienvenue (?:sur|chez|à|au|dans)) (?:our|the|my|unsere[rnm]?|der|nuestr[oa]|la|el|notre|le|la|l['’])|(?<!\p{L})(?:click here|klicken sie hier|haz clic aquí|cliquez ici)(?!\p{L})/iu;

/** Fewer words may be names. */
const TITLE_CASED_WORDS = 6;

/** Whether every word of meaning and even a small word has a capital, in a language that gives nouns none. */
export function isTitleCased(text: string, language: string): boolean {
  if (language === 'de') return false;
  const words = (text.match(/\p{L}[\p{L}'’-]*/gu) ?? []).slice(1);
  const isSmall = (word: string): boolean => isStopWord(foldText(word), language);
  const telling = words.filter((word) => word.length > 3 && !isSmall(word));
  return (
    telling.length >= TITLE_CASED_WORDS &&
    telling.every((word) => /^\p{Lu}/u.test(word)) &&
    words.some((word) => word.length > 1 && /^\p{Lu}\p{Ll}/u.test(word) && isSmall(word))
  );
}

/** `iPhone` and `tokio::runtime` start small as their owners write them. */
function startsSmall(text: string): boolean {
  return /^[^\p{L}\p{N}.@$#/]*\p{Ll}/u.test(text) && !/^\P{L}*(?:\p{Ll}{1,2}\p{Lu}|\p{L}+(?:::|[._])\p{L})/u.test(text);
}

function endsWith(text: string, words: ReadonlySet<string> | undefined): string | undefined {
  const last = /([\p{L}'’]+)[^\p{L}\p{N}]*$/u.exec(text)?.[1];
  // Capitals make a name of it: `Vitamin A`.
  if (last === undefined || words === undefined || /^\p{Lu}{1,2}$/u.test(last)) return undefined;
  return words.has(last.toLowerCase()) ? last : undefined;
}

/** Two finite verbs in one clause with nothing that joins them: two sentences or headings that ran into one. */
function findSecondVerb(text: string, words: Words | undefined): string | undefined {
  if (words === undefined) return undefined;
  for (const clause of text.split(/[.,;:!?()|–—]|\s-\s/u)) {
    let first: string | undefined;
    for (const token of clause.toLowerCase().matchAll(/[\p{L}'’]+/gu)) {
      const word = token[0].replace('’', "'");
      if (words.joins.has(word)) first = undefined;
      if (!words.finite.has(word)) continue;
      if (first !== undefined) return `has two main verbs, “${first}” and “${word}”, in one clause`;
      first = word;
    }
  }
  return undefined;
}

function readWords(): ReadonlyMap<string, Words> {
  const rows = readDataRows(import.meta.url, 'data/flaws.tsv');
  const read = (language: string, kind: string): ReadonlySet<string> =>
    new Set(rows.filter((row) => row[0] === language && row[1] === kind).flatMap((row) => (row[2] ?? '').split(' ')));
  return new Map(
    [...new Set(rows.map(([language = '']) => language))].map((language) => [
      language,
      {
        start: read(language, 'start'),
        end: read(language, 'end'),
        cut: read(language, 'cut'),
        finite: read(language, 'finite'),
        joins: read(language, 'joins'),
      },
    ]),
  );
}
