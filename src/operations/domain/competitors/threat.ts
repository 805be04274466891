import type { SearchCompetitor } from '../../../ports/rankings.ts';
import { boundShare } from '../../../kernel/interval.ts';
import { weighShares } from '../../../rankings/score.ts';
import type { CompetitorRow } from './report.ts';

/** Fewer shared pages of a sample may be chance (operations-notes 2). */
export const SERPS_MIN = 20;

/** Clicks or click rates that two sites could take from each other. */
export interface Stake {
  readonly value: number;
  readonly unit: NonNullable<CompetitorRow['stake_unit']>;
}

/**
 * Sum over the shared keywords of the lower of the two click rates where places are known; where a provider tells traffic
 * alone, the lower of both sites' clicks on them, which is as much at most.
 */
export function measureStake({ rivalry, shared_traffic, target_shared_traffic }: SearchCompetitor): Stake | null {
  if (rivalry !== null) return { value: rivalry, unit: 'click_rates' };
  if (shared_traffic === null || target_shared_traffic === null) return null;
  return { value: round(Math.min(shared_traffic, target_shared_traffic)), unit: 'clicks_a_month' };
}

type Share = NonNullable<CompetitorRow['overlap_share']>;

/** @param isSample bounds are those of a sample; where all is known the share is what it is */
export function measureShare(hits: number, of: number | null, isSample: boolean): Share | null {
  if (of === null || of <= 0) return null;
  const within = Math.min(hits, of);
  const value = within / of;
  const { low, high } = isSample ? boundShare(within, of) : { low: value, high: value };
  return { value: roundShare(value), n: of, low: roundShare(low), high: roundShare(high) };
}

interface Ahead {
  readonly ahead_share: Share | null;
  readonly ahead_basis: CompetitorRow['ahead_basis'];
}

/** How often the competitor ranks above; by clicks on the shared keywords where positions are unknown. */
export function measureAhead(row: SearchCompetitor, isSample: boolean): Ahead {
  const { ahead, behind, shared_traffic, target_shared_traffic } = row;
  if (ahead !== null && behind !== null) {
    const ahead_share = measureShare(ahead, ahead + behind, isSample);
    return { ahead_share, ahead_basis: ahead_share === null ? null : 'positions' };
  }
  const clicks = (shared_traffic ?? 0) + (target_shared_traffic ?? 0);
  if (shared_traffic === null || target_shared_traffic === null || clicks === 0)
    return { ahead_share: null, ahead_basis: null };
  const value = roundShare(shared_traffic / clicks);
  return { ahead_share: { value, n: row.intersections, low: value, high: value }, ahead_basis: 'traffic' };
}

/** Our own weights, pinned by the tests: what there is to lose counts most, then who wins it, then how much is common. */
const WEIGHTS = { clicks_at_stake: 0.4, overlap: 0.25, ahead: 0.35 } as const;

type Threat = Pick<CompetitorRow, 'threat_score' | 'score_components' | 'score_coverage' | 'threat_level'>;

interface ThreatFacts {
  readonly stake: Stake | null;
  /** The largest stake of all competitors, in the same unit. */
  readonly largest: number;
  readonly overlap: number | null;
  readonly ahead: number | null;
  readonly is_sufficient: boolean;
}

/**
 * How much a competitor takes: 100 × (0.40 stake as a share of the largest one + 0.25 share of the target's keywords +
 * 0.35 share of these where it stands above), unknown parts left out. Too small a sample has no score.
 */
export function scoreThreat({ stake, largest, overlap, ahead, is_sufficient }: ThreatFacts): Threat {
  if (!is_sufficient) return NO_THREAT;
  const { opportunity_score, score_components, score_coverage, priority } = weighShares(WEIGHTS, {
    clicks_at_stake: stake === null || largest === 0 ? null : stake.value / largest,
    overlap,
    ahead,
  });
  return { threat_score: opportunity_score, score_components, score_coverage, threat_level: priority };
}

const NO_THREAT: Threat = {
  threat_score: null,
  score_components: { clicks_at_stake: null, overlap: null, ahead: null },
  score_coverage: 0,
  threat_level: null,
};

function round(clicks: number): number {
  return Math.round(clicks * 10) / 10;
}

function roundShare(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
