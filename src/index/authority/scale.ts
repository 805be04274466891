/**
 * The scale of ranks: 0-1000 by the logarithm of how many trusted, independent domains link to something.
 *
 * `rank = round(1000·ln(1 + n)/ln(1 + 17,000,000))`: the domain with the most referring domains in Common Crawl's graph of
 * 121 M domains has some 17 M, 14 % of all. Where the number of referring domains falls as 1/position, as there, this is
 * the same scale as `1 - ln(position)/ln(N)`, which imported positions are put on; but it depends on nobody else's links,
 * so that what is added to the index elsewhere moves no rank.
 */
const REFERRERS_FULL = 17_000_000;

/** Points of rank for each unit of the logarithm. */
export const RANK_POINTS = 1000 / Math.log1p(REFERRERS_FULL);

export function rankOfReferrers(referrers: number): number {
  return Math.min(1000, Math.round(RANK_POINTS * Math.log1p(referrers)));
}

/** While an index knows fewer domains, its links are those of a few pages and say nothing of who is linked to. */
export const RANKED_DOMAINS_MIN = 10;
