import { compareText } from '../../../text/normalize.ts';
import { readAddressLanguage } from '../../../text/address.ts';
import { findPurpose } from '../../../text/purpose.ts';
import type { AskedKeyword } from './asked.ts';
import type { Fit } from './fit.ts';
import type { MatchLevel } from './match.ts';
import type { MapPage } from './pages.ts';
import type { PageLoad, Risk } from './report.ts';

/** A keyword with the page it goes to and the others that came into question. */
export interface Placed {
  readonly keyword: AskedKeyword;
  readonly best: Fit | undefined;
  readonly level: MatchLevel;
  readonly others: readonly { readonly fit: Fit; readonly level: MatchLevel }[];
}

/** Points within which two pages are after the same keyword: less than one word's difference in a title. */
const CLOSE = 8;
const VERY_CLOSE = 3;
/** A page of which the keyword is a much smaller part is a child of the other, not a rival. */
const FOCUS_APART = 0.15;
const RIVALS_MAX = 5;

/** Keywords that two or more pages are after, by the set of pages. */
export function risksOf(placed: readonly Placed[]): Risk[] {
  const bySet = new Map<string, { pages: Fit[]; keywords: string[]; close: boolean; claimed: boolean }>();
  for (const { keyword, best, level, others } of placed) {
    if (best === undefined || level === 'none') continue;
    const rivals = others.filter(({ fit, level: match }) => isRival(best, level, fit, match)).slice(0, RIVALS_MAX);
    if (rivals.length === 0) continue;
    const pages = [best, ...rivals.map(({ fit }) => fit)];
    const name = pages
      .map(({ page }) => page.url)
      .sort(compareText)
      .join('\n');
    const close = rivals.some(({ fit }) => best.raw - fit.raw <= VERY_CLOSE);
    const claimed = pages.filter(({ targets }) => targets).length > 1;
    const known = bySet.get(name);
    if (known === undefined) bySet.set(name, { pages, keywords: [keyword.text], close, claimed });
    else {
      known.keywords.push(keyword.text);
      known.close ||= close;
      known.claimed ||= claimed;
    }
  }
  return [...bySet.values()].map(toRisk).sort(bySeverity);
}

function isRival(best: Fit, level: MatchLevel, other: Fit, match: MatchLevel): boolean {
  if (best.targets && other.targets) return !inOtherLanguage(best.page, other.page);
  if (level === 'weak' || (match !== 'strong' && match !== 'medium')) return false;
  if (Math.abs(best.raw - other.raw) > CLOSE || Math.abs(best.focus - other.focus) > FOCUS_APART) return false;
  if (findPurpose(best.page.type.value) !== findPurpose(other.page.type.value)) return false;
  return !inOtherLanguage(best.page, other.page);
}

/** Versions of a page in several languages answer searches in several languages. */
function inOtherLanguage(one: MapPage, other: MapPage): boolean {
  return readAddressLanguage(one.url) !== readAddressLanguage(other.url);
}

function toRisk(set: { pages: Fit[]; keywords: string[]; close: boolean; claimed: boolean }): Risk {
  const keywords = set.keywords.toSorted(compareText);
  const [first] = set.pages;
  const count = set.pages.length === 2 ? 'Both' : `All ${set.pages.length}`;
  return {
    pages: set.pages.map(({ page, score }) => ({ url: page.url, title: page.title, score })),
    keywords,
    severity: set.claimed || (set.close && keywords.length > 1) ? 'high' : set.close ? 'medium' : 'low',
    why: set.claimed
      ? `${count} pages name "${keywords[0] ?? ''}" among their current keywords.`
      : `${count} pages answer "${keywords[0] ?? ''}" about equally well.`,
    recommendation: `Keep ${first?.page.url ?? ''} for ${keywords.length === 1 ? 'it' : 'them'}; give the other a subject of its own, or merge it into this one.`,
  };
}

function bySeverity(one: Risk, other: Risk): number {
  const order = { high: 0, medium: 1, low: 2 } as const;
  return (
    order[one.severity] - order[other.severity] ||
    other.keywords.length - one.keywords.length ||
    compareText(one.pages.map(({ url }) => url).join('\n'), other.pages.map(({ url }) => url).join('\n'))
  );
}

/** More keywords than this, and a page can no longer be about all of them. */
const HEAVY_MIN = 15;

/** What each page was given to answer. */
export function pageLoads(pages: readonly MapPage[], mapped: readonly Placed[], weak: readonly Placed[]): PageLoad[] {
  return pages.map((page) => {
    const own = mapped.filter(({ best }) => best?.page === page);
    const weakCount = weak.filter(({ best }) => best?.page === page).length;
    const purposes = new Set(
      own
        .filter(({ keyword }) => keyword.wanted.confidence > 0.4)
        .map(({ keyword }) => findPurpose(keyword.wanted.value)),
    );
    const torn = purposes.has('inform') && (purposes.has('sell') || purposes.has('price'));
    const heavy = torn || own.length > HEAVY_MIN;
    return {
      url: page.url,
      title: page.title,
      page_type: page.type.value,
      keyword_count: own.length,
      weak_count: weakCount,
      primary_keyword: primaryOf(own)?.keyword.text ?? null,
      keywords: own.map(({ keyword }) => keyword.text),
      load: own.length === 0 ? 'none' : heavy ? 'heavy' : 'fitting',
      note: noteOf(own.length, torn, weakCount),
    };
  });
}

/** Points within which the keyword that a page names itself stays its first one. */
const OWN_WORD_LEAD = 5;

function primaryOf(own: readonly Placed[]): Placed | undefined {
  const [first] = own;
  const named = own.find(({ best }) => best?.targets === true);
  return (named?.best?.score ?? 0) + OWN_WORD_LEAD >= (first?.best?.score ?? 0) ? (named ?? first) : first;
}

function noteOf(count: number, torn: boolean, weak: number): string {
  if (count === 0)
    return weak === 0
      ? 'None of these keywords is for this page.'
      : 'It only touches keywords that it cannot answer yet.';
  if (torn) return 'It is to inform and to sell at once: give one of the two a page of its own.';
  if (count > HEAVY_MIN)
    return `${count} keywords are more than one page can be about: look for a second page among them.`;
  return 'Its keywords belong together.';
}
