import type { KnownPage } from '../../../ports/links.ts';
import { scaleToMonth } from '../../../rankings/gain.ts';
import { isSameAddress } from '../../../web/url.ts';
import type { KeywordView, SiteFacts } from './facts.ts';
import { groupBySubject } from './subjects.ts';
import { describeMember, quote, round, type Signal } from './signal.ts';

interface Fault {
  readonly evidence: string;
  readonly action: string;
}

/** Pages that rank and cannot go on to: whatever else they could gain, they are mended first. */
export function findFaults(views: readonly KeywordView[], facts: SiteFacts): Signal[] {
  return groupBySubject(views).flatMap(({ url, views: all }): Signal[] => {
    if (url === null) return [];
    const fault = readFault(url, facts.pages.get(url));
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
        action: fault.action,
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

function readFault(url: string, page: KnownPage | undefined): Fault | undefined {
  if (page === undefined) return undefined;
  const { status_code: status, redirect_url: redirect, canonical_url: canonical, is_indexable } = page;
  const when = page.fetched_at === null ? '' : ` when last read on ${page.fetched_at.slice(0, 10)}`;
  if (status !== null && status >= 400)
    return {
      evidence: `the page answered ${status}${when}`,
      action: `Fix ${url}, which answers ${status}: restore it, or redirect it to the page that replaces it.`,
    };
  if (status !== null && status >= 300 && redirect !== null)
    return {
      evidence: `the page redirected to ${redirect}${when}`,
      action: `${url} redirects to ${redirect}: make sure that page covers what the old one ranks for, and link to it directly.`,
    };
  if (canonical !== null && !isSameAddress(canonical, url))
    return {
      evidence: `the page named ${canonical} as its canonical${when}`,
      action: `Fix the canonical of ${url}: point it to itself, or work on ${canonical} instead.`,
    };
  if (is_indexable === false)
    return {
      evidence: `the page was not indexable${when}`,
      action: `Open ${url} to search engines again: it ranks, but a robots directive forbids indexing it.`,
    };
  return undefined;
}
