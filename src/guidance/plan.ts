import type { PlannedCall, WorkflowDraft } from '../contract/workflow.ts';
import type { Level } from '../kernel/level.ts';

export type { PlannedCall, WorkflowDraft } from '../contract/workflow.ts';

/** A step of a plan before it has its number. Effort is low and evidence empty unless they are given. */
export interface StepDraft {
  /** An imperative sentence that a person can carry out: `Redirect /old to /new.` */
  readonly action: string;
  /** One sentence on what it changes. */
  readonly why: string;
  /** Figures and quotes of this very answer. */
  readonly evidence?: readonly string[];
  readonly effort?: Level;
  /** Who usually does it: `SEO`, `editor`, `developer`. */
  readonly owner_hint: string;
}

/** What an operation says about its answer; `makePlan` makes the rest. */
export interface PlanDraft {
  readonly summary: string;
  /** The most pressing first. */
  readonly steps: readonly StepDraft[];
  /** The only step where there is nothing else to do; it says so, or how to learn more. */
  readonly otherwise?: StepDraft;
  /** What to do first, where the first step does not say it. */
  readonly recommended_action?: string;
  readonly priority: Level;
  readonly confidence: Confidence;
  readonly guardrails: readonly string[];
  readonly next_calls: readonly PlannedCall[];
}

/** The plan of an answer: steps numbered in their order, the first of them recommended. */
export function makePlan(draft: PlanDraft): WorkflowDraft {
  const { steps, otherwise, confidence, guardrails, ...rest } = draft;
  const chosen = steps.length > 0 || otherwise === undefined ? steps : [otherwise];
  return {
    summary: rest.summary,
    recommended_action: rest.recommended_action ?? chosen[0]?.action ?? '',
    priority: rest.priority,
    confidence: confidence.value,
    confidence_reasons: [...confidence.reasons],
    steps: chosen.map(({ action, why, evidence = [], effort = 'low', owner_hint }, at) => ({
      order: at + 1,
      action,
      why,
      evidence: [...evidence],
      effort,
      owner_hint,
    })),
    next_calls: rest.next_calls,
    guardrails: [...guardrails],
  };
}

/** How far an answer may be trusted, 0–1 in steps of a hundredth, and why. */
export interface Confidence {
  readonly value: number;
  readonly reasons: readonly string[];
}

/** No answer that has any evidence is worth less than this. */
const CONFIDENCE_MIN = 0.1;

/** Confidence from a share between 0 and 1 and the sentences that explain it; unmet ones may be `undefined`. */
export function confidenceOf(share: number, reasons: readonly (string | undefined)[]): Confidence {
  const bounded = Math.min(1, Math.max(CONFIDENCE_MIN, share));
  return { value: Math.round(bounded * 100) / 100, reasons: listed(reasons) };
}

/**
 * Confidence that starts at a share and loses points for each blind spot.
 *
 * @param costs pairs of points out of 100 and the sentence that explains them; `false` where it does not apply
 */
export function weighConfidence(
  start: number,
  reasons: readonly (string | undefined)[],
  costs: readonly (readonly [points: number, why: string] | false)[],
): Confidence {
  const applied = costs.filter((cost) => cost !== false);
  const points = applied.reduce((sum, [cost]) => sum + cost, 0);
  return confidenceOf(start - points / 100, [...reasons, ...applied.map(([, why]) => why)]);
}

/** Nothing is known, so nothing is claimed: 0, with the sentence that says why. */
export function noConfidence(why: string): Confidence {
  return { value: 0, reasons: [why] };
}

/** The items that are there: `listed([one, isOpen && two])`. Keeps order; drops `undefined` and `false`. */
export function listed<Item>(items: readonly (Item | undefined | false)[]): Item[] {
  return items.filter((item): item is Item => item !== undefined && item !== false);
}

const QUERY_CHARACTERS_MAX = 700;

/** A search for a text that a caller or a page wrote; false where it holds nothing to search for. */
export function searchCall(text: string, more: Readonly<Record<string, unknown>>, reason: string): PlannedCall | false {
  const query = text.replaceAll('\0', ' ').slice(0, QUERY_CHARACTERS_MAX).toWellFormed().trim();
  return /[\p{L}\p{N}]/u.test(query) && { operation: 'search', body: { query, ...more }, reason };
}
