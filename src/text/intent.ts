import { type BrandedSearch, readBrandedSearch } from './branded-search.ts';
import type { KeywordReading } from './keyword.ts';
import { readKeyword } from './keyword.ts';
import type { PageType } from './page-types.ts';
import { type KindFound, readSearchFeatures, SIGNAL_MARK } from './search-features.ts';
import {
  averageOdds,
  judgeFeatures,
  loadSearchModel,
  pickLikeliest,
  type SearchModel,
  type SearchOdds,
  weighKind,
} from './search-model.ts';
import { BUYER_STAGES, type BuyerStage, type Intent, INTENTS } from './signals.ts';
import { roundToHundredths, type Verdict } from './verdict.ts';

/** What the caller knows beside the words. */
export interface IntentContext {
  /** Names of brands; a search for one alone, with a place, or for how to reach it looks for its site. */
  readonly brands?: readonly string[];
  readonly language?: string;
  /** Places beside the large cities, as folded words. */
  readonly places?: ReadonlySet<string>;
}

export interface IntentVerdict extends Verdict<Intent> {
  /** What a part of the searchers wants instead; undefined where one intent leads by far. */
  readonly second: Verdict<Intent> | undefined;
  /** No word speaks for the intent, or fewer than four in ten such verdicts are right. */
  readonly is_guess: boolean;
  readonly buyer_stage: Verdict<BuyerStage>;
  /** The type of page that answers the search. */
  readonly page: Verdict<PageType>;
}

/** Verdicts below are guesses. */
const GUESS_BELOW = 0.4;
/** An intent is the second of a search where it is at least so likely. */
const SECOND_FROM = 0.25;
const BRAND_ONLY = 0.9;

/**
 * What a search wants, who searches so, and the page that answers it: multinomial logistic regression over the kinds of
 * its words, trained on labelled searches (`bench/intent.ts`). Confidences are calibrated: of the verdicts
 * with .7, seven in ten are right.
 */
export function classifyIntent(keyword: string | KeywordReading, context: IntentContext = {}): IntentVerdict {
  const reading = typeof keyword === 'string' ? readKeyword(keyword, context.language ?? '') : keyword;
  for (const name of context.brands ?? []) {
    const search = readBrandedSearch(reading, name, context.places ?? NO_WORDS);
    if (search !== undefined) return judgeBrand(name, search);
  }
  return classifyTogether([reading], context);
}

/** What searches want that one page is to answer: each counts alike, by the mean of their odds. */
export function classifyTogether(readings: readonly KeywordReading[], context: IntentContext = {}): IntentVerdict {
  const { brands = [], places = NO_WORDS } = context;
  const model = loadSearchModel();
  const searches = readings.map((reading) => {
    const { names, kinds } = readSearchFeatures(reading, { places, brands: listBrandWords(brands, reading) });
    return { reading, kinds, odds: judgeFeatures(names, model) };
  });
  const [only] = searches;
  const odds = searches.length === 1 && only !== undefined ? only.odds : averageOdds(searches.map((each) => each.odds));
  const evidenceFor = (intent: Intent): string[] => [
    ...new Set(searches.flatMap((search) => listEvidence(search, intent, model))),
  ];
  const asksHow = readings.some(({ signals }) => signals.some(({ kind }) => kind === 'how_to'));
  const ranked = searches.length > 1 ? joinBuyers(odds.intents, asksHow) : odds.intents;
  const goods = searches.every(namesGoods) ? { ...odds, pages: preferCategory(odds.pages, model.pages) } : odds;
  const verdict = describeOdds(goods, model, evidenceFor, ranked);
  return readings.some(({ signals }) => signals.some(({ kind }) => kind === 'login')) ? nameLogin(verdict) : verdict;
}

interface ReadSearch {
  readonly reading: KeywordReading;
  readonly kinds: readonly KindFound[];
}

/** What says of a thing where or for what it is used, and makes no service of it: `assurance trottinette` is none on a shelf. */
const QUALIFIES = new Set(['product', 'unknown', 'travel', 'accommodation', 'attribute', 'purpose']);

/** `trail running shoes`: a search for things that a shop has on its shelves, and for nothing that is done with them. */
function namesGoods({ reading, kinds }: ReadSearch): boolean {
  return (
    kinds.every(({ kind }) => QUALIFIES.has(kind)) &&
    kinds.some(({ kind, at, size }) => kind === 'product' && at + size === reading.words.length)
  );
}

/** A landing page sells one offer: what speaks for one speaks for the category where the search is for a shelf of things. */
function preferCategory(odds: readonly number[], pages: readonly PageType[]): readonly number[] {
  const landing = odds[pages.indexOf('landing_page')] ?? 0;
  return odds.map((each, at) =>
    pages[at] === 'landing_page' ? 0 : pages[at] === 'category_page' ? each + landing : each,
  );
}

const NO_WORDS: ReadonlySet<string> = new Set();

/**
 * One page for buyers serves those who choose, those who order and those who look nearby, so of several searches they count
 * together against those who only want to know. Where some ask how to do it themselves, who looks nearby does not tip the scales.
 */
function joinBuyers(intents: readonly number[], asksHow: boolean): readonly number[] {
  const oddsOf = (intent: Intent): number => intents[INTENTS.indexOf(intent)] ?? 0;
  const buyers = oddsOf('commercial') + oddsOf('transactional') + (asksHow ? 0 : oddsOf('local'));
  if (buyers <= oddsOf('informational')) return intents;
  return intents.map((each, at) => (INTENTS[at] === 'informational' ? 0 : each));
}

/** The words of the brands that a search names whole: `hearing` alone is no search for Clear Sound Hearing. */
function listBrandWords(brands: readonly string[], { language, terms }: KeywordReading): ReadonlySet<string> {
  if (brands.length === 0) return NO_WORDS;
  const named = brands.map((name) => readKeyword(name, language));
  return new Set(
    named.filter((brand) => brand.terms.every((term) => terms.includes(term))).flatMap(({ words }) => words),
  );
}

function judgeBrand(name: string, search: BrandedSearch): IntentVerdict {
  const sure = { confidence: BRAND_ONLY, evidence: [`brand “${name.slice(0, 60)}”`] };
  return {
    value: 'navigational',
    ...sure,
    second: undefined,
    is_guess: false,
    buyer_stage: { value: 'consideration', ...sure },
    page: { value: search === 'contact' ? 'contact' : 'homepage', ...sure },
  };
}

/**
 * What odds say, with the words that `evidenceFor` finds for an intent.
 *
 * @param ranked by what the first intent is chosen
 */
export function describeOdds(
  odds: SearchOdds,
  { pages }: SearchModel,
  evidenceFor: (intent: Intent) => readonly string[],
  ranked = odds.intents,
): IntentVerdict {
  const { value } = pickLikeliest(INTENTS, ranked);
  const first = { value, odds: odds.intents[INTENTS.indexOf(value)] ?? 0 };
  const next = pickLikeliest(
    INTENTS,
    odds.intents.map((each, at) => (INTENTS[at] === first.value ? 0 : each)),
  );
  const stage = pickLikeliest(BUYER_STAGES, odds.stages);
  const told = evidenceFor(first.value).slice(0, EVIDENCE_MAX);
  const evidence = told.length === 0 ? ['no word signals an intent'] : told;
  const confidence = roundToHundredths(first.odds);
  return {
    value: first.value,
    confidence,
    evidence,
    second:
      next.odds < SECOND_FROM
        ? undefined
        : {
            value: next.value,
            confidence: roundToHundredths(next.odds),
            evidence: evidenceFor(next.value).slice(0, EVIDENCE_MAX),
          },
    is_guess: confidence < GUESS_BELOW || told.length === 0,
    buyer_stage: { value: stage.value, confidence: roundToHundredths(stage.odds), evidence },
    page: choosePage(pages, leaveOthers(odds.pages, pages, first.value), evidence),
  };
}

/** The searches that the model learned from name the site; who types `login` wants the page behind it. */
function nameLogin(verdict: IntentVerdict): IntentVerdict {
  return verdict.page.value === 'homepage' ? { ...verdict, page: { ...verdict.page, value: 'login' } } : verdict;
}

/** Types of pages that answer a search with an intent; what else ranks for it was a mixed search. */
const PAGES_OF: Readonly<Record<Intent, readonly PageType[]>> = {
  informational: ['guide', 'blog_post', 'glossary', 'docs', 'forum_thread', 'news', 'tool_page'],
  commercial: [
    'comparison_page',
    'guide',
    'blog_post',
    'pricing',
    'landing_page',
    'product',
    'forum_thread',
    'tool_page',
  ],
  transactional: ['category_page', 'landing_page', 'product', 'pricing', 'tool_page'],
  local: ['local_landing_page', 'blog_post', 'category_page', 'tool_page'],
  navigational: ['homepage', 'docs', 'tool_page', 'landing_page', 'category_page'],
};

function leaveOthers(odds: readonly number[], pages: readonly PageType[], intent: Intent): readonly number[] {
  return odds.map((each, at) => (PAGES_OF[intent].some((page) => page === pages[at]) ? each : 0));
}

/** Guides and posts answer the same searches: together they are weighed against all other types. */
function choosePage(
  pages: readonly [PageType, ...PageType[]],
  odds: readonly number[],
  evidence: readonly string[],
): Verdict<PageType> {
  const isText = pages.map((page) => page === 'guide' || page === 'blog_post');
  const text = pickLikeliest(
    pages,
    odds.map((each, at) => (isText[at] === true ? each : 0)),
  );
  const other = pickLikeliest(
    pages,
    odds.map((each, at) => (isText[at] === true ? 0 : each)),
  );
  const together = odds.reduce((sum, each, at) => sum + (isText[at] === true ? each : 0), 0);
  return together > other.odds
    ? { value: text.value, confidence: roundToHundredths(together), evidence }
    : { value: other.value, confidence: roundToHundredths(other.odds), evidence };
}

const EVIDENCE_MAX = 5;

/** The words whose kind speaks for the intent, the most telling first. */
function listEvidence({ reading, kinds }: ReadSearch, intent: Intent, model: SearchModel): readonly string[] {
  const told = kinds
    .filter(({ kind }) => !SILENT.has(kind))
    .map((found) => ({ ...found, weight: weighKind(found.kind, intent, model) }))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  const used = new Set<number>();
  return told.flatMap(({ kind, at, size }) => {
    if (used.has(at)) return [];
    used.add(at);
    const phrase = reading.words.slice(at, at + size).join(' ');
    return [`“${phrase}” (${kind.replace(SIGNAL_MARK, '').replaceAll('_', ' ')})`];
  });
}

/** Kinds that say nothing to a reader. */
const SILENT: ReadonlySet<string> = new Set(['stop', 'unknown']);
