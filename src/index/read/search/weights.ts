import { type Sql, sql } from '../../database/sql.ts';

/** BM25's length normalisation at its customary value. */
const LENGTH_SHARE = 0.75;

/** What one occurrence in a field weighs against one in the body. */
const TITLE_WEIGHT = 5;
const HEADING_WEIGHT = 2;
const URL_WEIGHT = 2;

/** What a row of postings weighs in a document, by the mean length of documents in words. */
export function postingWeight(mean: number): Sql {
  return sql`body / (${1 - LENGTH_SHARE} + ${LENGTH_SHARE} * if(size = 0, 1, (exp2(size / 16) - 1) / ${Math.max(1, mean)}))
    + ${TITLE_WEIGHT} * title + ${HEADING_WEIGHT} * heading + ${URL_WEIGHT} * url`;
}

/** The same of a row that was read. */
export function weighPosting(
  { body, title, heading, url, size }: Readonly<Record<'body' | 'title' | 'heading' | 'url' | 'size', number>>,
  mean: number,
): number {
  const length = size === 0 ? 1 : (2 ** (size / 16) - 1) / Math.max(1, mean);
  return (
    body / (1 - LENGTH_SHARE + LENGTH_SHARE * length) +
    TITLE_WEIGHT * title +
    HEADING_WEIGHT * heading +
    URL_WEIGHT * url
  );
}
