import type { Level } from '../../../kernel/level.ts';
import { compareText } from '../../../text/normalize.ts';
import { readKeyword } from '../../../text/keyword.ts';
import { compareSubjects, readSubject, buildSearchKey, type Subject } from '../../../text/subject.ts';
import { type Ground, findGrounds, type Overlap, measureOverlap, type Sensitivity } from './overlap.ts';
import type { Page } from './pages.ts';
import { needsCanonical, type Standing } from './standing.ts';

export interface Conflict {
  readonly one: Page;
  readonly other: Page;
  readonly overlap: Overlap;
  readonly grounds: readonly (Ground | 'version')[];
  readonly severity: Level;
  readonly focus: readonly string[];
}

/** The conflicts of each page by the page that it competes with. */
export type Rivals = ReadonlyMap<Page, ReadonlyMap<Page, Conflict>>;

/** Of two conflicts of one pair the first counts, which is the more severe. */
export function listRivals(conflicts: readonly Conflict[]): Rivals {
  const rivals = new Map<Page, Map<Page, Conflict>>();
  for (const conflict of conflicts) {
    const { one, other } = conflict;
    for (const [page, rival] of [
      [one, other],
      [other, one],
    ] as const) {
      const known = rivals.get(page) ?? new Map<Page, Conflict>();
      if (!known.has(rival)) known.set(rival, conflict);
      rivals.set(page, known);
    }
  }
  return rivals;
}

/** Words that appear on more pages than this say what a site is about, not what a page is. */
const POSTING_MAX = 400;

/** Every pair of pages that compete for the same searches, the most severe first. */
export function findConflicts(
  pages: readonly Page[],
  standings: ReadonlyMap<Page, Standing>,
  focus: readonly FocusKeyword[],
  sensitivity: Sensitivity,
): Conflict[] {
  const conflicts: Conflict[] = [];
  const add = (one: Page, other: Page, overlap: Overlap, grounds: readonly (Ground | 'version')[]): void => {
    const concerned = focus.filter((wanted) => isAbout(wanted, one) && isAbout(wanted, other)).map(({ text }) => text);
    conflicts.push({
      one,
      other,
      overlap,
      grounds,
      focus: concerned,
      severity: judgeSeverity(one, other, overlap, { grounds, focus: concerned.length > 0 }),
    });
  };
  const competing = pages.filter((page) => standings.get(page)?.status === 'competes');
  for (const [one, other] of pairCandidates(competing)) {
    // Language versions answer searches in other languages.
    if (one.address_language !== other.address_language) continue;
    const overlap = measureOverlap(one, other);
    const grounds = findGrounds(overlap, sensitivity);
    if (grounds.length > 0) add(one, other, overlap, grounds);
  }
  for (const [page, standing] of standings) {
    const head = standing.of;
    if (head === undefined || !needsCanonical(standing) || standings.get(head)?.status !== 'competes') continue;
    add(head, page, measureOverlap(head, page), ['version']);
  }
  return conflicts.sort(compareSeverity);
}

function pairCandidates(pages: readonly Page[]): [Page, Page][] {
  const postings = new Map<string, number[]>();
  for (const [at, page] of pages.entries()) {
    for (const name of listTraits(page)) {
      const posting = postings.get(name);
      if (posting === undefined) postings.set(name, [at]);
      else posting.push(at);
    }
  }
  const pairs = new Set<number>();
  for (const posting of postings.values()) {
    const bounded = posting.slice(0, POSTING_MAX);
    for (const [place, one] of bounded.entries())
      for (const other of bounded.slice(place + 1)) pairs.add(one * pages.length + other);
  }
  return [...pairs]
    .sort((a, b) => a - b)
    .flatMap((pair): [Page, Page][] => {
      const [one, other] = [pages[Math.floor(pair / pages.length)], pages[pair % pages.length]];
      return one === undefined || other === undefined ? [] : [[one, other]];
    });
}

/** What two pages have to have in common before they are compared. */
function listTraits(page: Page): ReadonlySet<string> {
  const traits = new Set<string>();
  for (const term of page.titled.whole.about.keys()) traits.add(`about ${term}`);
  for (const term of page.primary?.about.keys() ?? []) traits.add(`about ${term}`);
  for (const key of page.declared.keys()) traits.add(`keyword ${key}`);
  for (const key of page.queries?.keys() ?? []) traits.add(`query ${key}`);
  if (page.titled.whole.about.size === 0 && page.purpose !== undefined) traits.add(`purpose ${page.purpose}`);
  return traits;
}

/** A keyword that matters most to the caller. */
export interface FocusKeyword {
  readonly text: string;
  readonly key: string;
  readonly subject: Subject;
}

export function readFocus(keywords: readonly string[] = []): FocusKeyword[] {
  const readings = keywords.map((text) => readKeyword(text)).filter(({ key }) => key !== '');
  const focus = readings
    .map(({ text, language }) => ({
      text,
      key: buildSearchKey(text, language),
      subject: readSubject(text, language, ''),
    }))
    .sort((one, other) => compareText(other.text, one.text));
  return [...new Map(focus.map((one) => [one.key, one])).values()].reverse();
}

export function isAbout({ key, subject }: FocusKeyword, page: Page): boolean {
  if (page.declared.has(key) || page.queries?.has(key) === true) return true;
  return [page.titled.whole, page.primary].some((each) => each !== undefined && answersSearch(subject, each));
}

/** Whether a page of a subject answers a search: it has every word of it, and no significant word beyond it. */
function answersSearch(wanted: Subject, page: Subject): boolean {
  if (wanted.about.size === 0) return false;
  // A comparison of a thing or a guide to it answers another search than the thing itself.
  if (page.purpose !== undefined && page.purpose !== 'sell' && page.purpose !== wanted.purpose) return false;
  const { only_one: lacking, only_other: beyond } = compareSubjects(wanted, page);
  return lacking.length + beyond.length === 0 && [...wanted.about.keys()].every((term) => page.about.has(term));
}

const HIGH = 75;
const MEDIUM = 50;
/** A page with less of the pair's impressions takes little from the other. */
const SHARE_SMALL = 0.05;
const LEVELS = ['low', 'medium', 'high'] as const;

/** By the overlap; one level up when a focus keyword is affected, one down when one page is hardly ever shown. */
function judgeSeverity(
  one: Page,
  other: Page,
  overlap: Overlap,
  case_: { readonly grounds: readonly string[]; readonly focus: boolean },
): Level {
  if (case_.grounds[0] === 'version') return case_.focus ? 'high' : 'medium';
  const band = overlap.score >= HIGH ? 2 : Number(overlap.score >= MEDIUM);
  const claimed = overlap.same_primary || overlap.primary_shared.length > 0 || overlap.contested > 0;
  const base = claimed ? Math.max(band, 1) : band;
  const level = base + Number(case_.focus) - Number(isHardlyShown(one, other));
  return LEVELS[Math.max(0, Math.min(2, level))] ?? 'low';
}

function isHardlyShown({ impressions: mine }: Page, { impressions: theirs }: Page): boolean {
  if (mine === null || theirs === null || mine + theirs === 0) return false;
  return Math.min(mine, theirs) < SHARE_SMALL * (mine + theirs);
}

function compareSeverity(one: Conflict, other: Conflict): number {
  return (
    LEVELS.indexOf(other.severity) - LEVELS.indexOf(one.severity) ||
    other.overlap.score - one.overlap.score ||
    compareText(one.one.key, other.one.key) ||
    compareText(one.other.key, other.other.key)
  );
}
