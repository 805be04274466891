import type { Page } from './pages.ts';

/** What is known of a page in the results of one search, or of all. */
interface Shown {
  readonly impressions: number | null;
  readonly position: number | null;
}

/** A page with a smaller share of a query's impressions is shown by chance. */
const IMPRESSION_SHARE_MIN = 0.08;
const POSITIONS_APART_MAX = 20;

export function areBothShown(one: Shown, other: Shown): boolean {
  const [here, there] = [one.impressions, other.impressions];
  if (here !== null && there !== null && Math.min(here, there) < IMPRESSION_SHARE_MIN * (here + there)) return false;
  return areNear(one, other, POSITIONS_APART_MAX);
}

/** Two pages are level for a search when the one with fewer impressions has a quarter of them, at most ten places away. */
const LEVEL_SHARE = 0.25;
const LEVEL_POSITIONS = 10;
/** Fewer impressions than this are chance (formulas 4.10). */
const LEVEL_IMPRESSIONS = 30;
/** Without figures for each search, those of the pages decide where this share of the searches is shared. */
const LEVEL_QUERIES = 0.3;

/** Searches without the brand that both pages are shown for about as often and as high. */
export function countContested(
  one: Page,
  other: Page,
  shared: { readonly count: number; readonly share: number },
): number {
  if (shared.count === 0) return 0;
  const pairs = [...(one.queries ?? [])].flatMap(([key, mine]) => {
    const theirs = other.queries?.get(key);
    return theirs === undefined || mine.branded || !areBothShown(mine, theirs) ? [] : [{ mine, theirs }];
  });
  const measured = pairs.filter(({ mine, theirs }) => mine.impressions !== null && theirs.impressions !== null);
  if (measured.length > 0) return measured.filter(({ mine, theirs }) => areLevel(mine, theirs)).length;
  return shared.share >= LEVEL_QUERIES && areLevel(readWhole(one), readWhole(other)) ? pairs.length : 0;
}

function readWhole({ impressions, avg_position: position }: Page): Shown {
  return { impressions, position };
}

function areLevel(one: Shown, other: Shown): boolean {
  if (one.impressions === null || other.impressions === null) return false;
  const total = one.impressions + other.impressions;
  if (total < LEVEL_IMPRESSIONS || Math.min(one.impressions, other.impressions) < LEVEL_SHARE * total) return false;
  return areNear(one, other, LEVEL_POSITIONS);
}

function areNear(one: Shown, other: Shown, places: number): boolean {
  return one.position === null || other.position === null || Math.abs(one.position - other.position) <= places;
}
