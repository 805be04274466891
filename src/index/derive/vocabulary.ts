import type { IndexDatabase } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { BOUNDED, type Derivation } from './scratch.ts';

/** A word on fewer documents may itself be a misspelling. */
const DOCUMENTS_MIN = 2;
/** Characters: shorter words have too many neighbours, and longer ones are no words. */
const TERM_MIN = 3;
const TERM_MAX = 30;

/**
 * Lists the words of the index for spelling. Postings lie by their words, so they are counted as they are
 * read; a reading that was repeated counts once.
 */
export async function writeVocabulary(database: IndexDatabase, { version }: Derivation): Promise<void> {
  await database.run(sql`INSERT INTO vocabulary SELECT ${version} AS version, toUInt8(lengthUTF8(term)) AS size, term, uniqCombined(document) AS documents
    FROM postings WHERE lengthUTF8(term) BETWEEN ${TERM_MIN} AND ${TERM_MAX} GROUP BY term HAVING documents >= ${DOCUMENTS_MIN}
    ${BOUNDED}, optimize_aggregation_in_order = 1`);
}
