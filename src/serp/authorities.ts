import { AppError } from '../kernel/errors.ts';
import { OWN_ENGINE, type Serp } from '../ports/serp.ts';
import type { Ports } from '../ports/sources.ts';
import { parseTarget, type Target } from '../web/target.ts';
import type { ResultAuthority } from './difficulty.ts';
import { listResults } from './results.ts';

/** Targets per query. */
const TARGETS_MAX = 100;
/**
 * An index that has seen fewer domains knows a handful of the links of any site, and every result of a search engine would look
 * weak by its ranks.
 */
const AMONG_MIN = 1000;

/**
 * Ranks of the domains and pages of the organic results, by URL. Without a source of links, or if it fails,
 * they are unknown; the rest of the answer is unaffected. Ranks within a small index say something of its own results alone.
 */
export async function readAuthorities(
  serps: readonly Serp[],
  links: Pick<Ports['links'], 'ranks'>,
): Promise<ReadonlyMap<string, ResultAuthority>> {
  const results = serps
    .flatMap((serp) => listResults(serp))
    .flatMap(({ url, site }) => {
      const [page, domain] = [readTarget(url), readTarget(site)];
      return page === undefined || domain === undefined ? [] : [{ url, page, domain }];
    });
  const targets = new Map(
    results.flatMap(({ page, domain }) => [page, domain]).map((target) => [target.value, target]),
  );
  const ranks = await readRanks(
    [...targets.values()],
    links,
    serps.every(({ engine }) => engine === OWN_ENGINE),
  );
  if (ranks === undefined) return new Map();
  return new Map(
    results.map(({ url, page, domain }) => [
      url,
      { domain_rank: ranks.get(domain.value) ?? null, page_rank: ranks.get(page.value) ?? null },
    ]),
  );
}

async function readRanks(
  targets: readonly Target[],
  links: Pick<Ports['links'], 'ranks'>,
  areOwnResults: boolean,
): Promise<ReadonlyMap<string, number | null> | undefined> {
  const ranks = new Map<string, number | null>();
  try {
    for (let start = 0; start < targets.length; start += TARGETS_MAX) {
      const rows = await links.ranks({ targets: targets.slice(start, start + TARGETS_MAX) });
      for (const { target, rank, among = AMONG_MIN } of rows) {
        ranks.set(target, areOwnResults || among >= AMONG_MIN ? rank : null);
      }
    }
  } catch (thrown) {
    if (thrown instanceof AppError) return undefined;
    throw thrown;
  }
  return ranks;
}

/** Undefined for anything without a registrable domain, such as an IP address. */
function readTarget(text: string): Target | undefined {
  try {
    return parseTarget(text);
  } catch {
    return undefined;
  }
}
