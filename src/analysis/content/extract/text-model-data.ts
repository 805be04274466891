// Written by `node bench/extract-train.ts`. Do not edit.
export const TEXT_MODEL: {
  readonly features: number;
  readonly depth: number;
  readonly base: number;
  readonly trees: readonly string[];
} = { features: 161, depth: 4, base: 0, trees: [] };
