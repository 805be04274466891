import { z } from 'zod';

import { type IndexDatabase, readNumber } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { postingWeight } from '../read/search/weights.ts';
import { BOUNDED, type Derivation } from './scratch.ts';

/** Rarer words are read whole in a few milliseconds. */
const COMMON_DOCUMENTS_MIN = 20_000;
/** Many times what a search looks at closely, so that documents with several common words are among them. */
const LEADERS = 5000;
/** Postings that one statement sorts. */
const BATCH_POSTINGS = 2_000_000;
const COMMON_TERMS_MAX = 50_000;

const CommonTerm = z.object({ term: z.string(), documents: z.int() });

/**
 * Copies, of each word that many documents have, the postings that weigh most. A search for common words begins there, so that
 * what it reads does not grow with the index.
 */
export async function writeLeaders(
  database: IndexDatabase,
  { version }: Derivation,
  commonMin: number = COMMON_DOCUMENTS_MIN,
): Promise<void> {
  await database.run(sql`INSERT INTO common_terms SELECT ${version} AS version, term, count() AS documents FROM postings GROUP BY term
    HAVING documents >= ${commonMin} ORDER BY documents DESC, term LIMIT ${COMMON_TERMS_MAX} ${BOUNDED}, optimize_aggregation_in_order = 1`);
  const common = await database.rows(
    CommonTerm,
    sql`SELECT term, documents FROM common_terms WHERE version = ${version} ORDER BY term`,
  );
  if (common.length === 0) return;
  const length_mean = await readNumber(database, sql`SELECT ifNotFinite(avgIf(length, indexable), 0) FROM page_states`);
  const batches = Map.groupBy(common, batchOf());
  for (const batch of batches.values())
    await database.run(sql`INSERT INTO leading_postings SELECT ${version} AS version, term, document, body, title, heading, url, size, beside
      FROM postings FINAL WHERE term IN ${batch.map(({ term }) => term)}
        AND document IN (SELECT document FROM page_states WHERE indexable)
      ORDER BY term, ${postingWeight(length_mean)} DESC, document LIMIT ${LEADERS} BY term ${BOUNDED}`);
}

/** The number of the batch of each word in turn. */
function batchOf(): (term: z.infer<typeof CommonTerm>) => number {
  let sum = 0;
  return ({ documents }) => {
    sum += documents;
    return Math.floor(sum / BATCH_POSTINGS);
  };
}
