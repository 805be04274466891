import type { WorkflowDraft } from '../contract/workflow.ts';
import { makePlan, noConfidence } from '../guidance/plan.ts';
import { formatSummary } from '../guidance/summary.ts';
import { crawlCall } from './next-calls.ts';

/** Answers about a target of which the index knows nothing, or has crawled no other domain: unknown is not the same as none. */

const CRAWL = 'Crawl the target and sites that may link to it, or import link data.';

/**
 * @param targets as the answer shows them
 * @param question what cannot be told, such as `who links to example.com`
 * @param unknown the field of the answer that is null
 * @param guardrail what must not be concluded
 */
export function planUnknownLinks(
  targets: readonly string[],
  question: string,
  unknown: string,
  guardrail: string,
): WorkflowDraft {
  return makePlan({
    summary: `The index has not crawled enough of the web around the target to tell ${question}.`,
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
    confidence: noConfidence(
      'Neither the target nor a page that links to it has been crawled, or no page outside its own domain.',
    ),
    guardrails: [guardrail],
    next_calls: [crawlCall(...targets)],
  });
}

export function summarizeUnknownLinks(heading: string, facts: readonly string[] = []): string {
  const intro = 'Not known: the index has not crawled enough of the web around the target.';
  return formatSummary({ heading, intro, facts, next: CRAWL });
}
