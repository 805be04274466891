import { MOMENTUM_RULE, type MomentumBasis, type ObservedPoint, type TimeseriesReport } from './report.ts';

/** Less than that, up or down, is the noise of crawling. */
const STABLE_SHARE = 0.05;
const ACCELERATING_TIMES = 1.5;
const SLOWING_TIMES = 0.5;
/** Two halves of one period each would be two points, through which every line goes. */
const WHOLE_PERIODS_MIN = 4;

/**
 * Where a profile is heading, by net change over what it stood at (practice: 5 % either way is stable).
 *
 * Referring domains and not links decide: one site can add a thousand links with one footer. Halves are taken of
 * whole periods, since the month that runs would always look slow; the middle one of an odd number is left out.
 */
export function momentumOf(observed: readonly ObservedPoint[]): Pick<TimeseriesReport, 'momentum' | 'momentum_basis'> {
  const compared = observed.filter((point) => !point.is_baseline);
  const [first] = compared;
  if (first === undefined) return { momentum: null, momentum_basis: null };
  const base = first.referring_domains - first.net_referring_domains;
  const net = sumOf(compared);
  const whole = compared.filter((point) => !point.is_partial);
  const half = Math.floor(whole.length / 2);
  const halves =
    whole.length < WHOLE_PERIODS_MIN ? undefined : [sumOf(whole.slice(0, half)), sumOf(whole.slice(-half))];
  const [earlier_net = null, later_net = null] = halves ?? [];
  const basis: MomentumBasis = {
    measure: 'referring_domains',
    periods: compared.length,
    base,
    net,
    change: base === 0 ? null : Math.round((net / base) * 10_000) / 10_000,
    earlier_net,
    later_net,
    rule: MOMENTUM_RULE,
  };
  // Without a domain before or since there is nothing that could head anywhere.
  const isEmpty = base === 0 && compared.every((point) => point.new_referring_domains === 0);
  return { momentum: isEmpty ? null : classOf(basis), momentum_basis: basis };
}

function classOf({ base, net, earlier_net, later_net }: MomentumBasis): NonNullable<TimeseriesReport['momentum']> {
  // From nothing, any gain is growth and none is none.
  const change = base === null || base === 0 ? Math.sign(net) : net / base;
  if (change < -STABLE_SHARE) return 'shrinking';
  if (change <= STABLE_SHARE) return 'stable';
  if (earlier_net === null || later_net === null) return 'growing';
  if (later_net > 0 && later_net >= ACCELERATING_TIMES * earlier_net) return 'accelerating';
  return earlier_net > 0 && later_net <= SLOWING_TIMES * earlier_net ? 'slowing' : 'growing';
}

function sumOf(points: readonly ObservedPoint[]): number {
  return points.reduce((total, point) => total + point.net_referring_domains, 0);
}
