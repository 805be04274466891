import { ownerDomain } from '../../../web/url.ts';
import { guessLanguages } from '../../../text/language.ts';
import { cleanText, compareText, foldPhrase } from '../../../text/normalize.ts';
import { recommendPageType } from '../../../text/page-type/supplied.ts';
import { BUYER_STAGES, type BuyerStage } from '../../../text/signals.ts';
import type { PageType } from '../../../text/page-types.ts';
import type { Verdict } from '../../../text/verdict.ts';
import { buildAddressKey, readBrandName, stripSiteName } from '../../../text/address.ts';
import { readListCell } from '../../../text/cells.ts';
import { judgeSuppliedPage } from '../../../text/page-type/supplied.ts';
import { type Purpose, choosePurpose, findPageStage } from '../../../text/purpose.ts';
import { readSubject, type Subject } from '../../../text/subject.ts';
import { isUtility } from './utility.ts';
import type { GapMatrixInput, GapPage } from './input.ts';

/** A page of one side, read. */
export interface Page {
  /** Domain of a competitor; undefined for an own page. */
  readonly domain: string | undefined;
  readonly url: string;
  readonly key: string;
  readonly title: string;
  readonly language: string;
  /** Title, its parts and first keywords: a page is about what any of them says. */
  readonly subjects: readonly Subject[];
  /** There for customers and law: no topic. */
  readonly utility: boolean;
  readonly keyword: string | null;
  readonly page_type: PageType;
  readonly purpose: Purpose | undefined;
  readonly buyer_stage: BuyerStage;
  readonly traffic: number | null;
  readonly volume: number | null;
  readonly rank: number | null;
  readonly backlinks: number | null;
}

export interface Sides {
  readonly pages: readonly Page[];
  /** Competitors with at least one page, by domain. */
  readonly domains: readonly string[];
  readonly notes: readonly string[];
}

const KEYWORDS_MAX = 3;

interface RawPage {
  readonly domain: string | undefined;
  readonly brand: string;
  readonly key: string;
  readonly row: GapPage;
}

/** Reads both sides in one order; each address of a side once, competitors of one domain together. */
export function readSides(input: GapMatrixInput): Sides {
  const notes: string[] = [];
  const target = (input.target ?? '').trim();
  const own = target === '' ? '' : siteName(target);
  const raw = new Map<string, RawPage>();
  let repeated = 0;
  const note = (domain: string | undefined, brand: string, row: GapPage): void => {
    const key = buildAddressKey(row.url);
    const name = JSON.stringify([domain ?? null, key]);
    const before = raw.get(name);
    if (before !== undefined) repeated += 1;
    // Of two rows of one address the one that says more is read, whatever their order.
    if (before === undefined || isFuller(row, before.row)) raw.set(name, { domain, brand, key, row });
  };
  for (const row of input.own_pages ?? []) note(undefined, target === '' ? '' : readBrandName(target), row);
  for (const { domain, pages } of input.competitors) {
    const name = siteName(domain);
    if (own !== '' && name === own) notes.push(`${name} is the target itself: it was not counted as a competitor.`);
    else for (const row of pages) note(name, readBrandName(domain), row);
  }
  if (repeated > 0)
    notes.push(`${repeated === 1 ? '1 row repeats' : `${repeated} rows repeat`} an address of the same site.`);
  const ordered = [...raw].sort(([one], [other]) => compareText(one, other)).map(([, page]) => page);
  const languages = guessLanguages(
    ordered.map(({ row }) => cleanText(`${row.title} ${readListCell(row.keywords).join(' ')}`, 300)),
  ).each;
  const pages = ordered.map((page, at) => readPage(page, languages[at] ?? ''));
  const domains = [...new Set(pages.flatMap(({ domain }) => domain ?? []))].sort(compareText);
  return { pages, domains, notes: [...new Set(notes)] };
}

/** The domain of a cell that names one, else what it says. */
function siteName(cell: string): string {
  const clean = foldPhrase(cell, 300);
  const parsed = URL.parse(/^https?:\/\//.test(clean) ? clean : 'http://' + clean);
  const host = (parsed?.hostname ?? '').replace(/\.$/, '');
  return host.includes('.') ? (ownerDomain(host) ?? host) : clean;
}

function isFuller(one: GapPage, other: GapPage): boolean {
  const [here, there] = [JSON.stringify(one), JSON.stringify(other)];
  return here.length !== there.length ? here.length > there.length : here < there;
}

function readPage({ domain, brand, key, row }: RawPage, language: string): Page {
  const url = cleanText(row.url, 2048);
  const title = cleanText(row.title, 300);
  const keywords = [...readListCell(row.keywords), ...queriesOf(row)].slice(0, KEYWORDS_MAX);
  const titleSubject = readSubject(stripSiteName(title), language, brand);
  const keywordSubjects = keywords.map((keyword) => readSubject(keyword, language, brand));
  const type = typeOf(row, url, title, titleSubject);
  const asked = keywordSubjects[0] ?? titleSubject;
  return {
    domain,
    url,
    key,
    title,
    language,
    subjects: [titleSubject, ...partsOf(title, titleSubject, brand), ...keywordSubjects].filter(
      ({ about }) => about.size > 0,
    ),
    utility: isUtility(title, new Set(brand.split(' '))),
    keyword: keywords[0] ?? null,
    page_type: type.value,
    purpose: choosePurpose(type, titleSubject.purpose ?? asked.purpose),
    buyer_stage: stageNamed(row.buyer_stage) ?? stageOf(type, titleSubject),
    traffic: row.traffic ?? null,
    volume: row.volume ?? null,
    rank: (row.rank ?? 0) > 0 ? (row.rank ?? null) : null,
    backlinks: row.backlinks ?? null,
  };
}

/** A head of fewer words than this says too little without what follows it. */
const HEAD_WORDS_MIN = 2;
const PARTS_MAX = 4;

/** What stands before a colon, and the things that a title names side by side: each is a subject of the page. */
function partsOf(title: string, whole: Subject, brand: string): Subject[] {
  const core = stripSiteName(title);
  const { language } = whole.reading;
  const [head = '', ...rest] = core.split(/:\s|\s[–—-]\s/, PARTS_MAX);
  const heads = rest.length > 0 ? [readSubject(head, language, brand)] : [];
  const sides = head.split(/\s(?:&|\+|and|und|y|et|e|en)\s/i, PARTS_MAX);
  const parts = sides.length > 1 ? sides.map((side) => readSubject(side, language, brand)) : [];
  return [
    ...heads.filter(({ about }) => about.size >= HEAD_WORDS_MIN),
    ...parts.filter(({ about, purpose }) => about.size > 0 && purpose === whole.purpose),
  ];
}

function queriesOf({ ranking_queries: cell }: GapPage): string[] {
  if (cell === null || cell === undefined) return [];
  if (typeof cell === 'string') return readListCell(cell, KEYWORDS_MAX);
  return readListCell(
    cell.slice(0, KEYWORDS_MAX).map((entry) => (typeof entry === 'string' ? entry : entry.query)),
    KEYWORDS_MAX,
  );
}

/** Under this confidence the words of the title tell more than the address. */
const UNSURE = 0.4;

function typeOf(row: GapPage, url: string, title: string, subject: Subject): Verdict<PageType> {
  const judged = judgeSuppliedPage({ url, title, page_type: row.page_type, language: subject.reading.language });
  if (judged.confidence >= UNSURE) return judged;
  const worded = recommendPageType(subject.reading);
  // A name and nothing else (`Bike Finance`) heads a page that offers it; questions and advice say what they are.
  if (worded.value === 'blog_post' && isName(subject)) return { ...judged, value: 'landing_page', confidence: NAME };
  return worded.confidence > judged.confidence ? worded : judged;
}

const NAME = 0.3;
const NAME_WORDS_MAX = 4;

function isName({ reading, about, purpose }: Subject): boolean {
  return purpose === undefined && about.size > 0 && about.size <= NAME_WORDS_MAX && !/[?!]/.test(reading.text);
}

const STAGE_NAMES: Readonly<Record<string, BuyerStage>> = {
  top: 'awareness',
  tofu: 'awareness',
  top_of_funnel: 'awareness',
  aware: 'awareness',
  middle: 'consideration',
  mofu: 'consideration',
  middle_of_funnel: 'consideration',
  evaluation: 'consideration',
  bottom: 'decision',
  bofu: 'decision',
  bottom_of_funnel: 'decision',
  purchase: 'decision',
  conversion: 'decision',
  loyalty: 'retention',
  post_purchase: 'retention',
};

function stageNamed(written: string | null | undefined): BuyerStage | undefined {
  const name = foldPhrase(written ?? '', 60).replaceAll(/[\s-]+/g, '_');
  return (
    BUYER_STAGES.find((stage) => stage === name) ?? (Object.hasOwn(STAGE_NAMES, name) ? STAGE_NAMES[name] : undefined)
  );
}

/** Words that show an intent tell the stage; else the type of the page does. */
function stageOf(type: Verdict<PageType>, subject: Subject): BuyerStage {
  const { intent, buyer_stage } =
    subject.intent.confidence > UNSURE
      ? { intent: true, buyer_stage: subject.intent.buyer_stage }
      : { intent: false, buyer_stage: undefined };
  return intent && buyer_stage !== undefined && type.confidence < 0.8 ? buyer_stage.value : findPageStage(type.value);
}
