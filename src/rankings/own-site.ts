import { inline } from '../kernel/markdown.ts';
import type { ClickRatesQuery, RankedKeywordsQuery, RankingMarket } from '../ports/rankings.ts';
import type { SourceNote } from '../ports/source.ts';
import type { Ports } from '../ports/sources.ts';
import { joinWords } from '../kernel/grammar.ts';
import { guessLanguages } from '../text/language.ts';
import { parseTarget, type Target } from '../web/target.ts';
import { isWithin, ownerDomain } from '../web/url.ts';
import { chooseSearchLanguage } from './search-language.ts';
import { readTargetBrand } from './target-brand.ts';

/** A site of the caller's that a console knows, where the question needs more than the console tells. */
export interface OwnSite {
  readonly host: string;
  /** As people call it: `Search Console`. */
  readonly console: string;
  /** What brings it most clicks, searches for its name left out; at most ten. */
  readonly keywords: readonly string[];
  /** What these searches are looked up with. */
  readonly market: { readonly language: string; readonly location_code?: number };
}

const KEYWORDS_MAX = 10;
const CONSOLES: ReadonlyMap<string, string> = new Map([
  ['google', 'Search Console'],
  ['bing', 'Bing Webmaster Tools'],
]);
const CONSOLE_SOURCES: ReadonlySet<string> = new Set(['search-console', 'bing-webmaster']);

/**
 * The first of some targets whose site the caller's own console data knows; null where there is no such data.
 *
 * Both questions are answered from the store, which costs nothing.
 */
export async function readOwnSite(
  port: Pick<Ports['rankings'], 'clickRates' | 'keywords'>,
  targets: readonly Target[],
  market: RankingMarket,
): Promise<OwnSite | null> {
  const sites = new Set(targets.map(({ host }) => ownerDomain(host) ?? host));
  for (const site of sites) {
    const found = await readSite(port, parseTarget(site), market);
    if (found !== null) return found;
  }
  return null;
}

/** An answer, and the caller's own site where no source knew the targets but its console data do. */
interface CoveredAnswer<Report> {
  readonly report: Report;
  readonly own: OwnSite | null;
}

/** An answer that knows nothing of its targets says that it is not covered, where the caller's own console data know a site of them. */
export async function coverOwnSite<Report extends { readonly state: string }>(
  report: Report,
  port: Pick<Ports['rankings'], 'clickRates' | 'keywords'>,
  targets: readonly Target[],
  market: RankingMarket,
): Promise<CoveredAnswer<Report>> {
  if (report.state !== 'unknown_target') return { report, own: null };
  const own = await readOwnSite(port, targets, market);
  return own === null ? { report, own } : { report: { ...report, state: 'not_covered' as const }, own };
}

async function readSite(
  port: Pick<Ports['rankings'], 'clickRates' | 'keywords'>,
  site: Target,
  market: RankingMarket,
): Promise<OwnSite | null> {
  const { location, is_any_place, language } = market;
  const asked: ClickRatesQuery = { target: site.value, location, is_any_place, brand_letters: [] };
  if ((await port.clickRates(asked)) === null) return null;
  const query: RankedKeywordsQuery = {
    location,
    is_any_place,
    language,
    target: site.value,
    limit: KEYWORDS_MAX,
    max_position: 100,
    include_lost: false,
    order: 'traffic',
    volume_min: 0,
  };
  const { items, window } = await port.keywords(query);
  const { isBranded } = readTargetBrand(site, null);
  const name = readLetters(site.domain.split('.')[0] ?? '');
  const keywords = items
    .map(({ keyword }) => keyword)
    .filter((keyword) => isBranded(keyword) !== true && readLetters(keyword) !== name);
  const place = is_any_place ? {} : { location_code: location.code };
  return {
    host: site.host,
    console: CONSOLES.get(window?.engine ?? 'google') ?? 'Search Console',
    keywords,
    market: { language: chooseSearchLanguage(guessLanguages(keywords, language).each, language), ...place },
  };
}

/** A name that is also a word is a brand to whoever types it alone. */
function readLetters(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** Says of sources that know something, but not what was asked, that they do not cover the question: where the answer says so. */
export function restateSource(note: SourceNote): SourceNote {
  if (note.capability !== 'rankings' || note.status !== 'answered') return note;
  const why = CONSOLE_SOURCES.has(note.source)
    ? 'Has figures for this site, but not the ones this question needs.'
    : `${note.note} Not enough to answer the question.`.trim();
  return { ...note, status: 'not_covered', coverage: 'none', measure: null, note: why };
}

/** The keywords of a whole site, where a part of it is not covered. */
export function callForSite({ host, market }: OwnSite) {
  return {
    operation: 'domain.ranked-keywords',
    body: { target: host, ...market },
    reason: `Lists the keywords of ${host}, all of its pages together.`,
  };
}

const CALLS_MAX = 3;

/** Look-ups of the site's own biggest searches: they show who ranks beside it. */
export function callsForOwnKeywords({ host, keywords, market }: OwnSite) {
  return keywords.slice(0, CALLS_MAX).map((keyword) => ({
    operation: 'analyze.serp',
    body: { keyword, ...market },
    reason: `Shows who else ranks for ${quote(keyword)}, which brings ${host} clicks, and stores the result page.`,
  }));
}

/** Result pages of the site's own searches, as the first step of a plan. */
export function draftLookUps({ host, console, keywords }: OwnSite) {
  const names = joinWords(keywords.slice(0, CALLS_MAX).map((keyword) => quote(keyword)));
  return {
    action:
      names === ''
        ? `Look up result pages for the main keywords of ${host} with analyze.serp, or track them every day.`
        : `Look up result pages for the biggest keywords of ${host}: ${names}.`,
    why: 'Each stored result page shows every site that ranks for the search.',
    evidence: [`${console} has figures for ${host}`, 'coverage: none'],
    owner_hint: 'SEO',
  };
}

/** How to get figures that a table of Search Console does not have. */
export const CONNECT_CONSOLE = {
  action: 'Connect the Search Console API, or import the BigQuery export.',
  why: 'Both tell which page ranks for which keyword, day by day; a table export lists keywords and pages separately, for one period.',
  evidence: ['coverage: none'],
  owner_hint: 'SEO',
} as const;

function quote(keyword: string): string {
  return `“${inline(keyword, 60)}”`;
}

/** Whether an address or pattern belongs to the site. */
export function isOwn({ host }: OwnSite, address: string): boolean {
  return isWithin(parseTarget(address.replaceAll('*', '')).host, host);
}
