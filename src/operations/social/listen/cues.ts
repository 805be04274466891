import { readDataRows } from '../../../kernel/data.ts';
import { cutWords, type TextWord } from '../../../mentions/text-words.ts';
import { stripAccents } from '../../../text/normalize.ts';

/** A phrase of a table as it stands in a text. */
export interface Cue {
  readonly kind: string;
  /** As the text writes it. */
  readonly written: string;
  /** Its first word, and how many it has. */
  readonly at: number;
  readonly length: number;
}

interface Phrase {
  readonly kind: string;
  readonly words: readonly string[];
  /** `migrat*`: the last word may go on. */
  readonly is_beginning: boolean;
  /** `^best`: stands at the beginning of a title alone. */
  readonly is_first: boolean;
}

/** Phrases of one language by the first two letters of their first word. */
type Lexicon = ReadonlyMap<string, readonly Phrase[]>;

export type CueTable = ReadonlyMap<string, Lexicon>;

const KEY_LETTERS = 2;
const NO_LEXICON: Lexicon = new Map();

/** Reads a table of `data/`: language, kind, phrases. */
function readTable(file: string): CueTable {
  const rows = Map.groupBy(readDataRows(import.meta.url, `./data/${file}`), ([language = '']) => language);
  return new Map(
    [...rows].map(([language, own]) => {
      const phrases = own.flatMap(([, kind = '', written = '']) =>
        written.split(', ').map((each) => readPhrase(kind, each)),
      );
      return [language, Map.groupBy(phrases, ({ words }) => keyOf(words[0] ?? ''))];
    }),
  );
}

function readPhrase(kind: string, written: string): Phrase {
  const words = cutWords(written).map(({ word }) => stripAccents(word));
  return { kind, words, is_beginning: written.endsWith('*'), is_first: written.startsWith('^') };
}

function keyOf(word: string): string {
  return word.slice(0, KEY_LETTERS);
}

export const ASPECT_CUES = readTable('aspects.tsv');
export const OBJECTION_CUES = readTable('objections.tsv');
export const INTENT_CUES = readTable('intents.tsv');
export const WORD_CUES = readTable('words.tsv');

/** Words between a negation and what it turns. */
const NEGATION_REACH = 3;
/** The same for what is said of what others say. */
const DENIAL_REACH = 10;

/** The phrases of a table in the words of one sentence, in their order; none for a language without a table. */
export function findCues(
  sentence: string,
  words: readonly TextWord[],
  {
    table,
    language,
    is_title = false,
  }: { readonly table: CueTable; readonly language: string; readonly is_title?: boolean },
): Cue[] {
  const lexicon = table.get(language) ?? NO_LEXICON;
  const plain = words.map(({ word }) => stripAccents(word));
  return plain.flatMap((word, at) =>
    (lexicon.get(keyOf(word)) ?? [])
      .filter((phrase) => (!phrase.is_first || (is_title && at === 0)) && stands(phrase, plain, at))
      .map(({ kind, words: { length } }) => ({
        kind,
        written: sentence.slice(words[at]?.start, words[at + length - 1]?.end),
        at,
        length,
      })),
  );
}

function stands({ words, is_beginning }: Phrase, text: readonly string[], at: number): boolean {
  return words.every((wanted, offset) => {
    const word = text[at + offset] ?? '';
    return is_beginning && offset === words.length - 1 ? word.startsWith(wanted) : word === wanted;
  });
}

/** Whether a cue is denied: `the noise is no problem`, `stop telling people it does not work`. A cue may hold a negation itself. */
export function isDenied(cue: Cue, all: readonly Cue[]): boolean {
  return all.some(({ kind, at }) => {
    const reach = kind === 'negation' ? NEGATION_REACH : kind === 'denial' ? DENIAL_REACH : 0;
    return at < cue.at && cue.at - at <= reach;
  });
}
