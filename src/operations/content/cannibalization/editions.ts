import type { Conflict } from './conflicts.ts';
import { groupConnected } from './groups.ts';
import { haveOneMainQuery, hasOneSubject } from './pairs.ts';
import type { Page } from './pages.ts';

/** With this many times the clicks, the newest dated URL is kept and not the one without a year. */
const FAR_AHEAD = 10;

/**
 * Which page replaces each older edition of a text: `best CRM 2024` gives way to `best CRM 2026`.
 *
 * The newest year wins. A URL without a year can be kept up to date, so it wins over a dated one, unless its title names
 * an older year and it has no more clicks, or the newest dated one has several times its clicks.
 */
export function findEditions(conflicts: readonly Conflict[], rank: ReadonlyMap<Page, number>): ReadonlyMap<Page, Page> {
  const editions = conflicts.filter(areEditions);
  const newer = new Map<Page, Page>();
  for (const group of groupConnected(editions)) {
    const pages = [...new Set(group.flatMap(({ one, other }) => [one, other]))].sort(
      (one, other) => (rank.get(one) ?? 0) - (rank.get(other) ?? 0),
    );
    const winner = pickEdition(pages);
    if (winner === undefined) continue;
    for (const page of pages) if (page !== winner && isReplaced(page, winner)) newer.set(page, winner);
  }
  return newer;
}

function areEditions(conflict: Conflict): boolean {
  const { one, other, overlap, grounds } = conflict;
  // A variant goes where the page goes that it is one of, whatever its title says.
  if (grounds.includes('version')) return false;
  if (overlap.other_version || overlap.intent < 0.8) return false;
  if (!hasOneSubject(conflict) && !areShownAlike(conflict)) return false;
  if (one.year !== null && other.year !== null)
    return one.year !== other.year || one.dated_address !== other.dated_address;
  return one.dated_address !== other.dated_address;
}

/** `Best e-bikes of 2026` and `Top electric bicycles 2024`: texts of two years that one search brings up, whatever their words. */
function areShownAlike({ one, other, overlap }: Conflict): boolean {
  const areDated = one.year !== null && other.year !== null && one.year !== other.year;
  return areDated && overlap.places === 'same' && one.purpose === other.purpose && haveOneMainQuery(one, other);
}

function pickEdition(pages: readonly Page[]): Page | undefined {
  const newestYear = Math.max(...pages.map(({ year }) => year ?? 0));
  const newest = pages.find(({ year }) => (year ?? 0) === newestYear);
  const undated = pages.find(({ dated_address: isDated }) => !isDated);
  if (newest === undefined || undated === undefined) return newest;
  return newest.dated_address && isOutlasting(undated, newest) ? undated : newest;
}

/** Whether a URL without a year is kept rather than the newest dated one. */
function isOutlasting(undated: Page, newest: Page): boolean {
  const [mine, theirs] = [undated.clicks ?? 0, newest.clicks ?? 0];
  if (undated.year !== null && undated.year < (newest.year ?? 0)) return mine > theirs;
  return undated.clicks === null || theirs < FAR_AHEAD * Math.max(1, mine);
}

/** Only what is an edition is replaced: a page without any year is one only beside a dated URL that wins. */
function isReplaced(page: Page, winner: Page): boolean {
  return page.year !== null || page.dated_address || winner.dated_address;
}
