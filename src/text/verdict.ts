/** What a classifier found, how sure it is, and the words or features that it goes by. */
export interface Verdict<Value> {
  readonly value: Value;
  /** 0–1; a guess without evidence stays below 0.4. */
  readonly confidence: number;
  readonly evidence: readonly string[];
}

/** Two decimals, so that answers are the same byte for byte on every machine. */
export function roundToHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
