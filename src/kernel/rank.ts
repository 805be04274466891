export type RankScale = 'one_hundred' | 'one_thousand';

/** Slope of the published mapping between the two scales, `round(100 * sin(rank / 636.62))`. */
const SINE = 636.62;

/** A rank of 0-1000 on the asked scale; unknown stays unknown. */
export function onScale(rank: number | null, scale: RankScale): number | null {
  if (rank === null) return null;
  return scale === 'one_thousand' ? Math.round(rank) : Math.round(100 * Math.sin(rank / SINE));
}

/** The least rank of 0-1000 that shows as at least `shown` on the scale. */
export function rankFloor(shown: number, scale: RankScale): number {
  for (let rank = 0; rank < 1000; rank += 1) {
    if ((onScale(rank, scale) ?? 0) >= shown) return rank;
  }
  return 1000;
}
