import type { Search } from '../../../keywords/classify.ts';
import type { KeywordReading } from '../../../text/keyword.ts';
import { compareText } from '../../../text/normalize.ts';
import { isStopWord } from '../../../text/stop-words.ts';
import { likenessBetween, type Pairs } from './pairs.ts';

/** The keywords of a list and what was read from them, all in one order. */
export interface ReadList {
  readonly keywords: readonly string[];
  readonly readings: readonly KeywordReading[];
  readonly searches: readonly Search[];
  readonly pairs: Pairs;
  /** Places that the list itself reveals. */
  readonly places: ReadonlySet<string>;
}

/**
 * The most general member: the one that says what most of the cluster says, and the least besides. A place, a year or `best`
 * weighs little, so it only decides between equals. Of those the one most like all others, then the shortest, then the one
 * that says it as most of the list does (`bike` before `cycle`), then the more natural one.
 */
export function chooseHead(members: readonly number[], list: ReadList): number {
  const { keywords, readings, pairs } = list;
  const common = findCommonFeatures(members, list);
  const ranks = members.map((member) => {
    const reading = readings[member];
    return {
      member,
      odd: Math.round(measureOddness(member, common, list) * 10),
      likeness: Math.round(likenessBetween(pairs, [member], members) * HEAD_STEPS),
      terms: reading?.terms.length ?? 0,
      common: reading === undefined ? 0 : measureCommonness(reading, readings),
      natural: reading?.words.some((word) => isStopWord(word, reading.language)) === true ? 0 : 1,
    };
  });
  ranks.sort(
    (one, other) =>
      one.odd - other.odd ||
      other.likeness - one.likeness ||
      one.terms - other.terms ||
      other.common - one.common ||
      one.natural - other.natural ||
      compareText(keywords[one.member] ?? '', keywords[other.member] ?? ''),
  );
  return ranks[0]?.member ?? 0;
}

/** Members closer than one step to each other are equally good heads. */
const HEAD_STEPS = 10;

type Weights = ReadonlyMap<string, number>;

/** What more than half of the members ask for, with the highest weight that one of them gives it. */
function findCommonFeatures(members: readonly number[], { pairs }: ReadList): Weights {
  const holders = new Map<string, number>();
  const weights = new Map<string, number>();
  for (const member of members) {
    for (const [feature, weight] of pairs.features[member]?.weights ?? []) {
      holders.set(feature, (holders.get(feature) ?? 0) + 1);
      weights.set(feature, Math.max(weights.get(feature) ?? 0, weight));
    }
  }
  return new Map([...weights].filter(([feature]) => 2 * (holders.get(feature) ?? 0) > members.length));
}

/** The weight of what a member lacks of the common features, and of what it says besides. */
function measureOddness(member: number, common: Weights, { pairs }: ReadList): number {
  const own: Weights = pairs.features[member]?.weights ?? new Map();
  let odd = 0;
  for (const [feature, weight] of common) if (!own.has(feature)) odd += weight;
  for (const [feature, weight] of own) if (!common.has(feature)) odd += weight;
  return odd;
}

/** In how many searches of the list the meaningful words of this one appear in the same form, on average. */
function measureCommonness(reading: KeywordReading, readings: readonly KeywordReading[]): number {
  const meaning = reading.words.filter((word) => !isStopWord(word, reading.language));
  const counts = meaning.map((word) => readings.filter(({ words }) => words.includes(word)).length);
  return counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length);
}
