import type { Level } from '../kernel/level.ts';

/** What to do next, as an analysis words it from its own report. */
export interface Plan {
  readonly summary: string;
  readonly recommended_action: string;
  readonly priority: Level;
  readonly confidence: number;
  readonly confidence_reasons: string[];
  readonly steps: Step[];
  readonly guardrails: string[];
}

export interface Step {
  readonly order: number;
  readonly action: string;
  readonly why: string;
  readonly evidence: string[];
  readonly effort: Level;
  readonly owner_hint: string;
}

/** A step before it has its number: steps are numbered by where they stand. */
export type StepDraft = Omit<Step, 'order'>;

export function inOrder(steps: readonly StepDraft[]): Step[] {
  return steps.map((step, at) => ({ order: at + 1, ...step }));
}
