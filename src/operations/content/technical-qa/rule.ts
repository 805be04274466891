import type { Outcome, Severity } from './check.ts';
import type { Facts } from './facts.ts';

/** One line of the table of rules. */
export interface Rule {
  readonly id: string;
  readonly severity: Severity;
  readonly expected: string;
  readonly fix: string;
  readonly docs: string;
  /** What has to be known for the rule to be judged at all. */
  readonly needs: Need;
  readonly judge: (facts: Facts) => Outcome;
}

/**
 * head: an HTML document, because Markdown has no head. directives: that or the HTTP answer. content: any document. rendered: a document whose text
 * is in its source, not filled in by scripts. written: any document, of which only what stands in the source is judged; where
 * scripts write the page, nothing wrong there says nothing. answer: the HTTP answer of a URL. address: the page's own URL.
 */
export type Need = 'head' | 'directives' | 'content' | 'rendered' | 'written' | 'answer' | 'address';
