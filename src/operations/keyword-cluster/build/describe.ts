import { classifySearches } from '../../../keywords/classify.ts';
import type { KeywordReading } from '../../../text/keyword.ts';
import { compareText } from '../../../text/normalize.ts';
import { capitalizePlaces } from '../../../text/places.ts';
import { capitalizeFirst } from '../../../text/snippet/casing.ts';
import { makeSlug } from '../../../text/slug.ts';
import { roundToHundredths } from '../../../text/verdict.ts';
import { chooseHead, type ReadList } from './head.ts';
import { likenessBetween, type Pairs } from './pairs.ts';
import type { Cluster } from './report.ts';

export interface Described {
  readonly members: readonly number[];
  readonly cluster: Cluster;
}

/** Readers of one cluster have no use for a link to a cluster less similar than this. */
export const INTERLINK_FROM = 0.15;
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
        name: capitalizeFirst(capitalizePlaces(reading?.text ?? '')),
        head_keyword: list.keywords[head] ?? '',
        keywords: order.map((member) => list.keywords[member] ?? ''),
        language: reading?.language ?? '',
        ...classifySearches(
          members.flatMap((member) => list.searches[member] ?? []),
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

function measureHeadLikeness(head: number, member: number, { pairs }: ReadList): number {
  return member === head ? 2 : (pairs.likeness[head * pairs.count + member] ?? 0);
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
