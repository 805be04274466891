import { type KeywordReading, readKeyword } from '../../../text/keyword.ts';
import { guessLanguages } from '../../../text/language.ts';
import { cleanText, compareText, foldPhrase } from '../../../text/normalize.ts';
import { makeSlug } from '../../../text/slug.ts';
import { roundToHundredths } from '../../../text/verdict.ts';
import { classify, type Described, describeGroups, INTERLINK_FROM } from './cluster-describe.ts';
import { comparePairs, likenessBetween, type Pairs } from './cluster-pairs.ts';
import { placesOfList } from './cluster-places.ts';
import type { ClusterPlan, Unclustered } from './cluster-schema.ts';
import type { KnownSerp } from './cluster-serp.ts';
import { groupPairs } from './cluster-tree.ts';

export interface ClusterInput {
  readonly keywords: readonly string[];
  /** Search results that are known for some of the keywords; [] to go by words alone. */
  readonly serps: readonly KnownSerp[];
}

/** Every keyword stands in exactly one place of the answer, and the order in which they were given does not matter. */
export function buildPlan({ keywords, serps }: ClusterInput): ClusterPlan {
  const { kept, duplicates } = withoutRepeats(keywords);
  const { each } = guessLanguages(kept);
  const readings = kept.map((keyword, at) => readKeyword(keyword, each[at] ?? ''));
  const pairs = comparePairs(readings, serps);
  const places = placesOfList(readings);
  const groups = groupPairs(pairs);
  const described = describeGroups(
    groups.filter((group) => group.length > 1),
    { keywords: kept, readings, pairs, places },
  );
  const alone = groups.filter((group) => group.length === 1).flat();
  return {
    clusters: described.map(({ cluster }) => cluster),
    unclustered: alone.flatMap((at) => unclusteredOf(at, { kept, readings, pairs, places, described })),
    duplicates,
    method: methodOf(pairs, kept.length),
    keyword_count: keywords.length,
    languages: languagesOf(readings),
  };
}

interface Kept {
  /** The first of each keyword in a fixed order, as it was sent. */
  readonly kept: readonly string[];
  readonly duplicates: ClusterPlan['duplicates'];
}

/** Keeps one of each keyword that differs in case, spaces or unseen characters alone: the one that sorts last, which is lower case. */
function withoutRepeats(keywords: readonly string[]): Kept {
  const byText = new Map<string, string[]>();
  for (const keyword of keywords) {
    const folded = foldPhrase(keyword);
    // What has no visible text is compared as it is.
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
      const why = keyword === first ? 'The same keyword again.' : 'Differs in case, spaces or unseen characters alone.';
      duplicates.push({ keyword, duplicate_of: first, why });
    }
  }
  return { kept, duplicates };
}

interface Rest {
  readonly kept: readonly string[];
  readonly readings: readonly KeywordReading[];
  readonly pairs: Pairs;
  readonly places: ReadonlySet<string>;
  readonly described: readonly Described[];
}

function unclusteredOf(at: number, { kept, readings, pairs, places, described }: Rest): Unclustered[] {
  const reading = readings[at];
  if (reading === undefined) return [];
  const nearest = nearestTo(at, described, pairs);
  const wordless = reading.words.length === 0;
  return [
    {
      keyword: kept[at] ?? '',
      why: wordless ? NO_WORD : whyAlone(nearest),
      language: wordless ? '' : reading.language,
      ...(wordless ? UNKNOWN : classify([reading], places)),
      suggested_slug: makeSlug(reading.text, reading.language),
      nearest_cluster: nearest?.id ?? null,
      likeness: nearest === undefined ? null : roundToHundredths(nearest.likeness),
    },
  ];
}

interface Nearest {
  readonly id: string;
  readonly name: string;
  readonly likeness: number;
}

/** The cluster that a keyword could be linked with; undefined where none is like it. */
function nearestTo(at: number, described: readonly Described[], pairs: Pairs): Nearest | undefined {
  let nearest: Nearest | undefined;
  for (const { members, cluster } of described) {
    const likeness = likenessBetween(pairs, [at], members);
    if (likeness >= INTERLINK_FROM && likeness > (nearest?.likeness ?? 0))
      nearest = { id: cluster.id, name: cluster.name, likeness };
  }
  return nearest;
}

const NO_WORD = 'It holds no word.';
/** Of a keyword without a word: what it is after cannot be told. */
const UNKNOWN = {
  intent: null,
  buyer_stage: null,
  recommended_page_type: null,
  intent_confidence: 0,
  intent_evidence: [],
} satisfies Partial<Unclustered>;

function whyAlone(nearest: Nearest | undefined): string {
  if (nearest === undefined) return 'No other keyword of the list is near it.';
  return `Nearest is “${cleanText(nearest.name, 80)}”, not near enough for one page (${roundToHundredths(nearest.likeness)}).`;
}

function methodOf(pairs: Pairs, count: number): ClusterPlan['method'] {
  const compared = (count * (count - 1)) / 2;
  const counts = { compared_pairs: compared, pairs_by_serp: pairs.decided };
  if (pairs.decided === 0) return { name: 'lexical', ...counts, note: LEXICAL };
  if (pairs.decided < compared) return { name: 'mixed', ...counts, note: MIXED };
  return { name: 'serp_overlap', ...counts, note: SERP };
}

const LEXICAL =
  'No search results of these keywords are known, so words alone decided: stems, spelling, synonyms, intent words and numbers. ' +
  'Keywords that share results without sharing words are not found this way.';
const MIXED = 'Shared results in the first ten decided where both searches are known, words elsewhere.';
const SERP = 'Shared results in the first ten decided: 7 and more are one page, 4 to 6 one cluster, 2 and 3 a link.';

function languagesOf(readings: readonly KeywordReading[]): ClusterPlan['languages'] {
  const counts = new Map<string, number>();
  for (const { language } of readings) counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts]
    .map(([language, keywords]) => ({ language, keywords }))
    .sort((one, other) => other.keywords - one.keywords || compareText(one.language, other.language));
}
