import { scaleToMonth } from '../../../rankings/gain.ts';
import { findKnownBlock } from '../../../web/facts/search-block.ts';
import type { KeywordView, SiteFacts } from './facts.ts';
import { groupBySubject } from './subjects.ts';
import { describeMember, quote, round, type Signal } from './signal.ts';

/** Pages that rank and cannot go on to: whatever else they could gain, they are mended first. */
export function findFaults(views: readonly KeywordView[], facts: SiteFacts): Signal[] {
  return groupBySubject(views).flatMap(({ url, views: all }): Signal[] => {
    if (url === null) return [];
    const fault = findKnownBlock(facts.pages.get(url));
    const sorted = all.toSorted(
      (one, other) => clicksOf(other) - clicksOf(one) || (one.row.keyword < other.row.keyword ? -1 : 1),
    );
    const head = sorted[0];
    if (fault === undefined || head === undefined) return [];
    // A page that is gone already had its clicks in the window before.
    const counts = all.flatMap(({ row: { measured } }) =>
      measured === null ? [] : [Math.max(measured.clicks, measured.previous_clicks ?? 0)],
    );
    const atStake =
      counts.length === 0 || facts.days <= 0
        ? null
        : round(
            scaleToMonth(
              counts.reduce((sum, clicks) => sum + clicks, 0),
              facts.days,
            ),
          );
    return [
      {
        signal: 'page_fault',
        type: 'lost_keyword_recovery',
        url,
        topic: null,
        keywords: sorted.map((view) => describeMember(view, null)),
        // What it has now is what it loses.
        gain:
          atStake === null
            ? null
            : { clicks_per_month: atStake, low: 0, high: atStake, to_rank: null, ctr_curve: 'measured clicks' },
        effort: 'low',
        intent: head.intent,
        evidence: [fault.evidence, ...(atStake === null ? [] : [`clicks at stake: ${atStake} a month`])],
        why_now: `It still ranks for ${quote(head.row.keyword)}, and search engines drop such pages at their next visits.`,
        risk: { level: 'low', why: 'First check that nobody removed or moved the page on purpose.' },
        action: fault.fix,
        next_call: {
          operation: 'content.technical-qa',
          path: '/content/technical-qa',
          body: { url, keyword: head.row.keyword },
          reason: 'Shows what keeps the page out of the index, with the fix.',
        },
      },
    ];
  });
}

function clicksOf({ row }: KeywordView): number {
  return row.measured?.clicks ?? row.estimated_traffic ?? 0;
}
