import { compareText } from '../../../text/normalize.ts';
import { keywordSimilarity } from '../../../text/similarity.ts';
import { type Purpose, findPurpose } from '../../../text/purpose.ts';
import type { AskedKeyword } from './asked.ts';

/** From this likeness on, on average, one page can answer all keywords of a group. */
const LIKENESS_MIN = 0.5;
const SURE = 0.4;

/**
 * Groups of keywords that one new page could answer: average linkage over keyword likeness, and never two purposes
 * (a guide and a shop page) in one group. The order of the keywords does not matter.
 */
export function siblingGroups(keywords: readonly AskedKeyword[]): AskedKeyword[][] {
  const ordered = keywords.toSorted((one, other) =>
    compareText(one.reading.key + '\0' + one.text, other.reading.key + '\0' + other.text),
  );
  const likeness = ordered.map((one, at) => ordered.map((other, there) => (there > at ? likenessOf(one, other) : 0)));
  const groups: number[][] = ordered.map((_, at) => [at]);
  for (;;) {
    const pair = nearestPair(groups, (one, other) => likeness[Math.min(one, other)]?.[Math.max(one, other)] ?? 0);
    if (pair === undefined) break;
    const [one, other] = pair;
    groups[one] = [...(groups[one] ?? []), ...(groups[other] ?? [])].sort((a, b) => a - b);
    groups.splice(other, 1);
  }
  return groups.map((group) => group.flatMap((at) => ordered[at] ?? []));
}

function likenessOf(one: AskedKeyword, other: AskedKeyword): number {
  const [here, there] = [purposeIn(one), purposeIn(other)];
  if (here !== undefined && there !== undefined && here !== there) return 0;
  return keywordSimilarity(one.reading, other.reading);
}

function purposeIn({ wanted }: AskedKeyword): Purpose | undefined {
  return wanted.confidence > SURE ? findPurpose(wanted.value) : undefined;
}

function nearestPair(
  groups: readonly (readonly number[])[],
  likeness: (one: number, other: number) => number,
): [number, number] | undefined {
  let best: [number, number] | undefined;
  let most = LIKENESS_MIN - 1e-9;
  for (let one = 0; one < groups.length; one += 1) {
    for (let other = one + 1; other < groups.length; other += 1) {
      const mean = meanLikeness(groups[one] ?? [], groups[other] ?? [], likeness);
      if (mean > most + 1e-9) {
        most = mean;
        best = [one, other];
      }
    }
  }
  return best;
}

function meanLikeness(
  one: readonly number[],
  other: readonly number[],
  likeness: (one: number, other: number) => number,
): number {
  let sum = 0;
  for (const here of one) for (const there of other) sum += likeness(here, there);
  return sum / (one.length * other.length);
}
