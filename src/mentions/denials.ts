import { readDataRows } from '../kernel/data.ts';
import type { AnswerText, Sentence } from './answer-text.ts';
import type { FoundName } from './find-names.ts';

/** What an answer says of whether somebody exists. */
export interface DeniedExistence {
  /** The first sentence that denies, as it is written. */
  readonly sentence: string;
  /** Whether nothing else of the answer claims anything of them, so that they are not mentioned. */
  readonly is_whole: boolean;
}

const SENTENCE_CHARACTERS_MAX = 600;
const SENTENCES_MAX = 50;
/** Stands for the name in the patterns. */
const NAME = '§';

const DENIALS = readPatterns('data/denials.tsv');
const HEDGES = readPatterns('data/hedges.tsv');

function readPatterns(file: string): ReadonlyMap<string, readonly RegExp[]> {
  const rows = readDataRows(import.meta.url, file);
  return new Map(
    [...Map.groupBy(rows, ([language = '']) => language)].map(([language, own]) => [
      language,
      own.map(([, source = '']) => new RegExp(source, 'u')),
    ]),
  );
}

/**
 * Whether an answer denies that somebody exists («I couldn’t find anything about Acme»), which is no mention.
 *
 * A denial is a clause about the name itself. The answer as a whole denies where all other sentences with the name only
 * ask back or suppose.
 *
 * @param names of one owner
 */
export function findDenial(
  text: AnswerText,
  names: readonly FoundName[],
  languages: readonly string[],
): DeniedExistence | null {
  const sentences = [...Map.groupBy(names, ({ sentence }) => sentence)]
    .flatMap(([sentence, found]) => (sentence === undefined ? [] : [{ sentence, found }]))
    .slice(0, SENTENCES_MAX);
  const denies = (one: string): boolean => matches(DENIALS, languages, one);
  const read = sentences.map(({ sentence, found }) => {
    const clause = writeClause(text.visible, sentence, found);
    return { sentence, isDenial: denies(clause), isHedge: matches(HEDGES, languages, clause) };
  });
  const first = read.find(({ isDenial }) => isDenial);
  if (first === undefined) return null;
  const { start, end } = first.sentence;
  return {
    sentence: text.text.slice(start, end).slice(0, SENTENCE_CHARACTERS_MAX),
    is_whole: read.every(({ isDenial, isHedge }) => isDenial || isHedge),
  };
}

function matches(
  patterns: ReadonlyMap<string, readonly RegExp[]>,
  languages: readonly string[],
  clause: string,
): boolean {
  return languages.some((language) => patterns.get(language)?.some((pattern) => pattern.test(clause)) === true);
}

/** A sentence in small letters with straight apostrophes and a sign in the place of the name. */
function writeClause(visible: string, { start, end }: Sentence, names: readonly FoundName[]): string {
  let clause = '';
  let at = start;
  for (const name of names) {
    clause += visible.slice(at, name.start) + (isPossessive(visible, name) ? 'its' : NAME);
    at = name.end;
  }
  return (clause + visible.slice(at, end))
    .toLowerCase()
    .replaceAll(/[’‘ʼ]/g, "'")
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[*_]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, SENTENCE_CHARACTERS_MAX);
}

/** What belongs to somebody is not them: «no information about Acme’s prices». */
function isPossessive(visible: string, { written, is_inflected, end }: FoundName): boolean {
  return is_inflected && /s$/i.test(written) && /^ \p{L}/u.test(visible.slice(end, end + 2));
}
