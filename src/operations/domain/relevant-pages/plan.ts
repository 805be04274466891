import {
  type Confidence,
  listed,
  makePlan,
  noConfidence,
  type PlannedCall,
  type StepDraft,
  weighConfidence,
  type WorkflowDraft,
} from '../../../guidance/plan.ts';
import { formatRows, formatSummary } from '../../../guidance/summary.ts';
import { agree, counted } from '../../../kernel/grammar.ts';
import { inline, strong } from '../../../kernel/markdown.ts';
import { explainEmpty, nameBasis, weighEvidence } from '../../../rankings/evidence.ts';
import { callForSite, CONNECT_CONSOLE, type OwnSite } from '../../../rankings/own-site.ts';
import type { SiteQuestion } from '../../../rankings/site-question.ts';
import { chooseSearchLanguage, readSearchLanguage } from '../../../rankings/search-language.ts';
import { callForBrand, LEARN_RANKINGS, LEARN_RANKINGS_NEXT } from '../../../rankings/unknown-target.ts';
import type { Target } from '../../../web/target.ts';
import { ACTIONS, type PageAction, type RelevantPage, type RelevantPageList } from './report.ts';

/** What to do with the pages, those with most at stake first. */
export function planRelevantPages(list: RelevantPageList, asked: SiteQuestion): WorkflowDraft {
  if (list.items.length === 0) return planEmpty(list, asked);
  const [top] = sortByStake(list.items.filter(({ action }) => action !== 'protect'));
  return makePlan({
    summary: summarize(list),
    steps: listSteps(list),
    priority: top?.priority ?? 'low',
    confidence: rateConfidence(list),
    guardrails: listGuardrails(list),
    next_calls: listNextCalls(list, asked),
  });
}

function planNotCovered(list: RelevantPageList, own: OwnSite): WorkflowDraft {
  return makePlan({
    summary: explainNotCovered(list, own),
    steps: [CONNECT_CONSOLE],
    priority: 'low',
    confidence: noConfidence('The console data does not tell pages.'),
    guardrails: ['Unknown is not zero: these pages may have search traffic.'],
    next_calls: [callForSite(own)],
  });
}

function explainNotCovered({ target }: RelevantPageList, { console, host }: OwnSite): string {
  return `${console} shows what ${inline(host, 100)} ranks for, but the import has no figures by page for ${inline(target.value, 100)}.`;
}

function planEmpty(list: RelevantPageList, { target, brand, language, own }: SiteQuestion): WorkflowDraft {
  if (own !== null) return planNotCovered(list, own);
  const isUnknown = list.state === 'unknown_target';
  const { location } = list;
  return makePlan({
    summary: explainEmpty(inline(target.value, 100), list, 'page'),
    steps: isUnknown
      ? LEARN_RANKINGS.map((step) => ({ ...step, evidence: ['coverage: none'] }))
      : [{ action: NEXT[list.state], why: WHY[list.state], evidence: [`state: ${list.state}`], owner_hint: 'SEO' }],
    priority: 'low',
    confidence: isUnknown ? noConfidence('No source knows the target.') : rateConfidence(list),
    guardrails: ['Unknown is not zero: a site that no source knows may have search traffic.'],
    next_calls: isUnknown
      ? [callForBrand(target, brand, { location, language })]
      : [
          {
            operation: 'content.technical-qa',
            body: { url: target.type === 'page' ? target.value : `https://${target.host}/` },
            reason: 'Checks whether the page can be indexed.',
          },
        ],
  });
}

const NEXT = {
  answered: '',
  no_match: 'Lower min_traffic, or ask for lost pages with historical_serp_mode.',
  own_site_without_data: 'Check in Search Console whether the site is indexed, and whether this is the right property.',
  not_covered: CONNECT_CONSOLE.action,
  unknown_target: LEARN_RANKINGS_NEXT,
} as const;

const WHY = {
  answered: '',
  no_match: 'The filters leave nothing.',
  own_site_without_data: 'A site that never shows up in search is usually new, blocked or not indexed.',
  not_covered: CONNECT_CONSOLE.why,
  unknown_target: '',
} as const;

function summarize(list: RelevantPageList): string {
  const { target, items, total_count, action_counts } = list;
  const all = total_count ?? items.length;
  const pages =
    list.coverage === 'sample' ? counted(all, 'page in the sample', 'pages in the sample') : counted(all, 'page');
  const todo = ACTIONS.flatMap((action) => {
    const count = action_counts?.[action] ?? 0;
    return count === 0 || action === 'protect' ? [] : [`${action} ${count}`];
  });
  const work = todo.length === 0 ? 'None of those shown needs work now.' : `Of those shown: ${todo.join(', ')}.`;
  const verb = list.basis === 'serps' ? 'ranks with' : 'has search traffic on';
  return `${inline(target.value, 100)} ${verb} ${pages}. ${nameBasis(list)} ${work}`;
}

/** Highest score first, unknown last. */
function sortByStake(items: readonly RelevantPage[]): RelevantPage[] {
  return items.toSorted((one, other) => (other.opportunity_score ?? -1) - (one.opportunity_score ?? -1));
}

interface Task {
  /** `page` is the first of the pages, named. */
  readonly action: (page: string, others: string, count: number) => string;
  readonly why: string;
  readonly effort: 'low' | 'medium' | 'high';
  readonly owner_hint: string;
}

const TASKS: Readonly<Record<PageAction, Task>> = {
  review: {
    action: (page, others, count) =>
      `Fix what keeps ${page}${others} from being shown, or redirect ${agree(count, 'it to its successor', 'them to their successors')}.`,
    why: 'Search engines drop pages that fail, redirect or are blocked; no work on the text helps before that.',
    effort: 'low',
    owner_hint: 'developer',
  },
  refresh: {
    action: (page, others) =>
      `Refresh ${page}${others}: compare it with what ranks now, and update what is out of date.`,
    why: 'The loss is larger than noise explains.',
    effort: 'medium',
    owner_hint: 'editor',
  },
  expand: {
    action: (page, others, count) =>
      `Extend ${page}${others} to cover the searches that ${agree(count, 'it nearly ranks', 'they nearly rank')} for, and link to ${agree(count, 'it', 'them')} from related pages.`,
    why: 'Search engines show pages like these already, and better positions would bring clearly more clicks.',
    effort: 'medium',
    owner_hint: 'editor',
  },
  recover: {
    action: (page, others) => `Find out what ${page}${others} lost, and restore it.`,
    why: 'What ranked before usually comes back faster than something new rises.',
    effort: 'medium',
    owner_hint: 'SEO',
  },
  protect: {
    action: (page, others) =>
      `Leave ${page}${others} as is, apart from facts that need an update, and keep the URL in any relaunch.`,
    why: 'The search traffic is there, and nothing calls for a change.',
    effort: 'low',
    owner_hint: 'SEO',
  },
};

const EVIDENCE_MAX = 3;

function listSteps(list: RelevantPageList): StepDraft[] {
  const byAction = Map.groupBy(sortByStake(list.items), ({ action }) => action);
  const steps = ACTIONS.flatMap((action) => {
    const pages = sortForAction(action, byAction.get(action) ?? []);
    return pages.length === 0 ? [] : [draftStep(action, pages)];
  });
  return listed([draftSiteStep(list), ...steps]);
}

/** What holds is worth what it brings, and not what could be won. */
function sortForAction(action: PageAction, pages: readonly RelevantPage[]): readonly RelevantPage[] {
  if (action !== 'protect') return pages;
  const trafficOf = ({ clicks, estimated_traffic }: RelevantPage): number => clicks ?? estimated_traffic ?? -1;
  return pages.toSorted((one, other) => trafficOf(other) - trafficOf(one));
}

function draftStep(action: PageAction, pages: readonly RelevantPage[]): StepDraft {
  const { action: verb, ...rest } = TASKS[action];
  const others = pages.length - 1;
  return {
    ...rest,
    action: verb(
      inline(pages[0]?.url ?? '', 120),
      others === 0 ? '' : ` and ${counted(others, 'other page')}`,
      pages.length,
    ),
    evidence: pages.slice(0, EVIDENCE_MAX).map(({ url, reason }) => `${inline(url, 100)}: ${inline(reason, 200)}`),
  };
}

/** Where the whole site falls, the cause lies not in one page. */
function draftSiteStep({ totals_change: change }: RelevantPageList): StepDraft | undefined {
  if (!isFalling(change)) return undefined;
  return {
    action:
      'Look for a cause that affects the whole site before you work on single pages: demand, a technical change, a search update.',
    why: 'The clicks of the whole target fell, not those of single pages alone.',
    evidence: [`Clicks of the target: ${change.from} to ${change.to} (${change.percent ?? 0}%)`],
    effort: 'medium',
    owner_hint: 'SEO',
  };
}

const SITE_FALL_PERCENT = -20;

function isFalling(
  change: RelevantPageList['totals_change'],
): change is NonNullable<RelevantPageList['totals_change']> {
  return change !== null && !change.within_noise && (change.percent ?? 0) <= SITE_FALL_PERCENT;
}

function rateConfidence(list: RelevantPageList): Confidence {
  const { items } = list;
  const { start, doubts } = weighEvidence(list, null);
  const uncrawled = items.length - (list.pages_crawled ?? 0);
  const withoutYear = items.filter(({ action, year_over_year }) => action === 'refresh' && year_over_year === null);
  return weighConfidence(
    start,
    [nameBasis(list)],
    [
      ...doubts,
      uncrawled > 0 && [
        10,
        `${counted(uncrawled, 'page')} ${agree(uncrawled, 'was')} never crawled, so ${agree(uncrawled, 'its')} status is unknown.`,
      ],
      withoutYear.length > 0 && [10, 'Without figures of a year before, a seasonal fall looks like a real one.'],
    ],
  );
}

function listGuardrails({ basis, items, pages_crawled }: RelevantPageList): string[] {
  return listed([
    basis === 'serps' && 'The pages are a sample: others may have more traffic.',
    basis === 'provider' && 'Traffic is a vendor’s estimate: do not add it to, or compare it with, measured clicks.',
    basis === 'console' && 'A change with within_noise: true is no change; judge by clicks, not by average position.',
    (pages_crawled ?? 0) < items.length && 'Look at pages that were never crawled before you act on them.',
    'Do not change the date of a page without changing its content.',
    'Do not rewrite a page that holds its traffic.',
  ]);
}

function listNextCalls(list: RelevantPageList, { language: asked, target }: SiteQuestion): PlannedCall[] {
  const language = list.language ?? readPageLanguage(list.items, asked);
  const pages = sortByStake(list.items);
  const first = (action: PageAction): RelevantPage | undefined =>
    sortForAction(
      action,
      pages.filter((page) => page.action === action),
    )[0];
  const [review, refresh, expand, recover] = (['review', 'refresh', 'expand', 'recover'] as const).map(first);
  const place = list.location === null ? {} : { location_code: list.location.code };
  const protect = first('protect');
  return listed<PlannedCall>([
    review !== undefined && {
      operation: 'content.technical-qa',
      body: { url: review.url },
      reason: 'Shows what the page returns now.',
    },
    refresh?.top_keyword != null &&
      callForFall(list, refresh.url, { keyword: refresh.top_keyword, language, ...place }),
    expand !== undefined && callForKeywords(expand, target, { language, ...place }),
    recover !== undefined && {
      operation: 'domain.ranked-keywords',
      body: { target: recover.url, include_lost: true, language, ...place },
      reason: 'Lists the keywords that the page lost.',
    },
    protect !== undefined && {
      operation: 'backlinks.anchors',
      body: { target: protect.url },
      reason: 'Shows which links the strongest page must keep.',
    },
  ]);
}

/** Only measured clicks show since when a page falls; who ranks now is known without them. */
function callForFall(
  { basis }: RelevantPageList,
  url: string,
  search: { readonly keyword: string; readonly language: string; readonly location_code?: number },
): PlannedCall {
  if (basis === 'console') {
    const { keyword, language } = search;
    return {
      operation: 'content-decay.detect',
      body: { url, keyword, language },
      reason: 'Tells since when this page has been losing traffic, and why.',
    };
  }
  return {
    operation: 'analyze.serp',
    body: search,
    reason: `Shows who ranks now for ${quote(search.keyword)}, the main keyword of the page that falls.`,
  };
}

/** A table of pages alone does not say what each ranks for: then the keywords of the whole site tell most. */
function callForKeywords(
  { url, keyword_count }: RelevantPage,
  target: Target,
  market: { readonly language: string; readonly location_code?: number },
): PlannedCall {
  const isSplit = keyword_count !== null;
  return {
    operation: 'domain.ranked-keywords',
    body: { target: isSplit ? url : target.host, ...market },
    reason: isSplit
      ? 'Lists the keywords that the page nearly ranks for.'
      : 'Lists the keywords of the whole site: the source does not say which page they lead to.',
  };
}

function readPageLanguage(items: readonly RelevantPage[], asked: string): string {
  const keywords = items.flatMap(({ keywords: all }) => all.map(({ keyword }) => keyword));
  return chooseSearchLanguage(
    keywords.map((keyword) => readSearchLanguage(keyword, asked)),
    asked,
  );
}

const ROWS_MAX = 10;

/** What a person would paste into a report about the pages. */
export function summarizeRelevantPages(list: RelevantPageList, own: OwnSite | null): string {
  const heading = `Pages of ${inline(list.target.value, 80)} with search traffic`;
  const { items, totals, totals_change: change, action_counts } = list;
  if (items.length === 0) {
    const intro =
      own === null ? explainEmpty(inline(list.target.value, 80), list, 'page') : explainNotCovered(list, own);
    return formatSummary({ heading, intro, facts: [], next: NEXT[list.state] });
  }
  return formatSummary({
    heading,
    intro: nameBasis(list),
    facts: [
      totals === null
        ? undefined
        : `${strong(counted(totals.clicks, 'click'))} from ${counted(totals.impressions, 'impression')}${formatChange(change)}`,
      `${counted(items.length, 'page')} shown${list.total_count === null ? '' : ` of ${list.total_count.toLocaleString('en-US')}`}: ${ACTIONS.filter(
        (action) => (action_counts?.[action] ?? 0) > 0,
      )
        .map((action) => `${action} ${action_counts?.[action] ?? 0}`)
        .join(', ')}`,
      formatShare(list),
      (list.pages_crawled ?? 0) < items.length
        ? `Crawled: ${list.pages_crawled ?? 0} of ${counted(items.length, 'page')}`
        : undefined,
    ],
    table: formatRows(items, ROWS_MAX, [
      ['Page', ({ url }) => inline(url, 60)],
      list.basis === 'console'
        ? ['Clicks', ({ clicks }) => clicks]
        : ['Est. traffic', ({ estimated_traffic: clicks }) => (clicks === null ? null : Math.round(clicks))],
      ['Keywords', ({ keyword_count }) => keyword_count],
      ['Top 3', ({ top3 }) => top3],
      ['Linking sites', ({ referring_domains }) => referring_domains],
      ['Action', ({ action, priority }) => (priority === null ? action : `${action} (${priority})`)],
    ]),
    next: listSteps(list)
      .slice(0, 3)
      .map(({ action }) => action),
  });
}

function formatChange(change: RelevantPageList['totals_change']): string {
  if (change === null) return '';
  const before = change.from.toLocaleString('en-US');
  return change.within_noise
    ? `; ${before} clicks in the window before, a difference within the noise`
    : `; ${before} clicks in the window before (${change.percent ?? 0}%)`;
}

/** How much hangs on a few pages. */
const FIRST_PAGES = 5;

function formatShare({ items }: RelevantPageList): string | undefined {
  const shares = items.flatMap(({ traffic_share }) => traffic_share ?? []).toSorted((one, other) => other - one);
  if (shares.length <= FIRST_PAGES) return undefined;
  const share = shares.slice(0, FIRST_PAGES).reduce((sum, each) => sum + each, 0);
  return `The ${FIRST_PAGES} strongest pages get ${Math.round(share * 100)}% of the clicks`;
}

function quote(text: string): string {
  return `“${inline(text, 60)}”`;
}
