import { z } from 'zod';

import { shareOf } from '../../../links/quality.ts';

const MOMENTUM_RULE =
  'Net change of referring domains relative to the base at the start, baseline period and domains with a high spam score excluded: above 5% growing, below -5% ' +
  'shrinking, otherwise stable; so is a change within the noise of the counts (1.96 times the root of all new and lost domains). Growing with at least four whole periods: accelerating when the later half gained at least ' +
  '1.5 times as many as the earlier half, slowing when it gained at most half as many.';

/** Less than that, up or down, is the noise of crawling. */
const STABLE_SHARE = 0.05;
const ACCELERATING_TIMES = 1.5;
const SLOWING_TIMES = 0.5;
/** Two-sided 95 % of a Poisson count: as many more or fewer come and go by chance. */
const Z = 1.96;
/** Two halves of one period each would be two points, through which every line goes. */
const WHOLE_PERIODS_MIN = 4;

const Momentum = z.enum(['accelerating', 'growing', 'stable', 'slowing', 'shrinking']);

const MomentumBasis = z.object({
  measure: z.literal('referring_domains'),
  periods: z.int().describe('Observed periods, baseline excluded.'),
  base: z.int().nullable().describe('Referring domains before the first of them, without those that score as spam.'),
  net: z.int(),
  change: z.number().nullable().describe('net / base; null when the base is 0.'),
  within_noise: z.boolean().describe('true: as many domains may have come or gone by chance.'),
  earlier_net: z.int().nullable().describe('Of the first half of the whole periods; null with fewer than four.'),
  later_net: z.int().nullable(),
  rule: z.string(),
});
type MomentumBasis = z.infer<typeof MomentumBasis>;

export const momentumFields = {
  momentum: Momentum.nullable().describe(MOMENTUM_RULE),
  momentum_basis: MomentumBasis.nullable(),
};

/** An observed period, as far as it decides the momentum. */
export interface MovedPoint {
  readonly new_referring_domains: number;
  readonly net_referring_domains: number;
  readonly referring_domains: number;
  readonly is_partial: boolean;
  readonly is_baseline: boolean;
}

/**
 * Where a profile is heading, by net change over what it stood at (practice: 5 % either way is stable).
 *
 * Referring domains and not links decide: one site can add a thousand links with one footer. A link farm adds domains too,
 * so those that score as spam are left out. Halves are taken of whole periods, since the month that runs would always look
 * slow; the middle one of an odd number is left out.
 *
 * @param observed without the domains that score as spam
 */
export function readMomentum(observed: readonly MovedPoint[]): z.infer<z.ZodObject<typeof momentumFields>> {
  const compared = observed.filter((point) => !point.is_baseline);
  const [first] = compared;
  if (first === undefined) return { momentum: null, momentum_basis: null };
  const base = first.referring_domains - first.net_referring_domains;
  const net = sumNet(compared);
  const whole = compared.filter((point) => !point.is_partial);
  const half = Math.floor(whole.length / 2);
  const halves =
    whole.length < WHOLE_PERIODS_MIN ? undefined : [sumNet(whole.slice(0, half)), sumNet(whole.slice(-half))];
  const [earlier_net = null, later_net = null] = halves ?? [];
  const basis: MomentumBasis = {
    measure: 'referring_domains',
    periods: compared.length,
    base,
    net,
    change: shareOf(net, base),
    within_noise: isNoise(net, compared),
    earlier_net,
    later_net,
    rule: MOMENTUM_RULE,
  };
  // Without a domain before or since there is nothing that could head anywhere.
  const isEmpty = base === 0 && compared.every((point) => point.new_referring_domains === 0);
  return { momentum: isEmpty ? null : chooseMomentum(basis, whole), momentum_basis: basis };
}

function isNoise(net: number, points: readonly MovedPoint[]): boolean {
  const moved = points.reduce((sum, each) => sum + 2 * each.new_referring_domains - each.net_referring_domains, 0);
  return Math.abs(net) <= Z * Math.sqrt(moved);
}

function chooseMomentum(basis: MomentumBasis, whole: readonly MovedPoint[]): z.infer<typeof Momentum> {
  const { base, net, within_noise } = basis;
  const isFromNothing = base === null || base === 0;
  if (within_noise && !isFromNothing) return 'stable';
  // From nothing, any gain is growth and none is none.
  const change = isFromNothing ? Math.sign(net) : net / base;
  if (change < -STABLE_SHARE) return 'shrinking';
  return change <= STABLE_SHARE ? 'stable' : chooseGrowth(basis, whole);
}

function chooseGrowth(
  { earlier_net, later_net }: MomentumBasis,
  whole: readonly MovedPoint[],
): z.infer<typeof Momentum> {
  if (earlier_net === null || later_net === null || isNoise(later_net - earlier_net, whole)) return 'growing';
  if (later_net > 0 && later_net >= ACCELERATING_TIMES * earlier_net) return 'accelerating';
  return earlier_net > 0 && later_net <= SLOWING_TIMES * earlier_net ? 'slowing' : 'growing';
}

function sumNet(points: readonly MovedPoint[]): number {
  return points.reduce((total, point) => total + point.net_referring_domains, 0);
}
