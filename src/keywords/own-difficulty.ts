import { AppError } from '../kernel/errors.ts';
import type { KeywordDifficulty } from '../ports/keywords.ts';
import type { Ports } from '../ports/sources.ts';
import { rateDifficulty, type ResultAuthority } from '../serp/difficulty.ts';
import { listResults } from '../serp/results.ts';
import { parseTarget, type Target } from '../web/target.ts';
import type { ResultPages } from './result-pages.ts';

/** Targets of one question, and of one run. Keywords beyond that keep an unknown difficulty. */
const RANKS_A_QUESTION = 100;
const RANKS_MAX = 1000;

interface RankedResult {
  readonly url: string;
  readonly page: Target;
  readonly domain: Target;
}

/**
 * Difficulty on our own scale for keywords whose result page is stored, by folded keyword (keyword-metrics 4.1).
 *
 * It goes by the authority of the ranking sites. Without a source of links it is unknown, and the rest is answered.
 *
 * @param keys folded keywords that lack a difficulty, the most important first
 */
export async function readDifficulties(
  links: Pick<Ports['links'], 'ranks'>,
  known: ResultPages | undefined,
  keys: readonly string[],
): Promise<ReadonlyMap<string, KeywordDifficulty>> {
  const chosen = chooseRated(known, keys);
  const targets = [...new Map(chosen.flatMap(listTargets).map((target) => [target.value, target])).values()];
  const ranks = await readRanks(links, targets);
  if (ranks.size === 0) return new Map();
  return new Map(
    chosen.flatMap(({ key, page, results }) => {
      const authorities = new Map(results.map((result) => [result.url, authorityOf(result, ranks)]));
      const { difficulty } = rateDifficulty(page, authorities);
      return difficulty === undefined ? [] : [[key, difficulty] as const];
    }),
  );
}

function chooseRated(known: ResultPages | undefined, keys: readonly string[]) {
  const all = [...new Set(keys)].flatMap((key) => {
    const page = known?.pages.get(key);
    return page === undefined ? [] : [{ key, page, results: listResults(page).flatMap(readResult) }];
  });
  let room = RANKS_MAX;
  return all.filter((each) => (room -= listTargets(each).length) >= 0);
}

function readResult({ url, site }: { readonly url: string; readonly site: string }): RankedResult[] {
  try {
    return [{ url, page: parseTarget(url), domain: parseTarget(site) }];
  } catch {
    // A result without a public address, such as an IP address, has no authority.
    return [];
  }
}

function listTargets({ results }: { readonly results: readonly RankedResult[] }): Target[] {
  return results.flatMap(({ page, domain }) => [page, domain]);
}

function authorityOf({ page, domain }: RankedResult, ranks: ReadonlyMap<string, number | null>): ResultAuthority {
  return { domain_rank: ranks.get(domain.value) ?? null, page_rank: ranks.get(page.value) ?? null };
}

async function readRanks(
  links: Pick<Ports['links'], 'ranks'>,
  targets: readonly Target[],
): Promise<ReadonlyMap<string, number | null>> {
  const ranks = new Map<string, number | null>();
  try {
    for (let start = 0; start < targets.length; start += RANKS_A_QUESTION) {
      const rows = await links.ranks({ targets: targets.slice(start, start + RANKS_A_QUESTION) });
      for (const { target, rank } of rows) ranks.set(target, rank);
    }
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
  }
  return ranks;
}
