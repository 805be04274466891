import { AUDIT_RULES, SEVERITIES, titleOf } from '../audit/rule.ts';
import type { CrawlProgress } from '../crawler/settings.ts';
import { counted } from '../kernel/grammar.ts';
import type { JobFinding } from '../ports/jobs.ts';

const FINDINGS_MAX = 20;
/** In words. */
const TOLD_MAX = 3;
/** Of lesser ones nearly every page has one. */
const TOLD = new Set(['critical', 'high', 'medium']);

/**
 * What a crawl has found so far, the worst first.
 *
 * @param before what its earlier turns found
 */
export function findingsOf({ found }: CrawlProgress, before: readonly JobFinding[]): readonly JobFinding[] {
  const all = new Map(before.map((each) => [each.rule, each]));
  for (const [rule, { count, example }] of found) {
    const known = all.get(rule);
    all.set(rule, { rule, count: count + (known?.count ?? 0), example: known?.example ?? example });
  }
  return [...all.values()]
    .filter(({ rule }) => TOLD.has(AUDIT_RULES.get(rule)?.severity ?? ''))
    .toSorted((one, other) => gravityOf(one) - gravityOf(other) || other.count - one.count)
    .slice(0, FINDINGS_MAX);
}

function gravityOf({ rule }: JobFinding): number {
  return SEVERITIES.indexOf(AUDIT_RULES.get(rule)?.severity ?? 'notice');
}

/** How a crawl goes, and the worst that it has found so far: `120 read, 30 waiting. So far: 2 pages return server errors.` */
export function progressText(progress: CrawlProgress, findings: readonly JobFinding[]): string {
  const told = findings.slice(0, TOLD_MAX).flatMap(({ rule, count }) => {
    const known = AUDIT_RULES.get(rule);
    return known === undefined ? [] : [titleOf(known, count)];
  });
  return told.length === 0 ? workText(progress) : `${workText(progress)}. So far: ${told.join('; ')}.`;
}

function workText({ fetched, waiting, failed, refused, confirming, checking }: CrawlProgress): string {
  const troubles = failed + refused > 0 ? `, ${failed} failed, ${refused} refused` : '';
  if (confirming > 0) return `${fetched} read${troubles}; asking ${counted(confirming, 'failing page')} once more`;
  if (checking > 0) return `${fetched} read${troubles}; ${counted(checking, 'link')} to other sites left to check`;
  return `${fetched} read, ${waiting} waiting${troubles}`;
}
