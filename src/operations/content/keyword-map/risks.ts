import { agree, counted, quoteWords } from '../../../kernel/grammar.ts';
import { compareText } from '../../../text/normalize.ts';
import { readAddressLanguage } from '../../../text/address.ts';
import { choosePurpose, findPurpose } from '../../../text/purpose.ts';
import { compareSearchers, SAME_SEARCHERS, type Wanted } from '../../../text/searchers.ts';
import { compareTitles, isOne } from '../../../text/title-subject.ts';
import type { Fit, PlacedKeyword } from './fit.ts';
import type { MapPage } from './pages.ts';
import type { PageLoad, Risk } from './report.ts';

/** Points within which two pages compete for a keyword: less than one word's difference in a title. */
const CLOSE = 8;
/** A page of which the keyword is a much smaller part is a child of the other, not a rival. */
const FOCUS_APART = 0.15;
const RIVALS_MAX = 5;

interface RivalSet {
  readonly pages: Fit[];
  readonly keywords: string[];
  claimed: boolean;
}

/** Keywords that two or more pages compete for, by the set of pages, and pages of one subject beside those of a keyword. */
export function findRisks(placed: readonly PlacedKeyword[], pages: readonly MapPage[]): Risk[] {
  const bySet = new Map<string, RivalSet>();
  for (const { keyword, best, level, others } of placed) {
    if (best === undefined || level === 'none') continue;
    const rivals = others.filter((other) => isRival(best, other)).slice(0, RIVALS_MAX);
    if (rivals.length === 0) continue;
    const rivalPages = [best, ...rivals];
    const name = nameSet(rivalPages.map(({ page }) => page));
    const set = bySet.get(name) ?? { pages: rivalPages, keywords: [], claimed: false };
    set.keywords.push(keyword.text);
    set.claimed ||= rivalPages.filter(({ targets }) => targets).length > 1;
    bySet.set(name, set);
  }
  const seen = [...bySet.values()].map((set) => new Set(set.pages.map(({ page }) => page)));
  const beside = findTwins(placed, pages).filter(
    ({ page, twin }) => !seen.some((set) => set.has(page) && set.has(twin)),
  );
  return [...[...bySet.values()].map(toRisk), ...beside.map(toTwinRisk)].sort(compareSeverity);
}

function nameSet(pages: readonly MapPage[]): string {
  return pages
    .map(({ url }) => url)
    .sort(compareText)
    .join('\n');
}

/** A page that keywords go to, and another page whose title is about the same; a page below another is a part of it. */
interface Twins {
  readonly page: MapPage;
  readonly twin: MapPage;
  readonly placed: readonly PlacedKeyword[];
}

function findTwins(placed: readonly PlacedKeyword[], pages: readonly MapPage[]): Twins[] {
  const byPage = Map.groupBy(
    placed.filter(({ level }) => level === 'strong' || level === 'medium'),
    ({ best }) => best?.page,
  );
  const load = (page: MapPage): number => byPage.get(page)?.length ?? 0;
  // Many pages make tens of thousands of pairs, so each page is read once.
  const read = pages.map((page) => ({ page, language: readAddressLanguage(page.url), bare: stripEnd(page.url) }));
  return read.flatMap((one, at) =>
    read.slice(at + 1).flatMap((other) => {
      const [page, twin] = load(other.page) > load(one.page) ? [other.page, one.page] : [one.page, other.page];
      if (one.language !== other.language || load(page) === 0) return [];
      if (one.bare.startsWith(`${other.bare}/`) || other.bare.startsWith(`${one.bare}/`)) return [];
      return areTwins(page, twin) ? [{ page, twin, placed: byPage.get(page) ?? [] }] : [];
    }),
  );
}

function stripEnd(url: string): string {
  return url.replace(/[/?#]*$/, '');
}

/** Whether two titles are about one subject for the same searchers. */
function areTwins(one: MapPage, other: MapPage): boolean {
  if (one.titled.whole.about.size === 0 || !isOne(compareTitles(one.titled, other.titled))) return false;
  return compareSearchers(wantedOf(one), wantedOf(other)) >= SAME_SEARCHERS && !namesOtherYear(one, other);
}

function wantedOf({ type, titled: { whole: subject } }: MapPage): Wanted {
  return { purpose: choosePurpose(type, subject.purpose), primary: undefined, subject };
}

function namesOtherYear({ titled: one }: MapPage, { titled: other }: MapPage): boolean {
  const [mine, theirs] = [one.whole.years, other.whole.years];
  return mine.length > 0 && theirs.length > 0 && mine.at(-1) !== theirs.at(-1);
}

function toTwinRisk({ page, twin, placed }: Twins): Risk {
  const keywords = placed.map(({ keyword }) => keyword.text).sort(compareText);
  const [first] = placed.toSorted((one, other) => (other.best?.score ?? 0) - (one.best?.score ?? 0));
  const scoreOf = (wanted: MapPage): number =>
    [first?.best, ...(first?.others ?? [])].find((fit) => fit?.page === wanted)?.score ?? 0;
  return {
    pages: [page, twin].map((each) => ({ url: each.url, title: each.title, score: scoreOf(each) })),
    keywords,
    severity: 'medium',
    why: `The titles of both pages are about ${quoteWords([...page.titled.whole.written.values()])}.`,
    recommendation: `Keep ${page.url} for ${agree(keywords.length, 'it', 'them')}; give ${twin.url} a topic of its own, or merge it into this one.`,
  };
}

function isRival(best: Fit, other: Fit): boolean {
  if (best.targets && other.targets) return !areInOtherLanguages(best.page, other.page);
  if (best.level === 'weak' || (other.level !== 'strong' && other.level !== 'medium')) return false;
  if (Math.abs(best.raw - other.raw) > CLOSE) return false;
  if (areInOtherLanguages(best.page, other.page)) return false;
  // Pages of one subject are rivals, in whatever words each says it.
  if (areTwins(best.page, other.page)) return true;
  if (Math.abs(best.focus - other.focus) > FOCUS_APART) return false;
  return findPurpose(best.page.type.value) === findPurpose(other.page.type.value);
}

/** Language versions of a page answer searches in different languages. */
function areInOtherLanguages(one: MapPage, other: MapPage): boolean {
  return readAddressLanguage(one.url) !== readAddressLanguage(other.url);
}

function toRisk(set: RivalSet): Risk {
  const keywords = set.keywords.toSorted(compareText);
  const [first] = set.pages;
  const others = set.pages.length - 1;
  const count = set.pages.length === 2 ? 'Both' : `All ${set.pages.length}`;
  const search = `“${keywords[0] ?? ''}”`;
  const areOne = set.claimed || hasTwins(set.pages);
  return {
    pages: set.pages.map(({ page, score }) => ({ url: page.url, title: page.title, score })),
    keywords,
    severity: areOne ? 'high' : 'low',
    why: set.claimed
      ? `${count} pages have ${search} in their current keywords.`
      : `By their titles and headings, ${count.toLowerCase()} pages answer ${search} about equally well${areOne ? '' : ', though their titles are about different things'}.`,
    recommendation: areOne
      ? `Keep ${first?.page.url ?? ''} for ${agree(keywords.length, 'it', 'them')}; give the other ` +
        `${agree(others, 'page a topic', 'pages topics')} of ${agree(others, 'its')} own, or merge ${agree(others, 'it', 'them')} into this one.`
      : `Check in Search Console whether more than one of them shows for ${search} before you change any: ${first?.page.url ?? ''} is the closer match.`,
  };
}

/** Pages alike only in words of a few keywords may still answer different searches; twins are about one subject. */
function hasTwins(pages: readonly Fit[]): boolean {
  return pages.some(({ page }, at) => pages.slice(at + 1).some((other) => areTwins(page, other.page)));
}

function compareSeverity(one: Risk, other: Risk): number {
  const order = { high: 0, medium: 1, low: 2 } as const;
  return (
    order[one.severity] - order[other.severity] ||
    other.keywords.length - one.keywords.length ||
    compareText(one.pages.map(({ url }) => url).join('\n'), other.pages.map(({ url }) => url).join('\n'))
  );
}

/** With more keywords than this, a page can no longer be about all of them. */
const HEAVY_MIN = 15;

/** The keywords that each page was given. */
export function listPageLoads(
  pages: readonly MapPage[],
  mapped: readonly PlacedKeyword[],
  weak: readonly PlacedKeyword[],
): PageLoad[] {
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
      primary_keyword: pickPrimary(own)?.keyword.text ?? null,
      keywords: own.map(({ keyword }) => keyword.text),
      load: own.length === 0 ? 'none' : heavy ? 'heavy' : 'fitting',
      note: noteLoad(own.length, torn, weakCount),
    };
  });
}

/** Points within which the keyword that a page targets stays its primary one. */
const OWN_WORD_LEAD = 5;

function pickPrimary(own: readonly PlacedKeyword[]): PlacedKeyword | undefined {
  const [first] = own;
  const named = own.find(({ best }) => best?.targets === true);
  return (named?.best?.score ?? 0) + OWN_WORD_LEAD >= (first?.best?.score ?? 0) ? (named ?? first) : first;
}

function noteLoad(count: number, torn: boolean, weak: number): string {
  if (count === 0) return weak === 0 ? 'No keyword belongs to this page.' : 'It has only weak matches so far.';
  if (torn) return 'It has to inform and sell at the same time: give one of the two a page of its own.';
  if (count > HEAVY_MIN) return `${counted(count, 'keyword')} are too many for one page: split them between two.`;
  return 'Its keywords fit together.';
}
