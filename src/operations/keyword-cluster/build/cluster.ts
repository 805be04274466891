import { classifySearches, type Search } from '../../../keywords/classify.ts';
import type { JudgedSearch } from '../../../keywords/known-searches.ts';
import type { SerpSeries } from '../../../keywords/series.ts';
import { agree, counted } from '../../../kernel/grammar.ts';
import { defineTask, type Task } from '../../../kernel/task.ts';
import { naming, type BrandNames } from '../../../text/branded.ts';
import { type KeywordReading, readKeyword } from '../../../text/keyword.ts';
import { guessLanguages } from '../../../text/language.ts';
import { cleanText, compareText, foldPhrase } from '../../../text/normalize.ts';
import { makeSlug } from '../../../text/slug.ts';
import { roundToHundredths } from '../../../text/verdict.ts';
import { type Described, describeGroups, INTERLINK_FROM } from './describe.ts';
import { comparePairs, likenessBetween, type Pairs } from './pairs.ts';
import { findListPlaces } from './places.ts';
import type { ClusterPlan, Unclustered } from './report.ts';
import { isEnough, type KnownSerp } from './serp.ts';
import { groupPairs } from './groups.ts';

export interface ClusterInput {
  readonly keywords: readonly string[];
  /** Search results that are known for some of the keywords, all of one series; undefined to go by words alone. */
  readonly known: KnownResults | undefined;
  /** What the result pages say of some keywords, by folded keyword. */
  readonly judged?: ReadonlyMap<string, JudgedSearch> | undefined;
  /** Whose name, searched for alone, looks for its site. */
  readonly brand?: BrandNames | null | undefined;
  /** Vectors of an encoder by keyword; left out to go by words. They count where every keyword has one. */
  readonly vectors?: ReadonlyMap<string, Float32Array> | undefined;
}

export interface KnownResults {
  readonly series: SerpSeries;
  readonly serps: readonly KnownSerp[];
  readonly checked_from: string;
  readonly checked_to: string;
}

/** Rows are compared with each other, so an input is heavy long before a page of that size is. */
const HEAVY_CHARACTERS = 10_000;

/**
 * Groups keywords into pages: each cluster is what one page can answer.
 *
 * A task, since comparing every pair of a long list takes a while. Search results of the keywords decide where they are
 * given (formulas 4.11), words where they are not, and `method` says which it was.
 */
export const clusterKeywords: Task<ClusterInput, ClusterPlan> = defineTask(
  import.meta.url,
  'clusterKeywords',
  buildClusters,
  HEAVY_CHARACTERS,
);

/** Every keyword stands in exactly one place of the answer, and the order in which they were given does not matter. */
function buildClusters({ keywords, known, judged, brand, vectors }: ClusterInput): ClusterPlan {
  const { kept, duplicates } = dropRepeats(keywords);
  const { each } = guessLanguages(kept);
  const readings = kept.map((keyword, at) => readKeyword(keyword, each[at] ?? ''));
  const encoded = kept.flatMap((keyword) => vectors?.get(keyword) ?? []);
  const pairs = comparePairs(readings, known?.serps ?? [], encoded.length === kept.length ? encoded : undefined);
  const places = findListPlaces(readings);
  const isName = naming(brand ?? null);
  const searches = readings.map((reading, at): Search => {
    const keyword = kept[at] ?? '';
    return { reading, judged: judged?.get(foldPhrase(keyword)), is_name: isName(keyword) };
  });
  const groups = groupPairs(pairs);
  const described = describeGroups(
    groups.filter((group) => group.length > 1),
    { keywords: kept, readings, searches, pairs, places },
  );
  const alone = groups.filter((group) => group.length === 1).flat();
  return {
    clusters: described.map(({ cluster }) => cluster),
    unclustered: alone.flatMap((at) => describeAlone(at, { kept, searches, pairs, places, described })),
    duplicates,
    method: describeMethod(pairs, kept, known),
    keyword_count: keywords.length,
    languages: countLanguages(readings),
  };
}

interface Kept {
  /** The first of each keyword in a fixed order, as it was sent. */
  readonly kept: readonly string[];
  readonly duplicates: ClusterPlan['duplicates'];
}

/** Of keywords that differ only in case, spaces or invisible characters, keeps the one that sorts last, which is lower case. */
function dropRepeats(keywords: readonly string[]): Kept {
  const byText = new Map<string, string[]>();
  for (const keyword of keywords) {
    const folded = foldPhrase(keyword);
    // What has no visible text is compared as is.
    const text = folded === '' ? `\0${keyword}` : folded;
    byText.set(text, [...(byText.get(text) ?? []), keyword]);
  }
  const ordered = [...byText].sort(([one], [other]) => compareText(one, other));
  const kept: string[] = [];
  const duplicates: ClusterPlan['duplicates'] = [];
  for (const [, same] of ordered) {
    const [first = '', ...others] = same.sort((one, other) => compareText(other, one));
    kept.push(first);
    for (const keyword of others) {
      const why =
        keyword === first ? 'The same keyword again.' : 'Differs only in case, spaces or invisible characters.';
      duplicates.push({ keyword, duplicate_of: first, why });
    }
  }
  return { kept, duplicates };
}

interface Rest {
  readonly kept: readonly string[];
  readonly searches: readonly Search[];
  readonly pairs: Pairs;
  readonly places: ReadonlySet<string>;
  readonly described: readonly Described[];
}

function describeAlone(at: number, { kept, searches, pairs, places, described }: Rest): Unclustered[] {
  const search = searches[at];
  if (search === undefined) return [];
  const { reading } = search;
  const nearest = findNearestCluster(at, described, pairs);
  const wordless = reading.words.length === 0;
  return [
    {
      keyword: kept[at] ?? '',
      why: wordless ? NO_WORD : explainAlone(nearest),
      language: wordless ? '' : reading.language,
      ...(wordless ? UNKNOWN : classifyAlone(search, places)),
      suggested_slug: makeSlug(reading.text, reading.language),
      nearest_cluster: nearest?.id ?? null,
      likeness: nearest === undefined ? null : roundToHundredths(nearest.likeness),
    },
  ];
}

/** Below this confidence fewer than four in ten intents are right, and none is claimed. */
const INTENT_KNOWN_FROM = 0.35;

function classifyAlone(search: Search, places: ReadonlySet<string>) {
  const found = classifySearches([search], places);
  const isOpen = found.intent_source === 'words' && found.intent_confidence < INTENT_KNOWN_FROM;
  return isOpen ? { ...found, intent: null } : found;
}

interface Nearest {
  readonly id: string;
  readonly name: string;
  readonly likeness: number;
}

/** The cluster most similar to a keyword; undefined if none is similar. */
function findNearestCluster(at: number, described: readonly Described[], pairs: Pairs): Nearest | undefined {
  let nearest: Nearest | undefined;
  for (const { members, cluster } of described) {
    const likeness = likenessBetween(pairs, [at], members);
    if (likeness >= INTERLINK_FROM && likeness > (nearest?.likeness ?? 0))
      nearest = { id: cluster.id, name: cluster.name, likeness };
  }
  return nearest;
}

const NO_WORD = 'It contains no words.';
/** For a keyword without words, whose intent is unknowable. */
const UNKNOWN = {
  intent: null,
  second_intent: null,
  buyer_stage: null,
  recommended_page_type: null,
  intent_confidence: 0,
  intent_evidence: [],
  intent_source: null,
} satisfies Partial<Unclustered>;

function explainAlone(nearest: Nearest | undefined): string {
  if (nearest === undefined) return 'No other keyword in the list is close to it.';
  return `The closest cluster is “${cleanText(nearest.name, 80)}”, but not close enough to share a page (${roundToHundredths(nearest.likeness)}).`;
}

function describeMethod(pairs: Pairs, kept: readonly string[], known: KnownResults | undefined): ClusterPlan['method'] {
  const compared = (kept.length * (kept.length - 1)) / 2;
  const texts = new Set(kept.map((keyword) => foldPhrase(keyword)));
  const found = new Set(known?.serps.filter(isEnough).map(({ keyword }) => foldPhrase(keyword))).intersection(
    texts,
  ).size;
  const shared = {
    compared_pairs: compared,
    pairs_by_serp: pairs.decided,
    keywords_with_serp: found,
    series: known?.series ?? null,
    checked_from: known?.checked_from ?? null,
    checked_to: known?.checked_to ?? null,
  };
  if (known === undefined || pairs.decided === 0)
    return { name: 'lexical', ...shared, note: explainLexical(found, pairs.by_meaning) };
  const page = `${nameSeries(known.series)} as of ${known.checked_from.slice(0, 10)} to ${known.checked_to.slice(0, 10)}`;
  if (pairs.decided < compared) {
    const some = `${found} of ${counted(kept.length, 'keyword')} ${agree(found, 'has')} a known result page (${page}).`;
    return { name: 'mixed', ...shared, note: `${some} ${MIXED}` };
  }
  return { name: 'serp', ...shared, note: `Every keyword has a known result page (${page}). ${SERP}` };
}

function explainLexical(found: number, byMeaning: boolean): string {
  const known =
    found === 0
      ? 'No result page is known for these keywords'
      : 'A result page is known for one of these keywords alone';
  if (byMeaning) return `${known}, so words decided, and what an encoder knows of their meaning. ${WORDS_READ}`;
  return `${known}, so words alone decided. ${WORDS_READ} Keywords that share results but no words stay apart.`;
}

const WORDS_READ =
  'Words are compared by stem, spelling, synonym and intent; numbers, brands and audiences keep pages apart.';
const MIXED = 'Shared top 10 results decided wherever both result pages are known, words everywhere else.';
const SERP = 'Shared top 10 results decided: 7 or more mean one page, 4 to 6 one cluster, 2 or 3 a link.';

/** `google, location 2840, en, desktop`. */
function nameSeries({ engine, location_code, language, device }: SerpSeries): string {
  const place = location_code === null ? 'no location' : `location ${location_code}`;
  return [engine, place, language, ...(device === null ? [] : [device])].join(', ');
}

function countLanguages(readings: readonly KeywordReading[]): ClusterPlan['languages'] {
  const counts = new Map<string, number>();
  for (const { language } of readings) counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts]
    .map(([language, keywords]) => ({ language, keywords }))
    .sort((one, other) => other.keywords - one.keywords || compareText(one.language, other.language));
}
