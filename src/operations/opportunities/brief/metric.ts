import { counted } from '../../../kernel/grammar.ts';
import type { Serp } from '../../../ports/serp.ts';
import type { PageClicks } from '../../../rankings/page-clicks.ts';
import { readSite } from '../../../serp/results.ts';
import { ownership } from '../../../web/url.ts';
import type { OpportunityBrief } from './report.ts';
import type { Standing } from '../../../study/standing.ts';
import { chooseEmphasis, FIRST_PAGE, type OpportunityType, TOP } from './types.ts';

type Metric = OpportunityBrief['brief']['success_metric'];

export interface Measured {
  readonly type: OpportunityType | undefined;
  readonly serp: Serp;
  readonly own_domains: readonly string[];
  readonly standing: Standing;
  readonly clicks: PageClicks | null;
  /** As sent, or on this result page. */
  readonly position: number | null;
}

/** What shows that the work paid off: what to measure, where, from what to what, and when. */
export function chooseMetric(measured: Measured): Metric {
  const [first_sign, judge_after] = chooseEmphasis(measured.type, measured.position).weeks;
  return { ...chooseFigure(measured, judge_after), weeks: { first_sign, judge_after } };
}

const TRACK = 'with rank.track, checked daily';
const CHECKS = 'two checks of three';

function chooseFigure(measured: Measured, weeks: number): Omit<Metric, 'weeks'> {
  const { type, position } = measured;
  switch (type) {
    case 'ai_overview_opportunity':
      return {
        metric: 'citations in the AI Overview',
        where: 'with ai-overview.extract, checked weekly',
        from: describeCitation(measured),
        to: `cited in ${CHECKS}`,
      };
    case 'featured_snippet_opportunity':
      return {
        metric: 'ownership of the featured snippet',
        where: TRACK,
        from: describeSnippet(measured),
        to: `yours in ${CHECKS}`,
      };
    case 'commercial_intent_opportunity':
      return {
        metric: 'conversions from organic visits',
        where: 'in your analytics, by landing page',
        from: null,
        to: `more than in the ${weeks} weeks before the change`,
      };
    case 'content_refresh':
      return {
        metric: 'clicks from this keyword',
        where: 'in Search Console, filtered by page and query',
        from: describeClicks(measured.clicks),
        to: `more than in the ${weeks} weeks before the change`,
      };
    case 'quick_win':
    case 'lost_keyword_recovery':
    case 'competitor_gap':
    case undefined:
      return {
        metric: 'position',
        where: TRACK,
        from: position === null ? null : `position ${position}`,
        to: type === 'lost_keyword_recovery' ? aimBack(measured) : aimFor(position),
      };
  }
}

function aimFor(position: number | null): string {
  if (position === null || position > FIRST_PAGE) return 'on the first page of results';
  return position > TOP ? 'in the top three' : 'held where it is';
}

/** Back to where stored checks saw the page, where that is better than today. */
function aimBack({ standing: { best }, position }: Measured): string {
  if (best === null || (position !== null && position <= best.position)) return aimFor(position);
  return `back at position ${best.position}, where it stood on ${best.checked_at.slice(0, 10)}`;
}

function describeClicks(clicks: PageClicks | null): string | null {
  if (clicks?.search == null) return null;
  return `${counted(clicks.search.clicks, 'click')} in the ${clicks.days} days to ${clicks.to}, all countries`;
}

function describeCitation({ serp, own_domains }: Measured): string | null {
  const { status, references } = serp.ai_overview;
  if (status === 'absent') return 'no AI Overview on this result page';
  const isOwn = ownership(own_domains);
  if (status !== 'present' || own_domains.length === 0) return null;
  return references.some(({ url }) => isOwn(url) === true) ? 'cited' : 'not cited';
}

function describeSnippet({ serp, own_domains }: Measured): string | null {
  if (!serp.sees.includes('featured_snippet')) return null;
  const snippet = serp.items.find(({ type }) => type === 'featured_snippet');
  if (snippet === undefined) return 'no featured snippet on this result page';
  const site = readSite(snippet.url, snippet.domain);
  if (site === '') return null;
  return ownership(own_domains)(snippet.url ?? site) === true ? 'yours' : `held by ${site}`;
}
