import { AppError } from '../kernel/errors.ts';
import type { Ports } from '../ports/sources.ts';
import { parseTarget, type Target } from '../web/target.ts';

/** Targets of one question. */
const TARGETS_MAX = 100;

/**
 * Authority of domains by their links, 0–1000. Ranks are an extra: without a source of links, or where it fails, they are
 * unknown.
 */
export async function readDomainRanks(
  links: Pick<Ports['links'], 'ranks'>,
  domains: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const targets = [...new Set(domains)].flatMap(readDomain);
  const ranks = new Map<string, number>();
  try {
    for (let start = 0; start < targets.length; start += TARGETS_MAX) {
      const rows = await links.ranks({ targets: targets.slice(start, start + TARGETS_MAX) });
      for (const { target, rank } of rows) if (rank !== null) ranks.set(target, rank);
    }
  } catch (thrown) {
    if (thrown instanceof AppError) return new Map();
    throw thrown;
  }
  return ranks;
}

/** A result on a bare IP address has no domain. */
function readDomain(domain: string): Target[] {
  try {
    return [parseTarget(domain)];
  } catch {
    return [];
  }
}
