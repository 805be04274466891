import { readDataRows } from '../../kernel/data.ts';
import { plainWord } from './heading-words.ts';

/** What cells of tables of links say, in the languages of exports. */

const WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  readDataRows(import.meta.url, './data/link-words.tsv').map(([name = '', ...words]) => [name, new Set(words)]),
);

type Word = 'yes' | 'no' | 'blank' | 'nofollow' | 'follow' | 'ugc' | 'sponsored' | 'live' | 'lost';

function says(text: string, word: Word): boolean {
  return WORDS.get(word)?.has(plainWord(text)) === true;
}

export function isTrue(text: string): boolean {
  return /^[+✓✔☑]$/.test(text) || says(text, 'yes');
}

export function isFalse(text: string): boolean {
  return /^[✗✘☐]$/.test(text) || says(text, 'no');
}

/** How tools write that a cell is empty; Majestic's `-` says no, which is the same for a mark. */
export function isBlank(text: string): boolean {
  return /^[-–—]?$/.test(text) || says(text, 'blank');
}

export function isUnfollowing(text: string): boolean {
  return isFalse(text) || says(text, 'nofollow');
}

export function isFollowing(text: string): boolean {
  return says(text, 'follow');
}

/** By its own name, as one of the words of the cell. */
export function namesMark(text: string, mark: 'nofollow' | 'ugc' | 'sponsored'): boolean {
  const folded = text.toLowerCase().replaceAll(/no[\s_-]+follow/g, 'nofollow');
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${mark}(?![\p{L}\p{N}])`, 'u').test(folded) || says(text, mark);
}

/** A date says when, a word whether. */
export function isLost(text: string): boolean {
  return !isBlank(text) && !isFalse(text) && !says(text, 'live');
}

/** Of a column that says in words how a link is: only the known words count. */
export function saysLost(text: string): boolean {
  return says(text, 'lost');
}
