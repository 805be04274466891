import { type IdeaEvidence, type KeywordDifficulty, type KeywordFact, saysNothing } from '../ports/keywords.ts';
import { type BrandNames, branding, naming } from '../text/branded.ts';
import { type KeywordReading, readKeyword } from '../text/keyword.ts';
import { guessLanguage, guessLanguages } from '../text/language.ts';
import { compareText, foldPhrase } from '../text/normalize.ts';
import { languageOfTag } from '../web/words.ts';
import { type BingCalibration, calibrateBing } from './calibration.ts';
import { classifyKeyword } from './classify.ts';
import { bandDemand } from './demand.ts';
import type { KnownSearch, KnownSearches } from './known-searches.ts';
import type { KeywordMetrics } from './metrics.ts';
import { scoreOpportunity } from './opportunity.ts';
import { findSeasonality } from './seasonality.ts';
import { measureTrend } from './trend.ts';
import { combineVolumes } from './volume.ts';

/** What result pages and ideas add to the facts of a keyword, by its folded text. */
interface KeywordContext {
  /** Difficulty on Seamark's own scale, for keywords whose result page is known. */
  readonly difficulties?: ReadonlyMap<string, KeywordDifficulty>;
  /** What stored result pages say. */
  readonly searches?: KnownSearches;
  /** Share of the clicks of position 3 that the caller's site does not get yet, 0–1. */
  readonly gains?: ReadonlyMap<string, number>;
  readonly evidence?: ReadonlyMap<string, readonly FoundEvidence[]>;
  /** Brand of the project that the call counts toward. */
  readonly brand?: BrandNames | null;
}

export interface FoundEvidence {
  readonly kind: IdeaEvidence;
  readonly source: string;
  readonly seen: number;
}

export interface MeasureInput extends KeywordContext {
  readonly keywords: readonly string[];
  readonly facts: readonly KeywordFact[];
  /** Language of the request; it decides where the words do not. */
  readonly language: string;
}

/**
 * One row for each keyword, in order: every source's facts merged, with basis, bounds and source.
 *
 * Unknown stays null. Keywords that differ only in case and spaces share their facts. Difficulty and click
 * prices use the scale and currency that most rows have, to keep rows comparable.
 */
export function measureKeywords(given: MeasureInput): KeywordMetrics[] {
  const input = { ...given, facts: given.facts.filter((fact) => !saysNothing(fact)) };
  const facts = Map.groupBy(input.facts, ({ keyword }) => foldPhrase(keyword));
  const languages = readLanguages(input.keywords, languageOfTag(input.language));
  const shared: SharedChoice = {
    calibration: calibrateBing(input.facts),
    scale: findCommonest(input.facts.flatMap(({ difficulty }) => difficulty?.scale ?? [])),
    currency: findCommonest(input.facts.flatMap(({ cpc, currency }) => (cpc === null ? [] : (currency ?? [])))),
    isBranded: branding(input.brand ?? null),
    isName: naming(input.brand ?? null),
  };
  const rows = input.keywords.map((keyword, at) => {
    const key = foldPhrase(keyword);
    return measureKeyword(keyword, { facts: facts.get(key) ?? [], language: languages[at] ?? '', key, shared, input });
  });
  const groups = groupTwins(rows);
  return rows.map((row) => ({ ...row, grouped_with: groups.get(foldPhrase(row.keyword)) ?? [] }));
}

/**
 * Scripts that several languages share are read in the language of the request: `自転車 修理` is Chinese as well as
 * Japanese.
 */
function readLanguages(keywords: readonly string[], requested: string): string[] {
  const { each } = guessLanguages(keywords, requested);
  return keywords.map((keyword, at) => {
    const own = guessLanguage(keyword, requested);
    return own.script && own.value === requested ? requested : (each[at] ?? '');
  });
}

interface SharedChoice {
  readonly calibration: BingCalibration | undefined;
  readonly scale: string | undefined;
  readonly currency: string | undefined;
  readonly isBranded: (keyword: string) => boolean | null;
  readonly isName: (keyword: string) => boolean;
}

interface OneKeyword {
  readonly key: string;
  readonly facts: readonly KeywordFact[];
  readonly language: string;
  readonly shared: SharedChoice;
  readonly input: MeasureInput;
}

function measureKeyword(keyword: string, { key, facts, language, shared, input }: OneKeyword): KeywordMetrics {
  const newest = facts.toSorted(byAge);
  const volume = describeVolume(newest, shared, input.evidence?.get(key) ?? []);
  const reading = readKeyword(keyword, language);
  const kind = describeClass(reading, newest, { search: input.searches?.get(key), is_name: shared.isName(keyword) });
  const difficulty = describeDifficulty(chooseDifficulty(newest, shared.scale) ?? input.difficulties?.get(key));
  return {
    keyword,
    language,
    found: facts.length > 0 || input.searches?.has(key) === true,
    is_brand: shared.isBranded(keyword),
    ...volume,
    grouped_with: [],
    bing_impressions: readNewest(newest, ({ bing_impressions }) => bing_impressions),
    ...readMonths(newest),
    ...readPrice(newest, shared.currency),
    competition: readNewest(newest, ({ competition }) => competition),
    ...difficulty,
    ...kind,
    ...scoreOpportunity({
      search_volume: volume.search_volume,
      difficulty: difficulty.keyword_difficulty,
      intent: kind.intent,
      ranking_gain: input.gains?.get(key) ?? null,
    }),
    observed_at: readNewest(newest, ({ observed_at }) => observed_at),
  };
}

function describeVolume(
  facts: readonly KeywordFact[],
  { calibration }: SharedChoice,
  evidence: readonly FoundEvidence[],
) {
  const volume = combineVolumes(facts, calibration);
  if (volume === undefined) return { ...NO_VOLUME, ...(bandDemand(undefined, facts, evidence) ?? NO_BAND) };
  return {
    search_volume: volume.value,
    volume_low: volume.low,
    volume_high: volume.high,
    volume_basis: volume.basis,
    volume_source: volume.source,
    volume_period: volume.period,
    variants_folded: FOLDS_VARIANTS[volume.basis] ?? null,
    volume_evidence: [...volume.evidence],
    ...((volume.value === null ? bandDemand(volume, facts, evidence) : undefined) ?? NO_BAND),
  };
}

const NO_BAND = { demand_band: null, demand_reason: null };
const NO_VOLUME = {
  search_volume: null,
  volume_low: null,
  volume_high: null,
  volume_basis: null,
  volume_source: null,
  volume_period: null,
  variants_folded: null,
  volume_evidence: [],
};

interface SearchEvidence {
  readonly search: KnownSearch | undefined;
  readonly is_name: boolean;
}

function describeClass(reading: KeywordReading, facts: readonly KeywordFact[], { search, is_name }: SearchEvidence) {
  const [stated] = facts.flatMap(({ intent, source }) => (intent === null ? [] : [{ intent, source }]));
  const found = classifyKeyword({ reading, judged: search?.judged, is_name }, stated);
  if (found === undefined) return NO_CLASS;
  const { second_intent: _second, intent_evidence: _evidence, ...kind } = found;
  return kind;
}

const NO_CLASS = {
  intent: null,
  buyer_stage: null,
  recommended_page_type: null,
  intent_confidence: 0,
  intent_source: null,
};

/** Google Ads adds close variants up; Search Console counts each search as it was typed. */
const FOLDS_VARIANTS: Readonly<Partial<Record<string, boolean>>> = { bucket: true, exact: false };

function byAge(one: KeywordFact, other: KeywordFact): number {
  if (one.observed_at !== other.observed_at) return one.observed_at > other.observed_at ? -1 : 1;
  return compareText(one.source, other.source);
}

function chooseDifficulty(facts: readonly KeywordFact[], scale: string | undefined): KeywordDifficulty | undefined {
  const known = facts.flatMap(({ difficulty }) => difficulty ?? []);
  return known.find((each) => each.scale === scale) ?? known[0];
}

/** The value from the newest fact that has one. */
function readNewest<Figure>(facts: readonly KeywordFact[], read: (fact: KeywordFact) => Figure | null): Figure | null {
  return facts.map(read).find((figure) => figure !== null) ?? null;
}

function describeDifficulty(
  difficulty: KeywordDifficulty | undefined,
): Pick<KeywordMetrics, 'keyword_difficulty' | 'difficulty_source'> {
  return { keyword_difficulty: difficulty?.value ?? null, difficulty_source: difficulty?.scale ?? null };
}

function readPrice(
  facts: readonly KeywordFact[],
  preferred: string | undefined,
): Pick<KeywordMetrics, 'cpc' | 'currency'> {
  const known = facts.filter(({ cpc }) => cpc !== null);
  const fact = known.find(({ currency }) => currency === preferred) ?? known[0];
  return { cpc: fact?.cpc ?? null, currency: fact?.currency ?? null };
}

/** The longest series of searches on Google; that of another engine tells trend and season, but is not shown as Google's. */
function readMonths(facts: readonly KeywordFact[]): Pick<KeywordMetrics, 'monthly_searches' | 'trend' | 'seasonality'> {
  const known = facts
    .filter(({ monthly }) => monthly.length > 0)
    .toSorted((one, other) => other.monthly.length - one.monthly.length);
  const google = known.find(({ volume }) => volume !== null);
  const chosen = google ?? known[0];
  const months = chosen?.monthly ?? [];
  return {
    monthly_searches: [...(google?.monthly ?? [])],
    trend: measureTrend(months, chosen?.source ?? null),
    seasonality: findSeasonality(months),
  };
}

const MONTHS_OF_TWINS = 12;

/** Keywords with identical months share one figure of Google Ads: it counts them as one search. */
function groupTwins(rows: readonly KeywordMetrics[]): ReadonlyMap<string, string[]> {
  const bucketed = rows.filter(
    ({ volume_basis, monthly_searches }) => volume_basis === 'bucket' && monthly_searches.length >= MONTHS_OF_TWINS,
  );
  const groups = Map.groupBy(bucketed, ({ monthly_searches }) =>
    JSON.stringify(monthly_searches.slice(-MONTHS_OF_TWINS)),
  );
  const found = new Map<string, string[]>();
  for (const group of groups.values()) {
    const texts = new Map(group.map(({ keyword }) => [foldPhrase(keyword), keyword]));
    for (const key of texts.keys()) {
      found.set(key, [...texts].flatMap(([other, keyword]) => (other === key ? [] : [keyword])).sort(compareText));
    }
  }
  return found;
}

/** The most common value; the alphabetically first of equals. */
function findCommonest(values: readonly string[]): string | undefined {
  const counts = [...Map.groupBy(values, (value) => value)].map(([value, all]) => ({ value, count: all.length }));
  return counts.sort((one, other) => other.count - one.count || compareText(one.value, other.value))[0]?.value;
}
