import type { RankedKeyword } from '../ports/rankings.ts';

/** Sources name no more pages of one keyword beside the first; there may be others behind them. */
const OTHERS_MAX = 5;

/**
 * A keyword with the figures of its page alone.
 *
 * A console counts a keyword over all pages of a site that show for it, and its mean position is a mean over them. What
 * the other pages have is taken out, so that what is said of the page is true of the page. What was counted before is
 * known of all pages together alone, so it is left out. A rank on a result page is the page's own already; so are figures
 * where no other page shows. Where not all of the other pages are known, neither are the figures of this one.
 */
export function narrowToPage(row: RankedKeyword): RankedKeyword {
  const { measured, others, position, position_kind, url } = row;
  if (position_kind !== 'average' || measured === null || position === null || url === null || others.length === 0)
    return row;
  const figures = { ...measured, ...NOTHING_BEFORE };
  const seen = sum(others.map(({ impressions }) => impressions));
  const clicked = sum(others.map(({ clicks }) => clicks));
  const impressions = measured.impressions - (seen ?? 0);
  if (others.length >= OTHERS_MAX || seen === null || clicked === null || impressions <= 0)
    return { ...row, position: null, measured: null };
  const places = sum(
    others.map((other) => (other.position === null ? null : other.position * (other.impressions ?? 0))),
  );
  return {
    ...row,
    position: places === null ? null : Math.max(1, (position * measured.impressions - places) / impressions),
    measured: { ...figures, impressions, clicks: Math.max(0, measured.clicks - clicked) },
  };
}

const NOTHING_BEFORE = {
  previous_clicks: null,
  previous_impressions: null,
  year_ago_clicks: null,
  year_ago_impressions: null,
};

function sum(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>((total, value) => (total === null || value === null ? null : total + value), 0);
}
