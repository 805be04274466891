import type { PlannedCall, SupportDraft } from '../contract/workflow.ts';
import { agree, counted } from '../kernel/grammar.ts';

export type { SupportDraft } from '../contract/workflow.ts';

/** A place that an answer can be cited from. Without an address, a title and a quote nothing can be cited. */
interface CitationDraft {
  readonly id: string;
  readonly url: string;
  readonly title: string | null;
  readonly quote: string | null;
}

/** What an operation says about the evidence it found; `makeSupport` makes the rest. */
export interface EvidenceDraft {
  readonly summary: string;
  /** Sentences, such as `Choosing pages to read or audit`. */
  readonly usable_for: readonly string[];
  /** The strongest first. Those that cannot be cited are left out, and `limits` says how many. */
  readonly citations: readonly CitationDraft[];
  /** What this evidence cannot show. */
  readonly limits: readonly (string | undefined)[];
  readonly next_calls: readonly PlannedCall[];
}

/** Fewer words name a thing and not a use. */
const USE_WORDS_MIN = 3;

/**
 * How the evidence of an answer may be used and cited.
 *
 * @throws Error when a use is not a sentence, which is a mistake of the operation and not of its caller
 */
export function makeSupport({ summary, usable_for, citations, limits, next_calls }: EvidenceDraft): SupportDraft {
  const vague = usable_for.find((use) => use.trim().split(/\s+/).length < USE_WORDS_MIN);
  if (vague !== undefined || usable_for.length === 0) {
    throw new Error(`usable_for has to say in at least ${USE_WORDS_MIN} words what for, not "${vague ?? ''}".`);
  }
  const citable = citations.flatMap((each) => {
    const { id, url, title, quote } = { ...each, title: each.title?.trim() ?? '', quote: each.quote?.trim() ?? '' };
    return url === '' || title === '' || quote === '' ? [] : [{ id, url, title, quote }];
  });
  const bare = citations.length - citable.length;
  const omission = `${counted(bare, 'result')} ${agree(bare, 'is')} not cited, because ${agree(bare, 'it')} ${agree(bare, 'has')} no title or no text to quote.`;
  return {
    summary,
    usable_for: [...usable_for],
    citations: citable,
    limits: [...limits.filter((limit) => limit !== undefined), ...(bare === 0 ? [] : [omission])],
    next_calls,
  };
}
