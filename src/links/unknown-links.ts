import type { WorkflowDraft } from '../contract/workflow.ts';
import { makePlan, noConfidence } from '../guidance/plan.ts';
import { formatSummary } from '../guidance/summary.ts';

/** Answers of an index that has crawled no page of another domain: nothing is known, which is not the same as none. */

const CRAWL = 'Crawl sites that may link to the target, or import link data.';

/**
 * @param question what cannot be told, such as `who links to example.com`
 * @param unknown the field of the answer that is null
 * @param guardrail what must not be concluded
 */
export function planUnknownLinks(question: string, unknown: string, guardrail: string): WorkflowDraft {
  return makePlan({
    summary: `The index has not crawled any page on another domain yet, so it cannot tell ${question}.`,
    recommended_action: CRAWL,
    steps: [
      {
        action:
          'Crawl directories, publications and partner sites in the niche with POST /crawls or `seamark crawl URL`.',
        why: 'Links are only found by crawling the pages they are on.',
        evidence: [`${unknown}: null`],
        owner_hint: 'service operator',
      },
    ],
    priority: 'high',
    confidence: noConfidence('No page outside the target’s own domain has been crawled.'),
    guardrails: [guardrail],
    next_calls: [],
  });
}

export function summarizeUnknownLinks(heading: string): string {
  const intro = 'Not known: the index has not crawled any page on another domain yet.';
  return formatSummary({ heading, intro, facts: [], next: CRAWL });
}
