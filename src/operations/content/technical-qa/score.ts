import { counted } from '../../../kernel/grammar.ts';
import { leavePoints } from '../../../kernel/points.ts';
import { type Check, GROUPS, type Severity } from '../../../checks/check.ts';

/** Share of the points that are left which one failed check takes. Our own weights. */
const LOSS: Readonly<Record<Severity, number>> = { critical: 0.9, high: 0.7, medium: 0.5, low: 0.1 };

/** Below this share of wrong elements a check takes half: three images without alt out of forty are an oversight. */
const FEW_SHARE = 0.1;

interface Score {
  readonly readiness_score: number;
  readonly score_of: string;
  /** `start` is 100; the points that each group lost are negative. Groups in which nothing could be judged are left out. */
  readonly score_components: Record<string, number>;
  readonly ready_to_publish: boolean;
}

/**
 * The readiness of a page, 0 to 100: 100 × Π (1 − loss) over its open checks.
 *
 * A failed check takes 90, 70, 50 or 10 percent of the points that are left by severity (critical, high, medium, low),
 * a warning half of that, and either half again where fewer than a tenth of the elements concerned are wrong. So a
 * score of up to 10 means a critical failure, of up to 30 one of high severity, of up to 50 one of medium severity, unless
 * few elements are concerned. Checks that could not be judged take nothing.
 *
 * A page is ready to publish when no check of critical or high severity fails.
 */
export function scorePage(checks: readonly Check[]): Score {
  const judged = checks.filter(({ status }) => status !== 'not_applicable');
  const groups = GROUPS.filter((group) => judged.some((check) => check.group === group));
  const { score, components } = leavePoints(
    new Map(groups.map((group) => [group, multiplyKept(judged.filter((check) => check.group === group))])),
  );
  return {
    readiness_score: score,
    score_of: describeScore(judged),
    score_components: components,
    ready_to_publish: !judged.some(
      ({ status, severity }) => status === 'fail' && (severity === 'critical' || severity === 'high'),
    ),
  };
}

/** Points that the page gains when this check passes and everything else stays as it is. */
export function scoreGain(checks: readonly Check[], check: Check): number {
  const all = 100 * multiplyKept(checks);
  return Math.round(all / (1 - lossOf(check))) - Math.round(all);
}

function multiplyKept(checks: readonly Check[]): number {
  return checks.reduce((product, check) => product * (1 - lossOf(check)), 1);
}

function lossOf({ status, severity, share }: Check): number {
  if (status !== 'fail' && status !== 'warn') return 0;
  return LOSS[severity] * (status === 'warn' ? 0.5 : 1) * (share !== null && share < FEW_SHARE ? 0.5 : 1);
}

function describeScore(judged: readonly Check[]): string {
  const { critical, high, medium, low } = LOSS;
  const [most, ...others] = [critical, high, medium, low].map((loss) => `${loss * 100}%`);
  return `Points left of 100 after ${counted(judged.length, 'technical check')}: a failed check takes ${most} (critical), ${others[0]} (high), ${others[1]} (medium) or ${others[2]} (low) of what is left, a warning half as much, and either half again where fewer than one element in ten is wrong.`;
}
