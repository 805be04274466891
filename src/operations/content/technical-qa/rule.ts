import type { Outcome, Severity } from './check.ts';
import type { Facts } from './facts.ts';

/** One line of the table of rules. */
export interface Rule {
  readonly id: string;
  readonly severity: Severity;
  readonly expected: string;
  readonly fix: string;
  readonly docs: string;
  /** What must be known to judge the rule at all. */
  readonly needs: Need;
  readonly judge: (facts: Facts) => Outcome;
}

/**
 * head: an HTML document, because Markdown has no head. directives: that or the HTTP response. content: any document.
 * rendered: a document whose text is in its source, not added by scripts. written: any document, judged by its source
 * alone; where scripts write the page, finding no fault there proves nothing. answer: the HTTP response of a URL.
 * address: the page's own URL.
 */
export type Need = 'head' | 'directives' | 'content' | 'rendered' | 'written' | 'answer' | 'address';
