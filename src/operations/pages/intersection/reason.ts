import type { PageKeyword } from './report.ts';

type Judged = Pick<PageKeyword, 'pages' | 'best_page' | 'first_page_rank' | 'traffic_gap' | 'traffic_gap_evidence'>;

/** The figures behind the score. @param isGap the pages that are left out are those that could win */
export function explainKeyword(row: Judged, isGap: boolean): string {
  const { pages, best_page, first_page_rank } = row;
  const ranks = pages.flatMap(({ rank }) => rank ?? []);
  const best = ranks.length === 0 ? '–' : Math.min(...ranks);
  if (isGap)
    return `${best_page ?? 'A page'} ranks at position ${best}, and none of the excluded pages does${describeGap(row)}.`;
  if (pages.length === 1) return `It ranks at position ${first_page_rank ?? '–'}.`;
  if (first_page_rank === null)
    return `The first page does not rank, and ${best_page ?? 'another'} ranks at position ${best}${describeGap(row)}.`;
  if (ranks.length === 1) return `Only the first page ranks, at position ${first_page_rank}.`;
  return best_page === pages[0]?.page
    ? `The first page ranks best, at position ${first_page_rank}.`
    : `The first page ranks at position ${first_page_rank}, and ${best_page ?? 'another'} at ${best}${describeGap(row)}.`;
}

function describeGap({ traffic_gap, traffic_gap_evidence: gap }: Judged): string {
  if (gap === null || traffic_gap === null || traffic_gap <= 0) return '';
  const bounds = gap.low === null || gap.high === null ? '' : ` (${format(gap.low)}–${format(gap.high)})`;
  const about = gap.source === 'measured' ? '' : 'about ';
  return `, with ${about}${format(traffic_gap)}${bounds} more clicks a month`;
}

function format(clicks: number): string {
  return Math.round(clicks).toLocaleString('en-US');
}
