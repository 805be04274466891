import { z } from 'zod';

import { withoutAccents } from '../../../text/search-terms.ts';
import { stem } from '../../../text/stems.ts';
import { tokenize } from '../../../web/words.ts';
import type { IndexDatabase } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import type { Term } from './terms.ts';

/** Characters from which on a word may be wrong in one of them, and in two. */
const ONE_WRONG_FROM = 4;
const TWO_WRONG_FROM = 8;
/** A word with digits is a name or a number, which has no neighbours. */
const WORD = /^\p{L}+$/u;
/** Documents whose words are looked through for the spelling behind a stem. */
const DOCUMENTS_MAX = 5;
const TEXT_CHARACTERS = 20_000;

/** A word that no document has, and the word of the index that comes nearest. */
export interface Correction {
  readonly term: Term;
  readonly word: string;
}

const Neighbour = z.object({ term: z.string() });

/** The nearest word of the index by edit distance, and of equally near ones the commonest; undefined where none is near. */
export async function correctTerm(
  database: IndexDatabase,
  term: Term,
  language: string,
  signal: AbortSignal,
): Promise<Correction | undefined> {
  const stemmed = stem(term.word, language);
  const size = charactersOf(stemmed);
  const wrong = charactersOf(term.word) >= TWO_WRONG_FROM ? 2 : 1;
  if (size < ONE_WRONG_FROM || !WORD.test(term.word)) return undefined;
  const [nearest] = await database.rows(
    Neighbour,
    sql`SELECT term FROM vocabulary WHERE version = (SELECT max(version) FROM rebuilds)
        AND size BETWEEN ${size - wrong} AND ${size + wrong} AND least(editDistanceUTF8(term, ${stemmed}), damerauLevenshteinDistance(term, ${stemmed})) <= ${wrong}
      ORDER BY least(editDistanceUTF8(term, ${stemmed}), damerauLevenshteinDistance(term, ${stemmed})), documents DESC, term LIMIT 1`,
    signal,
  );
  if (nearest === undefined) return undefined;
  const word = await spellTerm(database, nearest.term, signal);
  return word === undefined ? undefined : { term, word };
}

/** As the engine counts them. */
function charactersOf(text: string): number {
  return Array.from(text).length;
}

const Sample = z.object({ title: z.string(), language: z.string(), text: z.string() });

/** The commonest spelling of a stem in some documents that have it. */
async function spellTerm(database: IndexDatabase, term: string, signal: AbortSignal): Promise<string | undefined> {
  const samples = await database.rows(
    Sample,
    sql`SELECT title, toString(language) AS language, substringUTF8(text, 1, ${TEXT_CHARACTERS}) AS text FROM documents WHERE document IN (
      SELECT document FROM postings WHERE term = ${term} ORDER BY title DESC, document LIMIT ${DOCUMENTS_MAX}) ORDER BY document`,
    signal,
  );
  const counts = new Map<string, number>();
  for (const { title, language, text } of samples)
    for (const word of tokenize(`${title}\n${text}`))
      if (isOf(stem(word, language), term)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

/** Terms are also listed without their accents. */
function isOf(stemmed: string, term: string): boolean {
  return stemmed === term || withoutAccents(stemmed) === term;
}
