import { z } from 'zod';

import { SourceFailure } from '../../ports/source-failure.ts';
import { askBacklinks } from './backlinks-request.ts';
import type { DataForSeoContext } from './settings.ts';

/** Targets of one request. */
const BULK_MAX = 1000;

const Ranks = z.object({ items: z.array(z.object({ target: z.string(), rank: z.number().nullable() })).nullish() });
const Domains = z.object({
  items: z.array(z.object({ target: z.string(), referring_main_domains: z.number().nullish() })).nullish(),
});

interface Paid {
  /** With what was paid before. */
  readonly usd: number;
}

/** Authority of targets themselves, 0-1000. @param paid what the question has cost so far, which a failure tells too */
export async function rankTargets(
  context: DataForSeoContext,
  targets: readonly string[],
  paid: number,
): Promise<Paid & { readonly ranks: ReadonlyMap<string, number | null> }> {
  const task = { targets: targets.slice(0, BULK_MAX), rank_scale: 'one_thousand' };
  const { result, usd } = await addCostOnFailure(paid, () => askBacklinks(context, 'bulk_ranks', task, Ranks));
  return { usd: paid + usd, ranks: new Map((result?.items ?? []).map(({ target, rank }) => [target, rank])) };
}

/** How many registrable domains link to targets. */
export async function countReferringDomains(
  context: DataForSeoContext,
  targets: readonly string[],
  paid: number,
): Promise<Paid & { readonly domains: ReadonlyMap<string, number> }> {
  const task = { targets: targets.slice(0, BULK_MAX) };
  const { result, usd } = await addCostOnFailure(paid, () =>
    askBacklinks(context, 'bulk_referring_domains', task, Domains),
  );
  const known = (result?.items ?? []).flatMap(({ target, referring_main_domains: domains }) =>
    typeof domains === 'number' ? [[target, domains] as const] : [],
  );
  return { usd: paid + usd, domains: new Map(known) };
}

/** A failure tells what the requests of the same question before it cost. */
export async function addCostOnFailure<Answer>(paid: number, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof SourceFailure) || paid === 0) throw error;
    const { kind, message, fix, retry_after_s } = error;
    throw new SourceFailure(kind, message, { fix, retry_after_s, usd: paid + (error.usd ?? 0), cause: error });
  }
}
