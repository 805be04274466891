import { makePlan, noConfidence, type StepDraft, type WorkflowDraft } from '../../../guidance/plan.ts';
import { joinWords } from '../../../kernel/grammar.ts';
import { inline } from '../../../kernel/markdown.ts';
import { callsForOwnKeywords, CONNECT_CONSOLE, draftLookUps, isOwn, type OwnSite } from '../../../rankings/own-site.ts';
import type { PageIntersection } from './report.ts';

/**
 * The console knows the site, but not what was asked: pages of other sites, results that it does not count, or which page
 * ranks for which keyword.
 */
export function planNotCovered(report: PageIntersection, own: OwnSite): WorkflowDraft {
  return makePlan({
    summary: explainNotCovered(report, own),
    steps: [draftWay(report, own)],
    priority: 'low',
    confidence: noConfidence('No source says which of these pages ranks for which keyword.'),
    guardrails: ['No data doesn’t mean zero: these pages may rank for many keywords.'],
    next_calls: callsForOwnKeywords(own),
  });
}

export function explainNotCovered(report: PageIntersection, own: OwnSite): string {
  const site = inline(own.host, 100);
  const others = listOthers(report, own);
  if (others.length > 0)
    return `${own.console} shows what ${site} ranks for, but not what ${joinWords(others, 2)} does.`;
  if (!report.item_types.includes('organic'))
    return `${own.console} counts organic results only, so nothing is known of ${joinWords(report.item_types.map((type) => type.replaceAll('_', ' ')))} results for these pages.`;
  return `The ${own.console} data of ${site} lists keywords, but not which page ranks for which: a table export lists keywords and pages separately.`;
}

/** Sites that a console of the caller's cannot know, each once. */
function listOthers({ pages, exclude_pages }: PageIntersection, own: OwnSite): string[] {
  const foreign = [...pages, ...exclude_pages].filter(({ compared_as }) => !isOwn(own, compared_as));
  return [...new Set(foreign.map(({ page }) => inline(page, 100)))];
}

/** What to do about it, as the next step of a summary. */
export function nameWay(report: PageIntersection, own: OwnSite): string {
  return draftWay(report, own).action;
}

function draftWay(report: PageIntersection, own: OwnSite): StepDraft {
  const isSplitMissing = listOthers(report, own).length === 0 && report.item_types.includes('organic');
  return isSplitMissing ? CONNECT_CONSOLE : draftLookUps(own);
}
