import { compareText } from '../../../text/normalize.ts';
import { readTerms } from '../../../text/keyword.ts';
import { alignKeyword } from '../../../text/alignment.ts';
import { squash } from '../../../text/brand.ts';
import { capitalizeFirst, isShouted } from '../../../text/snippet/casing.ts';
import { findFlaw, isKeywordList } from '../../../text/snippet/flaws.ts';
import { countRepeats, fits, measure, type Option } from '../../../text/snippet/option.ts';
import { type Facts, stripSiteName } from './facts.ts';
import { explainFew, type Offered, placeCurrent, type Refusal, type Written } from './offered.ts';
import { fromPlaceAndCosts } from './place-and-costs.ts';
import { namesSite } from './site-name.ts';
import { addSiteName, applyCasing, type KeywordText, restoreCasing, writeHeading, writeKeyword } from './wording.ts';

/** One kind of title, in wordings from the fullest to the shortest. */
interface Candidate {
  readonly strategy: Strategy;
  readonly wordings: readonly string[];
  readonly evidence: readonly string[];
}

/** Equals are offered in this order. */
const STRATEGIES = {
  heading_with_brand: 'The H1 with the site name: search engines rarely replace a title that matches its heading.',
  page_heading: 'The H1 as it stands, which search engines rarely replace.',
  social_title: 'The title that the page already has for social networks.',
  keyword_in_place: 'Names the service and the place that local searches include.',
  keyword_with_costs: 'Says that the page has the prices that people search for.',
  keyword_of_year: 'The search in full, with the year that the page states.',
  corrected_current: 'The current title with its wording corrected.',
  shortened_current: 'The current title without the part that results would cut off.',
  name_with_keyword: 'The product’s name, and what people search for when they do not know it.',
  keyword_with_brand: 'The search in the words of the page, with the site name where it is known.',
  with_steps: 'Says how many steps it takes.',
  with_price: 'Gives the price that the page shows: change it whenever the price changes.',
} as const;
type Strategy = keyof typeof STRATEGIES;
const ORDER = Object.keys(STRATEGIES);

const OPTIONS_MAX = 4;

/**
 * Titles that an editor could publish, best first: the current one where it is good, then the page's own heading and title, and
 * few frames that hold facts the page states. None says anything the page does not, and a worse version of another is left out.
 */
export function writeTitles(facts: Facts, kept: Option | undefined): Written {
  const refusals: Refusal[] = [];
  const good = listCandidates(facts, kept === undefined).flatMap((candidate) => makeOption(facts, candidate, refusals));
  const offered = [...good, ...(good.length > 0 || kept !== undefined ? [] : offerHeading(facts))].sort(
    (one, other) =>
      one.missing - other.missing ||
      ORDER.indexOf(one.option.strategy) - ORDER.indexOf(other.option.strategy) ||
      compareText(one.option.text, other.option.text),
  );
  const current =
    kept === undefined ? undefined : { option: kept, missing: countMissing(facts, stripSiteName(facts, kept.text)) };
  const rivals = offered.filter(
    ({ option, missing }) => current === undefined || !PLAIN.has(option.strategy) || missing < current.missing,
  );
  const options = dropLesser(facts, placeCurrent(current, rivals, facts.on_page.words.length)).slice(0, OPTIONS_MAX);
  return { options, note: explainFew('title', options, refusals) };
}

/** Beside a good title these are only other words for the same. */
const PLAIN: ReadonlySet<string> = new Set<Strategy>(['social_title', 'keyword_with_brand', 'keyword_of_year']);

/** Leaves out what says nothing that one before it does not say. */
function dropLesser(facts: Facts, offered: readonly Offered[]): Option[] {
  const chosen: { readonly option: Option; readonly terms: ReadonlySet<string> }[] = [];
  for (const { option } of offered) {
    const terms = new Set(readTerms(stripSiteName(facts, option.text), facts.language.code));
    const { strategy, text } = option;
    const namesNew = chosen.every((each) => !namesOwnSite(facts, each.option.text)) && namesOwnSite(facts, text);
    const isLesser = chosen.some((each) => [...terms].every((term) => each.terms.has(term))) && !namesNew;
    // What the current title has around the heading is what a template adds.
    const isMore =
      !/[?!]$/.test(text) &&
      chosen.some((each) => squash(text).includes(squash(stripSiteName(facts, each.option.text))));
    if ((strategy !== 'keep_current' && isLesser) || (FROM_CURRENT.has(strategy) && isMore)) continue;
    chosen.push({ option, terms });
  }
  return chosen.map(({ option }) => option);
}

function namesOwnSite({ brand }: Facts, text: string): boolean {
  return brand !== undefined && namesSite(text, brand.name);
}

const FROM_CURRENT: ReadonlySet<string> = new Set<Strategy>(['corrected_current', 'shortened_current']);

function countMissing(facts: Facts, text: string): number {
  return alignKeyword(facts.keyword, text, facts.language.code).missing.length;
}

/** @param lacksMax words of the search that a title may lack; half of them by default */
function makeOption(facts: Facts, candidate: Candidate, refusals: Refusal[], lacksMax?: number): Offered[] {
  const { strategy, wordings, evidence } = candidate;
  for (const text of wordings) {
    const why = findFault(facts, text, lacksMax);
    if (why !== undefined) {
      refusals.push({ text, why });
      continue;
    }
    const option = { text, ...measure(text, 'title'), strategy, why: STRATEGIES[strategy], evidence: [...evidence] };
    return [{ option, missing: countMissing(facts, stripSiteName(facts, text)) }];
  }
  return [];
}

/** A heading that covers a part of the search is better than a title that covers none of it. */
function offerHeading(facts: Facts): Offered[] {
  const { words } = facts.on_page;
  const isSilent = facts.title === undefined || countMissing(facts, stripSiteName(facts, facts.title)) === words.length;
  if (!isSilent) return [];
  return fromHeading(facts).flatMap((candidate) => makeOption(facts, candidate, [], words.length - 1));
}

/** Narrower titles leave most of the line empty. */
const PIXELS_MIN = 120;

function findFault(facts: Facts, text: string, lacksMax?: number): string | undefined {
  const { keyword, language, title, brand } = facts;
  const bare = stripSiteName(facts, text);
  if (text === title) return 'is the current title';
  const { words, missing } = alignKeyword(keyword, bare, language.code);
  if (missing.length > (lacksMax ?? words.length / 2)) return `says too little of “${keyword}”`;
  if (brand !== undefined && squash(bare) === squash(brand.name)) return 'is only the name of the site';
  if (measure(text, 'title').pixel_width < PIXELS_MIN) return 'is too short to tell the page from others';
  if (!fits(text, 'title')) return 'is wider than a result';
  if (countRepeats(bare, language.code).count > 2) return 'repeats a word';
  if (namesPastYear(facts, text)) return 'names a past year';
  return findFlaw(text, { field: 'title', language: language.code, heading: facts.h1 });
}

/** Whether a text names a year that the heading or the search has left behind. */
function namesPastYear({ h1, keyword }: Facts, text: string): boolean {
  const year = Number(YEAR.exec(text)?.[0]);
  const now = Math.max(...[h1, keyword].map((each) => Number(YEAR.exec(each ?? '')?.[0] ?? 0)));
  return year < now;
}

function listCandidates(facts: Facts, replaces: boolean): Candidate[] {
  const own = [...fromHeading(facts), ...fromSocial(facts), ...(replaces ? fromCurrent(facts) : [])];
  const isCovered = own.some(({ wordings }) =>
    wordings.some((text) => countMissing(facts, text) === 0 && findFault(facts, text) === undefined),
  );
  return [
    ...own,
    ...fromPlaceAndCosts(facts),
    ...(isCovered ? [] : [...fromYear(facts), ...fromKeyword(facts), ...fromName(facts)]),
    ...fromSteps(facts),
    ...fromPrice(facts),
  ];
}

function fromHeading(facts: Facts): Candidate[] {
  const { h1, brand } = facts;
  if (h1 === undefined) return [];
  const heading = writeHeading(facts, h1);
  const named = addSiteName(facts, heading);
  const wordings = listShorter(facts, heading);
  if (named === heading || !fits(named, 'title')) return [{ strategy: 'page_heading', wordings, evidence: ['h1'] }];
  return [{ strategy: 'heading_with_brand', wordings, evidence: ['h1', brand?.source ?? 'title'] }];
}

function fromSocial(facts: Facts): Candidate[] {
  const { social_title: text } = facts;
  if (text === undefined) return [];
  const wordings = listShorter(facts, writeHeading(facts, stripSiteName(facts, text)));
  return [{ strategy: 'social_title', wordings, evidence: ['og:title'] }];
}

function fromCurrent(facts: Facts): Candidate[] {
  const { title } = facts;
  // A list of searches has no wording to save.
  if (title === undefined || isShouted(title) || countRepeats(title, facts.language.code).count > 2) return [];
  const bare = writeHeading(facts, dropUnstatedYear(facts, stripSiteName(facts, title)));
  // A shorter list of keywords is still one.
  if (isKeywordList(bare)) return [];
  const evidence = [facts.title_source === 'given' ? 'current_title' : 'title'];
  const strategy = fits(title, 'title') ? 'corrected_current' : 'shortened_current';
  return [{ strategy, wordings: listShorter(facts, bare), evidence }];
}

/** The title without its year where the page does not state that year: it is often the year of the first edition. */
function dropUnstatedYear({ h1, page }: Facts, title: string): string {
  const year = YEAR.exec(title)?.[0];
  if (year === undefined || `${h1 ?? ''} ${page.text}`.includes(year)) return title;
  return title.replace(new RegExp(String.raw`\s*\(?${year}\)?`, 'u'), '');
}

/** Where a long heading can stop; not at a bracket, which belongs to what is before it. */
const THOUGHT = /\s*(?::|\s[–—|-])\s+/gu;
/** Where a sentence of a heading ends: `Mowing: when and how? So your lawn …` */
const SENTENCE = /(?<=[?!])(?=\s\p{Lu})/gu;
/** What headings begin with and titles can do without. */
const OPENER = /^(?:here are|these are|hier sind|das sind|estos son|voici)\s+(?:the|die|los|las|les)?\s*/iu;

/** A heading with the site name and without, then its parts that say as much of the search. */
function listShorter(facts: Facts, heading: string): string[] {
  const stops = heading.matchAll(THOUGHT).take(20).toArray();
  const sentences = heading.matchAll(SENTENCE).take(20).toArray();
  const ends = [...stops, ...sentences].map(({ index }) => index).sort((one, other) => other - one);
  const heads = ends.map((end) => heading.slice(0, end));
  // What follows a dash or a bar is often the section or the site.
  const tails = stops
    .filter(({ 0: mark }) => mark.includes(':'))
    .map(({ index, 0: mark }) => capitalizeFirst(heading.slice(index + mark.length)));
  const missing = countMissing(facts, heading);
  const parts = [capitalizeFirst(heading.replace(OPENER, '')), ...heads, ...tails].filter(
    (part) => countMissing(facts, stripSiteName(facts, part)) <= missing && !startsWithSite(facts, part),
  );
  return [...new Set([heading, ...parts].flatMap((text) => [addSiteName(facts, text), text]))];
}

/** `Harbour Bikes Journal` is a section of the site, not a subject. */
function startsWithSite({ brand }: Facts, text: string): boolean {
  return brand !== undefined && squash(text).startsWith(squash(brand.name));
}

const YEAR = /(?<!\d)20\d\d(?!\d)/;
const RANKED = /^(?:best|top|beste[nrs]?|mejor(?:es)?|meilleure?s?)\s/iu;

/** `Best CRM Software of 2026` for a ranking whose own heading is too long or words it otherwise. */
function fromYear(facts: Facts): Candidate[] {
  const { h1, title, keyword, phrasing, on_page: onPage } = facts;
  const year = YEAR.exec(h1 ?? '')?.[0] ?? YEAR.exec(title ?? '')?.[0];
  const isWhole = RANKED.test(keyword) && onPage.missing.length === 0 && !YEAR.test(keyword);
  if (year === undefined || phrasing === undefined || !isWhole) return [];
  const text = applyCasing(facts, `${restoreCasing(facts, keyword)} ${phrasing.ofYear(year)}`);
  return [{ strategy: 'keyword_of_year', wordings: [addSiteName(facts, text), text], evidence: ['keyword', 'h1'] }];
}

/** A product's title names the product and an article's its subject: the search alone would do neither. */
function fromKeyword(facts: Facts): Candidate[] {
  const {
    brand,
    keyword,
    page_type: { type },
  } = facts;
  const written =
    type === 'product' ? undefined : (writeKeyword(facts, keyword) ?? writeDated(facts) ?? writePhrase(facts));
  if (written === undefined || squash(brand?.name ?? '').includes(squash(written.text))) return [];
  const evidence = [written.source, ...(brand === undefined ? [] : [brand.source])];
  return [{ strategy: 'keyword_with_brand', wordings: [addSiteName(facts, written.text)], evidence }];
}

/** `SEO Conference in London 2026`, where the page has the words and, elsewhere, the year. */
function writeDated(facts: Facts): KeywordText | undefined {
  const [, words = '', year = ''] = /^(.+) (20\d\d)$/u.exec(facts.keyword) ?? [];
  const written = facts.on_page.missing.length > 0 ? undefined : writeKeyword(facts, words);
  return written === undefined ? undefined : { ...written, text: `${written.text} ${year}` };
}

/** A search that reads as a phrase (`shared inbox for gmail`) is a title where the page has all its words. */
function writePhrase(facts: Facts): KeywordText | undefined {
  const { keyword, on_page: onPage, language } = facts;
  const isPhrase = PHRASE.test(keyword) && onPage.missing.length === 0 && language.code !== 'de';
  return isPhrase ? { text: applyCasing(facts, restoreCasing(facts, keyword)), source: 'keyword' } : undefined;
}

/** German nouns would need capitals that a search does not have. */
const PHRASE =
  /^(?!how |what |why |is |are |can |qué |cómo |comment |quel)\p{L}+(?: \p{L}+){0,3} (?:for|of|para|de|pour) \p{L}+(?: \p{L}+)?$/iu;

/** Longer names leave no room for the product itself. */
const NAME_WORDS_MAX = 4;

/** `Birdbuddy Pro: Smart Bird Feeder`, where a product's heading is its name alone. */
function fromName(facts: Facts): Candidate[] {
  const {
    h1,
    keyword,
    phrasing,
    page_type: { type },
  } = facts;
  if (h1 === undefined || phrasing === undefined || type !== 'product' || /[:|?]/.test(h1)) return [];
  const written = writeKeyword(facts, keyword);
  const name = writeHeading(facts, h1);
  if (written === undefined || name.split(' ').length > NAME_WORDS_MAX) return [];
  const text = `${name}${phrasing.colon}${written.text}`;
  if (countRepeats(text, facts.language.code).count > 1) return [];
  return [
    { strategy: 'name_with_keyword', wordings: [addSiteName(facts, text), text], evidence: ['h1', written.source] },
  ];
}

const HOW_TO = /^(?:how to|cómo|comment)\s|(?<=\s)\p{Ll}+(?:en|ern|eln)$/iu;

function fromSteps(facts: Facts): Candidate[] {
  const { shown, phrasing, h1 } = facts;
  if (shown.steps === undefined || phrasing === undefined || h1 === undefined || /[\d:?]/.test(h1)) return [];
  const heading = writeHeading(facts, h1);
  if (!HOW_TO.test(heading)) return [];
  const text = applyCasing(facts, `${heading} ${phrasing.inSteps(shown.steps)}`);
  return [
    { strategy: 'with_steps', wordings: [addSiteName(facts, text), text], evidence: ['h1', 'numbered headings'] },
  ];
}

function fromPrice(facts: Facts): Candidate[] {
  const {
    shown,
    phrasing,
    h1,
    page_type: { type },
  } = facts;
  if (type !== 'product' || shown.price === undefined || h1 === undefined || phrasing === undefined) return [];
  const text = phrasing.forPrice(writeHeading(facts, h1), shown.price);
  return [{ strategy: 'with_price', wordings: [addSiteName(facts, text), text], evidence: ['h1', 'price'] }];
}
