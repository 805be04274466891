import { z } from 'zod';

import type { InputIssue } from '../kernel/errors.ts';
import { rankFloor, type RankScale } from '../kernel/rank.ts';

/** Fields and rules that requests and answers about links share, with one wording and one set of bounds. */

export const TargetView = z.object({ value: z.string(), type: z.enum(['domain', 'subdomain', 'page']) });

export const RankScaleView = z.enum(['one_hundred', 'one_thousand']);

export const minCount = (what: string) => z.int().min(0).max(1_000_000_000).optional().describe(what);

export const textFilter = (charactersMax: number, what: string) =>
  z.string().trim().min(1).max(charactersMax).optional().describe(what);

export const minRank = (what: string) => z.int().min(0).max(1000).optional().describe(what);

/** Every question about backlinks takes it, and means the same by it. */
export const includeIndirectLinks = () =>
  z.boolean().default(true).describe('Count links to pages that redirect or canonicalize to the target.');

export const dofollowOnly = (what: string) => z.boolean().default(false).describe(what);

interface AskedRank {
  readonly min_rank?: number | undefined;
  readonly rank_scale: RankScale;
}

export function checkMinRank({ min_rank, rank_scale }: AskedRank): InputIssue[] {
  if (rank_scale === 'one_thousand' || (min_rank ?? 0) <= 100) return [];
  return [{ path: 'min_rank', message: 'must be at most 100; send rank_scale "one_thousand" to go higher' }];
}

/** The lowest rank of 0-1000 that shows as at least `min_rank` on its scale. */
export function findRankFloor({ min_rank, rank_scale }: AskedRank): number | undefined {
  return min_rank === undefined ? undefined : rankFloor(min_rank, rank_scale);
}

/** One count for each name, as a schema with a field a name. */
export function countFields<Name extends string>(names: readonly Name[]) {
  return z.object(keyed(names, () => z.int()));
}

/** How often each name occurs. Every name has its key, in the order given. */
export function countEach<Name extends string>(names: readonly Name[], found: readonly Name[]): Record<Name, number> {
  return keyed(names, (name) => found.filter((each) => each === name).length);
}

/** `protect 1, disavow review 2`, without what does not occur. */
export function formatCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name.replaceAll('_', ' ')} ${count}`)
    .join(', ');
}

/** A value for every name and for nothing else, which `Object.fromEntries` guarantees and its type does not say. */
export function keyed<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every name is given a value, and no other key is.
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
}
