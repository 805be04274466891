import { AUDIT_RULES, SEVERITIES, titleOf } from '../audit/rule.ts';
import type { CrawlProgress } from '../crawler/settings.ts';
import { counted } from '../kernel/grammar.ts';

const FOUND_MAX = 3;
/** Of lesser ones nearly every page has one. */
const TOLD = new Set(['critical', 'high', 'medium']);

/** How a crawl goes, and the worst that it has found so far: `120 read, 30 waiting. So far: 2 pages return server errors.` */
export function progressText(progress: CrawlProgress): string {
  const found = foundTexts(progress.found);
  return found.length === 0 ? workText(progress) : `${workText(progress)}. So far: ${found.join('; ')}.`;
}

function workText({ fetched, waiting, failed, refused, confirming, checking }: CrawlProgress): string {
  const troubles = failed + refused > 0 ? `, ${failed} failed, ${refused} refused` : '';
  if (confirming > 0) return `${fetched} read${troubles}; asking ${counted(confirming, 'failing page')} once more`;
  if (checking > 0) return `${fetched} read${troubles}; ${counted(checking, 'link')} to other sites left to check`;
  return `${fetched} read, ${waiting} waiting${troubles}`;
}

function foundTexts(found: CrawlProgress['found']): readonly string[] {
  const rules = [...found].flatMap(([id, pages]) => {
    const rule = AUDIT_RULES.get(id);
    return rule === undefined || !TOLD.has(rule.severity) ? [] : [{ rule, pages }];
  });
  return rules
    .toSorted(
      (one, other) =>
        SEVERITIES.indexOf(one.rule.severity) - SEVERITIES.indexOf(other.rule.severity) || other.pages - one.pages,
    )
    .slice(0, FOUND_MAX)
    .map(({ rule, pages }) => titleOf(rule, pages));
}
