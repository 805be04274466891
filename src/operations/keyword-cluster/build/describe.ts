import { classifyReadings } from '../../../keywords/classify.ts';
import type { KeywordReading } from '../../../text/keyword.ts';
import { compareText } from '../../../text/normalize.ts';
import { makeSlug } from '../../../text/slug.ts';
import { isStopWord } from '../../../text/stop-words.ts';
import { roundToHundredths } from '../../../text/verdict.ts';
import { likenessBetween, type Pairs } from './pairs.ts';
import type { Cluster } from './report.ts';

/** The keywords of a list and what was read from them, all in one order. */
export interface ReadList {
  readonly keywords: readonly string[];
  readonly readings: readonly KeywordReading[];
  readonly pairs: Pairs;
  /** Places that the list itself reveals. */
  readonly places: ReadonlySet<string>;
}

export interface Described {
  readonly members: readonly number[];
  readonly cluster: Cluster;
}

/** Readers of one cluster have no use for a link to a cluster less similar than this. */
export const INTERLINK_FROM = 0.2;
const INTERLINKS_MAX = 5;

/** Names each group and says what page it needs, largest first. */
export function describeGroups(groups: readonly (readonly number[])[], list: ReadList): Described[] {
  const heads = groups
    .map((members) => ({ members, head: chooseHead(members, list) }))
    .sort(
      (one, other) =>
        other.members.length - one.members.length ||
        compareText(list.keywords[one.head] ?? '', list.keywords[other.head] ?? ''),
    );
  const slugs = uniqueSlugs(heads.map(({ head }) => list.readings[head]));
  return heads.map(({ members, head }, at) => {
    const reading = list.readings[head];
    const order = [...members].sort(
      (one, other) => measureHeadLikeness(head, other, list) - measureHeadLikeness(head, one, list) || one - other,
    );
    return {
      members,
      cluster: {
        id: `c${at + 1}`,
        name: formatName(reading?.text ?? ''),
        head_keyword: list.keywords[head] ?? '',
        keywords: order.map((member) => list.keywords[member] ?? ''),
        language: reading?.language ?? '',
        ...classifyReadings(
          members.flatMap((member) => list.readings[member] ?? []),
          list.places,
        ),
        cohesion: roundToHundredths(likenessBetween(list.pairs, members, members)),
        suggested_slug: slugs[at] ?? '',
        interlink_with: findNeighbors(
          at,
          heads.map((each) => each.members),
          list.pairs,
        ),
      },
    };
  });
}

/**
 * The plainest member among those most like all others: of near equals the one with fewer words of its own, then the one
 * that says it as most of the list does (`bike` before `cycle`), then the more natural one.
 */
function chooseHead(members: readonly number[], list: ReadList): number {
  const { keywords, readings, pairs } = list;
  const ranks = members.map((member) => {
    const reading = readings[member];
    return {
      member,
      likeness: Math.round(likenessBetween(pairs, [member], members) * HEAD_STEPS),
      terms: reading?.terms.length ?? 0,
      common: reading === undefined ? 0 : measureCommonness(reading, readings),
      natural: reading?.words.some((word) => isStopWord(word, reading.language)) === true ? 0 : 1,
    };
  });
  ranks.sort(
    (one, other) =>
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

/** In how many searches of the list the meaningful words of this one appear in the same form, on average. */
function measureCommonness(reading: KeywordReading, readings: readonly KeywordReading[]): number {
  const meaning = reading.words.filter((word) => !isStopWord(word, reading.language));
  const counts = meaning.map((word) => readings.filter(({ words }) => words.includes(word)).length);
  return counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length);
}

function measureHeadLikeness(head: number, member: number, { pairs }: ReadList): number {
  return member === head ? 2 : (pairs.likeness[head * pairs.count + member] ?? 0);
}

/** The keyword as a heading: its first letter capitalized, the rest as typed. */
function formatName(text: string): string {
  const [first = ''] = text;
  return first.toLocaleUpperCase('en') + text.slice(first.length);
}

function uniqueSlugs(heads: readonly (KeywordReading | undefined)[]): string[] {
  const used = new Set<string>();
  return heads.map((reading) => {
    const plain = makeSlug(reading?.text ?? '', reading?.language ?? '') || 'page';
    let slug = plain;
    for (let number = 2; used.has(slug); number += 1) slug = `${plain}-${number}`;
    used.add(slug);
    return slug;
  });
}

function findNeighbors(at: number, groups: readonly (readonly number[])[], pairs: Pairs): string[] {
  const own = groups[at] ?? [];
  return groups
    .flatMap((other, place) =>
      place === at ? [] : [{ id: `c${place + 1}`, place, likeness: likenessBetween(pairs, own, other) }],
    )
    .filter(({ likeness }) => likeness >= INTERLINK_FROM)
    .sort((one, other) => other.likeness - one.likeness || one.place - other.place)
    .slice(0, INTERLINKS_MAX)
    .map(({ id }) => id);
}
