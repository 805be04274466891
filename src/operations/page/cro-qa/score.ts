import type { Finding } from './report.ts';

/** A finding and how much of its section hangs on it. */
export type Weighted = readonly [weight: number, finding: Finding];

const SHARE: Readonly<Record<Finding['status'], number>> = { pass: 1, warn: 0.5, fail: 0, not_applicable: 0 };

/** Share of the weights of judged findings that is kept: all for a pass, half for a warning. Null without a judged one. */
export function weightedScore(findings: readonly Weighted[]): number | null {
  let kept = 0;
  let possible = 0;
  for (const [weight, { status }] of findings) {
    if (status === 'not_applicable') continue;
    kept += weight * SHARE[status];
    possible += weight;
  }
  return possible === 0 ? null : Math.round((kept / possible) * 100);
}
