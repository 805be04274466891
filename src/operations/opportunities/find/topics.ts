import type { RankedKeyword } from '../../../ports/rankings.ts';
import { readKeyword } from '../../../text/keyword.ts';
import { compareText } from '../../../text/normalize.ts';
import { keywordSimilarity } from '../../../text/similarity.ts';

interface ReadRow {
  readonly row: RankedKeyword;
  /** '' where the words do not tell. */
  readonly language: string;
}

/** Two searches so alike are answered by one page. */
const ONE_PAGE = 0.5;

/**
 * Topics of the keywords whose page the source does not tell, by keyword: the most shown search of those that one page can
 * answer.
 *
 * Each keyword, most shown first, joins the first topic that it is alike enough to, else it begins one.
 */
export function nameTopics(rows: readonly ReadRow[]): ReadonlyMap<string, string> {
  const heads: { readonly keyword: string; readonly reading: ReturnType<typeof readKeyword> }[] = [];
  const topics = new Map<string, string>();
  const unplaced = rows
    .filter(({ row }) => row.url === null)
    .toSorted((one, other) => countSeen(other) - countSeen(one) || compareText(one.row.keyword, other.row.keyword));
  for (const { row, language } of unplaced) {
    const reading = readKeyword(row.keyword, language);
    const head = heads.find((each) => keywordSimilarity(each.reading, reading) >= ONE_PAGE);
    if (head === undefined) heads.push({ keyword: row.keyword, reading });
    topics.set(row.keyword, head?.keyword ?? row.keyword);
  }
  return topics;
}

function countSeen({ row: { measured } }: ReadRow): number {
  return Math.max(measured?.impressions ?? 0, measured?.previous_impressions ?? 0);
}
