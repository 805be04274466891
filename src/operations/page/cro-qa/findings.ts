import { cleanText } from '../../../text/normalize.ts';
import { lineOf, quoteOf, shortened } from '../../../web/page/quote.ts';
import type { CroFacts } from './facts.ts';
import type { Cta, Finding, Section } from './report.ts';

/** What a finding rests on: a place in the source, with its text where that is not the source itself, or a control. */
type Evidence = { readonly start: number; readonly end?: number; readonly text?: string } | Cta;

/** A fix completes the sentence `If we …`, since experiments are made of it. */
export function makeFinding(
  { page }: CroFacts,
  [id, status, message]: readonly [id: string, status: Finding['status'], message: string],
  evidence?: Evidence,
  fix: string | null = null,
): Finding {
  const isOpen = status !== 'pass' && status !== 'not_applicable';
  return { id, status, message, ...quoteEvidence(page, evidence), fix: isOpen ? fix : null };
}

function quoteEvidence(page: CroFacts['page'], evidence: Evidence | undefined): Pick<Finding, 'quote' | 'line'> {
  if (evidence === undefined) return { quote: null, line: null };
  if ('line' in evidence) return { quote: evidence.text, line: evidence.line };
  const { start, end = start, text = quoteOf(page.source, { start, end }) } = evidence;
  return { quote: cleanText(shortened(text, 200), 200), line: lineOf(page, start) };
}

/** A finding and how much of its section depends on it. */
export type Weighted = readonly [weight: number, finding: Finding];

const SHARE: Readonly<Record<Finding['status'], number>> = { pass: 1, warn: 0.5, fail: 0, not_applicable: 0 };

/** Share of the weights of judged findings that is kept: all for a pass, half for a warning. Null when none was judged. */
function scoreFindings(findings: readonly Weighted[]): number | null {
  let kept = 0;
  let possible = 0;
  for (const [weight, { status }] of findings) {
    if (status === 'not_applicable') continue;
    kept += weight * SHARE[status];
    possible += weight;
  }
  return possible === 0 ? null : Math.round((kept / possible) * 100);
}

export function makeSection(findings: readonly Weighted[], element: string | null): Section {
  return { score: scoreFindings(findings), element, findings: findings.map(([, finding]) => finding) };
}

export function leaveUnjudged(facts: CroFacts, name: string): Section {
  const message = 'The page offers nothing, so it is not judged like a sales page.';
  return makeSection([[0, makeFinding(facts, [`${name}.page-type`, 'not_applicable', message])]], null);
}
