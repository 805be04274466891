import type { RankedKeyword } from '../ports/rankings.ts';

/**
 * A keyword with the figures of its page alone.
 *
 * A console counts a keyword over all pages of a site that show for it, and its mean position is a mean over them: what is
 * said of the page has to be true of the page. A rank on a result page is the page's own already; so are figures where no
 * other page shows. Where the page was not counted by itself, its figures are unknown.
 */
export function narrowToPage(row: RankedKeyword): RankedKeyword {
  const { measured, others, position_kind, url, url_figures: own } = row;
  if (position_kind !== 'average' || measured === null || url === null || others.length === 0) return row;
  return { ...row, position: own?.position ?? null, measured: own?.measured ?? null };
}
