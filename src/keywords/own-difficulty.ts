import type { KeywordDifficulty } from '../ports/keywords.ts';
import type { Ports } from '../ports/sources.ts';
import { readAuthorities } from '../serp/authorities.ts';
import { rateDifficulty } from '../serp/difficulty.ts';
import { listResults } from '../serp/results.ts';
import type { ResultPages } from './result-pages.ts';

/** How many results have their authority looked up in one run. Keywords beyond that keep an unknown difficulty. */
const RESULTS_MAX = 500;

/**
 * Difficulty on Seamark's own scale for keywords whose result page is stored, by folded keyword (keyword-metrics 4.1).
 *
 * It is based on the authority of the ranking sites. Without a source of links it stays unknown; the rest of the answer
 * is unaffected.
 *
 * @param keys folded keywords that lack a difficulty, the most important first
 */
export async function readDifficulties(
  links: Pick<Ports['links'], 'ranks'>,
  known: ResultPages | undefined,
  keys: readonly string[],
): Promise<ReadonlyMap<string, KeywordDifficulty>> {
  const chosen = chooseRated(known, keys);
  if (chosen.length === 0) return new Map();
  const authorities = await readAuthorities(
    chosen.map(({ page }) => page),
    links,
  );
  return new Map(
    chosen.flatMap(({ key, page }) => {
      const { difficulty } = rateDifficulty(page, authorities);
      return difficulty === undefined ? [] : [[key, difficulty] as const];
    }),
  );
}

function chooseRated(known: ResultPages | undefined, keys: readonly string[]) {
  const all = [...new Set(keys)].flatMap((key) => {
    const page = known?.pages.get(key);
    return page === undefined ? [] : [{ key, page }];
  });
  let room = RESULTS_MAX;
  return all.filter(({ page }) => (room -= listResults(page).length) >= 0);
}
