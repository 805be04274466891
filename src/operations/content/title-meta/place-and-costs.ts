import { alignKeyword } from '../../../text/alignment.ts';
import { squash } from '../../../text/brand.ts';
import { literalPattern } from '../../../web/literal-pattern.ts';
import type { Facts } from './facts.ts';
import { addSiteName, applyCasing, writeHeading, writeKeyword } from './wording.ts';

/** A title put together from what is searched for, where it is done, and that there are prices. */
interface PlacedTitle {
  readonly strategy: 'keyword_in_place' | 'keyword_with_costs';
  readonly wordings: readonly string[];
  readonly evidence: readonly string[];
}

/** Words of a search that ask for prices. */
const COSTS =
  /(?<!\p{L})(?:costs?|prices?|pricing|kosten|kostet|preise?|precios?|coste|cuánto cuestan?|combien co[uû]tent?|prix|tarifs?)(?!\p{L})/iu;

/** `Bike Repair in Hamburg`, `Zahnimplantate in Köln: Kosten`: the service, the place of the business, and prices that are asked for. */
export function fromPlaceAndCosts(facts: Facts): PlacedTitle[] {
  const place = findPlace(facts);
  const subject = findSubject(facts, place);
  if (subject === undefined) return [];
  const placed = writePlace(facts, place);
  const parts = [...placed, ...writeCosts(facts, subject.text, placed.length > 0)];
  const strategy = parts.at(-1)?.strategy;
  if (strategy === undefined) return [];
  const text = applyCasing(facts, subject.text + parts.map((part) => part.text).join(''));
  const evidence = [subject.source, ...parts.map(({ source }) => source)];
  return [{ strategy, wordings: [addSiteName(facts, text), text], evidence }];
}

interface Part {
  readonly strategy: PlacedTitle['strategy'];
  readonly text: string;
  readonly source: string;
}

function writePlace({ phrasing }: Facts, place: string | undefined): Part[] {
  const placed = place === undefined ? undefined : phrasing?.inPlace(place);
  return placed === undefined ? [] : [{ strategy: 'keyword_in_place', text: ` ${placed}`, source: 'place' }];
}

function writeCosts(facts: Facts, subject: string, isPlaced: boolean): Part[] {
  const { phrasing, keyword, shown, language } = facts;
  const isAsked = COSTS.test(keyword) && shown.has_prices && !COSTS.test(subject) && !asksCosts(facts);
  if (!isAsked || phrasing === undefined) return [];
  // English puts the word behind: `Helpdesk Software Pricing`, but not behind a plural.
  const isBehind = language.code === 'en' && !isPlaced && !/[^s]s$/iu.test(subject);
  const asked = isBehind ? / (?:costs?|prices?|pricing)$/iu.exec(keyword)?.[0] : undefined;
  const text = asked?.toLowerCase() ?? phrasing.colon + phrasing.costs;
  return [{ strategy: 'keyword_with_costs', text, source: 'prices' }];
}

/** A heading such as `Was kostet ein Zahnimplantat?` says it better than `Zahnimplantat: Kosten`. */
function asksCosts({ h1, keyword, language }: Facts): boolean {
  return h1 !== undefined && COSTS.test(h1) && alignKeyword(keyword, h1, language.code).missing.length <= 1;
}

/** A place that neither the heading nor the name says: that of a local business, or the search's own where the page is `in` it. */
function findPlace(facts: Facts): string | undefined {
  const {
    shown,
    page_type: { type },
    h1,
    brand,
  } = facts;
  // `Our Headingley practice` is a heading for visitors, and no title to name the place a second time in.
  const isTitle = h1 !== undefined && !POSSESSIVE.test(h1);
  const heading = isTitle ? squash(h1) : '';
  const isLocal = type === 'local_business' || type === 'landing_page';
  const [asked, own] = [findPlaceAtEnd(facts), isLocal ? shown.locality : undefined];
  // Who searches for a place is told it, though the name of the site has it too: `Dental implants in Leeds | Leeds Dental`.
  if (asked !== undefined) return heading.includes(squash(asked)) ? undefined : asked;
  const isSaid = own === undefined || `${heading} ${squash(brand?.name ?? '')}`.includes(squash(own));
  return isSaid ? undefined : own;
}

/** Headings that speak as the business does. */
const POSSESSIVE = /^(?:our|unsere?|nuestr[oa]s?|notre|nos)\s/iu;

/** Names of places have so many words at most: `La Rochelle`. */
const PLACE_WORDS_MAX = 3;

/** The last words of the search where the page is `in` them, as it writes them. */
function findPlaceAtEnd({ keyword, phrasing, prose, page_type: { type } }: Facts): string | undefined {
  const words = keyword.split(' ');
  for (let size = Math.min(PLACE_WORDS_MAX, words.length - 1); size > 0; size -= 1) {
    const asked = literalPattern(words.slice(-size).join(' '));
    const written = prose.match(new RegExp(String.raw`(?<=[\p{Ll},] )${asked}(?![\p{L}\p{N}])`, 'giu')) ?? [];
    const place = written.find((each) => {
      const placed = /^\p{Lu}/u.test(each) ? phrasing?.inPlace(each) : undefined;
      // The page of a place of business has it in its address: `14 Otley Road, Headingley, LS6 3AA`.
      const isAddress = type === 'local_business' && prose.includes(`, ${each},`);
      return placed !== undefined && (isAddress || prose.includes(` ${placed}`));
    });
    if (place !== undefined) return place;
  }
  return undefined;
}

/** Longer headings leave no room for a place. */
const SUBJECT_WORDS_MAX = 4;

/** What the search is for without place and prices, as the page words it; else a short heading about it. */
function findSubject(facts: Facts, place: string | undefined): { text: string; source: string } | undefined {
  const { keyword, h1, language } = facts;
  const bare = keyword
    .replace(COSTS, '')
    .replace(new RegExp(String.raw`(?:(?:in|en|à)\s+)?${literalPattern(place ?? '\u0000')}`, 'iu'), '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const written = writeKeyword(facts, bare);
  if (written !== undefined) return written;
  const isShort = h1 !== undefined && !/[:?!|]/.test(h1) && h1.split(' ').length <= SUBJECT_WORDS_MAX;
  if (!isShort) return undefined;
  const { words, missing } = alignKeyword(bare, h1, language.code);
  return missing.length < words.length ? { text: writeHeading(facts, h1), source: 'h1' } : undefined;
}
