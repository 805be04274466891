import { compareText } from '../normalize.ts';
import { roundToHundredths, type Verdict } from '../verdict.ts';

/** What speaks for a type, how much, and why. */
export type Vote<Type extends string> = readonly [type: Type, points: number, why: string];

export interface Tallied<Type extends string> {
  readonly type: Type;
  readonly points: number;
  readonly evidence: readonly string[];
}

const EVIDENCE_MAX = 5;

/** The types that votes speak for, the one with most points first. */
export function tallyVotes<Type extends string>(votes: readonly Vote<Type>[]): Tallied<Type>[] {
  const rows = new Map<Type, Tallied<Type>>();
  for (const [type, points, why] of votes) {
    const row = rows.get(type);
    const evidence = [...(row?.evidence ?? []), why].slice(0, EVIDENCE_MAX);
    rows.set(type, { type, points: (row?.points ?? 0) + points, evidence });
  }
  return [...rows.values()].sort((one, other) => other.points - one.points || compareText(one.type, other.type));
}

/** The type with most points, the surer the more it has and the further it leads; undefined without any vote. */
export function judgeVotes<Type extends string>(votes: readonly Vote<Type>[]): Verdict<Type> | undefined {
  const [best, second] = tallyVotes(votes);
  if (best === undefined || best.points <= 0) return undefined;
  const lead = best.points - Math.max(0, second?.points ?? 0);
  const confidence = roundToHundredths(Math.min(0.97, 0.25 + 0.12 * best.points + 0.1 * lead));
  return { value: best.type, confidence, evidence: best.evidence };
}
