import { cleanText } from '../text/normalize.ts';
import { tokenize } from '../web/words.ts';

/** Longest quotation from a post. */
const QUOTE_CHARACTERS_MAX = 300;
const WORDS_MAX = 20;
/** How far before the first of the words its sentence may begin. */
const BEFORE_MAX = 120;

/** The passage of a text in which the words stand, or its beginning: at most 300 characters, with … where it was cut. */
export function quoteAround(text: string | null, query: string): string | null {
  if (text === null) return null;
  const clean = cleanText(text, 2000);
  if (clean === '') return null;
  if (clean.length <= QUOTE_CHARACTERS_MAX) return clean;
  const from = startOf(clean, query);
  const room = QUOTE_CHARACTERS_MAX - (from > 0 ? 1 : 0);
  const rest = clean.slice(from);
  const cut = rest.length <= room ? rest : `${cutAtWord(rest, room - 1)}…`;
  return from > 0 ? `…${cut}` : cut;
}

function startOf(text: string, query: string): number {
  const words = tokenize(query)
    .slice(0, WORDS_MAX)
    .filter(({ length }) => length > 1);
  const folded = text.toLowerCase();
  const places = words.map((word) => folded.indexOf(word)).filter((at) => at >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  if (first < QUOTE_CHARACTERS_MAX / 2) return 0;
  const before = text.slice(Math.max(0, first - BEFORE_MAX), first);
  const sentence = [...before.matchAll(/[.!?]\s+|\s+/g)].filter(([mark]) => /[.!?]/.test(mark)).at(-1);
  const word = /\s/.exec(before);
  const begin = sentence === undefined ? (word?.index ?? 0) + 1 : sentence.index + sentence[0].length;
  return first - before.length + Math.min(begin, before.length);
}

/** No word and no pair of surrogates is cut in two; writing without spaces is cut where it stands. */
function cutAtWord(text: string, most: number): string {
  const cut = text
    .slice(0, most)
    .toWellFormed()
    .replace(/\ufffd$/, '');
  const space = cut.lastIndexOf(' ');
  return (space > most / 2 ? cut.slice(0, space) : cut).trimEnd();
}
