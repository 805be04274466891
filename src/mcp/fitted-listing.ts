import { CUTS } from './tool-cuts.ts';
import type { ToolDraft } from './tool-draft.ts';

/** A tool by how much of its schema it shows, fullest first. */
export interface ToolForms {
  readonly full: ToolDraft;
  readonly outline: ToolDraft;
  readonly signature: ToolDraft;
}

/** Tokens, as estimated. */
export interface Limits {
  readonly listing: number;
  readonly tool: number;
}

interface FittedListing {
  readonly drafts: readonly ToolDraft[];
  /** A tool alone would be shown in a fuller form. */
  readonly is_abridged: boolean;
}

/**
 * The tools in the fullest forms that fit together.
 *
 * All tools lose what helps least before one of them loses what helps more, so that a tool with many fields keeps as
 * much of what matters as a small one. Where only some have to lose a part, the longest do.
 */
export function fittedListing(
  tools: readonly ToolForms[],
  limits: Limits,
  sizeOf: (draft: ToolDraft) => number,
): FittedListing {
  const ladders = tools.map((forms) => new Ladder(forms, limits.tool, sizeOf));
  let total = ladders.reduce((sum, { size }) => sum + size, 0);
  const isAbridged = total > limits.listing;
  for (let rung = 1; rung <= LAST_RUNG && total > limits.listing; rung += 1) {
    for (const ladder of ladders.toSorted((left, right) => right.size - left.size)) {
      if (total <= limits.listing) break;
      total -= ladder.size;
      ladder.climbTo(rung);
      total += ladder.size;
    }
  }
  return { drafts: ladders.map(({ draft }) => draft), is_abridged: isAbridged };
}

const LAST_RUNG = CUTS.length + 2;

/** One tool, and how far it has been shortened: an outline, then signatures, then one cut after the other. */
class Ladder {
  readonly #forms: ToolForms;
  readonly #sizeOf: (draft: ToolDraft) => number;
  #rung = 0;
  draft: ToolDraft;
  size: number;

  constructor(forms: ToolForms, tokensMax: number, sizeOf: (draft: ToolDraft) => number) {
    this.#forms = forms;
    this.#sizeOf = sizeOf;
    this.draft = forms.full;
    this.size = sizeOf(forms.full);
    while (this.size > tokensMax && this.#rung < LAST_RUNG) this.climbTo(this.#rung + 1);
  }

  climbTo(rung: number): void {
    if (rung <= this.#rung) return;
    this.#rung = rung;
    const { outline, signature } = this.#forms;
    this.draft = rung === 1 ? outline : CUTS.slice(0, rung - 2).reduce((draft, cut) => cut(draft), signature);
    this.size = this.#sizeOf(this.draft);
  }
}
